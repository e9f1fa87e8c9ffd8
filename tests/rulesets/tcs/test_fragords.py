"""FragOrds: who may be sent ahead on a sheet, the roll, the four limits, how they end; by mail from the order to the report."""

from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.rules.command import gain
from pbem.rulesets.tcs.rules.impulses import MoveAllotment, allotment, back_points
from pbem.rulesets.tcs.rules.missions import Observer, observer_shift
from pbem.rulesets.tcs.rules.movement import to_move_mode
from pbem.rulesets.tcs.rules.sheet_changes import rolls_together
from pbem.rulesets.tcs.settling.turns import cleaned_up
from pbem.rulesets.tcs.units import HALVES
from tests.acceptance.table import plain
from tests.rulesets.tcs.armor import Armor, at, fixed, move
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.people import TANK, unit

TANKS = ("T-1", "T-2", "T-3")


def ahead(passed: bool = True) -> Armor:
    """The tanks' sheet waits again, and they have rolled for a FragOrd on it."""
    made = Armor()
    sheet = made.board.forces["us"].sheets["US-2"]
    made.happen(t.SheetChanged("us", replace(sheet, status="unimplemented"), "amended"))
    made.happen(t.FragAsked("us", "US-2", TANKS))
    made.happen(t.FragRolled("us", "US-2", TANKS, (4,), 5, 4, passed))
    return made


def test_a_tank_platoon_rolls_once_and_anybody_else_alone() -> None:
    """TCSARM-4.8-1."""
    tanks = tuple(unit(TANK, id=name, chain=("1/T", "T", "Tank Bn")) for name in TANKS)
    others = tuple(unit(id=name, chain=("1/A", "A", "1 Bn")) for name in ("A-1", "A-2"))
    other = unit(TANK, id="T-6", chain=("T hq", "T", "Tank Bn"))
    assert [len(group) for group in rolls_together((*tanks, *others, other))] == [3, 1, 1, 1]


def test_the_limits_of_a_fragord_on_movement_and_fire() -> None:
    """TCSARM-4.8-2, TCSB-6-38: half the MP, divided as the impulses divide what is halved; overwatch fire alone; artillery as at
    the longest range. Without the FragOrd none of it holds."""
    made, failed = ahead(), ahead(passed=False)
    assert back_points(made.unit("T-1"), False) == 7 and back_points(made.unit("T-1"), True) == 3
    assert back_points(failed.unit("T-1"), False) == 15
    assert allotment(BOOK, 7) == MoveAllotment(1, 6, 0)
    made.put("T-1", mode="move")
    assert made.unit("T-1").allowance == 7 * HALVES
    made.put("A-1", mode="move", fragord="US-2")
    assert made.unit("A-1").allowance == 3 * HALVES and to_move_mode(BOOK, made.unit("A-1")) == 2 * HALVES
    made.show("G-MG")
    made.segment("us", "normal")
    assert made.unit("T-1").allowance == 6 * HALVES
    made.put("T-3", mode="fire", hex=Hex("06.02"))
    assert made.refused("us", ("T-3",), at("06.04", "fire", "area")) == "TCSARM-4.8-2"
    assert observer_shift(BOOK, Observer(made.unit("T-1"), True, 1, on_fragord=True), True) == -2
    assert observer_shift(BOOK, Observer(made.unit("T-1"), True, 1), True) == 0


def test_a_fragord_assigns_its_units_and_keeps_them_inside_the_boundaries() -> None:
    """TCSB-6-38, TCSB-6-39, TCSB-6-37: they act on the sheet as it is written, and its weighted turns are those of units that are
    assigned; with the rules for armor nobody goes to a start line without one."""
    made = ahead()
    forces = made.board.forces["us"]
    sheet = forces.sheet_of(made.unit("T-1"))
    assert sheet is not None and sheet.id == "US-2" and sheet.status == "unimplemented"
    public = made.board.public
    assert gain(BOOK, forces, sheet, public) < gain(BOOK, ahead(passed=False).board.forces["us"], sheet, public)
    failed = ahead(passed=False)
    for field in (made, failed):
        field.segment("us", "normal")
        field.put("T-1", mode="move")
    assert made.refused("us", ("T-1",), move("06.02")) == ""
    assert made.refused("us", ("T-1",), move("05.02", "04.01")) == "TCSB-6-27"
    assert failed.refused("us", ("T-1",), move("06.02")) == "TCSB-6-44"


@pytest.mark.parametrize("how", ["in force", "called off", "changed"])
def test_a_fragord_lasts_until_its_sheet_is_in_force_or_gone(how: str) -> None:
    """TCSB-6-39."""
    made = ahead()
    assert made.unit("T-1").fragord == "US-2" and made.picture("us").forces.units["T-1"].fragord == "US-2"
    sheet = made.board.forces["us"].sheets["US-2"]
    if how == "called off":
        made.happen(t.SheetClosed("us", "US-2", "cancelled"))
    elif how == "in force":
        made.happen(t.SheetChanged("us", replace(sheet, status="implemented"), "in force"))
    else:
        made.happen(t.SheetChanged("us", replace(sheet, force=("T-2", "T-3")), "amended"))
    assert made.unit("T-1").fragord == "" and bool(made.unit("T-2").fragord) == (how == "changed")


