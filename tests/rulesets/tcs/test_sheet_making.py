"""Op sheets as they are drawn up from a letter, and what becomes of them in the Command Phase (TCSB-6)."""

import pytest

from pbem.kernel.charts.chart import Check
from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, disc, hex_at
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.tree import FieldLine
from pbem.rulesets.tcs.rules.drawing_up import OwnSide, WrittenSheet, crossing, drawn_up, faults_of, filled_in
from pbem.rulesets.tcs.rules.sheet_changes import (
    Circumstances,
    amended,
    change_passes,
    change_roll,
    combined_morale,
    joined,
    line_entry,
    on_alternate,
    weighted_after,
    why_no_alternate,
    why_not_join,
)
from pbem.rulesets.tcs.sheets import OpSheet, SheetMission
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit, UnitType

from .side import CALLS, read

TYPES: dict[str, UnitType] = {"BTY": "gun_tube", "A94": "gun_tube", "T-1": "afv", "T-2": "afv"}


def unit(name: str, place: str = "05.05", *, steps: int = 5, morale: int = 3, fired_at: bool = False) -> TacticalUnit:
    counter = PrintedUnit("c", "Counter", TYPES.get(name, "infantry_platoon"), "A", 0, 5, "foot", 2, 6)
    return TacticalUnit(name, "us", counter, ("A", "53"), morale, Hex(place), "fire", steps, under_fire=fired_at)


KNOWN = OwnSide({call: unit(call) for call in CALLS}, {hex_at(c, r) for c in range(1, 31) for r in range(1, 31)}, ("US-1",))
GOOD = """SHEET US-5 attack
force A-1, A-2, T-1
objective 04.22, 06.22
start line 14.06, 15.06
left 02.08, 02.22
right 12.08, 12.22
fail at 40 percent rally 18.03 by 14.06
alternate hasty defense 14.12, 15.13
mission Take the ridge. END MISSION
END SHEET"""
CHART = library.charts("tcs")["reserve-roll"]


def written(text: str) -> WrittenSheet:
    acts = [line.command.act for line in read(text) if isinstance(line.command, FieldLine) and line.command.act]
    return WrittenSheet(acts[0], tuple(acts[1:]))


def reserve_roll() -> Check:
    assert isinstance(CHART, Check)
    return CHART


SHEET = OpSheet("US-5", "attack", ("A-1", "A-2"), "", (Hex("04.22"),), weighted=15, left=(Hex("02.08"),), right=(Hex("12.08"),))


def test_a_sheet_is_drawn_up_as_it_was_written() -> None:
    """TCSB-6-2, TCSB-6-3, TCSB-6-24."""
    assert faults_of(written(GOOD), KNOWN) == ()
    sheet = drawn_up(written(GOOD), KNOWN, 4)
    assert (sheet.id, sheet.type, sheet.force, sheet.mission) == ("US-5", "attack", ("A-1", "A-2", "T-1"), "Take the ridge.")
    assert (sheet.objective, sheet.start_line) == (("04.22", "06.22"), ("14.06", "15.06"))
    assert (sheet.left, sheet.right, sheet.fail_percent, sheet.rally) == (("02.08", "02.22"), ("12.08", "12.22"), 40, ("18.03",))
    assert sheet.alternate == SheetMission("", "hasty_defense", (Hex("14.12"), Hex("15.13")))
    assert (sheet.status, sheet.weighted, sheet.written) == ("unimplemented", 0, 4)


