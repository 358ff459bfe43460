"""Formats of values, by language."""
