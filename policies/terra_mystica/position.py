"""What a position is worth to a seat: its features, and their sum by the weights of faction and round."""

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.area import count_neighbours, hexes_ahead, network_size, towns_ahead
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.bridges import own_links

ENOUGH_COINS, ENOUGH_WORKERS, ENOUGH_PRIESTS = 9, 7, 3
POWER_STEP = 0.45  # worth of moving a token one bowl on, against that of a token in the last bowl
PLACES = 3
NOT_YET = 0.4  # of what bridges bring once the stronghold stands
COINS_PER_WORKER = 2.0  # of what structures cost, about
SOON = 3  # dwellings that a round may bring
FAV5, FAV6, FAV10, FAV11, FAV12 = 4, 5, 9, 10, 11


@kernel
def prize_at(prizes, rank):
    """Returns the prize of a rank between places: 0 = first."""
    place = int(rank)
    if place >= PLACES:
        return 0.0
    here = float(prizes[place])
    below = float(prizes[place + 1]) if place + 1 < PLACES else 0.0
    return here + (below - here) * (rank - place)


@kernel
def is_behind(mine, theirs, scale):
    """Returns the chance to end behind somebody, from where both stand now."""
    lead = float(theirs - mine)
    return 0.5 + 0.5 * lead / (abs(lead) + scale)


@kernel
def track_prize(s, t, seat, track, level, scale):
    """Returns the points that a track promises for standing on a level."""
    if level == 0:
        return 0.0
    rank = 0.0
    for other in range(s.players):
        if other != seat:
            rank += is_behind(level, s.cult[other, track], scale)
    return prize_at(t.cult_prize, rank)


@kernel
def network_prize(s, t, m, seat, size, scale):
    """Returns the points that a network of a size promises."""
    rank = 0.0
    for other in range(s.players):
        if other != seat:
            rank += is_behind(size, m.network[other], scale)
    return prize_at(t.network_prize, rank)


@kernel
def scale_of(s, k, seat, habit):
    """Returns how many steps make a place fairly safe now: fewer towards the end."""
    return k.habit[s.faction[seat], habit] * (v.ROUNDS + 0.3 - s.round) + 0.05


@kernel
def reward_worth(t, k, faction, number, goods):
    """Returns what a row of resources is worth at the start of a round."""
    row = k.weight[faction, number, p.TURN]
    return (
        goods[v.COINS] * row[p.X_C]
        + goods[v.WORKERS] * row[p.X_W]
        + goods[v.PRIESTS] * row[p.X_P]
        + goods[v.POWER] * row[p.X_III] * POWER_STEP
    )


