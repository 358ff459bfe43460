"""A crowd of clients that plays, and checks what it sees and is paid: `make load`, `make chaos`.

The clients know of the site what docs/table-protocol.md says, and the games as their rules do; they
import nothing of it. What a client finds wrong it says in a sentence; `tally.Tally` collects them.
"""
