"""Practice: decisions asked one after another, sorted by kind, graded by their cost."""
