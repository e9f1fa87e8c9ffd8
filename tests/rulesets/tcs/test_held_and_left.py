"""What newcomers asked for and no letter said: why overwatch was held, what a sheet that fails comes to, odds at names."""

from collections.abc import Iterable
from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.tree import Act
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.command import CALL_OFF
from pbem.rulesets.tcs.parts.reports import ask
from pbem.rulesets.tcs.reports import figures
from pbem.rulesets.tcs.reports.sheet_lines import sheet_lines
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.rules.point_fire import known
from pbem.rulesets.tcs.rules.shifts import Shift
from pbem.rulesets.tcs.settling import command_phase
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.test_doors import load
from tests.rulesets.tcs.test_fog_of_fire import field, policy

GAME, _, PICTURES = scenario.opening(load(), library.charts("tcs"))
OVER_THE_FORD = (Hex("05.02"), Hex("05.03"))


def _kept(made: Field) -> tuple[o.Seen, ...]:
    """What the German desk keeps for questions."""
    return tuple(seen for desk, seen in cast(Any, made.play.seen) if desk == "ge" and figures.is_kept(seen))


def _why(made: Field, unit: str) -> list[str]:
    """What WHY of a German unit says once the Americans have moved."""
    return list(figures.why(made.game, made.picture("ge").forces, _kept(made), unit))


def _crossed(*policies: Act, unit: str = "A-1", to: Iterable[Hex] = OVER_THE_FORD) -> Field:
    made = field(1, ge=policies)
    made.put(unit, spent=-40, mode="move")
    made.happen(t.ActionBegan("us"), t.MoveBegan("us", (unit,), tuple(to)))
    return made


@pytest.mark.parametrize(("line", "unit", "why"), [
    (policy("fire", "hold"), "A-1", "its policy holds fire."),
    (policy("range", N=1), "A-1", "that is beyond the range of its policy."),
    (policy("column", N=9), "A-1", "column 1, and its policy asks for 9 or more."),
    (policy("targets", "only", "armour"), "A-1", "nothing seen there that its fire reaches and its policy fires at."),
])  # fmt: skip
def test_why_says_what_held_overwatch_back(line: Act, unit: str, why: str) -> None:
    """TCS3-1-3: by the key of the policy, with the figures that it was held against."""
    made = _crossed(line, unit=unit)
    assert f"No overwatch at 05.02: {why}" in _why(made, "G-2")
    fired = [event for event in made.play.events if isinstance(event, t.AreaFired) and event.hex == "05.02"]
    assert not any("G-2" in event.units for event in fired)


def test_why_says_the_odds_that_were_too_low() -> None:
    """TCS3-1-3."""
    told = [line for line in _why(_crossed(policy("odds", N=90), unit="T-1", to=(Hex("06.02"),)), "K-1") if "No overwatch" in line]
    assert told == ["No overwatch at 06.02: 36 percent, and its policy asks for 90 or more."]


def test_of_distant_stacks_the_one_that_fired_is_the_reason() -> None:
    """TCS3-1-7: one stack farther than three hexes; the others would have fired."""
    made = _crossed()
    held = [fire for seen in made.seen("ge", o.OwnNews) if isinstance(seen.event, t.OverwatchHeld) for fire in seen.event.held]
    past = {fire.unit for fire in held if fire.reason == "cap"}
    fired = {unit for event in made.play.events if isinstance(event, t.AreaFired) for unit in event.units}
    assert past and not past & fired
    assert "only one distant stack may answer, and another did." in " ".join(_why(made, min(past)))


def test_who_held_is_nobodys_business_but_his_own_sides() -> None:
    """TCSB-2-4: the other side learns nothing of it, and its story has no line for it."""
    made, silent = _crossed(policy("fire", "hold")), _crossed(policy("range", N=1))
    assert made.seen("us", o.OwnNews) == silent.seen("us", o.OwnNews)
    assert not any(isinstance(seen.event, t.OverwatchHeld) for seen in made.seen("us", o.OwnNews))
    assert list(figures.diary(made.game, _kept(made), "G-2")) == ["Nothing has happened to G-2 yet."]


def _with_sheet(side: str, name: str, **changes: object) -> tuple[str, ...]:
    """The lines of a side's sheets with one of them changed."""
    forces = PICTURES[side].forces
    picture = replace(PICTURES[side], forces=forces.with_sheet(replace(forces.sheets[name], **changes)))
    return tuple(sheet_lines(GAME, picture))


