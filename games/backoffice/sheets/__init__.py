"""Game sheets: what one says as a value, and that value as a page and as a PDF."""
