"""The tables of hooks: all moments at which a scenario, an adversary or a spirit's special rule has its say.

A rule calls a hook, `hooks.adversary.builds_twice(s)`; the hook knows whose turn that is and calls its room, the one
file that tells what England, Lightning or Blitz changes. Rules import this package and never a room: rules and rooms
need each other, and names of a module are looked up when the rules are compiled, when all of them are there.
"""

from simulator.spirit_island.hooks import adversary as adversary
from simulator.spirit_island.hooks import scenario as scenario
from simulator.spirit_island.hooks import spirit as spirit
