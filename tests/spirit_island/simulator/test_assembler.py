"""The content becomes tables: numbers of components, programs, islands and distances."""

import pytest

from simulator.spirit_island.language.assembler import UnknownName, load_content
from simulator.spirit_island.language.island import adjacency
from simulator.spirit_island.language.layouts import land_number
from simulator.spirit_island.language.programs import Programs
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import tables as layout
from simulator.spirit_island.record import vocabulary as v
from tests.spirit_island.naive import spaces_within


@pytest.fixture(scope="module")
def content():
    return load_content()


@pytest.fixture(scope="module")
def tables(content):
    return content.tables[0]


# --- programs


def assemble(*steps, in_growth=False):
    """Returns the instructions of a program as mappings without the unused columns, and the collected expressions."""
    programs = Programs()
    assert programs.program(list(steps), in_growth) == 0
    return [readable(row) for row in programs.code], programs


def readable(row):
    names = {"n": v.I_N, "mask": v.I_MASK, "flags": v.I_FLAGS, "a": v.I_A, "b": v.I_B, "who": v.I_WHO}
    used = {name: row[column] for name, column in names.items() if row[column]}
    used |= {name: row[column] for name, column in (("cond", v.I_COND), ("body", v.I_BODY)) if row[column] != -1}
    return v.OPS[row[v.I_OP]], used


FEAR = {"do": "fear", "n": 1}
RAVAGE = {"do": "ravage"}


def test_if_jumps_over_the_other_part():
    code, _ = assemble({"if": {"coastal": True}, "then": [FEAR], "else": [RAVAGE]})
    assert code == [
        ("if", {"cond": 0, "body": 3}),
        ("fear", {"n": 1}),
        ("jump", {"body": 4}),
        ("ravage", {}),
        ("end", {}),
    ]


def test_a_threshold_that_may_be_declined():
    code, programs = assemble({"threshold": {"sun": 2, "animal": 1}, "may": True, "then": [FEAR]})
    assert code == [("threshold", {"flags": codes.OPTIONAL, "body": 2}), ("fear", {"n": 1}), ("end", {})]
    assert list(programs.needs) == [(2, 0, 0, 0, 0, 0, 0, 1)]


def test_choose_lists_its_alternatives_and_ends_each_with_a_jump():
    code, _ = assemble({"choose": [[FEAR], {"when": {"has": "dahan"}, "do": [RAVAGE]}], "by": "target_spirit"})
    assert code == [
        ("choose", {"n": 2, "who": v.TARGET_SPIRIT, "body": 7}),
        ("alternative", {"body": 3}),
        ("alternative", {"cond": 0, "body": 5}),
        ("fear", {"n": 1}),
        ("jump", {"body": 7}),
        ("ravage", {}),
        ("jump", {"body": 7}),
        ("end", {}),
    ]


def test_bodies_of_loops_follow_the_end_of_the_program():
    inner = {"in_land": {}, "within": "board", "optional": True, "do": [FEAR]}
    code, _ = assemble({"each_board": [inner]}, RAVAGE)
    assert code == [
        ("each_board", {"body": 3}),
        ("ravage", {}),
        ("end", {}),
        ("in_land", {"a": v.WITHIN_BOARD, "b": -1, "flags": codes.OPTIONAL, "body": 5}),
        ("end", {}),
        ("fear", {"n": 1}),
        ("end", {}),
    ]


def test_pay_and_may_lead_past_what_is_not_done():
    code, _ = assemble({"pay": 1, "optional": True, "then": [FEAR]}, {"may": [RAVAGE]})
    assert code == [
        ("pay", {"n": 1, "flags": codes.OPTIONAL, "body": 2}),
        ("fear", {"n": 1}),
        ("may", {"body": 4}),
        ("ravage", {}),
        ("end", {}),
    ]


