"""The grammar of a ruleset's charts: tokens, modifiers and sources of another game than TOCS, and what its owner is told."""

from fractions import Fraction

import pytest

from pbem.kernel.charts.chart import Grid, Modifiers, Sheet
from pbem.kernel.charts.grammar import PLAIN, GrammarError, parse_grammar
from pbem.kernel.charts.tables import TableError, parse_table

GRAMMAR = r"""schema = "pbem-table/1"
id = "grammar"
title = "Of a small game"
kind = "grammar"
rationale = "For tests."
bare = ["stages"]
[sources]
words = ["house", "public"]
texts = { "002" = 30 }
charts = false
[claims]
up = "up"
easier = "down"
[modifiers]
operations = ["multiply", "clamp"]
without_value = ["clamp"]
[modifiers.key.per]
kind = "text"
[family.roll]
regex = "-|[1-6][1-6]"
meaning = "this or more on two dice read as tens and units; - never"
terms = [{ find = "([1-6][1-6])" }, { find = "-", worth = 99 }]
[family.range]
regex = "-|[0-9]"
meaning = "so much; - too far"
terms = [{ find = "([0-9])" }]
nothing = "-"
"""
HEAD = """schema = "pbem-table/1"
id = "trial"
title = "Trial"
kind = "{kind}"
source = "public"
basis = ["002:30"]
rationale = "For tests."
stages = ["fog", "clear"]
"""
CHANCES = (
    HEAD.format(kind="sheet")
    + """tokens = "roll"
[columns]
input = "turns"
pick = "at_least"
labels = ["few", "many"]
by = "type"
[columns.bounds]
attack = [1, 9]
move = [1, 4]
[[monotone]]
axis = "columns"
direction = "easier"
[[row]]
id = "small"
cells = ["43", "16"]
[[row]]
id = "large"
cells = ["-", "64"]
"""
)
RANGES = (
    HEAD.format(kind="sheet")
    + """tokens = "range"
falling = ["gun"]
[columns]
input = "hexes"
pick = "name"
labels = ["1", "2", "3", "4"]
[[row]]
id = "gun"
cells = ["5", "5", "2", "-"]
"""
)
MODIFIERS = (
    HEAD.format(kind="modifiers")
    + """[[modifier]]
id = "frozen"
op = "multiply"
value = 0.5
per = "stack"
when = "the ground is frozen"
source = "seed:002:7"
"""
)
RULES = parse_grammar(GRAMMAR)


def faults(text: str) -> list[str]:
    with pytest.raises(TableError) as told:
        parse_table("trial.toml", text, RULES)
    return [fault.message if not fault.key else f"{fault.key}: {fault.message}" for fault in told.value.faults]


def test_charts_of_another_game_are_read_by_its_own_grammar() -> None:
    chances, ranges, modifiers = (parse_table("trial.toml", text, RULES) for text in (CHANCES, RANGES, MODIFIERS))
    assert isinstance(chances, Sheet) and chances.cell("large", "many") == "64"
    assert [chances.column_at(turns, "move") for turns in (0, 1, 4, 40)] == [None, 0, 1, 1]
    assert chances.column_at(4, "attack") == 0
    assert isinstance(ranges, Sheet) and ranges.extras["stages"] == ("fog", "clear")
    assert isinstance(modifiers, Modifiers)
    assert (modifiers["frozen"].value, modifiers["frozen"].extras["per"]) == (Fraction(1, 2), "stack")