@pytest.mark.parametrize(
    ("before", "after", "field", "rule", "told"),
    [
        ("US-5 attack", "US-1 attack", 0, "TCSB-6-3", "US-1 already"),
        ("objective 04.22, 06.22\n", "", 0, "TCSB-6-3", "no OBJECTIVE"),
        ("force A-1, A-2, T-1\n", "", 0, "TCSB-6-3", "no FORCE"),
        ("left 02.08, 02.22\n", "", 0, "TCSB-6-3", "no LEFT"),
        ("force A-1, A-2, T-1", "force A-1, BTY", 1, "TCSB-6-6", "BTY is artillery"),
        ("objective 04.22, 06.22", "objective 04.22, 40.22", 2, "TCSB-6-3", "40.22 is not on this map"),
        ("right 12.08, 12.22", "right 12.08, 01.15", 5, "TCSB-6-27", "boundaries cross"),
        ("fail at 40 percent", "fail at 60 percent", 6, "TCSB-6-24", "50 percent"),
        ("alternate hasty defense 14.12, 15.13", "option a attack 14.12", 7, "TCSB-6-32", "only a reserve"),
        ("alternate hasty defense 14.12, 15.13", "force A-3", 7, "TCSB-6-4", "FORCE stands on this sheet already"),
        ("US-5 attack", "US-5 move", 7, "TCSB-6-34", "attack or a defense"),
    ],
)
def test_each_fault_of_a_sheet_names_its_field_and_its_rule(before: str, after: str, field: int, rule: str, told: str) -> None:
    text = GOOD.replace(before, after)
    assert text != GOOD
    (fault,) = faults_of(written(text), KNOWN)
    assert (fault.field, fault.why.rule) == (field, rule)
    assert told in fault.why.words


def test_a_line_that_would_run_comes_with_what_is_missing() -> None:
    (fault,) = faults_of(written(GOOD.replace("objective 04.22, 06.22\n", "")), KNOWN)
    assert faults_of(written(GOOD.replace("objective 04.22, 06.22", fault.why.hint)), KNOWN) == ()


def test_a_reserve_has_one_to_three_lettered_missions() -> None:
    """TCSB-6-32."""
    reserve = "SHEET US-5 reserve\nforce A-1\nobjective 05.05\n{}\nEND SHEET"
    for options, told in {
        "": "no OPTION",
        "option a attack 07.06\noption a move 08.06": "option a already",
        "\n".join(f"option {letter} attack 07.06" for letter in "abcd"): "at most 3",
        "option a reserve 07.06": "committed as a reserve",
    }.items():
        assert [told in fault.why.words for fault in faults_of(written(reserve.format(options)), KNOWN)] == [True]
    good = written(reserve.format("option a attack 07.06\noption b hasty defense 05.04"))
    assert faults_of(good, KNOWN) == ()
    missions = (SheetMission("a", "attack", (Hex("07.06"),)), SheetMission("b", "hasty_defense", (Hex("05.04"),)))
    assert drawn_up(good, KNOWN, 1).options == missions


def test_a_dead_unit_is_on_no_sheet() -> None:
    dead = OwnSide({**KNOWN.units, "A-1": unit("A-1", steps=0)}, KNOWN.hexes)
    assert [fault.why.words == "A-1 is not yours, or lost" for fault in faults_of(written(GOOD), dead)] == [True]


def test_boundaries_cross_where_a_hex_lies_on_both() -> None:
    """TCSB-6-27."""
    left, right = (Hex("02.02"), Hex("02.12")), (Hex("08.02"), Hex("08.12"))
    assert crossing(left, right) is None
    assert crossing(left, (Hex("08.02"), Hex("01.10"))) in {Hex(f"02.{row:02d}") for row in range(2, 13)}


def test_a_change_costs_what_it_changes() -> None:
    """TCSB-6-18: none of the weighted turns is left, or half of them."""
    assert weighted_after(SHEET, SHEET) == 15
    assert weighted_after(SHEET, replace(SHEET, mission="Go.", fail_percent=30)) == 15
    assert weighted_after(SHEET, replace(SHEET, force=("A-1", "A-2", "A-3"))) == 7
    for changed in (
        replace(SHEET, force=("A-1",)), replace(SHEET, force=("A-1", "A-3")), replace(SHEET, objective=(Hex("05.22"),)),
        replace(SHEET, left=(Hex("01.08"),)), replace(SHEET, force=("A-1", "A-2", "A-3"), right=()),
    ):  # fmt: skip
        assert weighted_after(SHEET, changed) == 0
    refused = amended(replace(SHEET, status="implemented"), SHEET)
    assert isinstance(refused, Refusal)
    assert refused.rule == "TCSB-6-18"
    fields = written("SHEET US-5 change\nforce A-1, A-2, A-3\nEND SHEET").fields
    after = amended(SHEET, filled_in(SHEET, fields, KNOWN))
    assert isinstance(after, OpSheet)
    assert (after.weighted, after.force, after.objective) == (7, ("A-1", "A-2", "A-3"), SHEET.objective)


