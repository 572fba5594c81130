"""Bad content is refused with the file, the component and the field; an overlay changes single fields."""

import shutil

import pytest

from simulator.core.errors import UserError
from simulator.spirit_island.language.grammar import Where, amount, condition
from simulator.spirit_island.language.schema import CONTENT, ContentError, load_source
from simulator.spirit_island.language.step_grammar import program


def refusal(check, value):
    """Returns the message with which a value is refused."""
    with pytest.raises(ContentError) as error:
        check(value, Where("minor_powers.yaml", "drought", "effect"))
    return str(error.value)


def overlay_refusal(overlay):
    """Returns the message with which an overlay is refused."""
    with pytest.raises(ContentError) as error:
        load_source(overlay)
    return str(error.value)


@pytest.fixture
def copied_content(tmp_path):
    """A copy of the content that a test may spoil."""
    return shutil.copytree(CONTENT, tmp_path / "content")


def spoil(directory, file, old, new):
    """Replaces the first occurrence of a text in a content file and returns the message of the refusal."""
    path = directory / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as error:
        load_source(directory=directory)
    return str(error.value)


def test_the_printed_content_is_accepted():
    source = load_source()
    assert len(source["minor_powers"]) == 67
    assert len(source["major_powers"]) == 43


def test_a_refusal_names_file_card_and_field_in_one_line():
    message = refusal(program, [{"do": "fear", "n": 1}, {"do": "push", "pieces": ["twon"], "n": 1}])
    assert message.startswith("minor_powers.yaml: drought: effect[1].pieces[0]: unknown piece 'twon' (valid: explor")
    assert message.endswith("did you mean town?)")
    assert "\n" not in message


@pytest.mark.parametrize("powers", [None, 3, ["x"], [{"name": "nameless"}], [{"id": 3}]])
def test_an_overlay_that_breaks_a_spirit_and_one_of_its_powers_is_refused(powers):
    changes = {
        "spirits": {"thunderspeaker": {"unique_powers": powers}},
        "unique_powers": {"manifestation_of_power_and_glory": {}},
    }
    assert "\n" not in overlay_refusal(changes)


def test_a_content_error_is_a_mistake_of_the_user():
    assert issubclass(ContentError, UserError)


@pytest.mark.parametrize(
    ("step", "place", "reason"),
    [
        ({"do": "pusch", "pieces": ["town"], "n": 1}, "effect[0].do", "unknown op 'pusch'"),
        ({"do": "push", "peices": ["town"], "n": 1}, "effect[0].peices", "unknown field 'peices'"),
        ({"do": "push", "pieces": ["town"]}, "effect[0].n", "missing"),
        ({"do": "fear", "n": "3"}, "effect[0].n", "unknown amount '3'"),
        ({"do": "gain_card", "deck": "any", "permanent": True}, "effect[0].permanent", "needs deck: minor or major"),
        ({"do": "fear", "n": -1}, "effect[0].n", "expected a number"),
        ({"do": "fear", "n": True}, "effect[0].n", "expected an amount"),
        ({"do": "push", "pieces": ["town"], "n": 1, "up_to": 1}, "effect[0].up_to", "expected true or false"),
        ({"do": "land_rule", "rule": "no_bligt"}, "effect[0].rule", "unknown land rule 'no_bligt'"),
        ({"do": "skip", "actions": ["buidl"]}, "effect[0].actions[0]", "unknown action 'buidl'"),
        ({"do": "destroy", "pieces": ["town"]}, "effect[0].n", "missing"),
        ({"do": "destroy", "pieces": ["town"], "n": 1, "board": True}, "effect[0]", "not both"),
        ({"do": "gain_card"}, "effect[0]", "needs deck or from_hand_of"),
        ({"do": "push_presence", "with": {"town": 1, "city": 2}}, "effect[0].with", "the same number"),
        ({"threshold": {"sunn": 2}, "then": []}, "effect[0].threshold.sunn", "unknown element 'sunn'"),
        ({"threshold": {}, "then": []}, "effect[0].threshold", "at least one element"),
        ({"threshold": {"sun": 2}}, "effect[0].then", "missing"),
        ({"if": {"terrain": ["jungel"]}, "then": []}, "effect[0].if.terrain[0]", "unknown terrain 'jungel'"),
        ({"each_land": {}, "do": []}, "effect[0].do", "at least one step"),
        ({"in_land": {}, "within": "bord", "do": [{"do": "ravage"}]}, "effect[0].within", "unknown scope 'bord'"),
        ({"choose": [{"when": {}, "then": []}]}, "effect[0].choose[0].then", "unknown field 'then'"),
        ({"thresold": {"sun": 2}}, "effect[0]", "unknown step 'thresold'"),
        ("fear", "effect[0]", "expected a mapping"),
    ],
)
def test_a_bad_step_is_refused_where_it_is_wrong(step, place, reason):
    message = refusal(program, [step])
    assert message.startswith(f"minor_powers.yaml: drought: {place}: ")
    assert reason in message


