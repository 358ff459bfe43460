"""Exact figures for pages: asked for (`reports`), computed elsewhere (`worker`), shown (`bets`)."""
