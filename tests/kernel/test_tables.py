"""Charts: how each kind is read and asked, and what a chart's owner is told about a slip."""

import tomllib
from fractions import Fraction
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.charts.grammar import ChartGrammar
from pbem.kernel.charts.tables import (
    Check,
    Grid,
    Listing,
    Modifiers,
    Records,
    Sheet,
    States,
    Table,
    TableError,
    Track,
    key_path,
    parse_table,
)
from pbem.modules import library
from pbem.rulesets.tocs.rules.cells import crt_cell, crt_side, fire_cell

T = TypeVar("T", bound=Table)
TOCS = library.grammar("tocs")


def head(kind: str) -> str:
    return f"""schema = "pbem-table/1"
id = "trial"
title = "Trial"
kind = "{kind}"
source = "house"
basis = [1, 880]
rationale = "For tests."
"""


GRID = (
    head("grid")
    + """tokens = "fire"
[dice]
roll = "1d6"
lo = 1
hi = 6
clamp = true
good = "high"
[columns]
input = "batteries"
pick = "at_least"
labels = ["1", "2-3", "4+"]
bounds = [1, 2, 4]
below = "no_effect"
[[block]]
key = { gun = "light" }
source = "house"
rows = [
  { at = [1, 3], cells = ["-", "-", "d"] },
  { at = [4, 6], cells = ["d", "D", "1d"] },
]
[[block]]
key = { gun = "heavy" }
source = "seed:37"
rows = [
  { at = [1, 5], cells = ["d", "D", "1d"] },
  { at = [6, 6], cells = ["1d", "1D", "2d"] },
]
[[drm]]
id = "night"
value = -1
when = "night turn"
source = "house"
[[monotone]]
axis = "rows"
direction = "up"
[[monotone]]
axis = "columns"
direction = "up"
[range]
light = 4
source = "chart: the published one"
"""
)

ODDS = (
    head("grid")
    + """tokens = "crt"
[dice]
roll = "2d6"
lo = 2
hi = 12
clamp = true
good = "high"
[columns]
input = "odds"
pick = "ratio"
labels = ["1:2", "1:1", "3:2", "3:1"]
below = "first"
[[row_map]]
id = "open"
label = "Open"
covers = ["open", "farmland"]
lines = [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]
source = "house"
[[row_map]]
id = "city"
label = "City"
covers = ["city"]
lines = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]
source = "house"
[[block]]
key = { attack = "hasty" }
source = "house"
rows = [
  { at = [1, 1], cells = ["2R1/-", "2/-", "1/-", "1/1"] },
  { at = [2, 2], cells = ["2/-", "1/-", "1/1", "-/1"] },
  { at = [3, 3], cells = ["1/-", "1/1", "-/1", "-/2R2"] },
]
"""
)

SHEET = (
    head("sheet")
    + """tokens = "cost"
[columns]
input = "mobility"
pick = "name"
labels = ["foot", "armored"]
ladders = [["open", "woods"]]
[[row]]
id = "open"
group = "terrain"
cells = ["1", "0.5"]
source = "house"
[[row]]
id = "woods"
group = "terrain"
cells = ["2", "A"]
armored_base = 3
source = "house"
cell_source = ["house", "seed:438"]
[[row]]
id = "stream"
cells = ["1", "X"]
"""
)

TRACK = (
    head("track")
    + """[dice]
roll = "2d6"
lo = 2
hi = 12
clamp = false
good = "low"
[rule]
advance = 1
source = "seed:81"
[[track]]
id = "day"
boxes = [2, 5, 12]
source = "house"
"""
)

CHECK = (
    head("check")
    + """[check]
roll = "2d6"
test = "le"
target = "unit.ml"
source = "seed:151"
[[drm]]
id = "numbered"
value = "n"
lo = 1
hi = 4
when = "an nMC"
source = "house"
[[drm]]
id = "national"
value = "nation.nc"
group = "who"
when = "always"
source = "house"
"""
)

MODIFIERS = (
    head("modifiers")
    + """[[modifier]]
id = "ambushed"
side = "attacker"
scope = "unit"
order = 4
op = "mul"
value = "1/2"
round = "up"
attacks = ["ambush"]
when = "on the road"
engagement = false
source = "seed:252"
[[modifier]]
id = "loaded"
side = "both"
op = "exclude"
when = "on a train"
engagement = true
source = "house"
"""
)