@kernel
def bonus_worth(s, t, k, seat, track, level):
    """Returns what the cult bonuses of this and the coming rounds bring for standing on a level of a track."""
    faction = s.faction[seat]
    worth = 0.0
    for number in range(max(s.round, 1), v.ROUNDS):
        tile = s.scoring[number - 1]
        if t.tile_cult[tile] == track:
            times = float(level // t.tile_per[tile]) if number == s.round else level / t.tile_per[tile]
            spades = t.tile_spades[tile] * k.habit[faction, p.H_SPADE]
            worth += times * (reward_worth(t, k, faction, number + 1, t.tile_reward[tile]) + spades)
    return worth


@kernel
def pass_points(s, t, seat):
    """Returns the points that a pass would bring now (T4.2)."""
    points = 0
    card = s.card[seat]
    if card >= 0:
        for structure in range(1, len(v.STRUCTURES)):
            points += s.count[seat, structure] * t.card_pass[card, structure]
        if t.ship_max[s.faction[seat]] > 0:
            points += s.ship[seat] * t.card_pass_ship[card]
    if s.favors[seat] >> FAV12 & 1:
        points += t.favor_pass[FAV12, s.count[seat, v.TRADING_POST]]
    if t.pass_vp_per_bridge[s.faction[seat]] > 0 and s.count[seat, v.STRONGHOLD] > 0:
        points += t.pass_vp_per_bridge[s.faction[seat]] * own_links(s, t, seat)
    return points


@kernel
def read_goods(s, t, seat, x):
    """Reads what is in hand and comes in."""
    faction = s.faction[seat]
    x[p.X_VP] = s.VP[seat] + (0 if s.passed[seat] else pass_points(s, t, seat))
    x[p.X_C] = s.C[seat]
    x[p.X_W] = s.W[seat]
    x[p.X_P] = s.P[seat]
    x[p.X_III] = s.bowls[seat, 2]
    x[p.X_II] = s.bowls[seat, 1]
    x[p.X_I] = s.bowls[seat, 0]
    x[p.X_C_OVER] = max(0, s.C[seat] - ENOUGH_COINS)
    x[p.X_W_OVER] = max(0, s.W[seat] - ENOUGH_WORKERS)
    x[p.X_P_OVER] = max(0, s.P[seat] - ENOUGH_PRIESTS)
    for good in range(len(v.RESOURCES)):
        amount = 0
        for structure in range(1, len(v.STRUCTURES)):
            amount += t.income[faction, structure, s.count[seat, structure], good]
        x[p.FIRST_INCOME + good] = amount
    for favor in range(v.FAVORS):
        if s.favors[seat] >> favor & 1:
            for good in range(len(v.RESOURCES)):
                x[p.FIRST_INCOME + good] += t.favor_income[favor, good]


@kernel
def read_holdings(s, t, k, seat, x):
    """Reads cults, structures, tiles and tracks."""
    to_come = v.ROUNDS - s.round
    scale = scale_of(s, k, seat, p.H_TRACK_SCALE)
    x[p.X_CULT] = 0.0
    x[p.X_BONUS] = 0.0
    for track in range(len(v.CULTS)):
        level = s.cult[seat, track]
        x[p.X_CULT] += track_prize(s, t, seat, track, level, scale)
        x[p.X_BONUS] += bonus_worth(s, t, k, seat, track, level)
    x[p.X_KEYS] = s.keys[seat]
    for structure in range(1, len(v.STRUCTURES)):
        x[p.X_D + structure - 1] = s.count[seat, structure]
    favors = s.favors[seat]
    x[p.X_FAV5] = favors >> FAV5 & 1
    x[p.X_FAV6] = favors >> FAV6 & 1
    x[p.X_FAV10] = favors >> FAV10 & 1
    x[p.X_FAV11] = favors >> FAV11 & 1
    x[p.X_FAV12] = (favors >> FAV12 & 1) * t.favor_pass[FAV12, s.count[seat, v.TRADING_POST]] * to_come
    x[p.X_SHIP] = s.ship[seat] - t.ship_start[s.faction[seat]]
    x[p.X_DIG] = s.dig[seat]
    x[p.X_LINKS] = 0.0
    per_link = t.pass_vp_per_bridge[s.faction[seat]]
    if per_link > 0:
        stands = 1.0 if s.count[seat, v.STRONGHOLD] > 0 else NOT_YET
        x[p.X_LINKS] = own_links(s, t, seat) * per_link * to_come * stands


@kernel
def read_area(s, t, k, m, seat, x):
    """Reads the map."""
    towns_ahead(s, t, seat, x, p.X_TOWN, p.X_TOWN_2)
    hexes_ahead(s, t, seat, x, p.X_HOME)
    x[p.X_NETWORK] = network_prize(s, t, m, seat, network_size(s, t, seat), scale_of(s, k, seat, p.H_NETWORK_SCALE))
    x[p.X_NEIGHBOURS] = count_neighbours(s, t, seat)


@kernel
def buildable(s, t, seat, event, near_town):
    """Returns how many things that a round tile pays for a seat could come to in one round, as it stands."""
    count = s.count[seat]
    if event == v.EVENT_DWELLING:
        return float(min(SOON, t.supply[v.DWELLING] - count[v.DWELLING]))
    if event == v.EVENT_TRADING_POST:
        return float(min(SOON, min(count[v.DWELLING], t.supply[v.TRADING_POST] - count[v.TRADING_POST])))
    if event == v.EVENT_TEMPLE:
        return float(min(1, min(count[v.TRADING_POST], t.supply[v.TEMPLE] - count[v.TEMPLE])))
    if event == v.EVENT_LARGE:
        stronghold = min(1, count[v.TRADING_POST]) * (t.supply[v.STRONGHOLD] - count[v.STRONGHOLD])
        return float(stronghold + min(1, count[v.TEMPLE]) * (t.supply[v.SANCTUARY] - count[v.SANCTUARY]))
    return near_town if event == v.EVENT_TOWN else 0.0


@kernel
def read_prospects(s, t, seat, x):
    """Reads what the features read so far promise together."""
    coins = x[p.X_C]
    workers = x[p.X_W]
    x[p.X_AHEAD] = 0.0
    if s.round < v.ROUNDS:
        coins += x[p.X_INCOME_C]
        workers += x[p.X_INCOME_W]
        tile = s.scoring[s.round]
        x[p.X_AHEAD] = t.tile_vp[tile] * buildable(s, t, seat, t.tile_event[tile], x[p.X_TOWN])
    x[p.X_MATCHED] = min(coins, COINS_PER_WORKER * workers)


@kernel
def weigh(s, k, m, seat):
    """Sums up the features that were read: worth within the turns of the round, and kept for the next."""
    row = k.weight[s.faction[seat], s.round]
    turn = 0.0
    keep = 0.0
    for feature in range(len(p.FEATURES)):
        turn += row[p.TURN, feature] * m.x[feature]
        keep += row[p.KEEP, feature] * m.x[feature]
    m.worth[p.TURN] = turn
    m.worth[p.KEEP] = keep


@kernel
def value_position(s, t, k, m, seat):
    """Values a position for a seat: m.worth."""
    read_goods(s, t, seat, m.x)
    read_holdings(s, t, k, seat, m.x)
    read_area(s, t, k, m, seat, m.x)
    read_prospects(s, t, seat, m.x)
    weigh(s, k, m, seat)


@kernel
def promise_of(s, t, k, m, seat):
    """Returns the points that the start of a round promises a seat, up to a constant."""
    note_networks(s, t, m)
    value_position(s, t, k, m, seat)
    promise = 0.0
    for feature in range(len(p.FEATURES)):
        promise += k.value[s.faction[seat], s.round, feature] * m.x[feature]
    return promise


@kernel
def note_networks(s, t, m):
    """Notes the largest network of every seat: while one seat acts, those of the others stay."""
    for seat in range(s.players):
        m.network[seat] = network_size(s, t, seat)
