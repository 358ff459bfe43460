"""Exact figures as rows: requested by pages, computed by a worker, shown."""
