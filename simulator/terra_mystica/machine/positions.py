"""Positions written by hand: the sets that follow from the map, and single steps put on the agenda.

A caller fills terrain, structure, owner, bridges and the fields of the seats, asks for `refresh`, then begins a step.
"""

from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.ending import score_final
from simulator.terra_mystica.rules.hexes import NONE, add
from simulator.terra_mystica.rules.income import gain_cult_bonus, gain_income, start_cult_spades
from simulator.terra_mystica.rules.leech import start_leech
from simulator.terra_mystica.rules.reach import note_neighbours
from simulator.terra_mystica.rules.turn import start_turn

STEPS = ("turn", "income", "bonus", "leech", "final")
STEP_TURN, STEP_INCOME, STEP_BONUS, STEP_LEECH, STEP_FINAL = range(len(STEPS))


@kernel
def forget_sets(s):
    """Empties all sets of hexes that follow from the map."""
    for half in range(2):
        s.built[half] = NONE
        for terrain in range(len(v.TERRAINS)):
            s.of_terrain[terrain, half] = NONE
        for seat in range(v.MAX_SEATS):
            s.own[seat, half] = NONE
            s.direct[seat, half] = NONE
    for seat in range(v.MAX_SEATS):
        s.site_count[seat] = 0
        s.bridges_built[seat] = 0
        for structure in range(len(v.STRUCTURES)):
            s.count[seat, structure] = 0


@kernel
def refresh(s, t):
    """Counts structures and finds all sets anew from terrain, structures, owners and bridges."""
    forget_sets(s)
    for hexagon in range(v.HEXES):
        if s.terrain[hexagon] != v.RIVER:
            add(s.of_terrain[s.terrain[hexagon]], hexagon)
        seat = s.owner[hexagon]
        if seat >= 0:
            s.count[seat, s.structure[hexagon]] += 1
            s.sites[seat, s.site_count[seat]] = hexagon
            s.site_count[seat] += 1
            add(s.built, hexagon)
            add(s.own[seat], hexagon)
            note_neighbours(s, t, seat, hexagon)
    for bridge in range(s.bridges):
        s.bridges_built[s.bridge_seat[bridge]] += 1


@kernel
def begin(s, t, step, a, b):
    """Begins one step on an empty agenda: a = seat, b = hex of a leech offer."""
    if step == STEP_TURN:
        s.phase = v.ACTIONS
        start_turn(s, a)
    elif step == STEP_INCOME:
        s.phase = v.INCOME
        for seat in range(s.players):
            if a < 0 or a == seat:
                gain_income(s, t, seat)
    elif step == STEP_BONUS:
        s.phase = v.CULT_BONUS
        for seat in range(s.players):
            gain_cult_bonus(s, t, seat)
        start_cult_spades(s, t)
    elif step == STEP_LEECH:
        s.phase = v.ACTIONS
        s.new_sites[0] = b
        s.new_site_count = 1
        start_leech(s, a)
    else:
        score_final(s, t)
