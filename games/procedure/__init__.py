"""How a game is dealt by hand: its procedure as data, and a round as the moves of a dealer."""