@pytest.mark.parametrize(
    ("step", "op", "columns"),
    [
        (
            {"do": "push", "pieces": ["explorer", "town"], "n": 3, "up_to": True},
            "push",
            {"n": 3, "mask": 3, "flags": codes.UP_TO},
        ),
        ({"do": "remove", "pieces": "invaders", "n": "all"}, "remove", {"n": v.ALL, "mask": 7}),
        ({"do": "drown", "pieces": ["city"], "n": 1}, "destroy", {"n": 1, "mask": 4, "flags": codes.DROWNS}),
        ({"do": "damage", "n": 2}, "damage", {"n": 2, "mask": v.INVADERS_MASK, "a": v.WITHIN_TARGET}),
        (
            {"do": "damage", "n": 2, "to": ["town"], "each": True, "across": "own_lands_too"},
            "damage",
            {"n": 2, "mask": 2, "flags": codes.EACH, "a": v.WITHIN_OWN_LANDS_TOO},
        ),
        ({"do": "add", "piece": "strife", "n": 1}, "add", {"n": 1, "mask": v.STRIFE_MASK}),
        (
            {"do": "add", "piece": "blight", "n": 1, "cascades": False, "destroys_presence": False},
            "add",
            {"n": 1, "mask": v.BLIGHT_MASK, "flags": codes.NO_CASCADE | codes.SPARES_PRESENCE},
        ),
        (
            {"do": "replace", "piece": "city", "with": "explorer", "n": 1, "with_n": 2},
            "replace",
            {"n": 1, "mask": 4, "b": 2},
        ),
        ({"do": "defend", "n": 2, "lands_of": "target_spirit"}, "defend", {"n": 2, "a": 1, "who": v.TARGET_SPIRIT}),
        ({"do": "skip", "actions": ["ravage", "explore"]}, "skip", {"mask": 5}),
        ({"do": "health", "pieces": ["dahan"], "n": -2}, "health", {"n": 2, "mask": v.DAHAN_MASK, "a": -1}),
        ({"do": "gain_card", "deck": "major", "forget": False}, "gain_card", {"n": 4, "a": 1, "flags": codes.NO_FORGET}),
        ({"do": "add_presence", "n": 1}, "add_presence", {"n": 1, "a": -1}),
        (
            {"do": "add_presence", "n": 1, "range": "any", "who": "target_spirit"},
            "add_presence",
            {"n": 1, "a": 99, "b": v.TARGET_SPIRIT, "who": v.TARGET_SPIRIT},
        ),
        ({"do": "push_presence", "with": {"town": 2, "dahan": 2}}, "push_presence", {"n": 2, "mask": 10}),
    ],
)
def test_a_step_becomes_one_instruction(step, op, columns):
    code, _ = assemble(step)
    assert code == [(op, columns), ("end", {})]


def test_presence_added_by_growth_is_marked():
    code, _ = assemble({"do": "add_presence", "n": 1, "range": 2}, in_growth=True)
    assert code[0] == ("add_presence", {"n": 1, "a": 2, "flags": codes.IN_GROWTH})


def test_a_body_of_a_step_runs_elsewhere():
    code, _ = assemble({"do": "move_to", "pieces": ["dahan"], "n": 5, "up_to": True, "then": [FEAR]})
    assert code == [
        ("move_to", {"n": 5, "mask": v.DAHAN_MASK, "flags": codes.UP_TO, "body": 2}),
        ("end", {}),
        ("fear", {"n": 1}),
        ("end", {}),
    ]


# --- amounts and conditions


def test_amounts_are_literals_or_shared_rows():
    programs = Programs()
    assert programs.amount(7) == 7
    assert programs.amount("all") == v.ALL
    dahan = {"count": "dahan", "at": "adjacent", "times": 2, "per": 3, "plus": 1, "at_most": 4}
    assert programs.amount(dahan) == -1
    assert programs.amount("players") == -2
    assert programs.amount(dict(dahan)) == -1
    assert programs.amount({"min": [{"element": "air"}, 3]}) == -4
    assert list(programs.amounts) == [
        (v.AMOUNT_COUNT, v.DAHAN_MASK, v.AT_ADJACENT, 2, 3, 1, 4, 0, 0),
        (v.AMOUNT_PLAYERS, 0, 0, 1, 1, 0, v.NO_LIMIT, 0, 0),
        (v.AMOUNT_ELEMENT, 3, 0, 1, 1, 0, v.NO_LIMIT, 0, 0),
        (v.AMOUNT_MIN, 0, 0, 1, 1, 0, v.NO_LIMIT, -3, 3),
    ]


def test_conditions_are_clauses_of_atoms():
    programs = Programs()
    assert programs.condition({}) == -1
    assert programs.condition([{"has": "dahan"}, {}]) == -1
    either = [{"terrain": ["jungle", "wetland"], "inland": True}, {"none": ["town", "city"]}]
    assert programs.condition(either) == 0
    assert programs.condition(either) == 0
    assert list(programs.conditions) == [
        (
            (v.ATOM_TERRAIN, 0, 1, 0b1001, 0, 0, 0),
            (v.ATOM_COASTAL, 1, 0, 0, 0, 0, 0),
            (v.ATOM_COUNT, 0, 1, v.BUILDINGS_MASK, 0, 0, 0),
        )
    ]


# --- components


