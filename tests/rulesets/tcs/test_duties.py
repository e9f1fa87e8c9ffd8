"""What op sheets ask of units: who is assigned, how large a sheet is, how long it lasts, where its units go (TCSB-6)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.duties import against
from pbem.rulesets.tcs.actions.sheet_blocks import SheetBlock, faults
from pbem.rulesets.tcs.reports.sentences import public
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.settling import artillery, turns
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import TacticalUnit
from tests.acceptance.table import plain, recorded
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.side import read
from tests.rulesets.tcs.test_doors import load
from tests.rulesets.tcs.test_fog_of_fire import field, policy

GAME, SITUATION, PICTURES = scenario.opening(load(), library.charts("tcs"))
US = SITUATION.board.forces["us"]


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Ford]:
    ford = Ford(tmp_path)
    ford.begin()
    yield ford
    ford.close()


def test_who_is_on_a_sheet_in_force_is_assigned_and_on_one_alone() -> None:
    """TCSB-6-1, TCSB-6-5, TCSB-6-7, TCSB-3-10."""
    assert US.sheet_of(US.units["A-1"]) is US.sheets["US-1"] and US.sheet_of(US.units["T-1"]) is None
    assert US.waiting(US.units["T-1"]) == (US.sheets["US-2"],)
    riding = US.with_unit(replace(US.units["A-1"], rides="T-1"))
    assert riding.sheet_of(riding.units["T-1"]) is riding.sheets["US-1"]
    assert {unit.battalion for unit in US.units.values()} == {"1 Bn", "Tank Bn"}


def large(companies: int, *more: TacticalUnit) -> tuple[dict[str, TacticalUnit], OpSheet]:
    """Platoons of one battalion, three a company, and a sheet of all of them."""
    names = [f"P-{number}" for number in range(3 * companies)]
    units = {name: replace(US.units["A-1"], id=name, chain=(name, "P", "9 Bn")) for name in names}
    units |= {unit.id: unit for unit in more}
    return units, OpSheet("US-7", "attack", tuple(units), "", (Hex("05.04"),))


def test_a_sheet_is_one_to_nine_companies_with_its_staff_and_other_sheets() -> None:
    """TCSB-6-8, TCSB-6-9, TCSB-6-10, TCS3-5-1, TCS3-5-2."""
    one = replace(US.sheets["US-1"], force=("A-1",))
    assert command.size(GAME.book, US, one) == 1
    units, sheet = large(11)
    forces = replace(US, units=units, sheets={"US-7": sheet})
    assert command.companies(GAME.book, forces, sheet) == 9 and command.size(GAME.book, forces, sheet) == 9
    partial = replace(sheet, force=sheet.force[:-1])
    other = replace(partial, id="US-8", force=sheet.force[:2])
    both = replace(forces, sheets={"US-7": partial, "US-8": other})
    assert command.companies(GAME.book, both, partial) == command.companies(GAME.book, forces, partial) + 1
    assert command.companies(GAME.book, forces, partial) == 11 and command.size(GAME.book, forces, partial) == 9


def test_a_force_that_is_too_large_is_refused() -> None:
    """TCSB-6-8."""
    units, _ = large(11, US.units["A-1"], US.units["A-2"], US.units["A-MG"])
    picture = replace(PICTURES["us"], forces=replace(US, units={**US.units, **units}))
    block = SheetBlock(read("SHEET US-9 attack\nforce A-1\nobjective 05.04\nleft 08.01, 08.08\nright 02.01, 02.08\nEND SHEET"))
    assert faults(GAME, picture, block) == ()
    many = replace(block.lines[1], command=replace(block.lines[1].command, act=replace(  # type: ignore[type-var]
        block.written.fields[0], slots=(("UNITS", tuple(units)[:-1]),))))  # fmt: skip
    (fault,) = faults(GAME, picture, SheetBlock((block.lines[0], many, *block.lines[2:])))
    assert "too large: 9 at most" in fault.why.words and fault.why.rule == "TCSB-6-8" and fault.field == 1
    assert fault.why.hint.startswith("force ") and fault.why.hint.count(",") < len(units) - 2


def test_a_defense_lasts_and_an_attack_ends_with_its_objective() -> None:
    """TCSB-6-22, TCSB-6-23."""
    for kind, ends in (("attack", True), ("move", True), ("hasty_defense", False), ("prep_defense", False), ("reserve", False)):
        sheet = OpSheet("US-7", kind, ("A-1",), "", (Hex("05.04"),))  # type: ignore[arg-type]
        assert command.is_finished(sheet, (Hex("05.04"),), ()) is ends
        assert not command.is_finished(sheet, (Hex("05.04"),), (Hex("05.05"),))


def test_without_command_rules_every_unit_goes_where_it_likes() -> None:
    """TCSB-6-42, TCSB-6-44: else an unassigned one goes away from known enemies, or joins a position."""
    picture = PICTURES["us"]
    tank = replace(US.units["T-1"], hex=Hex("06.03"))
    alone = replace(picture, forces=replace(US.with_unit(tank), sheets={"US-1": US.sheets["US-1"]}))
    refused = against(GAME, alone, tank, (Hex("06.04"),))
    assert isinstance(refused, Refusal) and refused.rule == "TCSB-6-44"
    free = replace(GAME, switches={**GAME.switches, "command": "off"})
    assert against(free, alone, tank, (Hex("06.04"),)) is None
    joins = replace(alone, forces=alone.forces.with_unit(replace(US.units["A-1"], hex=Hex("06.04"))))
    assert against(GAME, joins, tank, (Hex("06.04"),)) is None


def test_who_is_beyond_the_start_line_may_still_go_back() -> None:
    """TCSB-6-36, TCSB-6-44: the start line lets a unit do more, and takes nothing from it that any unassigned one may do."""
    made = Field(1)
    assert made.board.forces["us"].waiting(made.unit("T-1"))[0].start_line
    made.put("T-1", hex=Hex("06.04"), mode="move")
    unit, picture = made.unit("T-1"), made.picture("us")
    assert against(made.game, picture, unit, (Hex("06.03"), Hex("06.02"))) is None
    made.put("T-1", hex=Hex("06.02"))
    on = against(made.game, made.picture("us"), made.unit("T-1"), (Hex("06.03"),))
    assert isinstance(on, Refusal) and on.rule == "TCSB-6-36"


def test_who_is_unassigned_may_go_to_the_rally_hexes_of_the_last_sheet() -> None:
    """TCSB-6-44: step by step nearer to one of them, though it be toward the enemy; those of a sheet never in force are none."""
    for status, allowed in (("implemented", True), ("failed", True), ("unimplemented", False)):
        made = Field(1)
        unit = made.unit("A-1")
        sheet = replace(made.board.forces["us"].sheets["US-1"], id="US-9", force=("A-1",), status=status, rally=(Hex("05.04"),))
        made.happen(t.SheetClosed("us", "US-1", "cancelled"), t.SheetChanged("us", sheet, "in force"))
        made.happen(t.SheetClosed("us", "US-9", "cancelled"))
        goal, ground = Hex("05.04"), made.game.ground
        step = min(ground.neighbours(unit.hex), key=lambda hex_: distance(hex_, goal))
        away = min(ground.neighbours(step), key=lambda hex_: (-distance(hex_, goal), hex_))
        said = against(GAME, made.picture("us"), unit, (step,))
        assert (said is None) is allowed and (said is None or "05.04" not in said.words)
        back = against(GAME, made.picture("us"), unit, (step, away, step))
        assert isinstance(back, Refusal) and ("to 05.04 or to a position" in back.words) is allowed


def test_defenders_go_to_their_position_and_stay_about_it(ford: Ford) -> None:
    """TCSB-6-28: in its hexes and one hex around."""
    ford.both("ROLL US-2 NEVER", "")
    for line, why in (("G-1: move mode; move 05.06", ""), ("G-81: move mode; move 05.07, 04.07", ""),
                      ("G-MG: move mode; move 04.04, 03.04", "03.04 leads away from the position of GE-1")):  # fmt: skip
        answer = plain(ford.write("ge", f"CHECK\n{line}"))
        assert (why in answer) if why else ("TCSB-6-28" not in answer), (line, answer)


def test_a_failed_sheets_units_go_to_their_rally_hexes(ford: Ford) -> None:
    """TCSB-6-25, TCSB-6-24: by themselves; who is there is on no sheet."""
    ground = "objective 05.04\nleft 08.01, 08.08\nright 01.01, 01.08"
    sheet = f"SHEET GE-3 attack\nforce Z-1\n{ground}\nfail when turn 2 rally 07.08\nEND SHEET"
    ford.both("ROLL US-2 NEVER", f"{sheet}\nROLL GE-3 ALWAYS")
    for _ in range(5):
        ford.both("", "")
        if ford.picture("us").public.over:
            break
        ford.both("", "")
        now = ford.board.forces["ge"].sheets.get("GE-3")
        if now is not None and now.status == "failed":
            refused = plain(ford.write("ge", "CHECK\nZ-1: move mode; move 08.07"))
            assert "GE-3 has failed: its units go to 07.08 by themselves (TCSB-6-25)" in refused
    events = [event for record in recorded(ford) for event in record.events]
    failed = [event for event in events if isinstance(event, t.SheetChanged) and event.why == "failed"]
    if failed:
        assert [event.units for event in events if isinstance(event, t.MoveBegan) and "Z-1" in event.units]


def test_who_acts_first_is_rolled_for_from_the_second_turn_on(ford: Ford) -> None:
    """TCSB-2-10."""
    ford.both("ROLL US-2 NEVER", "")
    ford.both("", "")
    ford.both("", "")
    orders = [event for record in recorded(ford) for event in record.events if isinstance(event, t.OrderDecided)]
    assert orders[0] == t.OrderDecided("us", ()) and len(orders[1].throws) % 2 == 0
    first, second = orders[1].throws[-2:]
    assert orders[1].first == max(first, second, key=lambda throw: throw.total).side and first.total != second.total


@pytest.mark.parametrize("choice", ["first", "second"])
def test_the_higher_chooses_whether_it_goes_first(choice: str) -> None:
    """TCSB-2-6, TCSB-2-10: by POLICY ALL TURN, with the guns and in the Action Phases."""
    told = set[str]()
    for seed in range(4):
        made = field(seed, us=(policy("turn", choice),), ge=(policy("turn", choice),))
        made.happen(t.CleanUpDone(1), t.TurnOpened(2, 9, "clear"))
        moment = cast(Any, made.play.moment)
        for decided in (*(turns.order(moment) or ()), *(artillery.step(moment) or ())):
            assert isinstance(decided, t.OrderDecided | t.GunsOrdered)
            higher = max(decided.throws[-2:], key=lambda throw: throw.total).side
            assert (decided.first == higher) is (choice == "first")
            told.add(decided.first)
            assert not isinstance(decided, t.OrderDecided) or ("chose" in public(made.game, decided)) is (choice == "second")
    assert told == {"us", "ge"}


def test_the_choice_is_the_side_s(ford: Ford) -> None:
    """TCSB-2-10."""
    assert "it is for the whole side" in plain(ford.write("us", "POLICY A-1 TURN SECOND"))
    assert "it is for the whole side" not in plain(ford.write("us", "POLICY ALL TURN SECOND"))


def test_a_side_concedes_and_the_points_stand(ford: Ford) -> None:
    """TCSB-28-4."""
    ford.write("us", "CONCEDE")
    ford.write("us", "YES")
    assert ford.campaign.state.admin.stage == "over"
    assert any("German victory" in plain(mail) for mail in ford.mail("ge"))
