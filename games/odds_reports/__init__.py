"""Exact figures as rows: asked for by pages, computed by a worker, shown."""