def test_numbers_of_components(content, tables):
    assert len(content.spirits) == 10
    assert len(content.fear_cards) == tables["fear_cards"] == 30
    assert len(content.blight_cards) == tables["blight_cards"] == 9
    assert len(content.invader_cards) == 15
    assert tables["cards"] == 67 + 43 + 40
    assert [list(tables["power_deck"][: len(content.powers)]).count(deck) for deck in range(3)] == [67, 43, 40]
    assert content.boards == ["A", "B", "C", "D", "NE", "E", "W", "NW"]


def test_powers_stand_in_the_order_minors_majors_uniques_innates(content, tables):
    decks = list(tables["power_deck"][: len(content.powers)])
    assert decks == sorted(decks)
    assert content.powers[110] == "shatter_homesteads"
    assert content.powers[150] == "thundering_destruction"


def test_a_power_card_is_described(content, tables):
    power = content.power_index("teeth_gleam_from_darkness")
    assert tables["power_cost"][power] == 1
    assert tables["power_speed"][power] == v.SLOW
    assert [v.ELEMENTS[e] for e in tables["power_elements"][power].nonzero()[0]] == ["moon", "plant", "animal"]
    assert tables["power_origin"][power] == v.FROM_PRESENCE_IN
    assert tables["power_origin_terrains"][power] == 1 << v.JUNGLE
    assert tables["power_range"][power] == 1
    assert tables["power_set"][power] == 1


def test_levels_of_an_innate_are_its_outer_thresholds(content, tables):
    def levels(name):
        numbers = tables["power_levels"][content.power_index(name)]
        needs = [tables["needs"][number] for number in numbers if number >= 0]
        return [{v.ELEMENTS[element]: int(need[element]) for element in need.nonzero()[0]} for need in needs]

    assert levels("massive_flooding") == [
        {"sun": 3, "water": 4, "earth": 1},
        {"sun": 2, "water": 3},
        {"sun": 1, "water": 2},
    ]
    assert levels("creepers_tear_into_mortar") == [{"moon": 1, "plant": 2}]
    assert levels("ranging_hunt") == [{"animal": 2}, {"plant": 2, "animal": 3}]
    assert levels("wash_away") == []


def test_a_spirit_panel_is_described(content, tables):
    keeper = content.spirit_index("keeper_of_the_forbidden_wilds")
    assert tables["spirit_rules"][keeper] == v.FORBIDDEN_GROUND
    assert tables["spirit_picks"][keeper] == 2
    assert list(tables["growth_cost"][keeper]) == [0, 0, 0, 3]
    assert list(tables["track_length"][keeper]) == [8, 6]
    assert list(tables["track_number"][keeper, v.ENERGY_TRACK, :4]) == [2, -1, 4, 5]
    assert tables["track_element"][keeper, v.ENERGY_TRACK, 1] == v.ELEMENTS.index("sun")
    assert tables["track_number"][keeper, v.PLAYS_TRACK, 5] == 5
    assert tables["track_reclaim"][keeper, v.PLAYS_TRACK, 5] == 1
    assert list(tables["spirit_setup"][keeper, 0]) == [layout.SETUP_HIGHEST_TERRAIN, v.JUNGLE, 1, v.WILDS, 1, -1]


def test_presence_at_the_start(content, tables):
    assert tables["start_presence"][content.spirit_index("thunderspeaker")] == 2
    assert tables["start_presence"][content.spirit_index("shadows_flicker_like_flame")] == 3


def test_growth_that_is_always_done_stands_in_the_last_row(content, tables):
    green = content.spirit_index("a_spread_of_rampant_green")
    program = tables["growth"][green, layout.MAX_GROWTH_OPTIONS, 0]
    assert tables["code"][program, v.I_OP] == v.OP_ADD_PRESENCE
    assert tables["code"][program, v.I_FLAGS] & codes.IN_GROWTH
    assert tables["growth"][content.spirit_index("thunderspeaker"), layout.MAX_GROWTH_OPTIONS, 0] == -1


def test_the_printed_blight_space_is_no_card(content, tables):
    assert "no_blight_card" not in content.blight_cards
    assert tables["blight_sets"][tables["blight_cards"]] == 0
    assert tables["blight_healthy"][tables["blight_cards"]] == 5


def test_every_jump_stays_inside_the_code(tables):
    code = tables["code"]
    length = int(code[:, v.I_OP].nonzero()[0].max()) + 2  # the last instruction is an `end`, number 0
    assert code[:length, v.I_BODY].max() < length
    jumps = [v.OP_JUMP, v.OP_IF, v.OP_THRESHOLD, v.OP_CHOOSE, v.OP_ALTERNATIVE, v.OP_MAY, v.OP_PAY, v.OP_EACH_LAND]
    assert all(row[v.I_BODY] > at for at, row in enumerate(code[:length]) if row[v.I_OP] in jumps)


