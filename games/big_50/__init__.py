"""Everything specific to Big 50."""