def test_nested_steps_keep_their_path():
    steps = [{"if": {"has": "dahan"}, "then": [{"choose": [[], [{"do": "damage", "n": {"count": "dahn"}}]]}]}]
    assert "effect[0].then[0].choose[1][0].n.count: unknown piece 'dahn'" in refusal(program, steps)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"count": "dahan", "presence": "actor"}, "exactly one of"),
        ({"times": 2}, "exactly one of"),
        ({"count": "dahan", "at": "nearby"}, "unknown place 'nearby'"),
        ({"min": [1, {"product": [2, 3]}]}, "cannot be nested"),
        ({"pairs": ["sun"]}, "expected 2 to 2 items"),
        (99, "not 99"),
    ],
)
def test_a_bad_amount_is_refused(value, reason):
    assert reason in refusal(amount, value)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"hass": "dahan"}, "unknown field 'hass'"),
        ({"count": {"of": "dahan"}}, "needs at_least, at_most or exactly"),
        ({"count": {"of": "dahan", "exactly": 1, "at_least": 1}}, "exactly excludes"),
        ([{"has": "dahan"}, {"coastal": "yes"}], "effect[1].coastal: expected true or false"),
        ([], "expected 1 to"),
    ],
)
def test_a_bad_condition_is_refused(value, reason):
    assert reason in refusal(condition, value)


# --- whole files


def test_an_unknown_field_of_a_card_is_refused(copied_content):
    message = spoil(copied_content, "minor_powers.yaml", "  speed: slow", "  sped: slow")
    assert message.startswith("minor_powers.yaml: call_of_the_dahan_ways: sped: unknown field 'sped'")


def test_a_key_written_twice_is_refused(copied_content):
    message = spoil(copied_content, "minor_powers.yaml", "  speed: slow", "  cost: 1\n  speed: slow")
    assert message.startswith("minor_powers.yaml: line ")
    assert "key 'cost' is written twice" in message


def test_broken_yaml_is_refused_with_its_line(copied_content):
    message = spoil(copied_content, "fear_cards.yaml", "- id: scapegoats", "- id: [scapegoats")
    assert message.startswith("fear_cards.yaml: line ")


def test_a_missing_file_is_named(copied_content):
    (copied_content / "fear_cards.yaml").unlink()
    with pytest.raises(ContentError, match=r"^fear_cards\.yaml: file not found$"):
        load_source(directory=copied_content)


def test_an_id_used_twice_is_refused(copied_content):
    message = spoil(copied_content, "minor_powers.yaml", "id: call_to_bloodshed", "id: call_of_the_dahan_ways")
    assert message == "minor_powers.yaml: call_of_the_dahan_ways: id: already used in minor_powers.yaml"


