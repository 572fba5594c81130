"""The case files reach every component of the boxes, and every worked example of the rulebooks.

What must be reached comes from the content; what is reached is read from the written cases, which other tests run.
A case shows a special rule or an example by its `key`.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from experiments.core.cases import load_documents
from experiments.spirit_island.cases import make_table
from simulator.spirit_island.language.assembler import load_content
from simulator.spirit_island.record import vocabulary as v

FILES = sorted((Path(__file__).parents[1] / "cases").rglob("*.yaml"))
SOURCE = load_content().source
RULES = [rule["id"] if isinstance(rule, dict) else rule for spirit in SOURCE["spirits"] for rule in spirit["rules"]]
LEVELS = [(one["id"], level) for one in SOURCE["adversaries"] for level in range(len(one["levels"]))]

EXAMPLES = (
    "base_p08_two_fast_powers", "base_p11_ravage_a", "base_p11_ravage_a_other_split", "base_p11_ravage_b_option_1",
    "base_p11_ravage_b_option_2", "base_p11_build_a", "base_p11_build_a_2", "base_p11_build_b", "base_p11_build_c",
    "base_p11_build_d", "base_p10_build_wrong_terrain", "base_p11_explore_a", "base_p11_explore_b", "base_p11_explore_c",
    "base_p11_explore_d", "base_p15_explorer_is_no_source", "base_p10_stage_3_card", "base_p10_advance_cards",
    "base_p12_time_runs_out", "base_p19_gather_push", "base_p19_gather_push_followup_ravage", "base_p15_city_one_damage",
    "base_p15_city_two_damage", "base_p15_town_one_damage", "base_p16_dahan_one_damage", "base_p10_damage_heals",
    "base_p21_three_small_powers_one_city", "base_p21_ravage_only_one_blight", "base_p21_cascade_only_one_land",
    "base_p15_cascade_chain", "base_p15_blight_card_flip_in_cascade", "base_p12_last_blight_loses",
    "base_p18_remove_blight_no_flip_back", "base_p18_defend_2", "base_p18_defend_adds_up",
    "base_p09_counterattack_with_zero_damage", "base_p09_skipped_ravage_no_counterattack",
    "base_p09_no_spreading_damage_over_dahan", "base_p17_elements_not_spent", "base_p17_do_as_much_as_you_can",
    "base_p17_target_bar_requires_dahan", "base_p17_one_land", "base_p17_innate_once", "base_p17_pretend_fewer_elements",
    "base_p30_outnumber", "base_p31_up_to_three", "base_p32_push_two_explorer_town", "base_p32_land_with_town_city",
    "base_p32_ranges", "base_p14_energy", "base_p19_repeat_no_elements", "base_p18_replace_keeps_damage",
    "ruling_replace_damage_kills", "base_p18_remove_no_fear", "base_p18_forget_card_in_play", "base_p12_fear_overflow",
    "base_p12_fear_two_cards", "base_p12_terror_level_steps", "base_p12_divider_wins_at_once",
    "base_p09_fear_current_level", "base_p09_fear_from_fear", "base_p12_win_and_lose", "ruling_ravage_sacrifice_victory",
    "base_p06_setup_numbers", "base_p22_solo_another_spirit", "base_p22_levels_cumulate",
    "bc_p08_stage_of_invasion", "bc_p09_aid_forget_from_play", "bc_p09_aid_payment", "bc_p09_impossible_choice",
    "bc_p11_strife_and_health_timing", "bc_p11_strife_mandatory_under_defend", "bc_p11_strife_needs_invader",
    "bc_p11_strife_on_replace", "bc_p12_beasts_a", "bc_p12_beasts_b_keep", "bc_p12_beasts_b_kill_town", "bc_p12_beasts_c",
    "bc_p12_disease_a", "bc_p12_disease_b", "bc_p12_disease_c", "bc_p12_disease_d", "bc_p13_strife", "bc_p13_wilds_a",
    "bc_p13_wilds_b", "bc_p13_wilds_c", "bc_p13_wilds_d", "bc_p14_two_build_cards", "bc_p14_two_explore_cards",
    "bc_p15_dahan_damage_accumulates", "bc_p15_move_blight", "bc_p15_pick_two_growth", "bc_p15_two_ravages_small_damage",
    "bc_p15_two_ravages_two_blights", "bc_p16_dahan_damage_by_power", "bc_p16_damage_modifier_order",
    "bc_p16_health_minimum", "bc_p16_slow_card_in_fast_phase", "bc_p16_test_draw", "bc_p16_tight_knit_communities",
    "bc_p19_slave_rebellion_position",
)  # fmt: skip
# Worked examples of the rulebooks that no case can hold:
#   base_p23_scoring_victory, base_p23_scoring_defeat: an expectation has no score; test_results.py has both
#   bc_p09_default_option: the machine asks, so nobody is ever without an agreement


@cache
def documents() -> list[dict[str, Any]]:
    """Returns every written case."""
    return [document for path in FILES for document in load_documents(path) if isinstance(document, dict)]


def cases() -> list[dict[str, Any]]:
    """Returns every case that should run to its end."""
    return [case for case in documents() if "error" not in case and "error" not in (case.get("expect") or {})]


@cache
def keys() -> set[str]:
    """Returns the keys of all cases."""
    return {case["key"] for case in documents() if "key" in case}


def steps(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yields every step of a kind with its case."""
    for case in cases():
        for step in case.get("steps") or []:
            if name in step:
                yield case, step


# --- powers


