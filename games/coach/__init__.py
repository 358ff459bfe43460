"""The coach: the value of a seat's whole round at its start and at each of its decisions.

Pure like the odds it adds up: a record in, numbers out. `worth` values rounds in cents, `review`
reviews a finished one, `as_json` writes the result, and `words` describes it.
"""
