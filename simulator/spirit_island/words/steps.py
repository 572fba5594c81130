"""Programs of the content language in words: what each step does, as a player would say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulator.spirit_island.words.amounts import (
    WHERE,
    WHO,
    amount,
    land,
    listed,
    needed,
    piece,
    pieces,
    price,
    situation,
    so_much,
)

Step = dict[str, Any]
GETS = {"actor": "gain", "target_spirit": "that spirit gains", "any": "a spirit gains", "all": "every spirit gains"}
LAND_RULES = {
    "no_blight": "no blight is added there this turn",
    "dahan_unharmed_by_ravage": "ravages do not harm dahan there this turn",
    "dahan_unharmed": "dahan there cannot be harmed this turn",
    "strike_together": "dahan strike at the same time as invaders there",
    "ravage_becomes_build": "a ravage there becomes a build this turn",
    "fear_defends": "fear generated there this turn also defends",
    "ravage_hits_neighbours": "a ravage there harms the adjacent lands instead",
    "push_added_invaders": "invaders added there this turn may be pushed",
}
TURN_RULES = {
    "ravage_land_bonus": "ravages deal {n} more damage to the land", "explore_extra": "explores add {n} more explorer",
    "explore_range": "explores reach {n} land further", "defend_per_dahan": "each dahan defends {n}",
    "disease_ignored": "disease does not stop builds", "town_instead_of_explorer": "explores add a town instead",
    "no_explore_source": "these are no source of explores",
}  # fmt: skip
NEXT_NORMAL = {
    "skip": "is skipped", "skip_card_stays": "is skipped and its card stays", "skip_lowest": "is skipped in its lowest land",
    "becomes_build": "becomes a build", "piece_damage": "sees each {pieces} deal {n} damage", "no_lands": "happens nowhere",
}  # fmt: skip
WATCHES = {"vengeance": "after each effect that destroys towns, cities or dahan there: as much damage",
           "first_kill_fear": "the first invader destroyed there brings fear"}  # fmt: skip
UNLOCKED = ", at half its cost, or for free and forget it after the turn; all its thresholds are met"
ACROSS = {
    "around": " there and in adjacent lands",
    "adjacent": " in adjacent lands",
    "own_lands_too": " there and in your lands",
}


def program(steps: list[Step]) -> str:
    """Returns a program in words."""
    return "; ".join(step_words(step) for step in steps) or "nothing"


def step_words(step: Step) -> str:
    """Returns a step in words."""
    kind = next((name for name in CONTROL if name in step), None)
    return CONTROL[kind](step) if kind else STEPS[step["do"]](step)


# --- control


def _if(step: Step) -> str:
    otherwise = f", else {program(step['else'])}" if step.get("else") else ""
    return f"if {situation(step['if'])}: {program(step['then'])}{otherwise}"


def _threshold(step: Step) -> str:
    may = "you may " if step.get("may") else ""
    return f"with {needed(step['threshold'])}: {may}{program(step['then'])}" + (
        f" (otherwise: {program(step['else'])})" if step.get("else") else ""
    )


def alternatives(step: Step) -> list[str]:
    """Returns the alternatives of a choice."""
    return [program(item["do"] if isinstance(item, dict) else item) for item in step["choose"]]


def _choose(step: Step) -> str:
    return f"either {', or '.join(alternatives(step))}"


def _pay(step: Step) -> str:
    may = "you may " if step.get("optional") else ""
    return f"{may}pay {so_much(step['pay'], 'energy')}: {program(step['then'])}"


def _each_spirit(step: Step) -> str:
    who = f" that has {_holding(step['who_has'])}" if "who_has" in step else ""
    return f"each spirit{who}: {program(step['each_spirit'])}"


def _holding(condition: Any) -> str:
    return situation(condition).removeprefix("it is ")


def _each_land(step: Step) -> str:
    within = {"island": "", "adjacent": " next to it", "around": " there or next to it", "board": " on the board"}
    per = f", per {pieces(step['per'], 1)}" if "per" in step else ""
    other = "other " if step.get("other") else ""
    which = land(step["each_land"], article=False) + within[step.get("within", "island")]
    return f"in each {other}{which}{per}: {program(step['do'])}"


def _in_land(step: Step) -> str:
    within = {"island": "", "adjacent": " next to it", "around": " there or next to it", "board": " on the board",
              "origin": " this power comes from"}  # fmt: skip
    where = within["board" if step.get("board") else step.get("within", "island")]
    if "range" in step:
        where += f" within {step['range']['max']} of {_from(step['range']['from'])}"
    extra = [f"the one with the {word} {pieces(step[word])}" for word in ("most", "fewest") if word in step]
    extra += [f"the {word}-numbered one" for word in ("lowest", "highest") if step.get(word)]
    count = step.get("lands", 1)
    which = f"in {land(step['in_land'])}" if count == 1 else f"in {amount(count)} lands: {land(step['in_land'], False)}"
    told = f"{which}{where}{', ' + listed(extra, 'and') if extra else ''}: {program(step['do'])}"
    return f"you may choose: {told}" if step.get("optional") else told


def _from(who: str) -> str:
    return "where it came from" if who == "origin" else {"actor": "you"}.get(who, WHO.get(who, who))


def _may(step: Step) -> str:
    otherwise = f", else {program(step['else'])}" if step.get("else") else ""
    return f"you may {program(step['may'])}{otherwise}"


CONTROL: dict[str, Callable[[Step], str]] = {
    "if": _if,
    "threshold": _threshold,
    "choose": _choose,
    "pay": _pay,
    "each_player": lambda step: f"each player: {program(step['each_player'])}",
    "each_spirit": _each_spirit,
    "each_board": lambda step: f"on each board: {program(step['each_board'])}",
    "each_land": _each_land,
    "in_land": _in_land,
    "after_advance": lambda step: f"after the invader cards advance: {program(step['after_advance'])}",
    "repeat_power": lambda step: "use this power again" + {"once": " on a new target", "adjacent": " in an adjacent land"}[
        step["repeat_power"]],
    "may": _may,
    "by": lambda step: f"{WHO[step['by']]} decides: {program(step['do'])}",
}  # fmt: skip


# --- steps on pieces


def _many(step: Step, verb: str) -> str:
    """Returns what happens to so many pieces: `push up to 2 towns`, `destroy all explorers`."""
    number = step.get("n", 1)
    up_to = "up to " if step.get("up_to") else ""
    if number == "all":
        return f"{verb} {'any number of' if up_to else 'all'} {pieces(step['pieces'])}"
    if isinstance(number, int):
        return f"{verb} {up_to}{number} {pieces(step['pieces'], number)}"
    return f"{verb} {up_to}{pieces(step['pieces'])} ({amount(number)})"


def _add(step: Step) -> str:
    if step["piece"] == "removed":
        return f"put up to {step['n']} removed tokens back"
    number = step["n"]
    what = (
        f"{number} {piece(step['piece'], number)}"
        if isinstance(number, int)
        else f"{piece(step['piece'])} ({amount(number)})"
    )
    to = f" on {pieces(step['to'], 1)}" if "to" in step else ""
    quiet = " without cascade" if step.get("cascades") is False else ""
    sparing = " that destroys no presence" if step.get("destroys_presence") is False else ""
    return f"add {what}{to}{' anywhere on the board' if step.get('across_board') else ''}{quiet}{sparing}"


def _damage(step: Step) -> str:
    to = pieces(step.get("to", "invaders"), 2)
    number = so_much(step["n"], "damage")
    if step.get("each"):
        return f"{number} to each {pieces(step.get('to', 'invaders'), 1)}"
    aim = "" if "to" not in step else f" to {to}"
    aim = " to invaders with strife" if step.get("to_strifed") else aim
    more = "more " if step.get("bonus") else ""
    split = ", 1 each" if step.get("different") else ", all to one" if step.get("one") else ""
    return f"{more}{number}{aim}{ACROSS.get(step.get('across', ''), '')}{split}"


def _move(step: Step) -> str:
    goal = f" to {land(step['to'])}" if "to" in step else f" from {land(step['from'])}" if "from" in step else ""
    spread = ", to different lands" if step.get("spread") else ""
    onward = ", perhaps one land further" if step.get("onward") else ""
    then = f", and where they go: {program(step['then'])}" if step.get("then") else ""
    return f"{_many(step, step['do'])}{goal}{spread}{onward}{then}"


def _move_to(step: Step) -> str:
    then = f", and there: {program(step['then'])}" if step.get("then") else ""
    return f"{_many(step, 'move')} to one land{then}"


def _replace(step: Step) -> str:
    many = step.get("with_n", 1)
    return f"{_many({**step, 'pieces': step['piece']}, 'replace')} with {many} {piece(step['with'], many)}"


def _destroy(step: Step) -> str:
    return "destroy the board with all that is on it" if step.get("board") else _many(step, "destroy")


def _defend(step: Step) -> str:
    where = f" in {_whose({'who': step['lands_of']})} lands" if "lands_of" in step else ""
    return f"defend {amount(step['n'])}{where}{' there and in adjacent lands' if 'within' in step else ''}"


def _skip_where(step: Step) -> str:
    cities = " of cities" if step.get("city_only") else ""
    return f"invaders skip {_actions(step)}{cities} in each {land(step['where'], article=False)} this turn"


def _actions(step: Step) -> str:
    kind = " normal" if step.get("normal_only") else ""
    return f"{kind} {listed(step['actions'], 'and')}".strip()


def _health(step: Step) -> str:
    change = f"{step['n']:+d} health{' per strife on it' if step.get('per_strife') else ''}"
    place = "everywhere" if step.get("everywhere") else "there"
    return f"{pieces(step['pieces'])} {place} have {change} this turn"


# --- steps on spirits


def _gains(step: Step, what: str) -> str:
    return f"{GETS[step.get('who', 'actor')]} {what}"


def _whose(step: Step) -> str:
    return {"actor": "your", "target_spirit": "that spirit's", "any": "any", "all": "every spirit's"}[
        step.get("who", "actor")
    ]


def _gain_card(step: Step) -> str:
    if "from_hand_of" in step:
        return f"{WHO[step.get('who', 'actor')]} may take a power card from {WHO[step['from_hand_of']]}"
    deck = {"any": "power card", "minor": "minor power", "major": "major power"}[step["deck"]]
    told = _gains(step, f"a {deck}")
    told += f" of {amount(step['draw'])} drawn" if "draw" in step else ""
    told += ", for good" if step.get("permanent") else ""
    told += ", without forgetting a card" if step.get("forget") is False else ""
    told += ", you take one of the rest" if "leftover" in step else ""
    return told + (f"; if it forgets this card: {program(step['if_forgot_this'])}" if "if_forgot_this" in step else "")


def _add_presence(step: Step) -> str:
    what = "destroyed presence" if step.get("destroyed") else "presence"
    who = "" if step.get("who", "actor") == "actor" else f"{WHO[step['who']]} may "
    told = f"{who}add {amount(step['n'])} {what}"
    if "range" in step:
        reach = step["range"]["max"] if isinstance(step["range"], dict) else step["range"]
        told += " at any range" if reach == "any" else f" at range {reach}"
    told += f" in {land(step['where'])}" if "where" in step else ""
    return told + (f", and there: {program(step['then'])}" if step.get("then") else "")


def _reclaim(step: Step) -> str:
    if step["n"] == "all":
        return _gains(step, "back all cards").replace("gain back", "reclaim").replace("gains back", "reclaims")
    return (
        f"reclaim {amount(step['n'])} power card"
        if step.get("who", "actor") == "actor"
        else _gains(step, "back a power card")
    )


def _push_presence(step: Step) -> str:
    along = step.get("with", {})
    most = f", with up to {next(iter(along.values()))} each of {pieces(list(along))}" if along else ""
    return f"push {_whose(step)} presence{most}"


def _repeat_cards(step: Step) -> str:
    price_of = f" costing up to {step['max_cost']}" if "max_cost" in step else ""
    paid = ", paying again" if step.get("paid") else ""
    who = WHO[step.get("who", "actor")]
    return f"{who} may repeat {amount(step['n'])} power card{'s' * (step['n'] != 1)}{price_of}{paid}"


def _elements(step: Step) -> str:
    owned = " that it has" if step.get("owned") else ""
    different = "different " if step.get("different") else ""
    also = "; you gain the same" if "also" in step else ""
    return _gains(step, f"{amount(step['n'])} {different}element{'s' * (step['n'] != 1)}{owned}") + also


def _make_fast(step: Step) -> str:
    who, number = WHO[step.get("who", "actor")], step["n"]
    other = ", or fast ones slow" if step.get("or_slow") else ""
    return f"{who} may use {amount(number)} slow power{'s' * (number != 1)} fast this turn{other}"


STEPS: dict[str, Callable[[Step], str]] = {
    "add": _add,
    "remove": lambda step: _many(step, "remove"),
    "remove_health": lambda step: f"remove invaders with {amount(step['n'])} health in all",
    "destroy": _destroy,
    "drown": lambda step: _many(step, "drown"),
    "damage": _damage,
    "push": _move,
    "gather": _move,
    "move_to": _move_to,
    "replace": _replace,
    "strife_damage": lambda step: "every invader takes 1 damage per strife on it",
    "strife_fight": lambda step: "invaders with strife there damage the other invaders",
    "class_fight": lambda step: "explorers and buildings there damage each other",
    "fear": lambda step: so_much(step["n"], "fear"),
    "defend": _defend,
    "skip": lambda step: f"invaders skip {_actions(step)} there this turn",
    "skip_where": _skip_where,
    "land_rule": lambda step: LAND_RULES[step["rule"]],
    "watch": lambda step: WATCHES[step["rule"]] + (" (there or in adjacent lands)" if step.get("adjacent") else ""),
    "health": _health,
    "ravage": lambda step: "invaders ravage there" + (f" with {amount(step['less'])} less damage" if "less" in step else ""),
    "build": lambda step: "invaders build there",
    "explore": lambda step: "invaders explore there",
    "turn_rule": lambda step: f"this turn {TURN_RULES[step['rule']].format(n=amount(step.get('n', 1)))}" + (
        f" in each {land(step['where'], article=False)}" if "where" in step else ""),
    "next_normal": lambda step: f"the next normal {step['action']} " + NEXT_NORMAL[step["rule"]].format(
        n=amount(step.get("n", 1)), pieces=pieces(step.get("pieces", "invaders"), 1)),
    "gain_energy": lambda step: _gains(step, so_much(step["n"], "energy")),
    "lose_energy": lambda step: f"lose {'all' if step['n'] == 'all' else amount(step['n'])} energy",
    "gain_elements": _elements,
    "range_bonus": lambda step: _gains(step, f"{amount(step['n'])} range this turn") + (
        " towards coastal lands" if step.get("coastal") else ""),
    "make_fast": _make_fast,
    "repeat_cards": _repeat_cards,
    "share_presence": lambda step: "this turn you may each use the other's presence for range",
    "gain_card": _gain_card,
    "forget": lambda step: f"forget {amount(step['n'])} power card{'s' * (step['n'] != 1)}",
    "reclaim": _reclaim,
    "reclaim_played": lambda step: f"{WHO[step.get('who', 'actor')]} may take a played card back at the end of the turn",
    "extra_play": lambda step: f"{WHO[step.get('who', 'actor')]} may play one more card now, for its cost",
    "extra_plays": lambda step: _gains(step, so_much(step["n"], "card play")),
    "add_presence": _add_presence,
    "destroy_presence": lambda step: f"destroy {amount(step['n'])} of {_whose(step)} presence" + (
        f" {WHERE[step['at']]}" if "at" in step else ""),
    "push_presence": _push_presence,
    "gather_presence_into_oceans": lambda step: "gather a presence into each ocean",
    "push_presence_from_oceans": lambda step: "push a presence from each ocean",
    "play_gained": lambda step: f"play the card just gained{UNLOCKED if step.get('unlocked') else ''}",
    "flip_fear_card": lambda step: "turn over the next fear card and leave it on its deck",
    "discard_invader_card": lambda step: "discard the top invader card",
    "remove_invader_card": lambda step: "remove the top invader card from the game",
    "probe": lambda step: f"turn over a {step['deck']} power for its {step['for']}",
    "shared_pay": lambda step: f"the spirits pay {price(step)} together",
    "terrain_action": lambda step: f"an additional {step['action']} in a terrain that no card shows" + (
        f", unless {step['prevented_by']} presence per board prevent it" if "prevented_by" in step else ""),
    "fear_deck": lambda step: f"a fear card {'joins' if step['card'] == 'added' else 'leaves'} the deck",
    "drain_blight": lambda step: f"{so_much(step['n'], 'blight')} from the card goes back to the box",
    "return_event": lambda step: f"this event goes back under {step['under']} cards",
    "another_event": lambda step: "another event follows",
    "strike": lambda step: f"{so_much(step['n'], 'damage')} to the land, and as much to the invaders there",
    "damage_dahan": lambda step: f"{so_much(step['n'], 'damage')} to dahan",
    "outpaced": lambda step: "for each slow power in play: discard it for its cost + 1 energy, or pay 3 energy or destroy 2 "
                             "presence to use it",
    "use_slow_now": lambda step: "a slow power may be used now",
    "mark": lambda step: "mark it",
    "missing": lambda step: step["text"],
}  # fmt: skip