def test_an_unknown_name_is_quoted_with_the_nearest_one(content):
    with pytest.raises(UnknownName, match="unknown spirit 'River Surges' .*river_surges_in_sunlight"):
        content.spirit_index("River Surges")
    with pytest.raises(ValueError, match="unknown power 'drougt' .*drought"):
        content.power_index("drougt")
    with pytest.raises(UnknownName, match="'A NE'"):
        content.layout_index(["A", "NE"])


def test_an_overlay_changes_tables_and_digest_but_not_the_printed_content(content):
    changed = load_content({"minor_powers": {"drought": {"cost": 4}}})
    power = content.power_index("drought")
    assert changed.tables[0]["power_cost"][power] == 4
    assert content.tables[0]["power_cost"][power] == 1
    assert changed.digest != content.digest
    assert load_content() is content


# --- islands


def test_there_is_an_island_for_every_order_of_boards(content, tables):
    assert len(content.layouts) == tables["layouts"] == 4 + 12 + 24 + 24 + 4
    assert content.layouts["W", "E", "NE", "NW"] == 67
    island = content.layout_index(["D", "A"])
    assert tables["layout_players"][island] == 2
    assert list(tables["layout_board"][island]) == [3, 0, -1, -1]
    assert bin(tables["layout_lands"][island]).count("1") == 16


@pytest.mark.parametrize(
    ("order", "land", "neighbours"),
    [
        ("A", "A0", "A1 A2 A3"),
        ("A", "A3", "A0 A2 A4"),
        ("CD", "C3", "C0 C2 C4 D4 D6"),
        ("CD", "D6", "C3 D4 D5 D7"),
        ("ABC", "A7", "A5 A8 B3 B4 B7 C4"),
        ("BDC", "B8", "B6 B7 D3 D4"),
        ("ABDC", "A8", "A5 A6 A7 B3 B4 B7 C4 C7 D8"),  # D8: the diagonal at the centre
    ],
)
def test_neighbours_on_balanced_boards(content, tables, order, land, neighbours):
    order = tuple(order)
    bits = int(tables["near"][content.layouts[order], 1, land_number(land, order)])
    assert bits == sum(1 << land_number(name, order) for name in [land, *neighbours.split()])


def test_thematic_boards_have_an_ocean_too(content, tables):
    order = ("W", "E")
    island = content.layout_index(order)
    east_ocean = land_number("E0", order)
    assert tables["layout_terrain"][island, east_ocean] == v.OCEAN
    expected = sum(1 << land_number(name, order) for name in ("E0", "E1", "E2", "E3"))
    assert tables["near"][island, 1, east_ocean] == expected
    assert tables["layout_strife"][island, land_number("E2", order)] == v.TOWN + 1


def neighbours_with_oceans(boards, order):
    """Returns the neighbours of all spaces of an island, the oceans included."""
    found = adjacency(boards, order)
    for kind in ("balanced", "thematic"):
        for board in order:
            for land, facts in boards[kind].get(board, {"lands": {}})["lands"].items():
                if facts.get("coastal"):
                    found[land].add(f"{board}0")
                    found.setdefault(f"{board}0", set()).add(land)
    return found


@pytest.mark.parametrize("order", ["A", "D B", "A B C", "C A D B", "NE", "W E NE NW"])
def test_distances_agree_with_a_plain_search(content, tables, order):
    order = tuple(order.split())
    near = tables["near"][content.layout_index(order)]
    neighbours = neighbours_with_oceans(content.source["boards"], order)
    for space in neighbours:
        for steps in range(v.MAX_RANGE + 1):
            expected = sum(1 << land_number(name, order) for name in spaces_within(neighbours, space, steps))
            assert int(near[steps, land_number(space, order)]) == expected


def test_spaces_that_do_not_exist_are_near_nothing(content, tables):
    island = content.layout_index(["A"])
    assert not tables["near"][island, :, 9:].any()
    assert (tables["layout_terrain"][island, 9:] == -1).all()


def test_printed_pieces_and_tokens(content, tables):
    order = ("B", "A")
    land = land_number("A2", order)
    island = content.layout_index(order)
    assert list(tables["layout_pieces"][island, land]) == [0, 0, 1, 1, 0, 0, 0, 0]
    assert list(tables["layout_tokens"][island, land]) == [0, 0, 0, 0, 0, 0, 0, 1]
