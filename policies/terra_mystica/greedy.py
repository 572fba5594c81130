"""Greedy: plays every option to the end of the own action on a copy and takes the best position.

Inside an action that is tried out, further decisions are answered by reflex. An action must bring more than keeping its
price for the next round; if none does, the seat passes. Actions just out of reach are tried with conversions first.
"""

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.payment import find_payment, first_conversion, make_payment
from policies.terra_mystica.position import note_networks, value_position
from policies.terra_mystica.reflex import NOWHERE, quick_answer, reflex_score
from policies.terra_mystica.worth import card_worth, cult_worth, hex_worth
from simulator.core.agenda import option_a, option_kind
from simulator.core.compiled import kernel
from simulator.core.machine import answer, run_game
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.bridges import has_site
from simulator.terra_mystica.rules.building import is_in_supply, upgrade_coins
from simulator.terra_mystica.rules.cults import free_space
from simulator.terra_mystica.rules.digging import spade_price
from simulator.terra_mystica.rules.hexes import NONE, bit, lowest
from simulator.terra_mystica.rules.reach import reached

MOST_INNER_DECISIONS = 30
REFUSED = -10_000.0  # score of options that were not tried
HOPELESS = -5_000.0  # below it stands what was not tried
UNWORTHY = 1_000.0  # how far below all others stands an action that does not bring its price
PASSING = -2_000.0  # passes stand below these
HAIR = 1e-9
WHEEL = len(v.TERRAINS)


@kernel
def copy_state(rows, source, goal):
    """Copies one state over another."""
    for word in range(p.WORDS):
        rows[goal, word] = rows[source, word]


@kernel
def is_inner(s, seat):
    """Tells whether the open decision belongs to an action under way."""
    return s.decision != 0 and s.asked == seat and s.decision not in (v.D_ACTION, v.D_TURN_END, v.D_LEECH, v.D_BONUS)


@kernel
def finish_action(gate, s, t, k, seat):
    """Runs a copied state until the action is over, with quick answers."""
    run_game(gate, s, t, -1)
    for _ in range(MOST_INNER_DECISIONS):
        if not is_inner(s, seat):
            return
        answer(s, quick_answer(s, t, k))
        run_game(gate, s, t, -1)


@kernel
def try_answer(gate, states, rows, t, k, m, here, packed, pays):
    """Values the position after an answer, and after the payment in m.paid if it must be made first: m.worth."""
    seat = states[here].asked
    copy_state(rows, here, here + 1)
    twin = states[here + 1]
    if pays:
        make_payment(twin, m, seat)
    twin.answer = packed
    twin.decision = 0
    finish_action(gate, twin, t, k, seat)
    value_position(twin, t, k, m, seat)


@kernel
def pack(kind, a, b):
    """Returns an option as the machine packs it."""
    return kind << 24 | a << 16 | b << 8


@kernel
def best_of(scores, options):
    """Returns the option with the highest score, the first of equals."""
    best = 0
    for option in range(1, options):
        if scores[option] > scores[best] + HAIR:
            best = option
    return best


@kernel
def note_score(m, option, score):
    """Keeps the score of an option and the features behind the two best."""
    for feature in range(len(p.FEATURES)):
        if score > m.best:
            m.second_x[feature] = m.best_x[feature]
            m.best_x[feature] = m.x[feature]
        elif score > m.second:
            m.second_x[feature] = m.x[feature]
    m.second = max(m.second, min(score, m.best))
    m.best = max(m.best, score)
    m.score[option] = max(m.score[option], score)


# --- decisions inside an action


@kernel
def try_options(gate, states, rows, t, k, m, here):
    """Scores the options of a decision inside an action by trying them out; returns the best."""
    s = states[here]
    note_networks(s, t, m)
    for option in range(s.options):
        m.score[option] = REFUSED
        if option_kind(s.option[option]) < v.FIRST_FREE:
            try_answer(gate, states, rows, t, k, m, here, s.option[option], False)
            note_score(m, option, m.worth[p.TURN])
    return best_of(m.score, s.options)


# --- the action