RECORDS = (
    head("records")
    + """fields = ["id", "rank", "source"]
[[record]]
id = "good"
rank = 0
order = ["a", "b"]
group = "state"
source = "house"
[[record]]
id = "worse"
rank = 1
source = "house"
[repair]
rolls = 2
source = "house"
"""
)

LISTING = (
    head("list")
    + """[[item]]
id = "ap"
text = "one AP fewer"
ap = -1
source = "house"
[[item]]
id = "guns"
text = "no strike"
forbids = ["strike"]
source = "house"
"""
)

STATES = (
    head("states")
    + """[[state]]
id = "landed"
text = "at base"
[[state]]
id = "ready"
text = "may fly"
[[move]]
from = "landed"
to = "ready"
when = "an impulse begins"
source = "seed:559"
"""
)


def read(kind: type[T], text: str, grammar: ChartGrammar = TOCS) -> T:
    table = parse_table("trial.toml", text, grammar)
    assert isinstance(table, kind)
    return table


def faults(text: str, name: str = "tables/trial.toml", grammar: ChartGrammar = TOCS) -> list[str]:
    with pytest.raises(TableError) as told:
        parse_table(name, text, grammar)
    return str(told.value).splitlines()


# ---------------------------------------------------------------- asking


def test_a_cell_is_found_by_key_column_and_total() -> None:
    grid = read(Grid, GRID)
    assert grid.cell({"gun": "light"}, 0, 3) == "-"
    assert grid.cell({"gun": "light"}, 1, 4) == "D"
    assert grid.cell({"gun": "heavy"}, 2, 6) == "2d"


def test_a_modified_total_beyond_the_rows_counts_as_the_last() -> None:
    grid = read(Grid, GRID)
    assert grid.cell({"gun": "heavy"}, 2, 11) == "2d"
    assert grid.cell({"gun": "light"}, 0, -4) == "-"


def test_a_chart_that_does_not_clamp_has_no_row_beyond_the_last() -> None:
    with pytest.raises(ValueError, match="total 7"):
        read(Grid, GRID.replace("clamp = true", "clamp = false")).cell({"gun": "light"}, 0, 7)


def test_a_key_may_say_more_than_the_block_asks() -> None:
    assert read(Grid, GRID).cell({"gun": "light", "terrain": "city"}, 2, 6) == "1d"


def test_asking_for_what_is_not_there_is_a_bug() -> None:
    grid = read(Grid, GRID)
    with pytest.raises(KeyError, match="naval"):
        grid.cell({"gun": "naval"}, 0, 1)
    with pytest.raises(ValueError, match="no column 3"):
        grid.cell({"gun": "light"}, 3, 1)
    with pytest.raises(ValueError, match="no column -1"):
        grid.cell({"gun": "light"}, -1, 1)


@pytest.mark.parametrize(("value", "column"), [(0, None), (1, 0), (2, 1), (3, 1), (4, 2), (90, 2)])
def test_the_last_column_not_above_the_input(value: int, column: int | None) -> None:
    assert read(Grid, GRID).column_at(value) == column


def test_below_the_first_column_may_count_as_the_first() -> None:
    assert read(Grid, GRID.replace("no_effect", "first")).column_at(0) == 0


@pytest.mark.parametrize(
    ("attacker", "defender", "label"),
    [(1, 9, "1:2"), (1, 2, "1:2"), (5, 6, "1:2"), (6, 6, "1:1"), (8, 6, "1:1"), (9, 6, "3:2"), (18, 6, "3:1")],
)
def test_odds_round_down_in_the_defenders_favour(attacker: int, defender: int, label: str) -> None:
    grid = read(Grid, ODDS)
    assert grid.columns.labels[grid.column_for(attacker, defender)] == label


@given(st.integers(1, 400), st.integers(1, 400))
def test_the_odds_column_is_the_last_one_that_is_reached(attacker: int, defender: int) -> None:
    grid = read(Grid, ODDS)
    column = grid.column_for(attacker, defender)
    reached = [ratio <= Fraction(attacker, defender) for ratio in grid.columns.ratios]
    assert reached == [index <= column for index in range(4)] or (column == 0 and not any(reached))


