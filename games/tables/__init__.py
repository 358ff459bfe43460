"""Live tables: who sits, bets and decides, what deadlines do, what is dealt and paid.

`locked_table` is the lock with the round in hand; `rounds`, `decisions` and `settlement` are the
course of a round; `services`, `deadlines` and `seating` are what people and clocks may do;
`selectors` read.
"""
