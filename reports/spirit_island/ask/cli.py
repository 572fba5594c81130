"""The command `ask`. It parses and prints."""

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from policies.core.playing import check_policy
from reports.core.printing import AsJson, Language
from reports.core.tables import percent
from reports.core.words import players_in_words
from reports.spirit_island.ask.answer import GAME, Answer, Way, answer
from reports.spirit_island.ask.question import Question, read_question
from reports.spirit_island.names import IslandNames
from simulator.core.reading import MOST_JOBS
from simulator.spirit_island.language.assembler import load_content


def ask(
    question: Annotated[list[str], typer.Argument(help="Who plays against what: river + ocean vs england 4, blitz.")],
    policy: Annotated[str, typer.Option(help="Who plays.")] = "planner",
    precision: Annotated[float, typer.Option(min=0.005, max=0.3, help="Play until the 95 % interval is ± this.")] = 0.05,
    games: Annotated[int, typer.Option(min=50, max=1_000_000, help="At most so many games of what is asked.")] = 5000,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Worker processes.")] = os.cpu_count() or 1,
    out: Annotated[Path, typer.Option(help="Where games are kept, so that asking again is instant.")] = Path("runs/ask"),
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Ask how hard something is, in the words you would use, and get an answer in sentences.

    The team plays what is asked until the answer is narrow enough, and a ladder of adversary levels that it is measured by.
    """
    content, names = load_content(), IslandNames(lang)
    wanted = read_question(" ".join(question), content)
    check_policy(GAME, policy)
    configuration = in_words(wanted, wanted.official(content), names)
    typer.echo(configuration, err=as_json)
    found = answer(wanted, Way(policy, precision, games, out, jobs), content)
    if as_json:
        typer.echo(json.dumps(found.as_dict(configuration), ensure_ascii=False, indent=1))
    else:
        typer.echo("\n".join(answer_lines(found, names)))


def in_words(question: Question, official: int, names: IslandNames) -> str:
    """Says a question back."""
    challenge = names.challenge(question.adversary, question.level, question.scenario, question.thematic)
    return names.text("sentences", "asked", team=names.team(question.team), challenge=challenge, official=official)


def answer_lines(found: Answer, names: IslandNames) -> list[str]:
    """Says what games answer."""

    def say(key: str, **values: Any) -> str:
        return names.text("sentences", key, **values)

    question = found.question
    challenge = names.challenge(question.adversary, question.level, question.scenario, question.thematic)
    rate, low, high = map(percent, (found.rate, found.low, found.high))
    lines = [say("answer", policy=found.policy, rate=rate, low=low, high=high, games=f"{found.games:,}")]
    inferred = found.inferred
    if not inferred:
        lines.append(say("answer_no_scale"))
    else:
        ends = {name: "–" if inferred[name] is None else f"{inferred[name]:.1f}" for name in ("low", "high")}
        key = {0: "agrees", 1: "beyond", -1: "below"}[inferred["beyond"]]
        told = {"challenge": challenge, "inferred": f"{inferred['value']:.1f}", "official": found.official, "won": rate}
        lines.append(say("answer_plays_like" if key == "agrees" else key, **told, **ends))
    if found.partners:
        best, worst = found.partners[0], found.partners[-1]
        lines.append(say("answer_best", team=names.team(best["spirits"]), rate=percent(best["rate"])))
        if worst is not best:
            lines.append(say("answer_worst", team=names.team(worst["spirits"]), rate=percent(worst["rate"])))
    return lines + players_in_words(found.analysis, names)
