"""What is true of Big Raise Hold'em alone."""
