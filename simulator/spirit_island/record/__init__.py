"""The records: names of numbers, the state, the tables, the set-up and the result of a game."""