def test_a_unit_joins_a_sheet_in_force_within_three_hexes() -> None:
    """TCSB-6-19."""
    force, sheet = (unit("A-1", "05.05"),), replace(SHEET, status="implemented", begun=10)
    for place in disc(Hex("05.05"), 3):
        assert why_not_join(sheet, unit("A-3", place), False, force) is None
    for refused in (
        why_not_join(sheet, unit("A-3", "09.05"), False, force),
        why_not_join(sheet, unit("A-3"), True, force),
        why_not_join(SHEET, unit("A-3"), False, force),
    ):
        assert refused is not None
        assert refused.rule == "TCSB-6-19"
    more = joined(sheet, (unit("A-3", steps=4), unit("A-1")))
    assert (more.force, more.begun, more.joining) == (("A-1", "A-2", "A-3"), 14, ("A-3",))


def test_the_roll_for_a_change_counts_radio_staff_night_and_fire() -> None:
    """TCSB-6-33, TCSB-6-35; the reserve and the platoon of the worked turn: 2 +1 fails, 4 +1 passes."""
    tanks, foot = (unit("T-1"), unit("T-2")), (unit("A-1"),)
    chart = reserve_roll()
    assert [change_roll(chart, Circumstances(force)) for force in (tanks, foot, (*tanks, *foot))] == [1, 0, 0]
    assert change_roll(chart, Circumstances(foot, staff=True)) == 1
    assert change_roll(chart, Circumstances(foot, night=True)) == -1
    assert change_roll(chart, Circumstances((unit("A-1", fired_at=True),))) == -1
    assert [change_roll(chart, Circumstances(foot, module=given)) for given in (-3, 0, 1, 5)] == [-1, 0, 1, 1]
    assert not change_passes(chart, 2, Circumstances(tanks))
    assert change_passes(chart, 4, Circumstances(tanks))
    assert [change_passes(chart, die, Circumstances(foot)) for die in range(1, 7)] == [False] * 3 + [True] * 3


def test_an_alternate_is_taken_once() -> None:
    """TCSB-6-34."""
    sheet = replace(SHEET, status="implemented", alternate=SheetMission("", "hasty_defense", (Hex("14.12"),)))
    assert why_no_alternate(sheet) is None
    after = on_alternate(sheet, 8, 6)
    assert (after.type, after.objective, after.left, after.begun, after.turn) == ("hasty_defense", ("14.12",), sheet.left, 8, 6)
    for barred in (after, replace(sheet, status="unimplemented"), replace(sheet, type="move")):
        refused = why_no_alternate(barred)
        assert refused is not None
        assert refused.rule == "TCSB-6-34"


def test_a_combined_platoon_has_the_worse_morale() -> None:
    """TCSB-6-41."""
    assert combined_morale((unit("A-1", morale=2), unit("A-2", morale=4))) == 4


def test_a_line_entry_has_no_boundaries_and_goes_back_to_where_it_began() -> None:
    """TCS3-5-3."""
    sheet = line_entry("US-6", "attack", (unit("A-1", "05.05"), unit("A-2", "05.06"), unit("A-3", "05.05")), (Hex("04.22"),), 3)
    assert (sheet.left, sheet.right, sheet.alternate, sheet.rally) == ((), (), None, ("05.05", "05.06"))
    assert (sheet.force, sheet.objective, sheet.weighted) == (("A-1", "A-2", "A-3"), ("04.22",), 0)
