"""Settings, addresses and the ASGI entry: the only place that knows every app."""
