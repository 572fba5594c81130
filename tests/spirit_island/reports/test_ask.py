"""`evenkeel ask`: questions as people type them, and answers that are kept."""

import json

import pytest

import evenkeel
from reports.spirit_island.ask.answer import ladder
from reports.spirit_island.ask.question import Question, read_question
from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import load_content

CONTENT = load_content()
RIVER, OCEAN, BRINGER = "river_surges_in_sunlight", "oceans_hungry_grasp", "bringer_of_dreams_and_nightmares"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("river + ocean vs england 4", Question((RIVER, OCEAN), "england", 4)),
        ("River Surges in Sunlight, Ocean's Hungry Grasp against The Kingdom of England 4",
         Question((RIVER, OCEAN), "england", 4)),
        ("река и океан против Англии 4", Question((RIVER, OCEAN), "england", 4)),
        ("rzeka i ocean przeciw Anglii 4", Question((RIVER, OCEAN), "england", 4)),
        ("řeka a ocean proti Anglie 4", Question((RIVER, OCEAN), "england", 4)),
        ("Bringer of Dreams and Nightmares and River vs bp:2", Question((RIVER, BRINGER), "brandenburg_prussia", 2)),
        ("river and ocean and bringer", Question((RIVER, OCEAN, BRINGER))),
        ("river vs sweden 0 with blitz", Question((RIVER,), "sweden", 0, "blitz")),
        ("river vs Guard the Isle's Heart", Question((RIVER,), scenario="guard_the_isles_heart")),
        ("river vs nobody", Question((RIVER,))),
        ("river vs england 2, thematic", Question((RIVER,), "england", 2, thematic=True)),
        ("keeper vs france 1",
         Question(("keeper_of_the_forbidden_wilds",), "france", 1, expansion="branch_and_claw")),
    ],
)  # fmt: skip
def test_what_a_question_means(text, question):
    assert read_question(text, CONTENT) == question


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no spirit"),
        ("vs england 3", "names no spirit"),
        ("rivr vs england 3", "unknown spirit 'rivr' .did you mean river"),
        ("river vs spain 3", "unknown adversary 'spain'"),
        ("river vs england", "say which level, as in: england 3"),
        ("river vs england 9", "from 0 to 6, got 9"),
        ("river vs england 1, sweden 2", "'sweden 2': there is one adversary already"),
        ("river vs ocean vs england 1", "says twice against what"),
        ("river + river", "named twice"),
        ("the vs england 1", "may mean"),
    ],
)
def test_what_is_no_question_is_one_line(text, message):
    with pytest.raises(UserError, match=message) as caught:
        read_question(text, CONTENT)
    assert "\n" not in str(caught.value)


def test_the_ladder_has_a_rung_of_each_official_difficulty():
    rungs = [read_question(f"river vs {rung}", CONTENT).official(CONTENT) for rung in ladder(Question((RIVER,)))]
    assert rungs == sorted(set(rungs))
    assert (rungs[0], rungs[-1]) == (0, 11)


@pytest.fixture
def ask(tmp_path, capsys):
    def run(text, *options):
        kept = ["--policy", "greedy", "--precision", "0.1", "--jobs", "1", "--out", str(tmp_path / "asked")]
        assert evenkeel.main(["ask", *text.split(), *kept, *options]) == 0
        return capsys.readouterr()

    return run


def test_an_answer_is_kept_and_knows_other_partners(ask):
    first = json.loads(ask("river + ocean vs england 1", "--json").out)
    assert first["configuration"].startswith("River Surges in Sunlight + Ocean's Hungry Grasp against England 1")
    assert first["low"] < first["rate"] < first["high"]
    assert (first["policy"], first["official"], first["partners"]) == ("greedy", 3, [])
    assert first["inferred_low"] < first["inferred"] < first["inferred_high"]
    assert json.loads(ask("ocean, river vs england 1", "--json").out) == first
    partner = json.loads(ask("green + river vs england 1", "--json").out)
    assert [team["spirits"] for team in partner["partners"]] == [f"{RIVER}+{OCEAN}"]
    assert partner["partners"][0]["rate"] == first["rate"]


def test_an_answer_is_told_in_sentences(ask):
    said = ask("river vs england 1", "--lang", "pl").out.splitlines()
    assert said[0].startswith("Skąpana Słońcem Rzeka — ")
    assert said[1].startswith("greedy wygrywa ")
    assert len(said) == 4
