"""The daily deal: its days, its boards, its pages."""
