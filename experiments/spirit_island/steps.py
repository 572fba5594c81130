"""Runs the steps of a case on the machine: what each step tests, and which step of the machine it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from experiments.core.notation import CaseError, choice, listing, mapping, whole
from experiments.spirit_island.choices import Script, read_labels
from experiments.spirit_island.expectations import cards_in
from experiments.spirit_island.notation import Table
from experiments.spirit_island.positions import event_index
from simulator.core.errors import UnknownName
from simulator.spirit_island.machine import dispatch, machine
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_GAME
from simulator.spirit_island.record.state import F_OP, F_STEP

STEP_POLICIES = ("greedy",)
MANY_TICKS = 1_000_000
MANY_DECISIONS = 100_000  # a step that takes more is stuck


def run_step(table: Table, step: Any) -> None:
    """Runs one step to its end, with its labels."""
    if not isinstance(step, dict):
        raise CaseError(f"steps: expected a mapping, got {step!r}")
    names = [key for key in step if key not in ("choices", "policy")]
    if len(names) != 1:
        raise CaseError(f"steps: expected one step, got {', '.join(map(str, names)) or 'none'}")
    name = names[0]
    if name not in STEPS:
        raise CaseError(f"steps: {UnknownName('step', name, list(STEPS))}")
    if "policy" in step:
        choice("policy", step["policy"], STEP_POLICIES)
    if name == "turn" and "choices" not in step and "policy" not in step:
        raise CaseError("turn: needs choices or policy: greedy")
    script = Script(table, read_labels(step.get("choices")))
    STEPS[name](table, step[name], script)
    script.end_step()


def finish(table: Table, script: Script) -> None:
    """Runs the machine until its agenda is empty or the game has ended, answering from the script."""
    state, tables = table.state, table.tables
    for _ in range(MANY_DECISIONS):
        machine.advance(state, tables, -1)
        check_machine(state)
        if state["decision"] == v.D_NONE:
            return
        machine.choose(state, script.answer())
    raise CaseError(f"the step took more than {MANY_DECISIONS} decisions")


def check_machine(state: np.void) -> None:
    """Complains when the machine has given up."""
    if state["error"]:
        names = [name for bit, name in enumerate(v.ERRORS) if int(state["error"]) >> bit & 1]
        raise CaseError(f"the machine stopped: {', '.join(names)}")


def begin(table: Table, script: Script, step: int, *operands: int) -> None:
    """Begins a step of the machine and runs it to its end; nothing happens after the end of the game."""
    if table.state["outcome"] != v.ONGOING:
        return
    a, b, c, d = (*operands, 0, 0, 0, 0)[:4]
    machine.begin(table.state, table.tables, step, a, b, c, d)
    finish(table, script)


# --- powers


def _use(table: Table, value: Any, script: Script) -> None:
    keys = ("spirit", "power", "land", "target_spirit")
    written = mapping(value, "use", keys, needed=("spirit", "power"))
    player = table.player(written["spirit"])
    power = choice("power", written["power"], table.content.powers)
    _check_owner(table, player, power)
    with _own_elements(table, player, power):
        if table.tables["power_aim"][power] == v.AIM_LAND:
            land, target = _target_land(table, player, power, written), -1
        else:
            land, target = -1, _target_spirit(table, player, power, written)
        begin(table, script, dispatch.STEP_USE, player, power, land, target)


def _check_owner(table: Table, player: int, power: int) -> None:
    """An innate power is used by its own spirit only."""
    panel = int(table.state["spirit"][player])
    if table.tables["power_deck"][power] == v.INNATE and power not in table.tables["spirit_innate"][panel]:
        raise CaseError(f"use: {table.content.powers[power]} is no innate power of {table.spirits[player]}")


@contextmanager
def _own_elements(table: Table, player: int, power: int) -> Iterator[None]:
    """Lets the elements of a card that was not played count during its use."""
    state, tables = table.state, table.tables
    played = table.content.powers[power] in cards_in(table, player, v.PLAY)
    own = tables["power_elements"][power] * (not played)
    state["turn_elements"][player] += own
    machine.refresh(state, tables)
    yield
    state["turn_elements"][player] -= own
    machine.refresh(state, tables)


def _target_land(table: Table, player: int, power: int, written: dict) -> int:
    name = table.content.powers[power]
    if "target_spirit" in written or "land" not in written:
        raise CaseError(f"use: {name} targets a land, so it needs `land`")
    land = table.land(written["land"])
    legal = int(machine.target_spaces(table.state, table.tables, player, power))
    if not legal >> land & 1:
        anywhere = table.tables.copy()
        anywhere["power_target"][power] = -1
        in_range = int(machine.target_spaces(table.state, anywhere, player, power)) >> land & 1
        reason = "its target bar does not allow it, R21.3 target" if in_range else "out of reach, R14.5 range"
        raise CaseError(f"use: {written['land']} is no legal target of {name}: {reason}")
    return land


def _not(written: dict) -> str:
    return f", not {written['land']}" if "land" in written else ""


def _target_spirit(table: Table, player: int, power: int, written: dict) -> int:
    name = table.content.powers[power]
    solo = len(table.spirits) == 1
    if "land" in written or ("target_spirit" not in written and not solo):
        raise CaseError(f"use: {name} targets a spirit, so it needs `target_spirit`{_not(written)}")
    target = table.player(written.get("target_spirit", table.spirits[0]))
    # R29.2: alone, "another spirit" may be oneself.
    if target == player and not solo and table.tables["power_aim"][power] == v.AIM_ANOTHER_SPIRIT:
        raise CaseError(f"use: {name} targets another spirit, not {table.spirits[target]} (R21.3 target)")
    return target


# --- growth, income, plays


def _growth(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "growth", ("spirit", "options"), needed=("spirit", "options"))
    player = table.player(written["spirit"])
    panel = int(table.state["spirit"][player])
    printed, picks = int(table.tables["spirit_options"][panel]), int(table.tables["spirit_picks"][panel])
    options = [whole(o, "growth: options", 1, printed) for o in listing(written["options"], "growth: options")]
    if len(options) > picks or len(set(options)) != len(options):
        raise CaseError(f"growth: options: {table.spirits[player]} picks {picks} different options, not {options}")
    for index, option in enumerate(options):
        cost = int(table.tables["growth_cost"][panel, option - 1])
        if cost > table.state["energy"][player]:
            raise CaseError(f"growth: option {option} costs {cost} energy, there is {table.state['energy'][player]}")
        begin(table, script, dispatch.STEP_GROWTH, player, option - 1, int(index == 0))


def _income(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "income", ("spirit",), needed=("spirit",))
    begin(table, script, dispatch.STEP_INCOME, table.player(written["spirit"]))


def _play(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "play", ("spirit", "cards"), needed=("spirit", "cards"))
    player = table.player(written["spirit"])
    names = listing(written["cards"], "play: cards")
    cards = [table.card(name) for name in names]
    hand = cards_in(table, player, v.HAND)
    for name in names:
        if name not in hand or names.count(name) > 1:
            raise CaseError(f"play: {name} is not in hand (hand: {', '.join(hand) or 'empty'})")
    plays = count_plays(table, player) - int(table.state["plays_made"][player])
    if len(cards) > plays:
        raise CaseError(f"play: {len(cards)} cards, but only {plays} card plays are left")
    cost = sum(machine.cost_to_play(table.state, table.tables, card) for card in cards)
    if cost > table.state["energy"][player]:
        raise CaseError(f"play: the cards cost {cost} energy, there is {table.state['energy'][player]}")
    for card in cards:
        begin(table, script, dispatch.STEP_PLAY, player, card)


def count_plays(table: Table, player: int) -> int:
    """Returns the card plays of a turn: the highest number uncovered, and extra ones (R16)."""
    panel = int(table.state["spirit"][player])
    uncovered = int(table.state["track"][player, v.PLAYS_TRACK]) + 1
    numbers = table.tables["track_number"][panel, v.PLAYS_TRACK, :uncovered]
    return max(0, int(numbers.max())) + int(table.state["extra_plays"][player])


# --- invaders, fear, blight


def _invader_action(name: str, in_slot: str, in_land: str, in_terrain: str) -> Callable:
    def run(table: Table, value: Any, script: Script) -> None:
        written = mapping(value, name, ("land", "terrain"))
        if len(written) == 2:
            raise CaseError(f"{name}: either land or terrain, not both ({written['land']}, {written['terrain']})")
        if "land" in written:
            begin(table, script, getattr(dispatch, in_land), _dry_land(table, written["land"], name))
        elif "terrain" in written:
            begin(table, script, getattr(dispatch, in_terrain), choice("terrain", written["terrain"], v.TERRAINS))
        else:
            begin(table, script, getattr(dispatch, in_slot))

    return run


def _dry_land(table: Table, name: Any, step: str) -> int:
    land = table.land(name)
    if land % v.SPACES_PER_BOARD == 0:
        raise CaseError(f"{step}: {name} is an ocean, not a land")
    return land


def _fear_card(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "fear_card", ("id", "level"), needed=("id", "level"))
    card = choice("fear card", written["id"], table.content.fear_cards)
    level = whole(written["level"], "fear_card: level", 1, 3)
    begin(table, script, dispatch.STEP_FEAR_CARD, card, level)


def _event(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "event", ("id",), needed=("id",))
    begin(table, script, dispatch.STEP_EVENT, event_index(table, written["id"]))


def _add_blight(table: Table, value: Any, script: Script) -> None:
    written = mapping(value, "add_blight", ("land",), needed=("land",))
    begin(table, script, dispatch.STEP_ADD_BLIGHT, table.land(written["land"]))


def _add_fear(table: Table, value: Any, script: Script) -> None:
    begin(table, script, dispatch.STEP_ADD_FEAR, whole(value, "add_fear", 0, 999))


def _turn(table: Table, value: Any, script: Script) -> None:
    """Runs one whole turn; the machine would go on with the next one, so it is stopped there."""
    mapping(value, "turn", ())
    state = table.state
    if state["phase"] != v.TIME_PASSES:
        state["turn"] -= 1  # the turn of the position itself is played, not the one after it
    machine.begin(state, table.tables, dispatch.STEP_TURN, 0, 0, 0, 0)
    for _ in range(MANY_TICKS):
        machine.advance(state, table.tables, 1)
        check_machine(state)
        if state["outcome"] != v.ONGOING:
            return
        if state["decision"] != v.D_NONE:
            machine.choose(state, script.answer())
        elif state["frames"] == 1 and state["frame"][0, F_OP] == FR_GAME and state["frame"][0, F_STEP] == v.SPIRIT_PHASE:
            state["frames"] = 0
            return
    raise CaseError(f"the turn took more than {MANY_TICKS} ticks")


def _plain(name: str, step: str) -> Callable:
    def run(table: Table, value: Any, script: Script) -> None:
        mapping(value, name, ())
        begin(table, script, getattr(dispatch, step))

    return run


STEPS: dict[str, Callable[[Table, Any, Script], None]] = {
    "use": _use,
    "growth": _growth,
    "income": _income,
    "play": _play,
    "ravage": _invader_action("ravage", "STEP_RAVAGE", "STEP_RAVAGE_LAND", "STEP_RAVAGE_TERRAIN"),
    "build": _invader_action("build", "STEP_BUILD", "STEP_BUILD_LAND", "STEP_BUILD_TERRAIN"),
    "explore": _plain("explore", "STEP_EXPLORE"),
    "fear_card": _fear_card,
    "event": _event,
    "add_blight": _add_blight,
    "add_fear": _add_fear,
    "invader_phase": _plain("invader_phase", "STEP_INVADER_PHASE"),
    "time_passes": _plain("time_passes", "STEP_TIME_PASSES"),
    "turn": _turn,
}
