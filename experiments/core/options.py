"""Options of commands, made from the axes of a game: nothing about a game is written down in a command.

A command that takes them has parameters `study: Study` and `chosen: Chosen`: `for_game` supplies the one and puts the
game's options in place of the other.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any

import typer

from experiments.core.axes import Axis, Names, Option, RangeFilter
from experiments.core.planning import Plan, read_sample, varying
from experiments.core.study import Study, find_study
from simulator.core import registry
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.core.reading import natural, whole

Completion = Callable[[str], list[str]]
LIKE = {"watch": "play"}  # commands that take the options of another, none of which they need: they may be about a file
Chosen = dict[str, Any]  # name of an option -> what the user gave, None if nothing


def for_game(command: Callable, name: str, kind: str, game: str) -> Callable:
    """Returns a command for one game: with its options, if it is about its cells or about one of its games."""
    if kind == "own":
        return _bound(command, {}, None)
    if kind == "game":
        return _bound(command, {"game": game}, None)
    study = find_study(game)
    options = axis_options(study) if kind == "cells" else game_options(study, name)
    offered = _bound(command, {"study": study}, options)
    offered.__doc__ = (command.__doc__ or "").replace("PATCH_EXAMPLE", study.patch_example).replace("/GAME/", f"/{game}/")
    return offered


def _bound(command: Callable, supplied: dict[str, Any], options: list[inspect.Parameter] | None) -> Callable:
    """Supplies what is known and offers options in place of the parameter `chosen`, if the command has one."""
    offered = options or []
    own = inspect.signature(command, eval_str=True)
    takes_game = "game" in own.parameters.keys() - supplied.keys()  # an option of its own, which may name a game as well

    @functools.wraps(command)
    def run(**given: Any) -> Any:
        if not takes_game:
            given.pop("game")  # known already
        chosen = {option.name: given.pop(option.name) for option in offered}
        return command(**supplied, **({} if options is None else {"chosen": chosen}), **given)

    rest = [parameter for parameter in own.parameters.values() if parameter.name not in (*supplied, "chosen")]
    named = _parameter("game", str | None, None, "--game", metavar="|".join(registry.games()), help="Which game.")
    parameters = sorted(
        [*offered, *rest, *[named] * (not takes_game)], key=lambda parameter: parameter.default is not parameter.empty
    )
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del run.__wrapped__  # typer would look at the signature behind it
    return run


def _parameter(name: str, kind: Any, default: Any, *written: str, **words: Any) -> inspect.Parameter:
    annotation = Annotated[kind, typer.Option(*written, **words)]
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def completion(game: str, names: Names | None) -> Completion | None:
    """Returns what a shell asks for the ways to go on with a value: names joined by commas or plus signs."""
    if names is None:
        return None

    def offer(incomplete: str) -> list[str]:
        begun = incomplete[re.search(r"[^,+]*$", incomplete).start() :]  # type: ignore[union-attr]
        before = incomplete[: len(incomplete) - len(begun)]
        return [before + name for name in names.all(find_game(game).content()) if begun in name]

    return offer


# --- commands about many games


def axis_options(study: Study) -> list[inspect.Parameter]:
    """Returns an option for every axis and every filter by a range; an axis that is named again adds to its values."""
    return [_axis_option(axis, study.game) for axis in study.axes]


def _axis_option(axis: Axis | RangeFilter, game: str) -> inspect.Parameter:
    if isinstance(axis, Axis) and axis.type is bool:
        return _parameter(axis.name, bool | None, None, written_option(axis), help=axis.help)
    if isinstance(axis, RangeFilter):
        return _parameter(axis.name, str | None, None, written_option(axis), help=axis.help)
    metavar = {str: "A,B,…", int: "N,…"}.get(axis.type, "NAME=VALUE,…")
    words = {"help": axis.help, "metavar": metavar, "autocompletion": completion(game, axis.offered)}
    return _parameter(axis.name, list[str] | None, None, written_option(axis), **words)


def written_option(axis: Axis | RangeFilter) -> str:
    """Returns the option of an axis as users write it: --policy, --yes/--no."""
    switch, option = (axis.switch, axis.option) if isinstance(axis, Axis) else ("", "")
    return switch or "--" + (option or axis.name).replace("_", "-")


def apply_axes(plan: Plan, chosen: Chosen, sample: str | None = None) -> Plan:
    """Returns a plan with what the options say in place of its own."""
    given = {name: value for name, value in chosen.items() if value not in (None, [])}
    wishes = {name: given.pop(name) for name in list(given) if name not in {axis.name for axis in varying(plan.study)}}
    axes = {axis.name: _axis_values(axis, given[axis.name]) for axis in varying(plan.study) if axis.name in given}
    # Another way of saying the same takes the place of the plan's: fixed teams instead of numbers of players, say.
    gone = {other for axis in varying(plan.study) if axis.name in axes for other in axis.instead_of}
    kept = {name: values for name, values in plan.axes.items() if name not in gone}
    plan = replace(plan, axes=kept, ranges=plan.ranges | wishes)
    return plan.with_axes(axes, read_sample(parse_sample(sample)))


def with_unasked(plan: Plan, chosen: Chosen, wanted: Mapping[str, list[Any]]) -> Plan:
    """Returns a plan with the wanted values of the axes that the options, and others in their stead, leave open."""
    axes = varying(plan.study)
    given = {axis.name for axis in axes if chosen.get(axis.name) not in (None, [])}
    given |= {other for axis in axes if axis.name in given for other in axis.instead_of}
    return plan.with_axes({name: values for name, values in wanted.items() if name not in given}, {})


def _axis_values(axis: Axis, given: Any) -> list:
    if not isinstance(given, list):
        return [given]
    if axis.type is int:
        return [number for text in given for number in parse_numbers(axis.name, text)]
    if axis.type is not str:  # flags: one choice of several, with commas of its own
        return given
    return [part for text in given for part in split(text)]


def split(text: str) -> list[str]:
    """Returns the parts between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def parse_numbers(name: str, text: str) -> list[int]:
    """Reads whole numbers with commas."""
    numbers = [number for part in split(text) if (number := whole(part)) is not None]
    if len(numbers) != len(split(text)):
        raise UserError(f"{name}: expected numbers with commas, got {text!r}")
    return numbers


