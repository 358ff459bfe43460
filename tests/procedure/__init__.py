"""How games are dealt by hand."""
