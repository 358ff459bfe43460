"""No models: `migrate` signals only apps that have this module."""