@pytest.mark.parametrize(("text", "old", "new", "fault"), [
    (CHANCES, '"43"', '"70"', "row[small].cells: '70' cannot be read as a token of the roll family"),
    (CHANCES, '"16"', '"44"', "row: row 1 does not go easier along the columns as claimed"),
    (CHANCES, '"easier"', '"down"', "monotone[1].direction: 'down' is not one of up, easier"),
    (CHANCES, "[1, 4]", "[4, 1]", "columns.bounds.move: must rise from left to right"),
    (CHANCES, "[1, 4]", "[1]", "columns.bounds.move: has 1 entries for 2 labels"),
    (CHANCES, "at_least", "name", "columns.bounds: belongs to pick = 'at_least', and only there"),
    (CHANCES, '"public"', '"chart: mine"', "source: 'chart: mine' is not a source; write house, public or seed:<text>:<line>"),
    (CHANCES, "002:30", "002:31", "basis: no such line of the rules text: 002:31"),
    (CHANCES, "002:30", "003:3", "basis: no such line of the rules text: 003:3"),
    (CHANCES, "stages", "phases", "phases: is not a key here; a section of the chart's own needs a source in every entry"),
    (RANGES, '"5", "5"', '"4", "5"', "falling[1]: must not rise from column to column, but reads 4, 5, 2, -"),
    (RANGES, '"2", "-"', '"-", "2"', "falling[1]: must not rise from column to column, but reads 5, 5, -, 2"),
    (RANGES, '["gun"]', '["bow"]', "falling[1]: no such row: bow"),
    (RANGES, '"range"', '"crt"', "tokens: 'crt' is not one of roll, range"),
    (MODIFIERS, "multiply", "add", "modifier[frozen].op: must be one of multiply, clamp, not 'add'"),
    (MODIFIERS, "value = 0.5\n", "", "modifier[frozen].value: is missing; 'multiply' needs one"),
    (MODIFIERS, "per =", "side =", "modifier[frozen].side: is not a key here"),
    (MODIFIERS, "seed:002:7", "seed:7", "modifier[frozen].source: 'seed:7' is not a source"),
])  # fmt: skip
def test_a_slip_is_told_by_that_grammar(text: str, old: str, new: str, fault: str) -> None:
    assert old in text
    told = faults(text.replace(old, new, 1))
    assert any(line.startswith(fault) for line in told), told


@pytest.mark.parametrize(("old", "new", "fault"), [
    ("pbem-table/1", "pbem-table/9", "grammar.toml: schema"),
    ("title =", "titel =", "grammar.toml: title: Field required\ngrammar.toml: titel"),
    ('rationale = "For tests."', "rationale = ", "grammar.toml: cannot be read"),
    ("-|[0-9]", "-|[0-9", "grammar.toml: family.range: '-|[0-9' is not a pattern"),
    ('nothing = "-"', 'nothing = "x"', "grammar.toml: family.range: 'x' is no token of it"),
    ('nothing = "-"', 'own = "words"', "grammar.toml: family.range: needs one of own, order, terms"),
    ('["clamp"]', '["clasp"]', "grammar.toml: modifiers.without_value: 'clasp' is no operation"),
    ('"down"', '"downhill"', "grammar.toml: claims.easier"),
])  # fmt: skip
def test_the_owner_of_a_grammar_is_told_what_is_wrong_in_it(old: str, new: str, fault: str) -> None:
    assert old in GRAMMAR
    with pytest.raises(GrammarError) as told:
        parse_grammar(GRAMMAR.replace(old, new, 1))
    assert str(told.value).startswith(fault)


def test_a_ruleset_without_a_grammar_has_numbers_and_words() -> None:
    assert list(PLAIN.families) == ["number", "word"]
    assert PLAIN.families["number"].rank("-1.5", ()) == Fraction(-3, 2)
    with pytest.raises(TableError, match="not one of number, word"):
        parse_table("trial.toml", RANGES.replace('"public"', '"house"').replace('basis = ["002:30"]', "basis = []"), PLAIN)


def test_a_block_may_have_tokens_of_its_own() -> None:
    block = """[[block]]
key = {{ target = "{key}" }}
tokens = "{tokens}"
source = "house"
rows = [{{ at = [1, 6], cells = ["{cell}"] }}]
"""
    text = (
        HEAD.format(kind="grid")
        + """tokens = "roll"
[dice]
roll = "1d6"
lo = 1
hi = 6
clamp = true
good = "none"
[columns]
input = "of"
pick = "name"
labels = ["all"]
below = "first"
"""
        + block.format(key="a", tokens="range", cell="3")
        + block.format(key="b", tokens="roll", cell="33")
    )
    grid = parse_table("trial.toml", text, RULES)
    assert isinstance(grid, Grid) and grid.cell({"target": "b"}, 0, 2) == "33"
    assert faults(text.replace('"33"', '"3"')) == [
        "block[target=b].rows[at 1-6].cells: '3' cannot be read as a token of the roll family"
    ]
    assert faults(text.replace('"range"', '"rage"'))[0] == "block[target=a].tokens: 'rage' is not one of roll, range"
