"""No policy looks at hidden cards: shuffling them changes no decision."""

import numpy as np
import pytest

from policies.spirit_island.batch import Chooser
from simulator import spirit_island as si
from simulator.spirit_island import machine
from simulator.spirit_island import vocabulary as v

CONTENT = si.load_content()
TABLES = CONTENT.tables[0]


def shuffle_hidden(state: np.void, numbers: np.random.Generator) -> None:
    """Puts all hidden cards into another order that players could not tell from the true one."""
    for deck in range(2):
        numbers.shuffle(state["deck"][deck, state["deck_top"][deck] : state["deck_size"][deck]])
    first = int(state["fear_top"] - state["earned_count"])
    numbers.shuffle(state["fear_deck"][first : int((TABLES["fear_set"][: TABLES["fear_cards"]] == 0).sum())])
    state["earned"][: state["earned_count"]] = state["fear_deck"][first : state["fear_top"]]
    seen = set(state["invader_deck"][: state["invader_top"]].tolist())
    for stage in (1, 2, 3):
        unseen = [card for card in range(15) if TABLES["invader_stage"][card] == stage and card not in seen]
        numbers.shuffle(unseen)
        for place in range(int(state["invader_top"]), int(state["invader_size"])):
            if TABLES["invader_stage"][state["invader_deck"][place]] == stage and unseen:
                state["invader_deck"][place] = unseen.pop()
    if not state["blighted"]:
        cards = [card for card in range(int(TABLES["blight_cards"])) if TABLES["blight_sets"][card] & 1]
        state["blight_card"] = numbers.choice(cards)
    policy_key = state["seed_key"][v.STREAM_POLICY]
    state["seed_key"] += np.uint64(12345)  # what is drawn later is hidden too
    state["seed_key"][v.STREAM_POLICY] = policy_key


@pytest.mark.parametrize("policy", ["greedy", "planner:6"])
@pytest.mark.parametrize("spirit", ["river_surges_in_sunlight", "bringer_of_dreams_and_nightmares"])
def test_shuffling_hidden_cards_changes_no_decision(policy: str, spirit: str) -> None:
    numbers = np.random.default_rng(5)
    for seed in range(3):
        game = si.Game(si.Setup([spirit]), seed=seed)
        player = Chooser(CONTENT, policy)
        while game.advance() != "none":
            shuffled = game.copy().state
            shuffle_hidden(shuffled, numbers)
            assert Chooser(CONTENT, policy)(game.state) == Chooser(CONTENT, policy)(shuffled)
            machine.choose(game.state, player(game.state))