def test_odds_against_nothing_are_a_bug() -> None:
    with pytest.raises(ValueError, match="6 to 0"):
        read(Grid, ODDS).column_for(6, 0)
    with pytest.raises(ValueError, match="no odds"):
        read(Grid, GRID).column_for(6, 3)


def test_shifts_stop_at_the_first_and_the_last_column() -> None:
    grid = read(Grid, ODDS)
    assert [grid.shifted(1, by) for by in (-5, -1, 0, 2, 9)] == [0, 0, 1, 3, 3]


def test_a_row_map_stands_between_dice_and_rows() -> None:
    grid = read(Grid, ODDS)
    assert grid.cell({"attack": "hasty"}, 1, 7, "open") == "1/-"
    assert grid.cell({"attack": "hasty"}, 1, 7, "city") == "2/-"
    assert grid.cell({"attack": "hasty"}, 3, 12, "open") == "-/2R2"
    with pytest.raises(ValueError, match="row map"):
        grid.cell({"attack": "hasty"}, 1, 7)


def test_a_grid_without_row_maps_takes_terrain_from_the_key() -> None:
    text = ODDS[: ODDS.index("[[row_map]]")] + ODDS[ODDS.index("[[block]]") :]
    whole = text.replace('attack = "hasty"', 'attack = "hasty", terrain = "open"')
    rows = whole.index("rows = [")
    whole = whole[:rows] + 'rows = [ { at = [2, 12], cells = ["1/-", "1/1", "-/1", "-/2R2"] } ]\n'
    assert read(Grid, whole).cell({"attack": "hasty", "terrain": "open"}, 1, 7, "open") == "1/1"


def test_columns_are_also_found_by_name() -> None:
    text = GRID.replace('pick = "at_least"', 'pick = "name"').replace("bounds = [1, 2, 4]", 'names = ["a", "b", "c"]')
    grid = read(Grid, text)
    assert (grid.column_named("2-3"), grid.column_named("c")) == (1, 2)
    with pytest.raises(ValueError, match="d"):
        grid.column_named("d")


def test_sections_of_a_charts_own_stay_within_reach_and_read_only() -> None:
    extras = read(Grid, GRID).extras
    assert section(extras, "range")["light"] == 4
    with pytest.raises(TypeError):
        extras["range"]["light"] = 5  # type: ignore[index]
    assert whole(section(read(Records, RECORDS).extras, "repair"), "rolls") == 2


def test_a_sheet_is_asked_by_row_and_column() -> None:
    sheet = read(Sheet, SHEET)
    assert (sheet.cell("woods", "armored"), sheet.cell("open", "armored")) == ("A", "0.5")
    assert [row.id for row in sheet.group("terrain")] == ["open", "woods"]
    assert sheet.rows["woods"].extras == {"armored_base": 3}


def test_a_marker_beyond_the_track_stands_on_the_last_box() -> None:
    track = read(Track, TRACK)
    assert [track.box("day", index) for index in (0, 1, 2, 3, 9)] == [2, 5, 12, 12, 12]
    assert track.rule["advance"] == 1
    with pytest.raises(ValueError, match="no box -1"):
        track.box("day", -1)


def test_a_check_has_its_trial_and_its_drms() -> None:
    check = read(Check, CHECK)
    assert (check.trial.roll, check.trial.test, check.trial.target) == ("2d6", "le", "unit.ml")
    assert (check.drms["numbered"].lo, check.drms["numbered"].hi) == (1, 4)
    assert check.drms["national"].group == "who"


def test_modifiers_keep_the_order_of_the_file() -> None:
    modifiers = read(Modifiers, MODIFIERS)
    assert list(modifiers.modifiers) == ["ambushed", "loaded"]
    assert modifiers["ambushed"].extras["attacks"] == ("ambush",)
    loaded = modifiers["loaded"]
    assert (loaded.value, loaded.extras["engagement"], loaded.extras["scope"]) == (None, True, "")


