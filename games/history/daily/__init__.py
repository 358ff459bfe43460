"""The daily deal: its days and its boards."""
