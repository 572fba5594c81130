"""Transform and build (T6): spades in hand, the hexes they change, and the dwelling that may follow.

One hex takes as many spades as are put to use for it: `use:2` uses two, buying what is missing; then the hex and its
new terrain are chosen. So every bought spade is used, and no list grows with the product of hexes and spades.
"""

from simulator.core.agenda import answer_a, answer_b, answer_kind, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import (
    F_A,
    F_B,
    F_C,
    F_D,
    F_N,
    F_SEAT,
    F_STEP,
    FR_BUILD_HERE,
    FR_SPADES,
)
from simulator.terra_mystica.rules.building import build_dwelling, is_in_supply
from simulator.terra_mystica.rules.conversions import converted, offer_conversions
from simulator.terra_mystica.rules.digging import (
    CULT_BONUS,
    TOP_UP,
    begin_action,
    buy_spades,
    spade_price,
    spades_affordable,
)
from simulator.terra_mystica.rules.hexes import NONE, add, bit, drop, has, lowest, offer_hexes
from simulator.terra_mystica.rules.reach import leapt, over_water, reached, skip_rate
from simulator.terra_mystica.rules.resources import can_pay, has_stronghold, pay, score

WHEEL = len(v.TERRAINS)
MOST_LOOSE = 6  # spades bought at once where they may be spread over several hexes
ASK_SPADES, SPADES_ANSWERED, ASK_HEX, HEX_ANSWERED = range(4)


# --- the hexes that spades can change


@kernel
def may_skip(s, t, seat, flags, bought):
    """Tells whether a tunnel or carpet can be paid, after so many more spades (T7.5)."""
    if s.skip[seat] == 0 or s.tunnelled or flags & CULT_BONUS:
        return False
    price = t.skip_cost[s.faction[seat], skip_rate(s, seat)]
    spades = bought * spade_price(s, t, seat) if bought else 0
    workers = t.spade_resource[s.faction[seat]] == v.WORKERS
    return s.W[seat] >= price[v.WORKERS] + (spades if workers else 0) and s.P[seat] >= price[v.PRIESTS]


@kernel
def within_reach(s, t, seat, flags, skips, half):
    """Returns one word of the hexes that spades of an action may change (T6.6, T6.7, T7.3)."""
    if flags & CULT_BONUS:  # T4.8: the own shipping level alone
        word = (s.direct[seat, half] | over_water(s, t, seat, s.ship[seat], half)) & t.land[half] & ~s.built[half]
    else:
        word = reached(s, t, seat, half)
    if skips:
        word |= leapt(s, t, seat, half) & t.land[half] & ~s.built[half]
    return word & ~s.fresh[half]


@kernel
def fitting(s, t, seat, foreign, spades, word, half):
    """Keeps the hexes that so many spades can change (T6.3, T6.4, T6.6)."""
    home = t.home[s.faction[seat]]
    if t.flat_spades[s.faction[seat]] > 0:
        return word & ~s.of_terrain[home, half] if spades == t.flat_spades[s.faction[seat]] else NONE
    if foreign == 0:
        return word  # home lies in one direction at most: the other is free
    return word & (s.of_terrain[(home + spades) % WHEEL, half] | s.of_terrain[(home + WHEEL - spades) % WHEEL, half])


@kernel
def can_use(s, t, seat, flags, foreign, spades, bought):
    """Tells whether some hex can take so many spades, of which some are bought now."""
    skips = may_skip(s, t, seat, flags, bought)
    for half in range(2):
        if fitting(s, t, seat, foreign, spades, within_reach(s, t, seat, flags, skips, half), half) != NONE:
            return True
    return False


@kernel
def offer_targets(s, t, seat, foreign, spades, hexagon):
    """Offers the terrains that a hex can become: both ways round the wheel, never through home (T6.3)."""
    home = t.home[s.faction[seat]]
    if t.flat_spades[s.faction[seat]] > 0:
        offer(s, v.O_TRANSFORM, hexagon, home, 0)
        return
    old = s.terrain[hexagon]
    for step in (1, WHEEL - 1):
        new = (old + spades * step) % WHEEL
        through_home = False
        for on_the_way in range(1, spades):
            through_home |= (old + on_the_way * step) % WHEEL == home
        if not through_home and (foreign == 0 or new == home):
            offer(s, v.O_TRANSFORM, hexagon, new, 0)


# --- the action


