"""Tables and their rounds: who sits, wagers and decides, what clocks do, what is dealt and paid.

`desk` is the lock and the round in hand, `rounds`, `playing` and `endings` its course, `tables`,
`clockwork` and `seating` what people and clocks may do, `selectors` and `played` what is read.
"""
