"""WHY, CHANCE, COST, WHAT CAN and DIARY of fires and op sheets, answered by mail from what the side knows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets.tcs.reports.figures import strength_of
from tests.acceptance.table import plain
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.ford import Ford


class Asked(Ford):
    """The ford village after a turn of fire. before: what questions were answered before it."""

    before = ""


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    table = Asked(Path(tmp_path_factory.mktemp("figures")))
    table.begin()
    table.before = plain(
        table.write("us", "WHY US-2\nCHANCE US-2\nCOST US-2\nCOST US-1\nWHAT CAN US-2\nWHY US-1\nWHY A-1\nWHY US-9\nCOST US-9")
    )
    table.both("ROLL US-2 NEVER", "")
    table.both("A-MG: fire 05.04 area\nA-1: move 05.02, 05.03", "K-1: fire M4-1 point")
    yield table
    table.close()


@pytest.mark.parametrize("said", [
    "US-2, attack: 3 counters, size 1 (1 to 9).",
    "It gains 9 a turn as its force stands: none of it is on a sheet or under fire, three times as many for vehicles alone.",
    "Next roll with 15 weighted turns, column 4: 52 or more on 2d6 read as tens and units, 31 percent.",
    "Turn 1: 15 weighted turns, 31 percent; in force by then 31 percent. Turn 2: 24 weighted turns, 56 percent; in force by",
    "US-2 has 6 weighted turns. Units added: 3 left.",
    "A sheet in force is not changed.",
    "roll US-2 always roll US-2 never call off US-2 sheet US-2 change",
    "It is in force. 0 of 14 steps lost; it fails at 50 percent.",
    "WHY A-1 Nothing has happened to A-1 yet.",
    "There is no unit or op sheet US-9.", "There is no op sheet US-9; yours are US-1, US-2.",
])  # fmt: skip
def test_a_sheet_answers_with_size_column_and_chance(ford: Asked, said: str) -> None:
    """TCSB-6-8, TCSB-6-11, TCSB-6-15, TCSB-6-18: the worked turn's figures (15 weighted turns, column 4, 52 or more)."""
    assert said in ford.before


def test_a_unit_answers_with_the_figures_of_its_fire_and_of_what_struck_it(ford: Asked) -> None:
    """TCSB-11-7, TCSB-12-1, TCSB-17-2: dice, what counted, what it came to; the enemy's figures are not among them."""
    own = plain(ford.write("us", "WHY A-1\nWHY A-MG\nDIARY A-1"))
    assert "Column 2: 2d6 2+5 = 7, moving +2, 9 in all: 1 lost, morale is tried." in own
    assert "Effective morale 4: 2d6 6+4 = 10" in own and "Column 1 is a strength of 5 to 14." in own
    assert "DIARY A-1 Turn 1: A-1 entered 05.02. A-1 lost 1 step" in own and "G-" not in own
    theirs = plain(ford.write("ge", "WHY K-1\nWHY G-MG"))
    assert "Net value 2: 461 or more on 3d6 in order, 36 percent." in theirs
    assert "Column 1: 2d6 4+4 = 8, terrain -2, hasty -1, 5 in all: no effect." in theirs and "A-" not in theirs


def test_chance_says_what_area_fire_would_do(ford: Asked) -> None:
    """TCS3-7-2, TCSB-11-2, TCSB-11-7, TCSB-9-5."""
    said = plain(ford.write("us", "CHANCE A-MG at 05.04\nCHANCE T-1 at 05.05\nWHY 1"))
    assert "Area fire at 05.04 Village, 2 hexes: strength 14, column 1." in said
    assert "At foot-1: 2d6 (terrain -2). Losses 3 percent, morale alone 14, no effect 83" in said
    assert "halved: nobody is spotted there. On one line with its stack (T-1, T-2): column 1." in said
    assert "WHY <unit> has the figures" in said


def test_columns_are_strengths_by_ten_rounded_once() -> None:
    """TCSB-9-5, TCSB-1-9."""
    assert [strength_of(BOOK, column) for column in (0, 1, 7, 10)] == ["0 to 4", "5 to 14", "75 to 94", "165 and more"]
