"""What the coach found in rounds: stored as rows, shown on pages and summed up."""
