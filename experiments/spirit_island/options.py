"""Options of the commands about a single game, read into a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.scenarios.first_game import first_game_of
from simulator.spirit_island.setups import read_adversary
from simulator.spirit_island.words.describing import smallest_set
from simulator.spirit_island.words.names import find_component


def read_options(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the set-up that options ask for, as plain values; without spirits, one that has any of them."""
    content = load_content()
    adversary, level = read_adversary(chosen.get("adversary"), content)
    own_level = chosen.get("level")
    if adversary is None and own_level:
        raise UserError(f"level {own_level} is that of an adversary: it needs --adversary")
    if level is not None and own_level not in (None, level):
        raise UserError(f"--adversary {chosen['adversary']} and --level {own_level} contradict each other: give one level")
    spirits = [find_component(content, "spirits", name) for name in chosen.get("spirit") or content.spirits[:1]]
    scenario = chosen.get("scenario")
    if scenario not in (None, "none"):
        scenario = find_component(content, "scenarios", scenario)
    written = {
        "spirits": spirits,
        "boards": list(chosen["board"]) if chosen.get("board") else None,
        "expansion": chosen.get("expansion") or smallest_set(content, adversary, scenario, spirits),
        "adversary": adversary,
        "level": own_level or level or 0,
        "scenario": None if scenario == "none" else scenario,
        "thematic": bool(chosen.get("thematic")),
        "flags": read_flags(chosen.get("flag") or []),
    }
    return written | _first_game(chosen)


def _first_game(chosen: Mapping[str, Any]) -> dict[str, Any]:
    path, assist = chosen.get("first_game"), chosen.get("assist") or []
    if path is not None:
        return {"first_game": first_game_from(path, list(assist))}
    if assist:
        raise UserError(f"--assist {assist[0]} names a card of the first game: it needs --first-game")
    return {}


def first_game_from(path: Path, assist: list[str]) -> dict[str, Any]:
    """Plays a recorded game again and returns what it leaves for a Second Wave, as plain values."""
    from dataclasses import asdict

    from experiments.core.records import load_record, replay_game

    try:
        played: Any = replay_game(load_record(path))
        return asdict(first_game_of(played, assist))
    except UserError as error:
        raise error if str(error).startswith(str(path)) else UserError(f"{path}: {error}") from None


def read_flags(written: list[str]) -> dict[str, bool | str]:
    """Reads rule flags such as `power_progression` or `slow_made_fast=fast_only`."""
    flags = dict(flag.partition("=")[::2] for flag in written)
    return {name: {"": True, "true": True, "false": False}.get(value, value) for name, value in flags.items()}