@kernel
def try_action(gate, states, rows, t, k, m, here, packed, option, pays):
    """Tries an action that begins with an option: the action itself, or the first conversion towards its price."""
    try_answer(gate, states, rows, t, k, m, here, packed, pays)
    if m.worth[p.KEEP] > m.least:
        note_score(m, option, m.worth[p.TURN])
    else:
        m.score[option] = max(m.score[option], m.worth[p.TURN] - UNWORTHY)


@kernel
def try_paying(gate, states, rows, t, k, m, here, packed, coins, workers, priests, power):
    """Tries an action whose price is not in hand, after conversions."""
    s = states[here]
    seat = s.asked
    if find_payment(s, t, m, seat, coins, workers, priests, power):
        option = first_conversion(s, m)
        if option >= 0:
            try_action(gate, states, rows, t, k, m, here, packed, option, True)


@kernel
def try_power_actions(gate, states, rows, t, k, m, here):
    """Tries power actions that take burnt tokens."""
    s = states[here]
    seat = s.asked
    for action in range(len(v.POWER_ACTIONS)):
        power = t.action_power[action]
        if s.actions_used >> action & 1 or s.bowls[seat, 2] >= power:
            continue
        if action != v.BRIDGE_ACTION or has_site(s, t, seat):
            try_paying(gate, states, rows, t, k, m, here, pack(v.O_POWER, action, 0), 0, 0, 0, power)


@kernel
def try_structures(gate, states, rows, t, k, m, here):
    """Tries structures that take conversions: upgrades and a dwelling on the best hex of home terrain."""
    s = states[here]
    seat = s.asked
    faction = s.faction[seat]
    for structure in range(v.TRADING_POST, v.SANCTUARY + 1):
        if not is_in_supply(s, t, seat, structure):
            continue
        workers = t.cost[faction, structure, v.WORKERS]
        before = v.DWELLING
        if structure == v.TEMPLE or structure == v.STRONGHOLD:
            before = v.TRADING_POST
        elif structure == v.SANCTUARY:
            before = v.TEMPLE
        for place in range(s.site_count[seat]):
            site = s.sites[seat, place]
            if s.structure[site] == before:
                coins = upgrade_coins(s, t, seat, site, structure)
                if s.C[seat] < coins or s.W[seat] < workers:
                    packed = pack(v.O_UPGRADE, site, structure)
                    try_paying(gate, states, rows, t, k, m, here, packed, coins, workers, 0, 0)


@kernel
def try_ground(gate, states, rows, t, k, m, here):
    """Tries to build or dig where that takes conversions."""
    s = states[here]
    seat = s.asked
    faction = s.faction[seat]
    home = t.home[faction]
    if not is_in_supply(s, t, seat, v.DWELLING):
        return
    price = t.cost[faction, v.DWELLING]
    best = -1
    best_worth = NOWHERE
    for half in range(2):
        word = reached(s, t, seat, half) & s.of_terrain[home, half]
        while word != NONE:
            hexagon = half * 64 + lowest(word)
            worth = hex_worth(s, t, k, seat, hexagon, home)
            if worth > best_worth:
                best = hexagon
                best_worth = worth
            word &= word - bit(0)
    if best >= 0 and (s.C[seat] < price[v.COINS] or s.W[seat] < price[v.WORKERS]):
        try_paying(gate, states, rows, t, k, m, here, pack(v.O_BUILD, best, 0), price[v.COINS], price[v.WORKERS], 0, 0)
    cost = spade_price(s, t, seat)
    for spades in range(1, v.LONGEST_PATH + 1):
        workers = price[v.WORKERS]
        priests = 0
        if t.spade_resource[faction] == v.WORKERS:
            workers += spades * cost
        else:
            priests = spades * cost
        if s.C[seat] >= price[v.COINS] and s.W[seat] >= workers and s.P[seat] >= priests:
            continue
        if has_ground(s, t, seat, spades):
            packed = pack(v.O_DIG, spades, 0)
            try_paying(gate, states, rows, t, k, m, here, packed, price[v.COINS], workers, priests, 0)


