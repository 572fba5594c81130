"""Stones: two seats take one to three stones in turn; each stone is a point, and the last one is worth more.

Small enough to be read in a minute: it shows what a game has to bring, and proves that nothing else is needed.
"""

ADDED = 99
