"""What is true of Big 50 alone."""