def test_who_leaves_a_sheet_is_no_loss_of_it() -> None:
    """TCSB-6-24, TCSB-6-38: a platoon that goes ahead on another sheet leaves its own, whose steps are counted without."""
    made = ahead()
    before = made.board.forces["us"].sheets["US-1"]
    sheet = made.board.forces["us"].sheets["US-2"]
    made.happen(t.SheetChanged("us", replace(sheet, force=(*TANKS, "A-1")), "amended"))
    made.happen(t.FragRolled("us", "US-2", ("A-1",), (5,), 5, 4, True))
    after = made.board.forces["us"].sheets["US-1"]
    assert "A-1" not in after.force and after.begun == before.begun - made.unit("A-1").steps


def test_an_armor_battalion_recovers_on_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.1e-1, TCSARM-4.1e-3: it has a sum of its own beside the infantry's, and the die of the series takes from it."""
    fixed(monkeypatch, {"formation/": (1,)})
    made = Armor()
    made.happen(t.FormationShaken("us", "Tank Bn", 2, 2))
    assert made.board.forces["us"].morale == {"Tank Bn": 2}
    for turn in (2, 3):
        made.happen(t.CleanUpDone(turn - 1), t.TurnOpened(turn, 24))
    hour = [event for event in cleaned_up(made.play.moment) or () if isinstance(event, t.FormationShaken)]  # type: ignore[arg-type]
    assert [(event.formation, event.now) for event in hour] == [("Tank Bn", 1)]


def test_fragords_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.8-1, TCSARM-4.8-2, TCSB-6-38: asked for in letter A, rolled for as a reserve is, told in the report, in force for
    letter B; the other side reads nothing of it."""
    fixed(monkeypatch, {"fragord/": (3,), "command/US-2": (1, 1)})
    ford = Ford(tmp_path, switches={"armor": True})
    ford.begin()
    ford.hold_fire()
    wrong = plain(ford.write("us", "CHECK\nFRAGORD A-1 ON US-1\nFRAGORD A-1 ON US-2\nFRAGORD T-1 ON US-9"))
    assert "US-1 is in force: its units need no FragOrd" in wrong
    assert "A-1 is not on US-2" in wrong and "there is no op sheet US-9" in wrong
    ford.both("FRAGORD T-1, T-2, T-3 ON US-2", "")
    report = plain(ford.mail("us")[-1])
    assert "FragOrd on US-2 for T-1, T-2, T-3: rolled 3 + 1 = 4, needed 4: passed; half their MP, overwatch fire only." in report
    assert "on a FragOrd: T-1, T-2, T-3" in report and "US-2 FragOrd" in report and "1-6-0" in report
    assert ford.board.forces["us"].morale == {"Tank Bn": 1}
    assert "FragOrd" not in "".join(plain(letter) for letter in ford.mail("ge"))
    assert "acts on a FragOrd: it fires overwatch only" in plain(ford.write("us", "CHECK\nT-3: FIRE 06.04 AREA"))
    ford.both("T-1, T-2: MOVE 06.02", "")
    assert ford.where("T-1") == "06.02"
    assert "T-1 acts on a FragOrd already" in plain(ford.write("us", "CHECK\nFRAGORD T-1 ON US-2"))
    ford.both("CALL OFF US-2", "")
    assert ford.unit("T-1").fragord == "" and ford.board.forces["us"].morale == {"Tank Bn": 1}
    ford.close()


def test_a_sheet_that_says_so_tries_each_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.8-1, TCSB-6-35: PRELIM FRAGORD; without the rules for armor there are no FragOrds."""
    fixed(monkeypatch, {"fragord/T-1/T1": (1,), "fragord/T-1/T2": (6,), "command/US-2": (1, 1)})
    ford = Ford(tmp_path, switches={"armor": True})
    ford.begin()
    ford.hold_fire()
    ford.both("SHEET US-2 change\nprelim fragord\nEND SHEET", "")
    assert "rolled 1 + 1 = 2, needed 4: not passed" in plain(ford.mail("us")[-1])
    ford.both("", "")
    ford.both("", "")
    assert ford.unit("T-1").fragord == "US-2"
    ford.close()


def test_without_armor_there_are_none(tmp_path: Path) -> None:
    """TCSB-1-10."""
    ford = Ford(tmp_path)
    ford.begin()
    assert "FragOrds are of the rules for armor" in plain(ford.write("us", "CHECK\nFRAGORD T-1 ON US-2"))
    ford.close()
