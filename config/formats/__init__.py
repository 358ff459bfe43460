"""How values are written, by language."""
