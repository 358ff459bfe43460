"""What the coach finds in rounds, kept as rows, told on pages and summed up."""
