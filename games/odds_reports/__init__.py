"""Exact figures for pages: asked for (`reports`), computed elsewhere, shown (`bets`)."""
