"""What was learnt in a row is told in as few lines as it takes, in order, and nothing of it is lost."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.reports.in_a_row import in_a_row
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.units import Activation
from tests.rulesets.tocs.builder import Piece, Scene

SCENE = Scene([Piece("A/1", "02.02"), Piece("B/1", "02.02")], [Piece("R", "07.07")])
FORCES = SCENE.picture("blue").forces


def lines(*learnt: o.What) -> tuple[str, ...]:
    return in_a_row(SCENE.game, SCENE.picture("blue"), learnt, tell)


def moved(call: str, hex_: str, why: str = "moved", **changes: object) -> t.UnitChanged:
    unit = FORCES.unit_called(call)
    assert unit
    return t.UnitChanged("blue", replace(unit, hex=Hex(hex_), **changes), why)


def active(call: str, ap: int, mp: int = 0) -> t.ActivationChanged:
    unit = FORCES.unit_called(call)
    assert unit
    return t.ActivationChanged("blue", Activation(unit.id, ap, mp=mp))


def woken(call: str, ap: int) -> t.UnitActivated:
    unit = FORCES.unit_called(call)
    assert unit
    return t.UnitActivated("blue", unit.id, next(iter(FORCES.pools.values())), Activation(unit.id, ap))


def gained(hex_: str, how: str = "entered") -> t.OwnerChanged:
    return t.OwnerChanged(Hex(hex_), "blue", how)


def looked(hex_: str, *, occupied: bool = False, ezoc: bool = False) -> t.HexScouted:
    return t.HexScouted("blue", "a", "A/1", Hex(hex_), False, occupied, ezoc, (), "")


def zone(hex_: str) -> t.EzocAnswered:
    return t.EzocAnswered("blue", Hex(hex_), True)


def halt(call: str, hex_: str) -> o.OwnHalt:
    unit = FORCES.unit_called(call)
    assert unit
    return o.OwnHalt(unit.id, Hex(hex_), False)


def test_a_move_is_a_line_with_what_it_took_and_what_is_left() -> None:
    """TOCS-1.5-2."""
    way = (active("A/1", 2, 1), moved("A/1", "02.03"), active("A/1", 1), moved("A/1", "02.04"))
    assert lines(woken("A/1", 3), *way) == ("A/1 moved to 02.04; 2 AP used, 1 AP left",)
    assert lines(*way) == ("A/1 moved to 02.04; 1 AP left",), "what it had before was told in another letter"
    assert lines(woken("A/1", 3), active("A/1", 0, 4), moved("A/1", "02.03")) == ("A/1 moved to 02.03; 3 AP used, 2 MP left",)


def test_what_happens_on_the_way_is_told_where_it_happens() -> None:
    """TOCS-W6.0-11, TOCS-W9.1-2: ground gained and the zone that halts stand with the move; mines part it."""
    assert lines(moved("A/1", "02.03"), gained("02.03"), moved("A/1", "02.04"), gained("02.04")) == (
        "A/1 moved to 02.04; gained on the way: 02.03; gained",
    )
    assert lines(zone("02.03"), moved("A/1", "02.03"), gained("02.03"), halt("A/1", "02.03")) == (
        "A/1 moved to 02.03; gained; halted there by enemy ZOC",
    )
    found = t.FixedFound("blue", "A/1", Hex("02.03"), ("minefield",))
    assert lines(moved("A/1", "02.03"), found, moved("A/1", "02.04")) == (
        "A/1 moved to 02.03", "A/1 found minefield in 02.03", "A/1 moved to 02.04",
    )  # fmt: skip
    assert lines(zone("03.03"), moved("A/1", "02.03"), moved("A/1", "02.04")) == ("03.03: enemy ZOC", "A/1 moved to 02.04")


def test_units_that_go_the_same_way_share_a_line() -> None:
    both = (woken("A/1", 3), active("A/1", 2), moved("A/1", "02.03"), woken("B/1", 3), active("B/1", 2), moved("B/1", "02.03"))
    assert lines(*both) == ("A,B/1 moved to 02.03; each 1 AP used, 2 AP left",)
    assert lines(moved("A/1", "02.03"), moved("B/1", "02.04")) == ("A/1 moved to 02.03", "B/1 moved to 02.04")
    dead = (moved("A/1", "02.03", "battle", status="dead"), moved("B/1", "02.03", "battle", status="dead"))
    assert lines(*dead) == ("A,B/1 destroyed (battle)",)


def test_looks_with_the_same_answer_share_a_line_and_tell_what_they_gained() -> None:
    """TOCS-W10.4-8."""
    assert lines(looked("03.03"), gained("03.03", "scouted"), looked("03.04"), gained("03.04", "scouted"), looked("03.05")) == (
        "03.03, 03.04: empty; gained", "03.05: empty",
    )  # fmt: skip
    zones = (zone("03.03"), looked("03.03", ezoc=True), active("A/1", 1), looked("03.03", ezoc=True))
    assert lines(*zones) == ("03.03 (twice): empty; under enemy ZOC",)
    assert lines(looked("03.03", occupied=True), gained("05.05", "won")) == ("03.03: OCCUPIED", "05.05 gained (won)")


@pytest.mark.parametrize("what", [looked("03.03"), moved("A/1", "02.03"), halt("A/1", "02.03"), gained("03.03"), zone("03.03")])
def test_alone_each_is_told(what: o.What) -> None:
    assert len(lines(what)) == 1
