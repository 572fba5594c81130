"""The rules, by what they are about.

Rules and rooms (scenarios, adversaries, spirits) need each other. All of them are imported from here, through the
tables of hooks: rules hold those as modules and look their names up when they are compiled, so that the order of
imports does not matter.
"""

from simulator.spirit_island import hooks as hooks