@kernel
def offer_digs(s, t, seat):
    """Offers to buy the spades for one hex (T6.1)."""
    if s.flags & v.LOOSE_SPADES:
        most = MOST_LOOSE
    else:
        most = v.LONGEST_PATH
    for spades in range(1, min(most, spades_affordable(s, t, seat)) + 1):
        used = min(spades, v.LONGEST_PATH)
        if t.flat_spades[s.faction[seat]] > 0 and s.flags & v.LOOSE_SPADES:
            used = t.flat_spades[s.faction[seat]]
        if can_use(s, t, seat, 0, 0, used, spades):
            offer(s, v.O_DIG, spades, 0, 0)


@kernel
def dig(s, t, seat, spades):
    """Buys spades for one hex; under the flag loose_spades, for any hexes."""
    buy_spades(s, t, seat, spades)
    f = push_frame(s, FR_SPADES)
    s.frame[f, F_SEAT] = seat
    s.frame[f, F_A] = TOP_UP
    if s.flags & v.LOOSE_SPADES:
        s.frame[f, F_N] = spades
    elif gains_by_digging(s, t, seat):
        s.frame[f, F_N] = spades
        s.frame[f, F_D] = 1
    else:
        s.frame[f, F_C] = spades
        s.frame[f, F_STEP] = ASK_HEX


@kernel
def gains_by_digging(s, t, seat):
    """Tells whether a spade brings power, which may pay for the next one (T13.1, T5.4)."""
    return t.power_per_spade[s.faction[seat]] > 0 and has_stronghold(s, seat)


@kernel
def may_buy_singly(s, t, seat, flags, foreign, spades):
    """Tells whether one more spade may be bought before the hex is chosen that takes all in hand."""
    if s.flags & v.LOOSE_SPADES:
        return spades < MOST_LOOSE
    return spades < v.LONGEST_PATH and gains_by_digging(s, t, seat) and can_use(s, t, seat, flags, foreign, spades + 1, 1)


@kernel
def ask_spades(s, t, f):
    """Asks how many spades the next hex takes."""
    frame = s.frame[f]
    seat, spades, flags = frame[F_SEAT], frame[F_N], frame[F_A]
    buyable = spades_affordable(s, t, seat) if flags & TOP_UP else 0
    s.options = 0
    if frame[F_D]:
        offer(s, v.O_USE, spades, 0, 0)
    else:
        for used in range(1, v.LONGEST_PATH + 1):
            bought = max(0, used - spades)
            if bought <= buyable and can_use(s, t, seat, flags, frame[F_B], used, bought):
                offer(s, v.O_USE, used, 0, 0)
    if buyable > 0 and may_buy_singly(s, t, seat, flags, frame[F_B], spades):
        offer(s, v.O_DIG, 1, 0, 0)
    if not frame[F_D]:
        offer(s, v.O_STOP, 0, 0, 0)
    if not flags & CULT_BONUS:
        offer_conversions(s, t, seat)
    ask(s, v.D_SPADES, seat)


@kernel
def take_spades(s, t, f):
    """Takes the answer of `ask_spades`."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    frame[F_STEP] = ASK_SPADES
    if answer_kind(s) == v.O_STOP:  # T6.5: gained spades may be thrown away
        finish_spades(s, f)
    elif answer_kind(s) == v.O_DIG:
        buy_spades(s, t, seat, answer_a(s))
        frame[F_N] += answer_a(s)
        frame[F_D] = not s.flags & v.LOOSE_SPADES
    else:
        used = answer_a(s)
        if used > frame[F_N]:
            buy_spades(s, t, seat, used - frame[F_N])
        frame[F_N] = max(0, frame[F_N] - used)
        frame[F_D] = 0
        frame[F_C] = used
        frame[F_STEP] = ASK_HEX


@kernel
def ask_hex(s, t, f):
    """Asks which hex is changed, and into what."""
    frame = s.frame[f]
    seat, flags, spades = frame[F_SEAT], frame[F_A], frame[F_C]
    skips = may_skip(s, t, seat, flags, 0)
    s.options = 0
    for half in range(2):
        word = fitting(s, t, seat, frame[F_B], spades, within_reach(s, t, seat, flags, skips, half), half)
        while word != NONE:
            offer_targets(s, t, seat, frame[F_B], spades, half * 64 + lowest(word))
            word &= word - bit(0)
    ask(s, v.D_TRANSFORM, seat)


@kernel
def pay_skip(s, t, seat, hexagon):
    """Pays and scores the tunnel or carpet to a hex that is not directly adjacent (T7.5)."""
    if s.skip[seat] > 0 and not has(s.direct[seat], hexagon):
        pay(s, seat, t.skip_cost[s.faction[seat], skip_rate(s, seat)])
        score(s, seat, v.V_FACTION, t.skip_vp[s.faction[seat]])
        s.tunnelled = 1


@kernel
def transform(s, hexagon, terrain):
    """Changes the terrain of a hex."""
    drop(s.of_terrain[s.terrain[hexagon]], hexagon)
    s.terrain[hexagon] = terrain
    add(s.of_terrain[terrain], hexagon)
    add(s.fresh, hexagon)


@kernel
def finish_spades(s, f):
    """Ends the work with spades; in an action a dwelling may follow."""
    seat, flags = s.frame[f, F_SEAT], s.frame[f, F_A]
    pop_frame(s)
    if flags & CULT_BONUS:
        begin_action(s)  # the next seat may change the same hexes
    elif s.fresh[0] | s.fresh[1] != NONE:
        child = push_frame(s, FR_BUILD_HERE)
        s.frame[child, F_SEAT] = seat


@kernel
def spades_step(s, t, f):
    """Works on spades in hand."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    step = frame[F_STEP]
    if step == ASK_SPADES:
        frame[F_STEP] = SPADES_ANSWERED
        if frame[F_N] > 0:
            ask_spades(s, t, f)
        else:
            finish_spades(s, f)
    elif step == SPADES_ANSWERED:
        if not converted(s, f, seat, ASK_SPADES):
            take_spades(s, t, f)
    elif step == ASK_HEX:
        frame[F_STEP] = HEX_ANSWERED
        ask_hex(s, t, f)
    else:
        hexagon, terrain = answer_a(s), answer_b(s)
        pay_skip(s, t, seat, hexagon)
        transform(s, hexagon, terrain)
        frame[F_B] += terrain != t.home[s.faction[seat]]
        frame[F_STEP] = ASK_SPADES