def test_a_sheet_says_where_its_units_go_when_it_fails() -> None:
    """TCSB-6-24, TCSB-6-25: before it comes to it, as it comes to it, and after; without rally hexes they stay."""
    sheet = PICTURES["us"].forces.sheets["US-1"]
    rally = ", ".join(sheet.rally)
    assert rally and f"its units then go to {rally} by themselves" in "".join(_with_sheet("us", "US-1"))
    doomed = "".join(_with_sheet("us", "US-1", begun=100))
    assert f"it fails in the next Command Phase: {sheet.fail_percent} percent of its steps are lost, and its units go to" in doomed
    assert f"failed: its units go to {rally} by themselves" in "".join(_with_sheet("us", "US-1", status="failed"))
    assert "failed: its units stay where they are" in "".join(_with_sheet("us", "US-1", status="failed", rally=()))


def test_a_sheet_that_is_about_to_fail_is_not_called_off() -> None:
    """TCSB-6-24: CHECK says so, since it fails before letter A is carried out."""
    sheet = PICTURES["us"].forces.sheets["US-1"]
    doomed = replace(PICTURES["us"], forces=PICTURES["us"].forces.with_sheet(replace(sheet, begun=100)))
    act = Act("call off", (), (("SHEET", "US-1"),))
    assert CALL_OFF.check(GAME, PICTURES["us"], (), act) == ()
    ((_, why),) = CALL_OFF.check(GAME, doomed, (), act)
    assert why.words.startswith("US-1 has lost so many steps that it fails in this Command Phase: its units go to")
    assert why.rule == "TCSB-6-24"


def _moment(made: Field) -> Any:
    return made.play.moment


def _of_us(made: Field, **changes: object) -> None:
    """A sheet of the Americans' stands otherwise."""
    forces = made.board.forces["us"]
    sheet = replace(forces.sheets["US-1"], **changes)
    made.happen(t.SheetChanged("us", sheet, "written"))


def test_a_failed_sheet_without_rally_hexes_is_over() -> None:
    """TCSB-6-25: its units need not go anywhere, and are unassigned again."""
    made = field(1)
    _of_us(made, status="failed", rally=())
    assert t.SheetClosed("us", "US-1", "rallied") in command_phase.ended(_moment(made), "us")


def test_nothing_is_rolled_for_a_sheet_with_nobody_left() -> None:
    """TCSB-6-14: nor does it gain anything, and its line says why."""
    made = field(1)
    _of_us(made, status="unimplemented", weighted=4, rolls="always")
    assert [sheet.id for sheet in command_phase.waiting(_moment(made), "us")][:1] == ["US-1"]
    made.dead(*made.board.forces["us"].sheets["US-1"].force)
    forces = made.board.forces["us"]
    assert not command.has_anybody(forces, forces.sheets["US-1"])
    assert "US-1" not in [sheet.id for sheet in command_phase.waiting(_moment(made), "us")]
    assert "US-1" not in [
        event.sheet.id for event in command_phase.gained(_moment(made), "us") if isinstance(event, t.SheetChanged)
    ]
    lines = "".join(sheet_lines(made.game, made.picture("us")))
    assert "not in force, and not rolled for: nobody is left of its force" in lines


def test_chance_takes_several_names() -> None:
    """TCSB-9-7: each answered once, hexes and names alike."""
    made = field(1)
    made.happen(t.ActionBegan("us"), t.ActionEnded("us"))
    names = sorted(made.picture("us").enemies)
    act = Act("chance", (), (("UNIT", "A-MG"), ("TARGET", (*names, names[0]))))
    (block,) = ask(made.game, made.picture("us"), (), act)
    assert len(names) > 1 and f"CHANCE A-MG at {', '.join(names)}" in block.title
    assert sum("Area fire at" in line for line in block.lines) == len(names)


def test_why_says_what_counted_in_a_point_fire() -> None:
    """TCSB-12-1, TCSB-7-3: what the firer's desk knows by name; how a gun is dug in stands in the net value alone."""
    made = Field(1, command="off")
    made.put("T-1", hex=Hex("06.03"), mode="fire", buttoned=True)
    made.put("K-1", hex=Hex("06.05"))
    made.show("K-1")
    made.order("us", ("T-1",), Act("fire", ("point",), (("HEX", Hex("06.05")),)))
    (shot,) = (event for event in made.play.events if isinstance(event, t.PointFired) and event.unit == "T-1")
    assert {shift.id for shift in shot.counting} >= {"buttoned"} and "dug_in" not in {shift.id for shift in shot.counting}
    told = tuple(figures._figures(made.game, made.picture("us").forces, o.OwnNews(shot)))
    assert "buttoned -" in told[0] and told[0].startswith(f"Net value {shot.net}, ")
    assert known((Shift("range", -1), Shift("dug_in", -2))) == (Shift("range", -1),)
