"""What the coach found in rounds: kept as rows, shown on pages and summed up."""
