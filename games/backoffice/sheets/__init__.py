"""Game sheets: the contents as a value, and that value as a page and as a PDF."""
