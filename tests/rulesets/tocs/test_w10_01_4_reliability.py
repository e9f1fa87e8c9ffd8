"""Vehicles that fail: heat and dust, empty tanks, and stores under fire (TOCS-W10.1.4, W8.4-1, W8.2-6, W12.7-2)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.procedures.nations import MONTHS
from pbem.rulesets.tocs.steps.supply import under_fire
from tests.rulesets.tocs.builder import Piece, Scene, source

OWN = "03.04 03.05 03.06 03.07 03.08"


def desert(nation: str, when: str, theatre: str = "north_africa", mobility: str = "armored") -> Scene:
    mp = 2 if mobility == "motorized" else 1
    tanks = Piece("T", "03.03", "vehicle_platoon", nation=nation, mobility=mobility, mp=mp)
    s = Scene([tanks, Piece("B", "01.01")], [Piece("R", "08.08")], own=OWN)
    s.game = s.play.game = replace(s.game, year=int(when[:4]), month=MONTHS[int(when[5:]) - 1], theatre=theatre)
    return s


@pytest.mark.parametrize(("nation", "when", "theatre", "mobility", "state"), [
    ("german", "1941-04", "north_africa", "armored", 2),
    ("italian", "1941-09", "north_africa", "motorized", 2),
    ("german", "1941-10", "north_africa", "armored", 1),
    ("german", "1941-04", "", "armored", 1),
    ("british", "1941-04", "north_africa", "armored", 1),
    ("italian", "1941-04", "north_africa", "foot", 1),
])  # fmt: skip
def test_axis_vehicles_wear_out_in_the_desert_when_they_move_with_all_they_have(
    nation: str, when: str, theatre: str, mobility: str, state: int
) -> None:
    """TOCS-W10.1.4-1, TOCS-W10.1.4-2."""
    s = desert(nation, when, theatre, mobility)
    s.does("T", "move 03.04")
    while s.hand().ap:
        way = Hex(f"03.0{int(s.unit('T').hex[-1]) + 1}")
        assert s._act(s._acts(f"move {way}")[0]).failure is None
    s.activate("B")
    assert s.unit("T").state == state


def test_a_move_with_points_to_spare_does_no_harm() -> None:
    """TOCS-W10.1.4-2."""
    s = desert("german", "1941-04")
    s.does("T", "move 03.04")
    s.activate("B")
    assert s.unit("T").state == 1


def test_tanks_that_ran_dry_have_half_their_movement_points() -> None:
    """TOCS-W8.4-1: from the second day out of supply."""
    supply = {"blue": [source("01.01", 0)], "red": [source("08.08")]}
    left = {}
    for cut, dry in (("T1.1", True), ("T9.1", False)):
        s = Scene([Piece("T", "03.03", "vehicle_platoon", mp=5, cut=cut)], [Piece("R", "08.08")], own=OWN, turns=23, turn=9,
                  hours=True, supply=supply)  # fmt: skip
        s.activate("T")
        assert s.hand().dry is dry
        s.does("T", "move 03.04")
        left[dry] = s.hand().mp
    assert left[False] - left[True] == 4, "three points instead of five, counted in halves"


def test_stores_take_what_shells_do() -> None:
    """TOCS-W8.2-6, TOCS-W8.2-5, TOCS-W12.7-2: trucks throw with the troops; a dump takes damage and holds less."""
    supply = {"red": [source("04.04", 8, "dump", dp=4), source("04.04", 4, "mobile")]}
    s = Scene([Piece("A", "03.03")], [Piece("R", "04.04")], supply=supply, dice={"x/stores/target/1/mobile": (6,)})
    events = under_fire(s.play.moment, "red", (Hex("04.04"), "x"), (1, "d"))
    assert {c.source.kind: c.source.sp for c in events if isinstance(c, e.SourceChanged)} == {"dump": 6, "mobile": 2}
    missed = Scene([Piece("A", "03.03")], [Piece("R", "04.04")], supply=supply, dice={"x/stores/target/1/r": (6,)})
    assert under_fire(missed.play.moment, "red", (Hex("04.04"), "x"), (0, "d")) == ()
    few = {"red": [source("04.04", 1, "mobile")]}
    gone = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], supply=few)
    events = under_fire(gone.play.moment, "red", (Hex("04.04"), "x"), (0, "d"))
    assert [type(x) for x in events] == [e.SourceLost]