@kernel
def has_ground(s, t, seat, spades):
    """Tells whether a hex within reach takes just so many spades to become home."""
    faction = s.faction[seat]
    home = t.home[faction]
    if t.flat_spades[faction] > 0 and spades != t.flat_spades[faction]:
        return False
    for half in range(2):
        word = reached(s, t, seat, half)
        if t.flat_spades[faction] > 0:
            word &= ~s.of_terrain[home, half]
        else:
            word &= s.of_terrain[(home + spades) % WHEEL, half] | s.of_terrain[(home + WHEEL - spades) % WHEEL, half]
        if word != NONE:
            return True
    return False


@kernel
def try_tracks(gate, states, rows, t, k, m, here):
    """Tries steps of shipping and digging, and a priest for a cult, that take conversions."""
    s = states[here]
    seat = s.asked
    faction = s.faction[seat]
    for track in range(len(v.TRACKS)):
        price = t.ship_cost[faction] if track == v.SHIP else t.dig_cost[faction]
        is_open = s.ship[seat] < t.ship_max[faction] if track == v.SHIP else s.dig[seat] < t.dig_max[faction]
        if is_open and (s.C[seat] < price[v.COINS] or s.W[seat] < price[v.WORKERS] or s.P[seat] < price[v.PRIESTS]):
            try_paying(
                gate, states, rows, t, k, m, here, pack(v.O_ADVANCE, track, 0),
                price[v.COINS], price[v.WORKERS], price[v.PRIESTS], 0,
            )  # fmt: skip
    if s.P[seat] == 0:
        best = 0
        best_steps = 0
        best_worth = 0.0
        for track in range(len(v.CULTS)):
            steps = 1
            if free_space(s, t, track, 3) >= 0:
                steps = 3
            elif free_space(s, t, track, 2) >= 0:
                steps = 2
            worth = cult_worth(s, t, k, seat, track, steps)
            if worth > best_worth:
                best = track
                best_steps = steps
                best_worth = worth
        if best_steps > 0:
            try_paying(gate, states, rows, t, k, m, here, pack(v.O_SEND, best, best_steps), 0, 0, 1, 0)


@kernel
def choose_action(gate, states, rows, t, k, m, here):
    """Chooses an action, a conversion towards one, or the pass."""
    s = states[here]
    seat = s.asked
    note_networks(s, t, m)
    value_position(s, t, k, m, seat)
    m.least = m.worth[p.KEEP] + k.habit[s.faction[seat], p.H_LEAST_GAIN]
    m.best = REFUSED
    m.second = REFUSED
    best_card = -1
    best_card_worth = REFUSED
    for option in range(s.options):
        packed = s.option[option]
        kind = option_kind(packed)
        m.score[option] = REFUSED
        if kind == v.O_PASS:
            worth = card_worth(s, t, k, seat, option_a(packed) - 1) if option_a(packed) > 0 else 0.0
            m.score[option] = PASSING + worth
            if worth > best_card_worth:
                best_card = option
                best_card_worth = worth
        elif kind < v.FIRST_FREE:
            try_action(gate, states, rows, t, k, m, here, packed, option, False)
    if s.options > 0 and option_kind(s.option[s.options - 1]) >= v.FIRST_FREE:
        try_power_actions(gate, states, rows, t, k, m, here)
        try_structures(gate, states, rows, t, k, m, here)
        try_ground(gate, states, rows, t, k, m, here)
        try_tracks(gate, states, rows, t, k, m, here)
    if m.best > REFUSED:
        return best_of(m.score, s.options)
    return best_card


@kernel
def choose_by_reflex(s, t, k, m):
    """Chooses at a glance, and keeps the scores."""
    for option in range(s.options):
        m.score[option] = reflex_score(s, t, k, s.option[option])
    return best_of(m.score, s.options)


@kernel
def choose_greedy(gate, states, rows, t, k, m, here):
    """Answers the open decision of state `here`; the states after it in the array are working room."""
    s = states[here]
    decision = s.decision
    if decision == v.D_ACTION:
        return np.int64(choose_action(gate, states, rows, t, k, m, here))
    if decision <= v.D_BONUS or decision == v.D_LEECH or decision == v.D_TURN_END:
        return np.int64(choose_by_reflex(s, t, k, m))
    m.best = REFUSED
    m.second = REFUSED
    return np.int64(try_options(gate, states, rows, t, k, m, here))
