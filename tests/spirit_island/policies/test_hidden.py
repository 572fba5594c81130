"""No policy looks at hidden cards: shuffling them changes no decision."""

import numpy as np
import pytest

from policies.spirit_island.batch import Chooser
from simulator import spirit_island as si
from simulator.spirit_island.machine import machine
from simulator.spirit_island.record import vocabulary as v

CONTENT = si.load_content()
TABLES = CONTENT.tables[0]
BLANK = 9
SETUPS = {
    "base": si.Setup(["river_surges_in_sunlight"]),
    "adversary": si.Setup(["bringer_of_dreams_and_nightmares"], adversary="england", level=4),
    "sweden": si.Setup(["thunderspeaker"], adversary="sweden", level=4),
    "branch_and_claw": si.Setup(["keeper_of_the_forbidden_wilds"], expansion="branch_and_claw"),
    "events_and_adversary": si.Setup(
        ["sharp_fangs_behind_the_leaves"], expansion="branch_and_claw", adversary="france", level=3
    ),
    "two_spirits": si.Setup(["oceans_hungry_grasp", "a_spread_of_rampant_green"], expansion="branch_and_claw"),
    "long_forgotten": si.Setup(["lightnings_swift_strike"], scenario="powers_long_forgotten", expansion="branch_and_claw"),
    "second_wave": si.Setup(["shadows_flicker_like_flame"], scenario="second_wave", expansion="branch_and_claw"),
}


def shuffle_markers(state: np.void, numbers: np.random.Generator) -> None:
    """Deals other sources to the face-down markers of Powers Long Forgotten."""
    found = int(state["invader_sources"] | state["spirit_sources"] | state["held_sources"])
    lands = np.flatnonzero(state["marker"])
    count = int(((state["marker"] > 0) & (state["marker"] < BLANK)).sum())
    free = [number for number in range(1, BLANK) if not found >> number & 1]
    markers = [*numbers.permutation(free)[:count], *[BLANK] * (len(lands) - count)]
    state["marker"][lands] = numbers.permutation(markers)


def shuffle_hidden(state: np.void, numbers: np.random.Generator) -> None:
    """Puts all hidden cards into another order that players could not tell from the true one."""
    for deck in range(2):
        numbers.shuffle(state["deck"][deck, state["deck_top"][deck] : state["deck_size"][deck]])
    numbers.shuffle(state["event_deck"][state["event_top"] : state["event_size"]])
    first = int(state["fear_top"] - state["earned_count"])
    numbers.shuffle(state["fear_deck"][first : int(state["fear_cards"])])
    state["earned"][: state["earned_count"]] = state["fear_deck"][first : state["fear_top"]]
    seen = set(state["invader_deck"][: state["invader_top"]].tolist())
    for stage in (1, 2, 3):
        unseen = [card for card in range(15) if TABLES["invader_stage"][card] == stage and card not in seen]
        numbers.shuffle(unseen)
        for place in range(int(state["invader_top"]), int(state["invader_size"])):
            if TABLES["invader_stage"][state["invader_deck"][place]] == stage and unseen:
                state["invader_deck"][place] = unseen.pop()
    if not state["blighted"] and state["blight_card"] >= 0:
        sets = TABLES["blight_sets"][: TABLES["blight_cards"]]
        state["blight_card"] = numbers.choice(np.flatnonzero(sets >> state["expansion"] & 1))
    shuffle_markers(state, numbers)
    policy_key = state["seed_key"][v.STREAM_POLICY]
    state["seed_key"] += np.uint64(12345)  # what is drawn later is hidden too
    state["seed_key"][v.STREAM_POLICY] = policy_key


@pytest.mark.parametrize(("policy", "games"), [("greedy", 3), pytest.param("planner:16", 1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", SETUPS)
def test_shuffling_hidden_cards_changes_no_decision(policy: str, games: int, kind: str) -> None:
    numbers = np.random.default_rng(5)
    for seed in range(games):
        game = si.Game(SETUPS[kind], seed=seed)
        player = Chooser(CONTENT, policy)
        while game.advance() != "none":
            shuffled = game.copy().state
            shuffle_hidden(shuffled, numbers)
            assert Chooser(CONTENT, policy)(game.state) == Chooser(CONTENT, policy)(shuffled)
            machine.choose(game.state, player(game.state))