def test_records_are_found_by_id_and_group() -> None:
    records = read(Records, RECORDS)
    assert records["good"] == {"id": "good", "rank": 0, "order": ("a", "b"), "group": "state", "source": "house"}
    assert records.group("state") == (records["good"],)


def test_list_and_state_charts_are_read_whole() -> None:
    listing, states = read(Listing, LISTING), read(States, STATES)
    assert listing["guns"].extras["forbids"] == ("strike",)
    assert listing["ap"].extras["ap"] == -1
    assert states.states == {"landed": "at base", "ready": "may fly"}
    assert [(move.start, move.end) for move in states.moves] == [("landed", "ready")]


# ---------------------------------------------------------------- tokens


def test_crt_tokens_say_losses_and_retreat() -> None:
    assert [crt_side(text) for text in ("-", "2", "1R2", "0R1")] == [(0, 0), (2, 0), (1, 2), (0, 1)]
    assert crt_cell("2R2/-") == ((2, 2), (0, 0))


def test_fire_tokens_say_damage_and_targets() -> None:
    assert [fire_cell(text) for text in ("-", "d", "D", "2D")] == [(0, ""), (0, "d"), (0, "D"), (2, "D")]


@pytest.mark.parametrize(
    ("family", "rising"),
    [
        ("fire", ["-", "d", "D", "1d", "1D", "3d"]),
        ("aa", ["-", "h", "h2", "A", "A2", "E"]),
        ("air", ["E1A1/-", "A1/-", "-/-", "-/A1", "-/E1", "-/E1A1"]),
        ("ship", ["-", "X", "1", "1X", "2", "S"]),
        ("duel", ["2/-", "1/X", "-/-", "X/1"]),
        ("crt", ["2/-", "1/-", "-/-", "1R2/2"]),
        ("cost", ["0", "0.5", "4", "A", "X"]),
        ("intercept", ["-", "I"]),
        ("sub", ["-", "X", "S"]),
        ("ford", ["F", "S", "N"]),
        ("number", ["-1.5", "0", "2"]),
        ("drift", ["0", "5"]),
        ("word", ["dry", "mist"]),
        ("answer", ["-", "U"]),
    ],
)
def test_tokens_of_a_family_have_an_order(family: str, rising: list[str]) -> None:
    of = TOCS.families[family]
    assert all(of.reads(cell) for cell in rising)
    ranks = [of.rank(cell, ["dry", "mist"] if family == "word" else ["-", "U"]) for cell in rising]
    assert ranks == sorted(set(ranks))


@given(st.sampled_from(list(TOCS.families)), st.text("-0123456789/.RXASFNIhEdDU", max_size=6))
def test_every_token_that_is_let_in_can_be_ranked(family: str, cell: str) -> None:
    of = TOCS.families[family]
    if of.reads(cell) and not of.own:
        assert of.rank(cell, ()) == of.rank(cell, ())


