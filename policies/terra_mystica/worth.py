"""What single things are worth to a seat at a glance: tiles, cards, cult steps, power, hexes. Looks no step ahead."""

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.position import (
    FAV5,
    FAV6,
    FAV10,
    FAV11,
    FAV12,
    bonus_worth,
    reward_worth,
    scale_of,
    track_prize,
)
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.hexes import NONE, bit, has, lowest, size

WHEEL = len(v.TERRAINS)
LAST_OPEN = v.TOP_LEVEL - 1


@kernel
def moment_of(s, seat):
    """Returns which weights of the round a seat is at."""
    return p.KEEP if s.passed[seat] else p.TURN


@kernel
def cult_worth(s, t, k, seat, track, steps):
    """Returns what steps on a track are worth."""
    level = s.cult[seat, track]
    goal = min(level + steps, v.TOP_LEVEL)
    if goal == v.TOP_LEVEL and (s.keys[seat] == 0 or s.top[track] >= 0):
        goal = LAST_OPEN
    if goal <= level:
        return 0.0
    row = k.weight[s.faction[seat], s.round, moment_of(s, seat)]
    scale = scale_of(s, k, seat, p.H_TRACK_SCALE)
    prize = track_prize(s, t, seat, track, goal, scale) - track_prize(s, t, seat, track, level, scale)
    bonus = bonus_worth(s, t, k, seat, track, goal) - bonus_worth(s, t, k, seat, track, level)
    power = power_worth(s, k, seat, t.level_power[goal] - t.level_power[level])
    return prize * row[p.X_CULT] + bonus * row[p.X_BONUS] + power


@kernel
def power_worth(s, k, seat, power):
    """Returns what a gain of power is worth to a seat, by the bowls its tokens lie in."""
    row = k.weight[s.faction[seat], s.round, moment_of(s, seat)]
    first = min(power, s.bowls[seat, 0])
    second = min(power - first, s.bowls[seat, 1] + first)
    return first * (row[p.X_II] - row[p.X_I]) + second * (row[p.X_III] - row[p.X_II])


@kernel
def favor_worth(s, t, k, seat, favor):
    """Returns what a favor tile is worth."""
    row = k.weight[s.faction[seat], s.round, moment_of(s, seat)]
    worth = 0.0
    for track in range(len(v.CULTS)):
        worth += cult_worth(s, t, k, seat, track, t.favor_cult[favor, track])
    for good in range(len(v.RESOURCES)):
        worth += t.favor_income[favor, good] * row[p.FIRST_INCOME + good]
    if favor == FAV5:
        worth += row[p.X_FAV5]
    elif favor == FAV6:
        worth += row[p.X_FAV6]
    elif favor == FAV10:
        worth += row[p.X_FAV10]
    elif favor == FAV11:
        worth += row[p.X_FAV11]
    elif favor == FAV12:
        points = t.favor_pass[favor, s.count[seat, v.TRADING_POST]]
        worth += points + points * (v.ROUNDS - s.round) * row[p.X_FAV12]
    return worth


@kernel
def town_worth(s, t, k, seat, town):
    """Returns what a town tile is worth."""
    row = k.weight[s.faction[seat], s.round, moment_of(s, seat)]
    gain = t.town_gain[town]
    worth = t.town_vp[town] + t.town_keys[town] * row[p.X_KEYS]
    worth += gain[v.COINS] * row[p.X_C] + gain[v.WORKERS] * row[p.X_W] + gain[v.PRIESTS] * row[p.X_P]
    worth += power_worth(s, k, seat, gain[v.POWER])
    if t.town_each[town] > 0:
        for track in range(len(v.CULTS)):
            worth += cult_worth(s, t, k, seat, track, t.town_each[town])
    return worth + t.town_ship[town] * row[p.X_SHIP]


