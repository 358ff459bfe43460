"""Everything specific to Big Raise Hold'em."""