# ---------------------------------------------------------------- slips


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (GRID, 'kind = "grid"', 'kind = "grind"', "kind: must be one of grid, check"),
        (GRID, "pbem-table/1", "pbem-table/9", "schema: must be 'pbem-table/1', not 'pbem-table/9'"),
        (GRID, 'id = "trial"', 'id = "other"', "id: is 'other', but the file is named 'trial'"),
        (GRID, 'title = "Trial"\n', "", "title: is missing"),
        (GRID, "basis = [1, 880]", "basis = [0, 881]", "basis: no such line of the rules text: 0, 881"),
        (GRID, "seed:37", "seed:881", "block[gun=heavy].source: 'seed:881' is not a source"),
        (GRID, "chart: the published one", "mine", "range.source: 'mine' is not a source"),
        (GRID, 'source = "chart: the published one"\n', "", "range: is not a key here; a section of the chart's own"),
        (GRID, "[[monotone]]", "[[monotones]]", "monotones: is not a key here; did you mean 'monotone'?"),
        (GRID, "value = -1", "valu = -1", "drm[night].valu: is not a key here; did you mean 'value'?"),
        (
            GRID,
            "value = -1",
            "value = 1.5",
            "drm[night].value: must be a whole number or a text in quotes, not 1.5",
        ),
        (GRID, "value = -1", 'value = "some"', "drm[night].value: is a formula, so it needs lo and hi"),
        (GRID, 'tokens = "fire"', 'tokens = "water"', "tokens: 'water' is not one of crt, fire"),
        (GRID, '["d", "D", "1d"] },\n]', '["d", "D", "dd"] },\n]', "block[gun=light].rows[at 4-6].cells: 'dd' cannot"),
        (GRID, '"1D", "2d"]', '"1D"]', "block[gun=heavy].rows[at 6-6].cells: has 2 cells for 3 columns"),
        (GRID, "[1, 3]", "[1, 2]", "block[gun=light].rows: must go from 1 to 6 in order, each number once"),
        (GRID, "[1, 3]", "[1, 4]", "block[gun=light].rows: must go from 1 to 6 in order, each number once"),
        (GRID, "[1, 3]", "[1]", "block[gun=light].rows[1].at: must be a list of at least 2, not [1]"),
        (GRID, "hi = 6", "hi = 5", "dice: 1 to 5 does not hold every total of 1d6"),
        (GRID, "1d6", "d6", "dice.roll: must be of the form ^[1-9]"),
        (GRID, "[1, 2, 4]", "[1, 4, 2]", "columns.bounds: must rise from left to right"),
        (GRID, "[1, 2, 4]", "[1, 2]", "columns.bounds: has 2 entries for 3 labels"),
        (GRID, "at_least", "name", "columns.bounds: belongs to pick = 'at_least', and only there"),
        (GRID, '"2-3"', '"1"', "columns.labels: names a column twice"),
        (GRID, "bounds = [1, 2, 4]", 'bounds = [1, 2, 4]\nnames = ["a"]', "columns.names: has 1 entries for 3 labels"),
        (GRID, '"heavy"', '"light"', "block[gun=light].key: is the key of an earlier block"),
        (GRID, 'gun = "heavy"', 'size = "big"', "block[size=big].key: must name gun, as the first block does"),
        (GRID, '["-", "-", "d"]', '["-", "D", "d"]', "block[gun=light].rows: row 1 does not go up along the columns"),
        (GRID, '["-", "-", "d"]', '["D", "D", "1d"]', "block[gun=light].rows: column 1 does not go up along the rows"),
        (GRID, '"up"\n[range]', '"down"\n[range]', "block[gun=light].rows: row 1 does not go down along the columns"),
        (GRID, '"up"\n[range]', '"upward"\n[range]', "monotone[2].direction: 'upward' is not one of up, down"),
        (ODDS, '"3:2", "3:1"', '"3:1", "3:2"', "columns.labels: must rise from left to right"),
        (ODDS, '"3:2"', '"3-2"', "columns.labels: not a ratio such as 3:2: 3-2"),
        (ODDS, "lines = [2, 2", "lines = [3, 2", "row_map[open].lines: must not fall"),
        (ODDS, "lines = [2, 2", "lines = [2", "row_map[open].lines: has 10 entries for the 11 totals"),
        (ODDS, 'id = "city"', 'id = "open"', "row_map[open].id: 'open' is taken by an earlier entry"),
        (SHEET, '"cost"', '"price"', "tokens: 'price' is not one of crt"),
        (
            SHEET,
            '["1", "0.5"]',
            '["3", "0.5"]',
            "columns.ladders[1]: foot: must not fall from row to row, but reads 3, 2",
        ),
        (SHEET, '"woods"]]', '"bush"]]', "columns.ladders[1]: no such row: bush"),
        (SHEET, '["1", "0.5"]', '["1"]', "row[open].cells: has 1 cells for 2 columns"),
        (SHEET, '["1", "0.5"]', '["1", "0.7"]', "row[open].cells: '0.7' cannot be read as a token of the cost family"),
        (SHEET, '["house", "seed:438"]', '["house"]', "row[woods].cell_source: has 1 entries for 2 columns"),
        (SHEET, '"stream"', '"open"', "row[open].id: 'open' is taken by an earlier entry"),
        (TRACK, "[2, 5, 12]", "[5, 2, 12]", "track[day].boxes: must not fall: 5, 2, 12"),
        (TRACK, "[2, 5, 12]", "[2, 5, 11]", "track[day].boxes: never ends for certain: the last box is below 12"),
        (CHECK, '"le"', '"lt"', "check.test: must be 'le', 'ge' or 'contest', not 'lt'"),
        (CHECK, "hi = 4\n", "", "drm[numbered].value: is a formula, so it needs lo and hi"),
        (CHECK, '"national"', '"numbered"', "drm[numbered].id: 'numbered' is taken by an earlier entry"),
        (MODIFIERS, 'value = "1/2"\n', "", "modifier[ambushed].value: is missing; 'mul' needs one"),
        (MODIFIERS, '"mul"', '"multiply"', "modifier[ambushed].op: must be one of include, exclude, scale, add, mul"),
        (MODIFIERS, '"both"', '"neither"', "modifier[loaded].side: must be 'attacker', 'defender' or 'both', not 'neither'"),
        (MODIFIERS, 'side = "both"\n', "", "modifier[loaded].side: is missing"),
        (MODIFIERS, "order = 4", "ordre = 4", "modifier[ambushed].ordre: is not a key here; did you mean 'order'?"),
        (MODIFIERS, "order = 4", 'order = "4"', "modifier[ambushed].order: must be a whole number, not '4'"),
        (MODIFIERS, '["ambush"]', "[1]", "modifier[ambushed].attacks: must be a list of texts, not [1]"),
        (MODIFIERS, "engagement = false", "engagement = 0", "modifier[ambushed].engagement: must be true or false, not 0"),
        (MODIFIERS, '"loaded"', '"ambushed"', "modifier[ambushed].id: 'ambushed' is taken by an earlier entry"),
        (RECORDS, "rank = 1\n", "", "record[worse].rank: is missing"),
        (RECORDS, '"worse"', '"good"', "record[good].id: 'good' is taken by an earlier entry"),
        (LISTING, '"guns"', '"ap"', "item[ap].id: 'ap' is taken by an earlier entry"),
        (LISTING, 'text = "no strike"\n', "", "item[guns].text: is missing"),
        (STATES, 'to = "ready"', 'to = "gone"', "move[1].to: 'gone' is not a state of this chart"),
        (STATES, 'id = "ready"', 'id = "landed"', "state[landed].id: 'landed' is taken by an earlier entry"),
    ],
)
def test_a_slip_is_named_with_file_and_key(text: str, old: str, new: str, fault: str) -> None:
    assert old in text
    told = faults(text.replace(old, new, 1))
    assert any(line.startswith(f"tables/trial.toml: {fault}") for line in told), told


