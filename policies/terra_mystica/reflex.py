"""Quick answers: what a seat decides inside an action while that action is only being tried out, and simple choices."""

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.worth import (
    card_worth,
    cult_worth,
    favor_worth,
    hex_worth,
    leech_worth,
    moment_of,
    start_worth,
    town_worth,
)
from simulator.core.agenda import option_a, option_b, option_kind
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_N
from simulator.terra_mystica.rules.digging import spade_price
from simulator.terra_mystica.rules.hexes import NONE, bit, has, lowest
from simulator.terra_mystica.rules.reach import reached

WHEEL = len(v.TERRAINS)
NOWHERE = -1000.0
NOTHING = -1e-6  # of options that change nothing: they lose against those that do no harm
BOTH_ENDS, NEW_GROUND = 4.0, 1.5


@kernel
def best_ground(s, t, k, seat, spades):
    """Returns the worth of the best hex within reach that so many spades turn into home."""
    faction = s.faction[seat]
    home = t.home[faction]
    best = NOWHERE
    for half in range(2):
        word = reached(s, t, seat, half) & ~s.fresh[half]
        if t.flat_spades[faction] > 0:
            word &= ~s.of_terrain[home, half]
        else:
            word &= s.of_terrain[(home + spades) % WHEEL, half] | s.of_terrain[(home + WHEEL - spades) % WHEEL, half]
        while word != NONE:
            best = max(best, hex_worth(s, t, k, seat, half * 64 + lowest(word), home))
            word &= word - bit(0)
    return best


@kernel
def spades_score(s, t, k, seat, option):
    """Scores how many spades one hex takes."""
    if option_kind(option) != v.O_USE:
        return NOTHING
    spades = option_a(option)
    bought = max(0, spades - s.frame[s.frames - 1, F_N])
    row = k.weight[s.faction[seat], s.round, moment_of(s, seat)]
    price = row[t.spade_resource[s.faction[seat]] + p.X_C]
    ground = best_ground(s, t, k, seat, spades)
    if ground == NOWHERE:
        ground = 0.0
    return ground - bought * spade_price(s, t, seat) * price


@kernel
def upgrade_score(s, t, seat, hexagon):
    """Scores a dwelling that becomes a trading post for nothing: best where the town is near."""
    worth = 1.0
    for half in range(2):
        worth += 0.5 * (t.beside[hexagon, half] & s.own[seat, half] != NONE)
    return worth


@kernel
def site_score(s, t, seat, site):
    """Scores a place for a bridge."""
    one, other = t.site[site, 0], t.site[site, 1]
    if has(s.own[seat], one) and has(s.own[seat], other):
        return BOTH_ENDS - has(s.in_town, one) - has(s.in_town, other)
    far = other if has(s.own[seat], one) else one
    return NEW_GROUND if s.owner[far] < 0 and s.terrain[far] == t.home[s.faction[seat]] else 0.0


@kernel
def reflex_score(s, t, k, option):
    """Scores an option of any decision but that for an action, without looking ahead."""
    decision = s.decision
    seat = s.asked
    kind, a = option_kind(option), option_a(option)
    if kind >= v.FIRST_FREE:
        return NOWHERE
    if kind == v.O_TOWN_AT:
        return 1.0
    if decision == v.D_LEECH:
        return leech_worth(s, k, seat, option_b(option)) if a else 0.0
    if kind == v.O_NO or kind == v.O_STOP or kind == v.O_END:
        return NOTHING
    if decision == v.D_SPADES:
        return spades_score(s, t, k, seat, option)
    if decision == v.D_TRANSFORM:
        return hex_worth(s, t, k, seat, a, option_b(option))
    if decision == v.D_BUILD:
        return hex_worth(s, t, k, seat, a, s.terrain[a])
    if decision == v.D_UPGRADE:
        return upgrade_score(s, t, seat, a)
    if decision == v.D_FAVOR:
        return favor_worth(s, t, k, seat, a)
    if decision == v.D_TOWN:
        return town_worth(s, t, k, seat, a)
    if decision == v.D_SITE:
        return site_score(s, t, seat, a)
    return setting_score(s, t, k, seat, decision, a)


@kernel
def setting_score(s, t, k, seat, decision, a):
    """Scores an option of the set-up, a cult track, or a number of priests."""
    if decision == v.D_CULT:
        return cult_worth(s, t, k, seat, a, s.frame[s.frames - 1, F_N])
    if decision == v.D_TOP:
        return float(s.cult[seat, a])
    if decision == v.D_PRIESTS:
        return float(a)
    if decision == v.D_FACTION:
        return k.habit[a, p.H_DRAFT]
    if decision == v.D_START_DWELLING:
        return start_worth(s, t, k, seat, a)
    if decision == v.D_BONUS:
        return card_worth(s, t, k, seat, a - 1)
    return 0.0


@kernel
def quick_answer(s, t, k):
    """Answers any decision but that for an action, without looking ahead."""
    best = 0
    best_score = reflex_score(s, t, k, s.option[0])
    for option in range(1, s.options):
        score = reflex_score(s, t, k, s.option[option])
        if score > best_score:
            best = option
            best_score = score
    return best
