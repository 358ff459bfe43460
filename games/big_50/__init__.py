"""Big 50: all that is true of this game alone."""