@kernel
def card_worth(s, t, k, seat, card):
    """Returns what a bonus card is worth for the next round."""
    faction = s.faction[seat]
    habit = k.habit[faction]
    number = min(s.round + 1, v.ROUNDS)
    row = k.weight[faction, number, p.TURN]
    worth = s.card_coins[card] * row[p.X_C] + reward_worth(t, k, faction, number, t.card_income[card])
    if t.card_action[card] == v.CARD_SPADE:
        worth += habit[p.H_SPADE]
    elif t.card_action[card] == v.CARD_CULT:
        worth += habit[p.H_CULT_STEP]
    points = 0.0
    for structure in range(1, len(v.STRUCTURES)):
        points += s.count[seat, structure] * t.card_pass[card, structure]
    if t.ship_max[faction] > 0:
        points += s.ship[seat] * t.card_pass_ship[card]
        worth += t.card_ship[card] * habit[p.H_CARD_SHIP]
    return worth + points * habit[p.H_CARD_POINTS]


@kernel
def spades_home(t, faction, terrain):
    """Returns how many spades turn a terrain into home."""
    away = (terrain - t.home[faction] + WHEEL) % WHEEL
    if t.flat_spades[faction] > 0:
        return t.flat_spades[faction] if away > 0 else 0
    return min(away, WHEEL - away)


@kernel
def hex_worth(s, t, k, seat, hexagon, terrain):
    """Returns at a glance what it is worth to have changed a hex to a terrain, and to build there if that is home."""
    faction = s.faction[seat]
    habit = k.habit[faction]
    away = spades_home(t, faction, terrain)
    worth = habit[p.H_HEX_HOME] if away == 0 else -habit[p.H_HEX_SPADE] * away
    if away > 0:
        return worth
    home = t.home[faction]
    town = 0
    for half in range(2):
        beside = t.beside[hexagon, half]
        own = beside & s.own[seat, half]
        worth += habit[p.H_HEX_NEAR] * size(beside & s.of_terrain[home, half] & ~s.built[half])
        worth += habit[p.H_HEX_OPPONENT] * min(2, size(beside & s.built[half] & ~s.own[seat, half]))
        own &= ~s.in_town[half]
        while own != NONE:
            town += t.strength[s.structure[half * 64 + lowest(own)]]
            own &= own - bit(0)
    if town > 0:
        worth += habit[p.H_HEX_OWN] + habit[p.H_HEX_TOWN] * town
    elif (t.beside[hexagon, 0] & s.own[seat, 0]) | (t.beside[hexagon, 1] & s.own[seat, 1]) != NONE:
        worth -= 0.5 * habit[p.H_HEX_OWN]  # it would only join a town that stands
    return worth


@kernel
def leech_worth(s, k, seat, power):
    """Returns what it is worth to take power from a neighbour for one point less than its amount (T8.6)."""
    return k.habit[s.faction[seat], p.H_LEECH] * power_worth(s, k, seat, power) - (power - 1)


@kernel
def start_worth(s, t, k, seat, hexagon):
    """Returns what a hex is worth for a start dwelling."""
    faction = s.faction[seat]
    habit = k.habit[faction]
    home = t.home[faction]
    worth = k.start[faction, hexagon]
    for half in range(2):
        beside = t.beside[hexagon, half] & ~s.built[half]
        by_ship = t.by_ship[1, hexagon, half] & ~s.built[half] & ~beside
        one = s.of_terrain[(home + 1) % WHEEL, half] | s.of_terrain[(home + WHEEL - 1) % WHEEL, half]
        two = s.of_terrain[(home + 2) % WHEEL, half] | s.of_terrain[(home + WHEEL - 2) % WHEEL, half]
        near = habit[p.H_START_HOME] * size(beside & s.of_terrain[home, half])
        near += habit[p.H_START_ONE] * size(beside & one) + habit[p.H_START_TWO] * size(beside & two)
        worth += near + habit[p.H_START_WATER] * size(by_ship & (s.of_terrain[home, half] | one))
        worth += habit[p.H_START_OPPONENT] * size(t.beside[hexagon, half] & s.built[half] & ~s.own[seat, half])
        worth += habit[p.H_START_OWN] * size((t.beside[hexagon, half] | t.by_ship[1, hexagon, half]) & s.own[seat, half])
    return worth


@kernel
def is_home(s, t, seat, hexagon):
    """Tells whether a hex is home terrain of a seat."""
    return has(s.of_terrain[t.home[s.faction[seat]]], hexagon)
