"""The pure engine: cards, deals, rankings, payouts, the game protocol and the record.

Nothing here knows the time, the web, a database, a file or a source of randomness; the same
inputs always give the same outputs.
"""
