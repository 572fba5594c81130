"""Any game as a PettingZoo environment (AEC): seats take turns as the rules ask them, illegal answers are masked.

    from policies.core.environment import environment

    env = environment(game, setup)
    env.reset(seed=7)
    for seat in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else env.action_space(seat).sample(observation["action_mask"]))

Needs the extra `evenkeel[rl]`. An action is the number of an option of the open decision; `env.labels()` has their names.
An observation is the state as the seat asked may see it, field by field as whole numbers: what is hidden is made up.
Rewards come at the end: the first measure of the game, for all seats the same if it is counted per game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from policies.core.players import find_players
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.core.match import Match

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise UserError(f"environments need the extra evenkeel[rl] (pip install 'evenkeel[rl]'): {error}") from None

UNSEEN = ("seed_key", "draws", "digest")  # nobody sees where luck comes from
WHOLE = np.iinfo(np.int64)


class Environment(AECEnv):
    """One game after the other, of one set-up."""

    def __init__(self, game: str, setup: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game, self.render_mode = find_game(game), render_mode
        self.content = self.game.content()
        setup = self.game.read_setup(setup or {}, self.content)
        self.setup_record = self.game.setup_record(setup, self.content)
        self.fields = [name for name in self.game.state.names or () if name not in UNSEEN]
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(int(self.setup_record["players"][0]))]
        self._spaces = self._declare_spaces()

    def _declare_spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        shapes = [self.game.state[name] for name in self.fields]
        numbers = sum(int(np.prod(shape.shape, dtype=int)) for shape in shapes)
        answers = self.game.state["option"].shape[0]
        seen = spaces.Box(WHOLE.min, WHOLE.max, (numbers,), np.int64)
        return spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(answers)}), spaces.Discrete(answers)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns what a seat sees: the numbers of the state, and which answers are legal."""
        return self._spaces[0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the numbers of answers."""
        return self._spaces[1]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Deals a game; without a seed any one."""
        seed = int(np.random.default_rng().integers(2**62)) if seed is None else seed
        self.match: Match = self.game.play(self.setup_record, seed, content=self.content)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Answers the open decision for the seat asked."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.match.choose(int(action))  # type: ignore[arg-type]
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Runs to the next decision; at the end everybody gets what the game was worth."""
        self.match.advance()
        if self.match.state["error"]:
            raise UserError(f"the game went wrong: {int(self.match.state['error'])}")
        if self.match.state["decision"]:
            self.agent_selection = self.agents[self.match.asked - 1]
            return
        self.rewards = dict(zip(self.agents, self._worth(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _worth(self) -> list[float]:
        measure, result = self.game.measures[0], self.match.result_record()
        derived = self.game.derive(result)
        values = derived[measure.name] if measure.name in derived else result[measure.name]
        return np.broadcast_to(np.ravel(values)[: len(self.agents)], len(self.agents)).astype(float).tolist()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns what a seat sees; only the one asked has answers to choose from."""
        state = find_players(self.game.name).seen(self.content, self.match.state)
        view = np.asarray(state)
        numbers = np.concatenate([np.ravel(view[name]).astype(np.int64, copy=False) for name in self.fields])
        mask = np.zeros(self._spaces[1].n, np.int8)
        if agent == self.agent_selection and self.match.state["decision"]:
            mask[: int(self.match.state["options"])] = 1
        return {"observation": numbers, "action_mask": mask}

    def labels(self) -> list[str]:
        """Returns the names of the legal answers."""
        return self.match.options

    def render(self) -> str | None:
        """Returns the open decision in words, or how the game ended."""
        state = self.match.state
        return self.game.question(state, self.content) if state["decision"] else self.game.ending(state)

    def close(self) -> None:
        """Has nothing to close."""


def environment(game: str, setup: Mapping[str, Any] | None = None, render_mode: str | None = None) -> Environment:
    """Returns an environment of a game and a set-up, written as plain values."""
    return Environment(game, setup, render_mode)
