"""The coach: what a seat's whole round is worth at its start and at each of its decisions.

Pure like the odds it adds up: a record in, numbers out. `beside` knows what a game's `advice`
leaves out, `worth` puts both together in cents, `review` looks back on a round, `words` name what
it found.
"""