def parse_sample(text: str | None) -> dict[str, int]:
    """Reads how many values of an axis are wanted: axis=20,other=4."""
    chosen = {}
    for part in split(text or ""):
        name, _, written = part.partition("=")
        number = natural(written)
        if number is None:
            raise UserError(f"sample: expected axis=number, got {part!r}")
        chosen[name] = number
    return chosen


# --- commands about a single game


def game_options(study: Study, command: str) -> list[inspect.Parameter]:
    """Returns the options of a command about a single game."""
    ones = [axis.one for axis in study.axes if isinstance(axis, Axis) and axis.one is not None]
    like = LIKE.get(command, command)
    wanted = [option for option in (*ones, *study.options) if like in option.commands]
    offered = {axis.one.name: axis.offered for axis in varying(study) if axis.one is not None}
    return [_game_option(option, command, completion(study.game, offered.get(option.name))) for option in wanted]


def changed_options(study: Study, command: str, chosen: Chosen) -> list[str]:
    """Returns the options of a command about a single game that were given, as written."""
    usual = {option.name: option.default for option in game_options(study, command)}
    given = [name for name, value in chosen.items() if value not in (usual[name], [], None)]
    return ["--" + name.replace("_", "-") for name in given]


def _game_option(option: Option, command: str, complete: Completion | None) -> inspect.Parameter:
    flag = "--" + option.name.replace("_", "-")
    if option.type is bool:
        return _parameter(option.name, bool, option.default, flag, help=option.help)
    kind = list[option.type] if option.repeat else option.type  # type: ignore[name-defined]
    default, kind = (inspect.Parameter.empty, kind) if command in option.needed_by else (option.default, kind | None)
    words = {"metavar": option.metavar or None, "help": option.help, "autocompletion": complete}
    return _parameter(option.name, kind, default, flag, **words)
