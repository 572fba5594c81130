"""Options of the commands about a single game, read into a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.core.options import split
from experiments.terra_mystica.axes import parse_flags
from simulator.core.errors import UserError
from simulator.terra_mystica.language.content import load_content
from simulator.terra_mystica.words.names import find_faction

USUAL_PLAYERS = 4


def read_options(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the set-up that options ask for, as plain values."""
    written: dict[str, Any] = {"flags": parse_flags(",".join(chosen.get("flag") or []))}
    for key in ("factions", "scoring", "bonus_cards", "without"):
        if chosen.get(key) is not None:
            written[key] = split(chosen[key])
    if "factions" in written:
        content = load_content()
        written["factions"] = [find_faction(content, name) for name in written["factions"]]
    else:
        return written | {"players": chosen.get("players") or USUAL_PLAYERS, "choice": chosen.get("choice") or "drawn"}
    if chosen.get("choice"):
        raise UserError(f"--choice {chosen['choice']} is how factions are found: it does not go with --factions")
    return written | {"players": chosen.get("players")}