def test_words_and_answers_must_be_the_charts_own() -> None:
    cells = GRID.replace('"1D", "2d"', '"D", "D"').replace('"1d"', '"D"').replace('"d"', '"D"')
    answers = '[[answer]]\nid = "D"\nquestion = "Who?"\nreveals = "the HQ"\n'
    text = cells.replace('tokens = "fire"', 'tokens = "answer"')
    assert read(Grid, text + answers).answers["D"].question == "Who?"
    assert any("'D' is not one of -" in line for line in faults(text))


def test_a_state_without_a_row_is_named() -> None:
    text = SHEET.replace('"cost"', '"word"').replace('ladders = [["open", "woods"]]\n', "")
    for old, new in (('"1", "0.5"', '"open", "open"'), ('"2", "A"', '"open", "mud"'), ('"1", "X"', '"woods", "open"')):
        text = text.replace(old, new)
    assert faults(text) == ["tables/trial.toml: row[woods].cells: 'mud' is not one of open, woods, stream"]


def test_every_slip_is_told_at_once() -> None:
    text = GRID.replace("[1, 2, 4]", "[1, 4, 2]").replace('"1D", "2d"]', '"1D"]').replace("seed:37", "seen:37")
    assert len(faults(text)) == 3


def test_text_that_is_not_toml_is_told_with_its_line() -> None:
    assert "line 2" in faults('schema = "pbem-table/1"\nid = = 3\n')[0]


def test_a_key_path_names_entries_by_what_they_carry() -> None:
    document = tomllib.loads(ODDS)
    assert key_path(document, ("block", 0, "rows", 1, "cells", 2)) == "block[attack=hasty].rows[at 2-2].cells[3]"
    assert key_path(document, ("row_map", 1, "nothing", "more")) == "row_map[city].nothing"
