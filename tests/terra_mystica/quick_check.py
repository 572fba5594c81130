"""The invariants that need no slow algorithm, compiled, so that a hundred thousand games can be checked throughout."""

import numpy as np

from policies.terra_mystica.loop import choose_uniform, draw
from simulator.core.agenda import option_kind
from simulator.core.compiled import PLAIN, kernel
from simulator.core.machine import answer, deal_game, run_game
from simulator.core.records import new_records
from simulator.terra_mystica.machine.machine import MACHINE
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import STATE
from simulator.terra_mystica.rules.hexes import has, size
from tests.terra_mystica.naive import CONTENT

if PLAIN:
    from simulator.core.plain import entry as whole
else:
    from simulator.core.linking import whole  # not kept on disk, as the entries of packages are

TOKENS = 12
PRIESTS = 7
FREE_CARDS = 3
BROKEN = ("", "machine error", "resources", "power tokens", "priests", "structures", "cults and keys", "VP by source",
          "favor tiles", "town tiles", "cards", "bridges", "sets of hexes", "options", "the game does not end")  # fmt: skip
MOST_DECISIONS = 10_000


@kernel
def seat_fault(s, t, seat):
    """Returns what is wrong with a seat."""
    if min(s.C[seat], s.W[seat], s.P[seat], s.VP[seat]) < 0:
        return 2
    tokens = s.burnt[seat]
    for bowl in range(3):
        tokens += s.bowls[seat, bowl]
        if s.bowls[seat, bowl] < 0:
            return 3
    if tokens != TOKENS and s.round > 0:
        return 3
    standing = 0
    keys = 0
    for track in range(4):
        for space in range(4):
            standing += s.priest_space[track, space] == seat
        level = s.cult[seat, track]
        keys += s.top[track] == seat
        if level < 0 or level > v.TOP_LEVEL or (level == v.TOP_LEVEL) != (s.top[track] == seat):
            return 6
    if standing != s.priests_out[seat] or standing + s.P[seat] > PRIESTS:
        return 4
    for town in range(v.TOWNS):
        keys -= s.towns[seat, town] * t.town_keys[town]
    if keys + s.keys[seat] != 0 or s.keys[seat] < 0:
        return 6
    total = 0
    for source in range(len(v.SOURCES)):
        total += s.vp_source[seat, source]
    return 0 if total == s.VP[seat] else 7


@kernel
def map_fault(s, t, counts):
    """Returns what is wrong on the map."""
    for seat in range(v.MAX_SEATS):
        for kind in range(len(v.STRUCTURES)):
            counts[seat, kind] = 0
    for hexagon in range(v.HEXES):
        seat = s.owner[hexagon]
        if (seat >= 0) != (s.structure[hexagon] > 0) or (seat >= 0) != has(s.built, hexagon):
            return 5
        if seat >= 0:
            counts[seat, s.structure[hexagon]] += 1
            if s.terrain[hexagon] != t.home[s.faction[seat]] or not has(s.own[seat], hexagon):
                return 5
        if has(s.in_town, hexagon) and seat < 0:
            return 12
        for terrain in range(len(v.TERRAINS)):
            if has(s.of_terrain[terrain], hexagon) != (s.terrain[hexagon] == terrain):
                return 12
    for seat in range(s.players):
        structures = 0
        for structure in range(1, len(v.STRUCTURES)):
            structures += counts[seat, structure]
            if counts[seat, structure] != s.count[seat, structure] or counts[seat, structure] > t.supply[structure]:
                return 5
        if structures != s.site_count[seat] or size(s.own[seat, 0]) + size(s.own[seat, 1]) != structures:
            return 5
    return 0


@kernel
def supply_fault(s, t):
    """Returns what is wrong with tiles, cards and bridges."""
    for favor in range(v.FAVORS):
        tiles = s.favors_left[favor]
        for seat in range(s.players):
            tiles += s.favors[seat] >> favor & 1
        if tiles != t.favor_count[favor] or s.favors_left[favor] < 0:
            return 8
    for town in range(v.TOWNS):
        tiles = s.towns_left[town]
        for seat in range(s.players):
            tiles += s.towns[seat, town]
        known = not t.town_outside[town] or s.flags & v.EXTRA_TOWNS != 0
        if tiles != (t.town_count[town] if known else 0) or s.towns_left[town] < 0:
            return 9
    free = 0
    held = 0
    for card in range(v.CARDS):
        holder = s.card_holder[card]
        free += holder == v.ON_TABLE
        held += holder >= 0
        if (holder >= 0 and s.card[holder] != card) or (holder != v.ON_TABLE and s.card_coins[card] > 0):
            return 10
    if free + held != s.players + FREE_CARDS or (s.round > 0 and free != FREE_CARDS):
        return 10
    built = 0
    for seat in range(s.players):
        built += s.bridges_built[seat]
        if s.bridges_built[seat] > v.OWN_BRIDGES:
            return 11
    for bridge in range(s.bridges):
        for other in range(bridge):
            if s.bridge_site[bridge] == s.bridge_site[other]:
                return 11
    return 0 if built == s.bridges else 11


@kernel
def fault(s, t, counts):
    """Returns the number of the first thing in BROKEN that is wrong, 0 if nothing is."""
    if s.error:
        return 1
    for seat in range(s.players):
        wrong = seat_fault(s, t, seat)
        if wrong:
            return wrong
    if s.decision != 0:
        if s.options < 2:
            return 13
        for option in range(s.options):
            for other in range(option):
                if s.option[option] == s.option[other]:
                    return 13
    wrong = map_fault(s, t, counts)
    return wrong if wrong else supply_fault(s, t)


@kernel
def choose_stubborn(s):
    """Answers like uniform, but passes only when nothing else is left."""
    option = choose_uniform(s)
    if s.decision == v.D_ACTION and option_kind(s.option[option]) == v.O_PASS:
        others = 0
        while option_kind(s.option[others]) != v.O_PASS:
            others += 1
        if others > 0:
            return draw(s, others)
    return option


@whole
def play(machine, states, tables, setups, counts, seed, game, stubborn):  # long: what a game needs, and room to count
    """Plays one game and returns what is wrong first, and the number of decisions."""
    s = states[0]
    t = tables[0]
    deal_game(machine, s, t, setups[0], seed, game)
    run_game(machine, s, t, -1)
    while s.decision != 0:
        wrong = fault(s, t, counts)
        if wrong or s.decisions > MOST_DECISIONS:
            return wrong if wrong else 14, s.decisions
        answer(s, choose_stubborn(s) if stubborn else choose_uniform(s))
        run_game(machine, s, t, -1)
    wrong = fault(s, t, counts)
    return wrong if wrong else 14 * (s.outcome != v.FINISHED), s.decisions


def play_quickly(setup: np.ndarray, seed: int, game: int, stubborn: bool) -> tuple[str, int]:
    """Plays one game under the checks; returns what broke, if anything, and the number of decisions."""
    states = new_records(1, STATE)
    counts = np.zeros((v.MAX_SEATS, len(v.STRUCTURES)), np.int64)  # parts of compiled code allocate nothing
    wrong, decisions = play(MACHINE.gate(), states, CONTENT.tables, setup, counts, seed, game, stubborn)
    return BROKEN[wrong], int(decisions)
