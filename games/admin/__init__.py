"""The card room in the admin: every module registers its subject's pages.

They never show a seed of an open round or an undealt card, to any viewer.
"""

from games.admin import dashboard, paytables, players, profiles, rounds, tables, work

__all__ = ["dashboard", "paytables", "players", "profiles", "rounds", "tables", "work"]
