"""The charts of TCS load by a grammar of their own: the kinds of charts are every ruleset's, what stands in them is not."""

import pytest

from pbem.kernel.charts.chart import Grid, Sheet
from pbem.kernel.charts.tables import TableError, parse_table
from pbem.modules import library

CHARTS = library.charts("tcs")
GRAMMAR = library.grammar("tcs")
IN_FORCE = {"attack": 16, "prep_defense": 28, "hasty_defense": 11, "move": 7, "reserve": 9}
"""The fewest weighted turns at which an op sheet stands in the fifth column, by type, as in the chart."""


def test_the_charts_of_the_base_game_load() -> None:
    assert len(CHARTS) == 48 and not {"grammar"} & set(CHARTS)
    assert set(GRAMMAR.families) & set(library.grammar("tocs").families) == {"cost"}


def test_a_sheet_has_columns_by_the_type_that_it_is_asked_for() -> None:
    chart = CHARTS["command-prep"]
    assert isinstance(chart, Sheet) and set(chart.bounds) == set(IN_FORCE)
    for kind, turns in IN_FORCE.items():
        assert (chart.column_at(turns - 1, kind), chart.column_at(turns, kind)) == (3, 4)
    assert chart.rows["3"].cells[5] == "46"


def test_fire_has_tokens_by_target() -> None:
    chart = CHARTS["area-fire"]
    assert isinstance(chart, Grid)
    cells = {key: {cell for block in chart.blocks if block.key["target"] == key for row in block.cells.values() for cell in row}
             for key in ("A", "B")}  # fmt: skip
    assert cells["B"] <= {"-", "m", "k"} < cells["A"] | {"k"}


@pytest.mark.parametrize(("chart", "old", "new", "fault"), [
    ("overwatch", '"5", "6"', '"5", "d"', "'d' cannot be read as a token of the num family"),
    ("overwatch", "seed:002:19", "seed:002:229", "'seed:002:229' is not a source"),
    ("range-effects", 'falling = ["area_small_arms"', 'falling = ["small_arms"', "no such row: small_arms"),
    ("command-prep", "[1, 5, 8", "[1, 8, 5", "must rise from left to right"),
    ("dig-terrain", '"multiply"', '"mul"', "must be one of add, multiply, divide, clamp, setting"),
])  # fmt: skip
def test_their_owner_is_told_of_a_slip_by_that_grammar(chart: str, old: str, new: str, fault: str) -> None:
    text = library.chart_texts("tcs")[f"{chart}.toml"]
    assert old in text
    with pytest.raises(TableError, match=fault):
        parse_table(f"{chart}.toml", text.replace(old, new, 1), GRAMMAR)
