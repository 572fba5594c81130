"""The page of a film: one HTML file that needs nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.core.names import Names
from reports.core.watch.film import Film, Step
from reports.core.watch.stage import Player, Stage
from simulator.core.errors import UserError

HERE = Path(__file__).parent / "templates"
REPORT = Path(__file__).parents[1] / "templates"  # the style that reports have
MODULES = ("table.js", "story.js", "curve.js", "tips.js", "controls.js")
WORDS = ("planned",)  # what scripts say


@dataclass(frozen=True)
class Subject:
    """What a page is about, in words."""

    title: str
    policy: str
    ending: str
    command: str  # makes this page again
    games: int  # played on from each point of the curve; 0 = the policy's own view


def render(film: Film, stage: Stage, players: list[Player], subject: Subject, names: Names) -> str:
    """Renders a page."""
    environment = Environment(
        loader=FileSystemLoader([HERE, REPORT]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("watch.html").render(
        names=names, subject=subject, frame=stage.frame(), style=Markup(stage.style), players=players, film=film,
        modules=MODULES, data=Markup(_script_safe(as_data(film, players, names) | {"tips": stage.tips()})),
    )  # fmt: skip


def write_page(page: str, file: Path) -> None:
    """Writes a page; what stands in the way is a user's mistake."""
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{file}: cannot be written ({error.strerror})") from None


def as_data(film: Film, players: list[Player], names: Names) -> dict[str, Any]:
    """Returns a film as the scripts of the page read it."""
    return {
        "steps": [_step(step) for step in film.steps],
        "texts": film.texts,
        "players": [{"name": player.name, "colour": player.colour} for player in players],
        "turnings": [[turning.step, turning.player, turning.before, turning.after] for turning in film.turnings],
        "words": {word: names.text("watch", word) for word in WORDS},
    }


def _step(step: Step) -> dict[str, Any]:
    found: dict[str, Any] = {"k": step.kind, "x": step.words, "c": step.chapter, "s": step.scene, "d": step.changed}
    if step.chances:
        found["p"] = [round(chance, 3) for chance in step.chances]
    if step.choice is not None:
        choice = step.choice
        found["q"] = {
            "who": choice.who, "asked": choice.question, "options": list(choice.options), "taken": choice.taken,
            "why": choice.explanation.why, "planned": choice.explanation.is_planned, "more": choice.explanation.more,
            "tried": [[tried.option, tried.worth] for tried in choice.explanation.tried],
        }  # fmt: skip
    return found


def _script_safe(data: dict[str, Any]) -> str:
    """Returns JSON that cannot end the script it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
