"""The card room in the admin: every module registers the pages of what it is about.

No seed of an open round and no undealt card, for any viewer.
"""

from games.admin import dashboard, paytables, players, profiles, rounds, tables, work

__all__ = ["dashboard", "paytables", "players", "profiles", "rounds", "tables", "work"]
