"""The coach: what a seat's whole round is worth at its start and at each of its decisions.

Pure like the odds it adds up: a record in, numbers out. `worth` values rounds in cents, `review`
looks back on one, `as_json` stores what it found, and `words` names it.
"""