@kernel
def build_here_step(s, t, f):
    """Asks for a dwelling on one of the hexes just transformed, at the normal price (T6.1)."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    faction = s.faction[seat]
    home = t.home[faction]
    if frame[F_STEP] == 0:
        at_home = (s.fresh[0] & s.of_terrain[home, 0]) | (s.fresh[1] & s.of_terrain[home, 1])
        if at_home == NONE or not is_in_supply(s, t, seat, v.DWELLING):
            pop_frame(s)
            return
        frame[F_STEP] = 1
        s.options = 0
        if can_pay(s, seat, t.cost[faction, v.DWELLING]):
            for half in range(2):
                offer_hexes(s, v.O_BUILD, half, s.fresh[half] & s.of_terrain[home, half], 0)
        offer(s, v.O_NO, 0, 0, 0)
        offer_conversions(s, t, seat)
        ask(s, v.D_BUILD, seat)
        return
    if converted(s, f, seat, 0):
        return
    pop_frame(s)
    if answer_kind(s) == v.O_BUILD:
        pay(s, seat, t.cost[faction, v.DWELLING])
        build_dwelling(s, t, seat, answer_a(s))


# --- building on home terrain as it is


@kernel
def offer_builds(s, t, seat):
    """Offers dwellings on reachable home terrain that is empty (T6.1, T7.5)."""
    faction = s.faction[seat]
    price = t.cost[faction, v.DWELLING]
    if not is_in_supply(s, t, seat, v.DWELLING) or not can_pay(s, seat, price):
        return
    skips = s.skip[seat] > 0
    if skips:
        toll = t.skip_cost[s.faction[seat], skip_rate(s, seat)]
        skips = s.W[seat] >= price[v.WORKERS] + toll[v.WORKERS] and s.P[seat] >= toll[v.PRIESTS]
    for half in range(2):
        word = reached(s, t, seat, half)
        if skips:
            word |= leapt(s, t, seat, half) & ~s.built[half]
        offer_hexes(s, v.O_BUILD, half, word & s.of_terrain[t.home[faction], half], 0)


@kernel
def build(s, t, seat, hexagon):
    """Builds a dwelling on home terrain."""
    pay_skip(s, t, seat, hexagon)
    pay(s, seat, t.cost[s.faction[seat], v.DWELLING])
    build_dwelling(s, t, seat, hexagon)


@kernel
def sandstorm_step(s, t, f):
    """Asks for a hex beside an own structure that turns into home terrain; no spades are gained (T13.12)."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    home = t.home[s.faction[seat]]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for half in range(2):
            word = NONE
            for place in range(s.site_count[seat]):
                word |= t.beside[s.sites[seat, place], half]
            offer_hexes(s, v.O_TRANSFORM, half, word & t.land[half] & ~s.built[half] & ~s.of_terrain[home, half], home)
        offer(s, v.O_STOP, 0, 0, 0)
        ask(s, v.D_TRANSFORM, seat)
        return
    pop_frame(s)
    if answer_kind(s) == v.O_TRANSFORM:
        transform(s, answer_a(s), home)
        child = push_frame(s, FR_BUILD_HERE)
        s.frame[child, F_SEAT] = seat
