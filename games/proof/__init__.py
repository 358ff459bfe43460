"""The proof pack: what a laboratory files about a game and checks alone, without the site."""
