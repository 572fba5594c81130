"""Every component can be read aloud: nothing of the content language shows through its words."""

import re

import pytest

from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.language.step_grammar import CONTROL_SHAPES, STEP_SHAPES
from simulator.spirit_island.words.amounts import amount, counted, land, situation
from simulator.spirit_island.words.cards import blight_text, event_text, fear_text, growth_texts, power_text
from simulator.spirit_island.words.steps import CONTROL, STEPS, alternatives, program

CONTENT = load_content()
RAW = re.compile(r"[_{}\[\]']{2}|_|\{|\}|\[|\]|None|True|False|  |: *$|\b(actor|target_spirit|up_to)\b")


def texts():
    for power in CONTENT.powers:
        yield power, power_text(CONTENT, power)
    for card in CONTENT.fear_cards:
        yield card, [fear_text(CONTENT, card, level) for level in (1, 2, 3)]
    for event in CONTENT.events:
        yield event, event_text(CONTENT, event)
    for card in CONTENT.blight_cards:
        yield card, blight_text(CONTENT, card)
    for spirit in CONTENT.spirits:
        yield spirit, growth_texts(CONTENT, spirit)


def test_every_step_of_the_language_has_words():
    assert set(STEPS) == set(STEP_SHAPES)
    assert set(CONTROL) == set(CONTROL_SHAPES)


@pytest.mark.parametrize(("name", "lines"), list(texts()), ids=lambda value: value if isinstance(value, str) else "")
def test_a_component_is_told_in_words(name, lines):
    assert lines
    for line in lines:
        assert line.strip()
        assert not RAW.search(line), line


@pytest.mark.parametrize(
    ("power", "says"),
    [
        ("call_to_migrate", ["gather up to 3 dahan", "push up to 3 dahan"]),
        ("call_to_bloodshed", ["either damage (1 per dahan there), or gather up to 3 dahan"]),
    ],
)
def test_powers_say_what_they_do(power, says):
    assert power_text(CONTENT, power)[1:] == says


def test_a_power_says_what_it_costs_and_where_it_reaches():
    assert power_text(CONTENT, "call_of_the_dahan_ways")[0] == (
        "1 energy · slow · moon, water, animal · range 1 from your presence · at a land with dahan"
    )
    assert power_text(CONTENT, "call_of_the_dahan_ways")[1] == (
        "with 2 moon: you may replace 1 town with 1 dahan (otherwise: replace 1 explorer with 1 dahan)"
    )


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (3, "3"),
        ({"count": "dahan"}, "1 per dahan there"),
        ({"count": "blight", "times": 4}, "4 per blight there"),
        ({"product": ["players", 4]}, "4 per player"),
        ({"count": ["town", "city"], "at": "adjacent", "at_most": 3}, "1 per town or city in adjacent lands, at most 3"),
        ({"result": "last", "plus": 1}, "1 for each of those, plus 1"),
    ],
)
def test_amounts(value, says):
    assert amount(value) == says


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ({}, "a land"),
        ({"inland": True, "has": "explorer"}, "an inland land with explorers"),
        ({"coastal": True, "terrain": "wetland", "none": "blight"}, "a coastal wetland land without blight"),
        ([{"terrain": ["jungle"]}, {"has": "beasts"}], "a jungle land or land with beasts"),
        ({"has": "explorer", "count": {"of": "dahan", "at_least": 2}}, "a land with explorers and with at least 2 dahan"),
    ],
)
def test_lands(condition, says):
    assert land(condition) == says


def test_situations():
    assert situation({"terror_level": [2, 3]}) == "the terror level is 2 or 3"
    assert situation({"coastal": True}) == "it is a coastal land"


def test_one_is_told_from_many():
    assert [counted(1, "beasts"), counted(2, "beasts"), counted(2, "city"), counted(-3, "town")] == [
        "1 beast", "2 beasts", "2 cities", "-3 towns",
    ]  # fmt: skip


def test_alternatives_of_a_choice_are_told_one_by_one():
    step = {"choose": [[{"do": "fear", "n": 2}], {"when": {"has": "dahan"}, "do": [{"do": "defend", "n": 3}]}]}
    assert alternatives(step) == ["2 fear", "defend 3"]
    assert program([step]) == "either 2 fear, or defend 3"