def test_adjacency_on_one_side_only_is_refused(copied_content):
    message = spoil(copied_content, "boards.yaml", "adjacent: [A2, A4, A5, A6]", "adjacent: [A2, A4, A5]")
    assert message == "boards.yaml: A6: adjacent[0]: A1 does not name A6 in turn"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("terrain: mountain", "terrain: mountian", "A1: terrain: unknown terrain 'mountian'"),
        ("breaks: [1, 3, 7]", "breaks: [1, 3]", "A: sides[0].breaks: expected one place between"),
        ("[W6, E10]", "[W6, E11]", "thematic_borders: W-E[0][1]: unknown land 'E11'"),
        ("rotation: 3", "rotation: 6", "layouts: 2[1].rotation: expected a whole number"),
        ("2: [W, E]", "2: [W]", "thematic_boards_by_players: 2: expected 2 to 2 items"),
    ],
)
def test_a_bad_board_is_refused(copied_content, old, new, expected):
    assert spoil(copied_content, "boards.yaml", old, new).startswith(f"boards.yaml: {expected}")


def test_a_power_inside_a_spirit_is_named(copied_content):
    file = "spirits/river_surges_in_sunlight.yaml"
    message = spoil(copied_content, file, "elements: [sun, water]", "elements: [sum]")
    assert message.startswith(f"{file}: flash_floods: elements[0]: unknown element 'sum'")


def test_a_bad_invader_deck_is_refused(copied_content):
    message = spoil(copied_content, "invader_deck.yaml", "111-2222-33333", "111-2222-44444")
    assert message.startswith("invader_deck.yaml: orders.standard: expected stages")


def test_a_progression_with_an_unknown_power_is_refused(copied_content):
    message = spoil(copied_content, "progressions.yaml", "- powerstorm", "- powerstrom")
    assert message.startswith("progressions.yaml: lightnings_swift_strike: [2]: unknown power 'powerstrom'")
    assert "did you mean powerstorm?" in message


def test_a_spirit_file_that_nobody_expects_is_refused(copied_content):
    shutil.copy(copied_content / "spirits/thunderspeaker.yaml", copied_content / "spirits/thunder.yaml")
    with pytest.raises(ContentError, match=r"^spirits/thunder\.yaml: unknown spirit 'thunder'"):
        load_source(directory=copied_content)


# --- overlays


def find(source, kind, name):
    return next(entry for entry in source[kind] if entry["id"] == name)


def test_an_overlay_replaces_only_the_fields_it_names():
    changed = find(load_source({"minor_powers": {"drought": {"cost": 3}}}), "minor_powers", "drought")
    printed = find(load_source(), "minor_powers", "drought")
    assert changed == printed | {"cost": 3}
    assert printed["cost"] == 1


def test_an_overlay_reaches_powers_inside_spirits_and_lands_inside_boards():
    source = load_source(
        {
            "unique_powers": {"flash_floods": {"cost": 1}},
            "innates": {"massive_flooding": {"speed": "fast"}},
            "lands": {"A2": {"setup": {"city": 2}}},
            "invader_cards": {"ii_coastal": {"escalation": True}},
        }
    )
    river = find(source, "spirits", "river_surges_in_sunlight")
    assert find(river, "unique_powers", "flash_floods")["cost"] == 1
    assert find(river, "innates", "massive_flooding")["speed"] == "fast"
    assert source["boards"]["balanced"]["A"]["lands"]["A2"]["setup"] == {"city": 2}
    assert source["invader_deck"]["cards"][8]["escalation"] is True


def test_an_overlay_may_not_change_what_the_caller_passed():
    overlay = {"minor_powers": {"drought": {"elements": ["sun"]}}}
    find(load_source(overlay), "minor_powers", "drought")["elements"].append("moon")
    assert overlay == {"minor_powers": {"drought": {"elements": ["sun"]}}}


def test_a_bad_overlay_is_refused_by_kind_id_and_field():
    assert overlay_refusal({"minors": {}}).startswith("overlay: unknown kind 'minors'")
    assert overlay_refusal({"minor_powers": {"drougt": {}}}) == (
        "overlay: minor_powers: drougt: unknown id 'drougt' (did you mean drought?)"
    )
    assert overlay_refusal({"minor_powers": {"drought": 3}}) == ("overlay: minor_powers: drought: expected a mapping, got 3")
    message = overlay_refusal({"minor_powers": {"drought": {"cost": "cheap"}}})
    assert message.startswith("minor_powers.yaml (with overlay): drought: cost: expected a whole number")