def all_powers() -> dict[str, dict[str, Any]]:
    """Returns every minor, major, unique and innate power."""
    powers = [*SOURCE["minor_powers"], *SOURCE["major_powers"]]
    for spirit in SOURCE["spirits"]:
        powers += [*spirit["unique_powers"], *spirit["innates"]]
    return {power["id"]: power for power in powers}


POWERS = all_powers()
SPEEDS = {power_id: power["fast_if"] for power_id, power in POWERS.items() if "fast_if" in power}


def needs(entry: Any) -> Iterator[dict[str, int]]:
    """Yields the elements of every threshold of a power, that of its speed left out."""
    if isinstance(entry, list):
        for part in entry:
            yield from needs(part)
    if isinstance(entry, dict):
        yield from (entry[key] for key in ("threshold", "need") if key in entry)
        for part in entry.values():
            yield from needs(part)


def elements_of(case: dict[str, Any], spirit: str, power: str) -> dict[str, int]:
    """Returns the elements a spirit has for a power when a case begins, those of the power itself included."""
    table = make_table(case)
    found = dict(zip(v.ELEMENTS, table.state["elements"][table.player(spirit)].tolist()))
    mine = (case["position"].get("spirits") or {}).get(spirit) or {}
    for element in POWERS[power].get("elements", []):
        found[element] += power not in mine.get("played", [])
    return found


@cache
def uses() -> dict[str, list[dict[str, int]]]:
    """Returns for every power the elements that its user had, use by use."""
    found = defaultdict(list)
    for case, step in steps("use"):
        power = step["use"]["power"]
        if power in POWERS:
            found[power].append(elements_of(case, step["use"]["spirit"], power))
    for power, elements in turn_uses():
        found[power].append(elements)
    return found


def turn_uses() -> Iterator[tuple[str, dict[str, int]]]:
    """Yields every power that a whole turn uses (a card named again after its play, an innate) with its user's elements."""
    for case, step in steps("turn"):
        named = [label.removeprefix("card:") for label in step.get("choices", []) if str(label).startswith("card:")]
        for power in {name for name in named if name in POWERS}:
            owner = owner_of(case, power)
            if owner and named.count(power) > ("cost" in POWERS[power]):
                elements = elements_of(case, owner, power)
                for card in set(hand_of(case, owner)) & set(named) - {power}:
                    for element in POWERS[card]["elements"]:
                        elements[element] += 1
                yield power, elements


def owner_of(case: dict[str, Any], power: str) -> str | None:
    """Returns the spirit of a case that has a power in hand or printed on its panel."""
    innates = {spirit["id"]: [innate["id"] for innate in spirit["innates"]] for spirit in SOURCE["spirits"]}
    return next((name for name in case["spirits"] if power in hand_of(case, name) or power in innates.get(name, [])), None)


def hand_of(case: dict[str, Any], spirit: str) -> list[str]:
    """Returns the hand of a spirit when a case begins."""
    return ((case["position"].get("spirits") or {}).get(spirit) or {}).get("hand", [])


def is_met(need: dict[str, int], elements: dict[str, int]) -> bool:
    """Tells whether elements reach a threshold."""
    return all(elements[element] >= count for element, count in need.items())


@pytest.mark.parametrize("power", POWERS)
def test_every_power_is_used(power):
    assert uses()[power]


@pytest.mark.parametrize("power", [power for power in POWERS if list(needs(POWERS[power]))])
def test_every_threshold_is_met_once_and_unmet_once(power):
    for need in needs(POWERS[power]):
        met = {is_met(need, elements) for elements in uses()[power]}
        assert met == {True, False}, need


@pytest.mark.parametrize("power", SPEEDS)
def test_a_power_that_may_be_fast_is_used_in_turns_with_and_without_its_elements(power):
    met = {is_met(SPEEDS[power], elements) for used, elements in turn_uses() if used == power}
    assert met == {True, False}


# --- the rest


@pytest.mark.parametrize("rule", RULES)
def test_every_special_rule_has_a_case(rule):
    assert f"rule:{rule}" in keys()


@pytest.mark.parametrize("card", [card["id"] for card in SOURCE["fear_cards"]])
def test_every_fear_card_is_resolved_at_each_level(card):
    levels = {step["fear_card"]["level"] for _, step in steps("fear_card") if step["fear_card"]["id"] == card}
    assert levels == {1, 2, 3}


@pytest.mark.parametrize("card", [card["id"] for card in SOURCE["blight_cards"]])
def test_every_blight_card_lies_in_a_case(card):
    default = "no_blight_card"
    found = {(case["position"].get("blight_card") or {}).get("id", default) for case in cases() if "position" in case}
    assert card in found


@pytest.mark.parametrize("event", [event["id"] for event in SOURCE["event_cards"]])
def test_every_event_is_resolved(event):
    assert any(step["event"]["id"] == event for _, step in steps("event"))


@pytest.mark.parametrize(("adversary", "level"), LEVELS)
def test_every_level_of_the_adversaries_has_a_case(adversary, level):
    assert {"id": adversary, "level": level} in [case.get("adversary") for case in cases()]


@pytest.mark.parametrize("scenario", [scenario["id"] for scenario in SOURCE["scenarios"]])
def test_every_scenario_has_a_case(scenario):
    assert scenario in [case.get("scenario") for case in cases()]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_rulebook_is_a_case(example):
    assert example in keys()


def test_every_key_means_something():
    known = {*EXAMPLES, *(f"rule:{rule}" for rule in v.SPIRIT_RULES)}
    assert {key for key in keys() if key.startswith(("base_", "bc_", "rule:"))} <= known
