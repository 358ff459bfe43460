"""One suite over every game: what must hold whatever the rules are."""
