"""Writes games of our own machine down as recorded games: all that can be played here, `conform` must be able to read.

Who is offered how much power is found with the slow algorithms of naive.py, so that an offer too few or too many shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from experiments.terra_mystica.ending import final_bridges, final_hexes, final_seat, points_gained
from experiments.terra_mystica.reading import power_room
from experiments.terra_mystica.recorded import ACTIONS, CONVERSIONS
from experiments.terra_mystica.walk import Walk
from simulator import terra_mystica as tm
from simulator.terra_mystica.record import state as st
from simulator.terra_mystica.record import vocabulary as v
from tests.terra_mystica import naive

Choice = Callable[[Walk], str]
ACTION_OF = {answer: action for action, answer in ACTIONS.items() if answer != "special:SH"}
STRONGHOLD = {faction: f"ACT{faction[0].upper()}" for faction in ("auren", "giants", "nomads", "swarmlings", "witches")}
STRONGHOLD["chaosmagicians"] = "ACTC"
PRICE = {f"{goes}>{comes}": price for (goes, comes), (price, answers) in CONVERSIONS.items() if len(answers) == 1}
FREE = {st.FR_FREE_DWELLING: "-FREE_D", st.FR_FREE_TRADING_POST: "-FREE_TP"}  # a free structure that is not built


class Recorder:
    """Plays one game and writes its rows."""

    def __init__(self, setup: tm.Setup, seed: int, choose: Choice) -> None:
        self.setup = setup
        self.walk = Walk(tm.Game(setup, seed))
        self.choose = choose
        self.rows: list[Any] = []
        self.speaker = -1  # whose row is under way
        self.said: list[str] = []  # its commands so far, those that stand for several answers once for each
        self.spoken: tuple = ()  # the seat's state after them
        self.waiting: list[list] = []  # rows of neighbours that come after it
        self.offers: list[tuple[int, int, int]] = []  # builder, neighbour, power: what has not been answered
        self.refused: list[bool] = []  # the answers to the last offers
        self.held_back: list[str] = []  # tracks that could rise to the top and were not chosen

    def record(self) -> dict[str, Any]:
        """Plays the game to its end and returns it as a recorded game."""
        walk = self.walk
        for seat in range(int(walk.state["players"])):
            self.rows.append(self.row(seat, "setup"))
        while walk.is_open or walk.mark:
            if walk.is_open:
                self.answer(self.choose(walk))
            elif walk.mark == "final":
                self.score()
            else:
                self.begin_phase(str(walk.mark))
        return self.whole_game()

    def row(self, seat: int, text: str, state: tuple | None = None) -> list:
        """Returns a row."""
        return [seat + 1, text, *(state or self.walk.seat_state(seat))]

    # --- phases

    def begin_phase(self, mark: str) -> None:
        """Writes the mark of a phase and the rows of its income."""
        self.finish_row()
        self.rows.append(mark)
        self.walk.begin_phase()
        for seat in self.walk.state["order"][: self.walk.state["players"]].tolist():
            self.rows.append(self.row(seat, "cult income" if mark.startswith("phase") else "income"))

    def score(self) -> None:
        """Writes the rows of the final scoring."""
        self.finish_row()
        self.rows.append("final")
        before = self.walk.copy()
        self.walk.begin_phase()
        points = [before.seat_state(seat)[0] for seat in range(int(before.state["players"]))]
        for source in (*v.CULTS, "network", "resources"):
            for seat in range(len(points)):
                gained = points_gained(self.walk, before, seat, source)
                points[seat] += gained
                state = (self.walk if source == "resources" else before).seat_state(seat)
                text = f"score {source}" + (f" {gained}" if source != "resources" else "")
                self.rows.append(self.row(seat, text, (points[seat], *state[1:])))

    def whole_game(self) -> dict[str, Any]:
        """Returns the game as it stands in a file."""
        walk, content = self.walk, self.walk.match.content
        state = walk.state
        seats = walk.match.result()["seats"]
        return {
            "players": len(seats),
            "factions": [seat["faction"] for seat in seats],
            "needs": [flag for flag, is_on in self.setup.flags.items() if is_on],
            "scoring": [content.round_tiles[tile] for tile in state["scoring"]],
            "bonus_cards": [
                card for number, card in enumerate(content.cards) if state["card_holder"][number] != v.OUT_OF_PLAY
            ],
            "rows": self.rows,
            "final": {str(number): final_seat(seat) for number, seat in enumerate(seats, 1)},
            "map_at_end": {
                "hexes": final_hexes(walk),
                "bridges": [[":".join(site), seat] for site, seat in final_bridges(walk)],
            },
        }

    # --- answers

    def answer(self, label: str) -> None:
        """Gives an answer and writes what stands for it."""
        walk, seat = self.walk, self.walk.asked
        if label.startswith("leech:"):
            self.answer_offer(seat, label)
            return
        if seat != self.speaker:
            self.finish_row()
        self.speaker = seat
        self.said += self.commands(label)
        before = walk.state["structure"].copy()
        walk.answer(label)
        self.spoken = walk.seat_state(seat)
        self.hold_back(label)
        if walk.state["round"] > 0:
            self.note_offers(seat, before)
        if label == "end" or label.startswith(("pass", "dwelling:")):
            self.finish_row()
            self.skip_offers(len(self.offers) if not self.is_offered else 0)

    @property
    def is_offered(self) -> bool:
        """Tells whether somebody is offered power now."""
        return self.walk.is_open and "leech:no" in self.walk.labels

    def finish_row(self) -> None:
        """Writes the row under way, and then those of neighbours."""
        if self.said:
            self.rows.append(self.row(self.speaker, written(self.said), self.spoken))
        self.rows += self.waiting
        self.speaker, self.said, self.waiting = -1, [], []

    def write_neighbour(self, row: list) -> None:
        """Writes a row of a neighbour, after the row under way (a double turn goes on)."""
        (self.waiting if self.said else self.rows).append(row)

    # --- power for neighbours

    def note_offers(self, builder: int, before: np.ndarray) -> None:
        """Notes what power a new structure offers to whom (T8.5)."""
        state = self.walk.state
        order = state["order"][: state["players"]].tolist()
        place = order.index(builder)
        for hexagon in np.flatnonzero(state["structure"] != before).tolist():
            for seat in order[place + 1 :] + order[:place]:
                beside = naive.directly(state, hexagon) & naive.own(state, seat)
                if power := sum(naive.POWER[int(state["structure"][site])] for site in beside):
                    self.offers.append((builder, seat, power))

    def answer_offer(self, seat: int, label: str) -> None:
        """Answers an offer of power."""
        self.skip_offers(next(place for place, offer in enumerate(self.offers) if offer[1] == seat))
        builder, _, power = self.offers.pop(0)
        self.walk.answer(label)
        self.refused.append(label == "leech:no")
        name = self.walk.match.content.factions[self.walk.state["faction"][builder]]
        self.write_neighbour(self.row(seat, f"{'leech' if label == 'leech:yes' else 'decline'} {power} from {name}"))
        if not self.is_offered:
            self.skip_offers(len(self.offers))
            if name == "cultists" and all(self.refused):
                self.rows.append(self.row(builder, "all declined"))  # T8.8
            self.refused = []

    def skip_offers(self, count: int) -> None:
        """Writes the next offers, which are none: there is no room for power (T8.6)."""
        for builder, seat, power in self.offers[:count]:
            assert power_room(self.walk, seat) == 0
            name = self.walk.match.content.factions[self.walk.state["faction"][builder]]
            self.write_neighbour(self.row(seat, f"decline {power} from {name}"))
        del self.offers[:count]

    def hold_back(self, label: str) -> None:
        """Notes which tracks do not rise though they could, before the town tile that brought the key (T9.4, T9.5)."""
        if not label.startswith("top:"):
            return
        self.held_back.remove(label)
        if not any(other.startswith("top:") for other in self.walk.labels):
            town = max(place for place, command in enumerate(self.said) if command.startswith("+TW"))
            self.said[town:town] = [f"-{other.partition(':')[2]}" for other in self.held_back]
            self.held_back = []

    # --- commands

    def commands(self, label: str) -> list[str]:
        """Returns the commands that stand for an answer."""
        kind, _, operand = label.partition(":")
        state = self.walk.state
        frame = state["frame"][state["frames"] - 1]
        place, _, target = operand.partition(">")
        if kind in ("dwelling", "build"):
            return [f"build {place}"]
        if kind in ("upgrade", "transform"):
            return [f"{kind} {place} to {target}"]
        if kind in ("favor", "town"):
            return [f"+{operand}"]
        if kind == "pass":
            return [label.replace(":", " ")]
        if kind == "dig":
            return ["dig 1"] * int(operand)
        if kind == "use":
            return ["dig 1"] * max(0, int(operand) - int(frame[st.F_N]))
        if kind == "stop":
            return ["-SPADE"] * int(frame[st.F_N]) if frame[st.F_OP] == st.FR_SPADES else []
        return self.special_commands(kind, operand, frame)

    def special_commands(self, kind: str, operand: str, frame: np.ndarray) -> list[str]:
        """Returns the commands of the rarer kinds."""
        if kind in ("power", "special"):
            faction = naive.faction(self.walk.state, self.walk.asked)["id"]
            return ["action " + (STRONGHOLD[faction] if operand == "SH" else ACTION_OF[f"{kind}:{operand}"])]
        if kind == "send":
            track, _, steps = operand.partition("@")
            highest = next(number for number in (3, 2, 1) if f"send:{track}@{number}" in self.walk.labels)
            return [f"send {track}" + (f" for {steps}" if int(steps) < highest else "")]
        if kind == "cult":
            return [f"+{frame[st.F_N] if frame[st.F_N] > 1 else ''}{operand}"]
        if kind == "priests":
            converted = [f"convert {operand}W to {operand}P"] if operand != "0" else []
            return converted + (["-CONVERT_W_TO_P"] * (int(frame[st.F_N]) - int(operand)))
        if kind == "top":
            self.held_back = self.held_back or [label for label in self.walk.labels if label.startswith("top:")]
        if kind == "burn":
            return ["burn 1"]
        if kind in ("convert", "exchange"):
            goes, _, comes = operand.partition(">")
            return [f"convert {PRICE[operand]}{goes} to 1{comes}"]
        named = {
            "advance": f"advance {operand}",
            "bridge": f"bridge {operand.replace('-', ':')}",
            "town_at": f"connect {operand}",
        }
        if kind in named:
            return [named[kind]]
        return [FREE[frame[st.F_OP]]] if frame[st.F_OP] in FREE else []


def written(commands: list[str]) -> str:
    """Returns the text of a row: the same command several times in a row becomes one of more."""
    texts: list[str] = []
    place = 0
    while place < len(commands):
        command = commands[place]
        times = 1
        while place + times < len(commands) and commands[place + times] == command:
            times += 1
        texts.append(repeated(command, times))
        place += times
    return ". ".join(texts)


def repeated(command: str, times: int) -> str:
    """Returns one command for the same several times."""
    if times == 1:
        return command
    if command.startswith("convert") and not command.endswith("W to 1P"):
        _, paid, _, got = command.split()
        return (
            f"convert {int(paid[: -len(paid.lstrip('0123456789'))]) * times}{paid.lstrip('0123456789')} to {times}{got[1:]}"
        )
    if command.startswith(("burn", "dig")):
        return f"{command.split()[0]} {times}"
    return f"{command[0]}{times}{command[1:]}"


def record_game(setup: tm.Setup, seed: int, choose: Choice) -> dict[str, Any]:
    """Plays a game and returns it as a recorded game."""
    return Recorder(setup, seed, choose).record()
