"""Works of many turns stay on file, go on by themselves, and end when their unit acts otherwise (TOCS-W10.13-4, W10.22-4)."""

from typing import Any

import pytest

from pbem.documents.station import Heading
from pbem.engine.runs import Budget
from pbem.kernel.calendar import dtg
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.orders.parser import read_orders
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import control
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.reports import receipt_lines as tell
from pbem.rulesets.tocs.reports import sitrep
from pbem.rulesets.tocs.resolution import end_of_turn_work as workday
from pbem.rulesets.tocs.resolution.tasks import Hindrance, LongWork, begun, steady
from pbem.rulesets.tocs.units import STATES, Task, Unit
from pbem.rulesets.tocs.view import View
from tests.rulesets.tocs.builder import Piece, Scene

DYKE = Task("a", "dyke", "dyke", Hex("03.03"), needs=2)


def hindered(view: View, unit: Unit, task: Task) -> Hindrance | None:
    """A dyke is built by whoever is not broken; it is given up in an engagement."""
    if unit.hex in view.public.engaged:
        return Hindrance("the enemy is in the hex", ends=True)
    return Hindrance(f"{STATES[unit.state]} at the end of the turn") if unit.state > 2 else None


def built(moment: Moment, side: str, task: Task) -> tuple[e.Event, ...]:
    return (e.OwnerChanged(Hex("03.04"), side, "dyked"),)


@pytest.fixture(autouse=True)
def dykes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(workday.WORKS, "dyke", LongWork("TOCS-W10.13-5", hindered, steady(built)))


def scene(**changes: Any) -> Scene:
    """A company at work on a dyke, at the end of a turn of three."""
    s = Scene([Piece("A", "03.03", **changes), Piece("B", "02.02")], [Piece("R", "07.07")], turns=3)
    s.play.happen([begun("blue", DYKE, "T1.1")])
    return s


def turn_ends(s: Scene) -> None:
    s.play.happen(workday.judged(s.play.moment))


def report(s: Scene, side: str = "blue") -> str:
    clock = s.game.turns[0]
    heading = Heading("B-1", dtg(clock, "SEP", "A", 1944), "", "ORDERS", (), closing="end impulse")
    return repr(sitrep.sitrep(s.game, s.picture(side), tuple(seen for desk, seen in s.play.seen if desk == side), heading))


def test_a_work_goes_on_unasked_and_is_done_in_its_turns() -> None:
    s = scene()
    assert "A: dyke in 03.03, 0 of 2 turns" in report(s) and s.forces().tasks["a"].began == "T1.1"
    turn_ends(s)
    assert "A: dyke in 03.03, 1 of 2 turns" in report(s) and s.owner("03.04") == "red"
    turn_ends(s)
    assert not s.forces().tasks and s.owner("03.04") == "blue"
    assert [seen.why for seen in s.learnt("blue", e.TaskEnded)] == ["done"]
    assert s.picture().forces == s.forces()


def test_it_is_judged_before_anybody_recovers() -> None:
    """TOCS-W10.13-5."""
    s = scene(state=3)
    s.enter("recovery")
    assert s.forces().tasks["a"].done == 0 and s.unit("A").state < 3
    assert [seen.why for seen in s.learnt("blue", e.TaskWent)] == ["begun", "disrupted at the end of the turn"]


def test_the_enemy_hears_nothing_of_it() -> None:
    s = scene()
    turn_ends(s)
    assert not s.learnt("red", e.TaskWent) and "dyke" not in report(s, "red")


def test_a_unit_that_acts_otherwise_gives_its_work_up() -> None:
    s = scene()
    turn_ends(s)
    s.does("A", "recon 03.04")
    assert not s.forces().tasks and s.picture().forces == s.forces()
    ended = s.learnt("blue", e.TaskEnded)[0]
    assert tell.tell(s.game, s.picture(), ended) == ("A: dyke in 03.03: given up, after 1 of 2 turns",)


def test_a_dry_run_of_another_order_counts_on_that() -> None:
    s = scene()
    _, picture = control.check_activate(s.game, s.picture(), "A", 0)
    assert not picture.forces.tasks


def test_a_letter_is_warned_before_it_gives_a_work_up() -> None:
    s = scene()
    turn_ends(s)
    words = vocabulary(s.game, s.picture())
    lines = read_orders([NumberedLine(1, "A: recon 03.04"), NumberedLine(2, "B: recon 02.03")], words).lines
    other, same = check(s.game, s.picture(), lines, Budget())
    assert other.warnings == (
        "A gives up its work for this: dyke, 1 of 2 turns done; left alone it continues the work by itself (TOCS-W10.22-4)",
    )
    assert same.warnings == ()


def test_who_leaves_the_hex_or_dies_is_off_work() -> None:
    s = scene()
    s.play.happen([e.UnitChanged("blue", replace(s.unit("A"), hex=Hex("03.02")), "retreated")])
    assert not s.forces().tasks and not s.picture().forces.tasks
    s = scene()
    s.play.happen([e.UnitDestroyed("blue", replace(s.unit("A"), status="dead", lost=4), "A", "A", "company", "", "battle")])
    assert not s.forces().tasks and not s.picture().forces.tasks


def test_what_ends_a_work_ends_it_with_its_reason() -> None:
    s = scene()
    s.play.happen([e.EngagementMarked(Hex("03.03"), "blue")])
    turn_ends(s)
    assert not s.forces().tasks and s.learnt("blue", e.TaskEnded)[0].why == "the enemy is in the hex"


def test_cease_takes_it_off_file_without_a_point() -> None:
    """TOCS-W10.22-4."""
    s = scene()
    assert s.staff("cease work by A") == ()
    assert not s.forces().tasks and s.forces().pools["pool"].bank == 10 and s.unit("A").state == 0
    assert s.staff("cease work by A")[0].words == "A has no work of many turns on file"


def test_a_unit_at_work_is_not_without_orders() -> None:
    s = scene()
    assert RULESET.reports.idle(s.picture()) == ("B",)
    assert "'A [" not in report(s) and "'B [" in report(s)


def test_a_work_nobody_can_tell_the_end_of_counts_its_turns() -> None:
    s = scene()
    s.play.happen([e.TaskWent("blue", replace(DYKE, needs=0, done=3), "went on")])
    assert "A: dyke in 03.03, 3 turns so far" in report(s)
