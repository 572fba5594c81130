"""Tells a game while it is played: round by round, in plain words, with what each answer and each phase changes.

The machine runs frame by frame, so that income, cult bonus and final score are seen where they happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from experiments.core.records import Record, check, choose, ending
from experiments.core.story import Beat, Choice, chosen, plain
from experiments.terra_mystica.telling import SILENT, answer_words
from policies.core.explanation import Explanation
from policies.core.playing import Explainer
from simulator.core.agenda import unpack
from simulator.core.game import Chooser, find_game
from simulator.terra_mystica.match import Game
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.words.describing import round_tile
from simulator.terra_mystica.words.names import faction_name

GOODS = ("C", "W", "P", "VP")
COLUMNS = f"  {'':<16} {'VP':>4} {'C':>3} {'W':>3} {'P':>3}  {'power':<8} {'cults':<10} {'D TP TE SH SA':<15} ship dig card"
PHASES = {v.CULT_BONUS: "Cult bonus", v.END: "Final score"}
Seat = dict[str, Any]


def tell(match: Game, chooser: Chooser, record: Record, explain: Explainer | None = None) -> Iterator[Beat]:
    """Plays a game with a chooser, records its choices and yields its story."""
    story = Story(match)
    yield plain("opening", *story.opening())
    while match.state["decision"] or match.outcome == "ongoing":
        yield from story.run()
        if not match.state["decision"]:
            break
        options = tuple(story.words(label, int(match.state["option"][number])) for number, label in enumerate(match.options))
        if match.asked - 1 != story.speaker:
            yield from story.flush(story.seats())
        label, option = match.options, chooser(match.state, match.tables)
        explanation = explain(match.state, option) if explain else Explanation()
        yield from story.say(label[option], options[option])
        asked = find_game(match.game).question(match.state, match.content).partition(": ")[2]
        who = story.name(match.asked - 1)
        choose(match, record, option)
        yield chosen(Choice(who, asked, options, option, explanation), is_shown=False)
    yield from story.flush(story.seats())
    yield plain("ending", *story.closing(), ending(match))


class Story:
    """What has been told of a game, and what is about to be."""

    def __init__(self, match: Game) -> None:
        self.match = match
        self.told = self.seats()  # the seats as the last line left them
        self.speaker = -1
        self.saying: list[str] = []  # what the speaker has done since

    # --- the course of the game

    def run(self) -> Iterator[Beat]:
        """Works to the next decision and tells the phases that pass."""
        match, state = self.match, self.match.state
        while not state["decision"] and match.outcome == "ongoing":
            before, phase = self.seats(), (int(state["round"]), int(state["phase"]))
            match.advance(1)
            check(match)
            now = (int(state["round"]), int(state["phase"]))
            if now != phase and now[1] != v.ACTIONS:
                yield from self.flush(before)
                yield from self.begin(*now)

    def begin(self, number: int, phase: int) -> Iterator[Beat]:
        """Tells a phase that has begun, and what it brought at once."""
        if phase == v.INCOME:
            tile = self.match.content.round_tiles[self.match.state["scoring"][number - 1]]
            title = f"Round {number}, {round_tile(tile, self.match.content)}"
            yield plain("chapter", title, *self.changes(self.told, "  income: "), *self.table())
        elif phase in PHASES:
            yield plain("scene", PHASES[phase], *self.changes(self.told, "  "))
        self.told = self.seats()

    def say(self, label: str, words: str) -> Iterator[Beat]:
        """Adds an answer to the line of its seat."""
        seat = self.match.asked - 1
        self.speaker = seat
        if label not in SILENT:
            self.saying.append(words)
        else:
            yield from self.flush(self.seats())

    def words(self, label: str, option: int) -> str:
        """Returns an answer in words, with what only the game knows."""
        told = answer_words(label, self.match.content)
        if label.startswith("leech:"):
            _, takes, power, builder = unpack(option)
            return f"{'take' if takes else 'decline'} {power} power from {self.name(builder)}"
        return told.removeprefix("pass and ") if self.match.state["round"] == 0 else told

    def flush(self, now: list[Seat]) -> Iterator[Beat]:
        """Tells what the speaker has done, with what it changed for everybody."""
        lines = []
        if self.saying:
            mine = difference(self.told[self.speaker], now[self.speaker])
            lines = [f"  {self.name(self.speaker)} {', '.join(self.saying)}" + (f" ({mine})" if mine else "")]
        for seat, (before, after) in enumerate(zip(self.told, now)):
            if changed := difference(before, after):
                if not self.saying or seat != self.speaker:
                    lines.append(f"      {self.name(seat)}: {changed}")
        self.told, self.saying = now, []
        if lines:
            yield Beat("change", "; ".join(line.strip() for line in lines), tuple(lines))

    # --- seats

    def name(self, seat: int) -> str:
        """Returns the faction of a seat, or its number before it has one."""
        faction, content = int(self.match.state["faction"][seat]), self.match.content
        return f"seat {seat + 1}" if faction < 0 else faction_name(content, content.factions[faction], content.language)

    def seats(self) -> list[Seat]:
        """Returns what stories tell of the seats."""
        state, names = self.match.state, self.match.content.names["cults"]
        language = self.match.content.language
        cults = [names[track].get(language, names[track]["en"]) for track in v.CULTS]
        return [
            {
                **{good: int(state[good][seat]) for good in GOODS},
                **{f"bowl {'I' * (bowl + 1)}": int(state["bowls"][seat, bowl]) for bowl in range(3)},
                **{track: int(level) for track, level in zip(cults, state["cult"][seat])},
            }
            for seat in range(int(state["players"]))
        ]

    def changes(self, before: list[Seat], indent: str) -> Iterator[str]:
        """Tells what has changed for each seat."""
        changed = [(seat, difference(before[seat], now)) for seat, now in enumerate(self.seats())]
        yield from (f"{indent}{self.name(seat)}: {what}" for seat, what in changed if what)
        if not any(what for _, what in changed):
            yield f"{indent}nothing for anybody"

    def table(self) -> Iterator[str]:
        """Tells how the seats stand."""
        state, content = self.match.state, self.match.content
        yield COLUMNS
        for seat in range(int(state["players"])):
            bowls = "/".join(str(tokens) for tokens in state["bowls"][seat])
            cults = "/".join(str(level) for level in state["cult"][seat])
            built = " ".join(f"{count:>{len(name)}}" for name, count in zip(v.STRUCTURES[1:], state["count"][seat][1:]))
            card = content.cards[state["card"][seat]] if state["card"][seat] >= 0 else "-"
            goods = " ".join(f"{int(state[good][seat]):>3}" for good in "CWP")
            yield (f"  {self.name(seat):<16} {int(state['VP'][seat]):>4} {goods}  {bowls:<8} {cults:<10} {built:<15} "
                   f"{int(state['ship'][seat]):>4} {int(state['dig'][seat]):>3} {card}")  # fmt: skip

    # --- before and after

    def opening(self) -> Iterator[str]:
        """Tells who plays with which tiles and cards."""
        match, content = self.match, self.match.content
        state = match.state
        players = ", ".join(self.name(seat) for seat in range(int(state["players"])))
        yield f"Terra Mystica: {players}, seed {match.seed}"
        tiles = [content.round_tiles[tile] for tile in state["scoring"]]
        yield f"  scoring tiles: {', '.join(tiles)}"
        in_play = [card for number, card in enumerate(content.cards) if state["card_holder"][number] != v.OUT_OF_PLAY]
        yield f"  bonus cards: {', '.join(in_play)}"

    def closing(self) -> Iterator[str]:
        """Tells how the seats end, and where their points come from."""
        result = self.match.result()
        for seat in sorted(range(len(result["seats"])), key=lambda seat: result["seats"][seat]["rank"]):
            facts = result["seats"][seat]
            points = ", ".join(f"{source.replace('_', ' ')} {count}" for source, count in facts["vp_by_source"].items())
            share = "" if facts["win"] in (0, 1) else " (shared)"
            yield f"  {facts['rank']}. {self.name(seat)}, {facts['vp']} VP{share}: {points}"


def map_lines(match: Game) -> list[str]:
    """Returns the map, row by row: name and terrain of each hex, and the structure there with the number of its seat."""
    state, island = match.state, match.content.island
    rows: dict[int, list[str]] = {}
    for hexagon, (row, _) in enumerate(island.cells):
        terrain, structure = int(state["terrain"][hexagon]), int(state["structure"][hexagon])
        letter = "~" if terrain == v.RIVER else v.TERRAIN_LETTERS[terrain]
        built = f"{int(state['owner'][hexagon]) + 1}{v.STRUCTURES[structure]}" if structure else ""
        name = "" if terrain == v.RIVER else match.content.hexes[hexagon]
        rows.setdefault(row, []).append(f"{name}{letter}{built}".center(7))
    return [f"  {'   ' * (row % 2)}{''.join(cells)}".rstrip() for row, cells in rows.items()]


def difference(before: Seat, after: Seat) -> str:
    """Returns what has changed between two states of a seat: `-2 C, -1 W, +2 VP, power 3/9/0`."""
    goods = [f"{after[good] - before[good]:+d} {good}" for good in GOODS if after[good] != before[good]]
    bowls = [name for name in after if name.startswith("bowl")]
    power = [f"power {'/'.join(str(after[bowl]) for bowl in bowls)}"] if any(after[b] != before[b] for b in bowls) else []
    rest = [name for name in after if name not in (*GOODS, *bowls) and after[name] != before[name]]
    return ", ".join([*goods, *power, *(f"{name} {after[name]}" for name in rest)])
