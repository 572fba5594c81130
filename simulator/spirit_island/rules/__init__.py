"""The rules, by what they are about.

Rules and scenarios need each other. All of them are imported from here, through the table of hooks: rules hold the
table as a module and look its names up when they are compiled, so that the order of imports does not matter.
"""

from simulator.spirit_island.scenarios import hooks as hooks
