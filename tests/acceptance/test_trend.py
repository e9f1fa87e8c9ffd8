"""The first report of a turn shows the course of the side's own figures, in the text and painted, and nothing of the enemy's."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pbem.campaign.records import Cause
from pbem.documents.cartography.courses import LABEL, _spread, course_sheet
from pbem.documents.cartography.strokes import Box
from pbem.documents.plot import MOST, TOLD, Course, Figure, Trend, TurnFigures, told, trend_of
from pbem.kernel.numbered_lines import NumberedLine
from pbem.rulesets.tocs.reports import figures
from tests.acceptance.table import Mail, Table, plain
from tests.acceptance.test_pictures import parts
from tests.opened import as_board, as_picture

LINES = re.compile(r" (own points to date|hexes held|own steps on the map, \S+): ([\d, ]+)")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign that is played on to the second turn."""
    table = Table(tmp_path)
    table.begin()
    on_to(table, 2)
    yield table
    table.close()


LAST_OF_THE_FIRST_TURN = "T1.4"  # by the dice of the tests' seed


def on_to(table: Table, turn: int) -> None:
    """Everybody ends their impulses until a turn begins."""
    while as_board(table.campaign.state.situation.board).public.turn < turn:
        table.write(table.phasing(), "END IMPULSE")


def courses(mail: Mail) -> dict[str, list[int]]:
    """What a report shows of the turns so far."""
    return {name: [int(value) for value in values.split(",")] for name, values in LINES.findall(mail.text)}


@pytest.mark.parametrize("seat", ["allied", "german"])
def test_the_first_report_of_a_turn_shows_it_and_no_other_does(table: Table, seat: str) -> None:
    on_to(table, 3)
    shown = [(mail, courses(mail)) for mail in table.mail(seat) if courses(mail)]
    assert [len(found["hexes held"]) for _, found in shown] == [2, 3]
    assert ["Turns 1 to 2:" in shown[0][0].text, "Turns 1 to 3:" in shown[1][0].text] == [True, True]
    kept = table.campaign.state.admin.figures[seat]
    assert [turn.turn for turn in kept] == [1, 2, 3]
    picture = as_picture(table.campaign.state.pictures[seat])
    held = sum(owner == seat for owner in picture.public.owner.values())
    assert shown[-1][1]["hexes held"][-1] == held


def test_its_steps_are_of_own_formations_and_sum_up(table: Table) -> None:
    on_to(table, 3)
    for seat in ("allied", "german"):
        picture = as_picture(table.campaign.state.pictures[seat])
        named = {c.formation or c.call for c in picture.forces.counters.values()}
        now = figures.now(table.campaign.table.game, picture)  # type: ignore[arg-type]  # it is of this ruleset
        steps = {figure.name: figure.value for figure in now if figure.plot == figures.STEPS}
        assert steps and set(steps) <= named | {"others"}
        assert sum(steps.values()) == sum(picture.forces.counter(u).steps - u.lost for u in picture.forces.on_map())


def test_turns_that_were_taken_back_are_not_shown(table: Table) -> None:
    on_to(table, 3)
    cause = Cause("host", "host/1", table.at, lines=(NumberedLine(1, "ROLLBACK T3.1 TO T2.1"),))
    table.campaign.handle(cause)
    table.run()
    assert as_board(table.campaign.state.situation.board).public.turn == 2
    on_to(table, 3)
    assert len(courses(next(m for m in reversed(table.mail("allied")) if courses(m)))["hexes held"]) == 3
    assert [turn.turn for turn in table.campaign.state.admin.figures["allied"]] == [1, 2, 3]


def test_it_is_painted_beside_the_map(tmp_path: Path) -> None:
    table = Table(tmp_path)  # nothing is painted before the impulse that brings the second turn
    table.begin()
    public = as_board(table.campaign.state.situation.board).public
    while public.impulse_name != LAST_OF_THE_FIRST_TURN:
        table.write(table.phasing(), "END IMPULSE")
        public = as_board(table.campaign.state.situation.board).public
    table.close()
    table = Table(tmp_path, pictures=True, postman=table.postman, begun=table.at)
    on_to(table, 2)
    report = next(mail for mail in reversed(table.mail("allied")) if courses(mail))
    assert list(parts(report)) == ["map.png", "front.png", "trend.png", "picture.json"]
    image = Image.open(io.BytesIO(parts(report)["trend.png"].get_content()))
    assert image.mode == "P" and image.width == 900 and len(parts(report)["trend.png"].get_content()) < 40_000
    assert "trend.png: TREND, turns 1 to 2" in plain(report)
    assert b"hexes held" not in parts(report)["picture.json"].get_content()
    table.close()


FIGURES = st.builds(Figure, st.sampled_from(("points", "steps")), st.sampled_from(("", "504", "505", "<b>&")), st.integers(0, 999))
TURNS = st.lists(st.lists(FIGURES, max_size=4, unique_by=lambda f: (f.plot, f.name)), max_size=MOST + 4)


@given(TURNS)
def test_every_figure_of_the_turns_shown_stands_in_its_place(turns: list[list[Figure]]) -> None:
    kept = [TurnFigures(number, tuple(found)) for number, found in enumerate(turns, 1)]
    trend = trend_of(kept)
    assert (trend is None) == (len(turns) < 2)
    if trend is None:
        return
    last = kept[-MOST:]
    assert trend.turns == tuple(turn.turn for turn in last)
    stands = {(c.plot, c.name, n): c.values[i] for c in trend.courses for i, n in enumerate(trend.turns) if c.values[i]}
    assert stands == {(f.plot, f.name, t.turn): f.value for t in last for f in t.figures if f.value}
    told_of = [course for course in trend.courses if any(course.values[-TOLD:]) or not course.name]  # not who was not there
    assert len(told(trend)) == len(told_of) + 1
    plots = [course.plot for course in trend.courses]
    assert sorted(plots, key=plots.index) == plots, "those of a plot stand together"
    assert course_sheet(trend).svg.startswith("<svg")


@given(st.lists(st.floats(0, 140), min_size=1, max_size=7))
def test_no_name_lies_on_another(ends: list[float]) -> None:
    found = sorted(_spread(ends, Box(0, 0, 100, 140)))
    assert all(below - above >= LABEL - 1e-6 for above, below in pairwise(found))


def test_a_plot_says_its_lines_by_dashes_and_names_alone() -> None:
    trend = Trend((1, 2), tuple(Course("steps", name, (4, 3)) for name in ("504", "505", "307")))
    overlay = course_sheet(trend).svg
    assert all(f">{name}: 3<" in overlay for name in ("504", "505", "307"))
    assert len(set(re.findall(r'stroke-dasharray="([^"]+)"', overlay))) == 2, "the first is whole"
