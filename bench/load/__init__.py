"""A crowd of clients that plays, and checks what it sees and is paid: `make load`, `make chaos`.

The clients know only what docs/table-protocol.md and the games' rules say; they import nothing of
the site. A client reports each fault as a sentence; `tally.Tally` collects them.
"""
