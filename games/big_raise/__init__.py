"""Big Raise Hold'em: all that is true of this game alone."""
