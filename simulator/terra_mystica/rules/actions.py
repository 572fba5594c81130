"""What a seat may do in its turn: the head list of actions, and what each of them starts (T4.1, T12)."""

from simulator.core.agenda import answer_a, answer_b, answer_kind, offer, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_N, F_SEAT, FR_FREE_DWELLING, FR_FREE_TRADING_POST, FR_SANDSTORM
from simulator.terra_mystica.rules.bridges import has_site, start_site
from simulator.terra_mystica.rules.building import offer_upgrades, pay_upgrade, replace
from simulator.terra_mystica.rules.conversions import offer_conversions
from simulator.terra_mystica.rules.cults import offer_priests, send_priest, start_cult_step
from simulator.terra_mystica.rules.digging import TOP_UP, begin_action, start_spades
from simulator.terra_mystica.rules.passing import offer_passes, take_pass
from simulator.terra_mystica.rules.resources import gain, has_stronghold, spend_power
from simulator.terra_mystica.rules.spades import build, dig, offer_builds, offer_digs
from simulator.terra_mystica.rules.towns import offer_river_towns
from simulator.terra_mystica.rules.tracks import advance_track, offer_tracks


@kernel
def offer_power_actions(s, t, seat):
    """Offers the power actions that nobody has taken this round (T12.1); a bridge needs a place (T12.2)."""
    for action in range(len(v.POWER_ACTIONS)):
        if s.bowls[seat, 2] >= t.action_power[action] and not s.actions_used >> action & 1:
            if action != v.BRIDGE_ACTION or has_site(s, t, seat):
                offer(s, v.O_POWER, action, 0, 0)


@kernel
def is_unused(s, seat, special):
    """Tells whether a seat has not used a special action this round (T12.4)."""
    return not s.specials_used[seat] >> special & 1


@kernel
def has_favor_action(s, t, seat):
    """Tells whether a seat owns a favor tile with an action."""
    for favor in range(v.FAVORS):
        if t.favor_action[favor] and s.favors[seat] >> favor & 1:
            return True
    return False


@kernel
def offer_specials(s, t, seat):
    """Offers special actions (T12.4), also those whose gain is lost (T12.2)."""
    faction = s.faction[seat]
    card = s.card[seat]
    if card >= 0 and t.card_action[card] == v.CARD_SPADE and is_unused(s, seat, v.SPECIAL_SPADE):
        offer(s, v.O_SPECIAL, v.SPECIAL_SPADE, 0, 0)
    if card >= 0 and t.card_action[card] == v.CARD_CULT and is_unused(s, seat, v.SPECIAL_CULT):
        offer(s, v.O_SPECIAL, v.SPECIAL_CULT, 0, 0)
    if is_unused(s, seat, v.SPECIAL_FAVOR) and has_favor_action(s, t, seat):
        offer(s, v.O_SPECIAL, v.SPECIAL_FAVOR, 0, 0)
    if t.sh_action[faction] != v.SH_NONE and has_stronghold(s, seat) and is_unused(s, seat, v.SPECIAL_STRONGHOLD):
        offer(s, v.O_SPECIAL, v.SPECIAL_STRONGHOLD, 0, 0)
    if 0 < t.bridge_workers[faction] <= s.W[seat] and has_site(s, t, seat):
        offer(s, v.O_SPECIAL, v.SPECIAL_BRIDGE, 0, 0)


@kernel
def offer_actions(s, t, seat):
    """Offers everything a seat may do now: the eight actions, then what is free."""
    s.options = 0
    offer_builds(s, t, seat)
    offer_digs(s, t, seat)
    offer_upgrades(s, t, seat)
    offer_priests(s, t, seat)
    offer_power_actions(s, t, seat)
    offer_specials(s, t, seat)
    offer_tracks(s, t, seat)
    offer_passes(s, t, seat)
    offer_river_towns(s, t, seat)
    offer_conversions(s, t, seat)


@kernel
def take_action(s, t, f, seat):
    """Starts the action that was chosen."""
    kind, a, b = answer_kind(s), answer_a(s), answer_b(s)
    begin_action(s)
    if kind == v.O_BUILD:
        build(s, t, seat, a)
    elif kind == v.O_DIG:
        dig(s, t, seat, a)
    elif kind == v.O_UPGRADE:
        pay_upgrade(s, t, seat, a, b)
        replace(s, t, seat, a, b)
    elif kind == v.O_SEND:
        send_priest(s, t, seat, a, b)
    elif kind == v.O_POWER:
        take_power_action(s, t, seat, a)
    elif kind == v.O_SPECIAL:
        take_special(s, t, f, seat, a)
    elif kind == v.O_ADVANCE:
        advance_track(s, t, seat, a)
    else:
        take_pass(s, t, seat, a - 1)


@kernel
def take_power_action(s, t, seat, action):
    """Takes a power action (T12.1)."""
    spend_power(s, seat, t.action_power[action])
    s.actions_used |= 1 << action
    if action == v.BRIDGE_ACTION:
        start_site(s, seat)
    gain(s, seat, t.action_gain[action])
    if t.action_spades[action] > 0:
        start_spades(s, t, seat, t.action_spades[action], TOP_UP)


@kernel
def take_special(s, t, f, seat, special):
    """Takes a special action."""
    if special == v.SPECIAL_BRIDGE:  # any number of times
        s.W[seat] -= t.bridge_workers[s.faction[seat]]
        start_site(s, seat)
        return
    s.specials_used[seat] |= 1 << special
    if special == v.SPECIAL_SPADE:
        start_spades(s, t, seat, 1, TOP_UP)
    elif special == v.SPECIAL_STRONGHOLD:
        take_stronghold_action(s, t, f, seat)
    else:
        start_cult_step(s, seat, 1)


@kernel
def take_stronghold_action(s, t, f, seat):
    """Takes the action of a stronghold (T13)."""
    action = t.sh_action[s.faction[seat]]
    amount = t.sh_amount[s.faction[seat]]
    if action == v.SH_CULT_STEPS:
        start_cult_step(s, seat, amount)
    elif action == v.SH_SPADES:
        start_spades(s, t, seat, amount, TOP_UP)
    elif action == v.SH_DOUBLE_TURN:  # T13.3: two more actions, this one done
        s.frame[f, F_N] = 3
    elif action == v.SH_SANDSTORM:
        start_choice(s, seat, FR_SANDSTORM)
    elif action == v.SH_FREE_TRADING_POST:
        start_choice(s, seat, FR_FREE_TRADING_POST)
    else:
        start_choice(s, seat, FR_FREE_DWELLING)


@kernel
def start_choice(s, seat, op):
    """Puts the choice of a hex on the agenda."""
    f = push_frame(s, op)
    s.frame[f, F_SEAT] = seat
