"""The card room in the admin: every module registers the pages of what it is about.

No seed of an open round, no undealt card, whoever looks.
"""

from games.admin import paytables, rounds, tables

__all__ = ["paytables", "rounds", "tables"]
