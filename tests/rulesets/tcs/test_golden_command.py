"""The worked cases of command, and of a long line of sight, as examples."""

from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.arrivals import GroupArrival
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.module import load_module
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.rules.sight import TurnVisibility, in_sight
from pbem.rulesets.tcs.scenario import opening
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.told_events import FireManner
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.golden import CASES
from tests.rulesets.tcs.random_games import OPENING

US = cast(TacticalBoard, OPENING.situation.board).forces["us"]
FORCES = {"foot": ("A-1", "A-2"), "under fire": ("A-1", "A-2"), "vehicles": ("T-1", "T-2", "T-3")}


@pytest.mark.parametrize("case", CASES["gained"])
def test_weighted_turns_gained_in_a_turn(case: dict[str, Any]) -> None:
    """TCSB-6-11: by who is on the sheet and whether it was fired at, nobody on another one."""
    sheet = OpSheet("US-9", "attack", FORCES[case["force"]], "", (Hex("05.04"),))
    forces = replace(US, sheets={sheet.id: sheet})
    if case["force"] == "under fire":
        forces = forces.with_unit(replace(forces.units["A-1"], before=True))
    assert command.gain(BOOK, forces, sheet, PublicKnowledge(turn=2)) == case["want"]


def gains(field: Field, *force: str) -> int:
    """What a sheet that waits gains with these units, none of them on another one."""
    sheet = OpSheet("US-9", "attack", force, "", (Hex("05.04"),))
    forces = replace(field.board.forces["us"], sheets={sheet.id: sheet})
    return command.gain(field.game.book, forces, sheet, field.board.public)


@pytest.mark.parametrize("manner", ["sfa", "overwatch", "return", "assault"])
def test_who_fired_prepares_slower_in_the_next_turn(manner: FireManner) -> None:
    """TCSB-6-11: who fired itself, and not who was marked with it; two turns later it is forgotten."""
    field = Field(1)
    field.happen(t.AreaFired("us", ("A-1",), Hex("05.04"), manner, 1, (), ("A-1", "A-2")))
    field.happen(t.CleanUpDone(1), t.TurnOpened(2, 9, "clear"))
    assert field.picture("us").forces.units["A-1"] == field.unit("A-1")
    assert (gains(field, "A-1"), gains(field, "A-2"), gains(field, "A-1", "A-2")) == (1, 3, 1)
    field.happen(t.CleanUpDone(2), t.TurnOpened(3, 9, "clear"))
    assert gains(field, "A-1") == 3


def test_a_sheet_for_units_still_to_come_counts_them() -> None:
    """TCSB-6-8, TCSB-6-11, TCSB-6-12: men who are on their way prepare as men do, and make it as large as they are."""
    names = tuple(f"N-{number}" for number in range(6))
    coming = tuple(replace(US.units["A-1"], id=name) for name in names)
    sheet = OpSheet("US-9", "attack", names, "", (Hex("05.04"),))
    forces = replace(US, sheets={sheet.id: sheet}, due=(GroupArrival(4, (Hex("04.01"),), coming),))
    assert command.gain(BOOK, forces, sheet, PublicKnowledge(turn=2)) == 3
    assert command.size(BOOK, forces, sheet) == 2
    tanks = tuple(replace(US.units["T-1"], id=name) for name in names)
    riding = replace(forces, due=(GroupArrival(4, (Hex("04.01"),), tanks),))
    assert command.gain(BOOK, riding, sheet, PublicKnowledge(turn=2)) == 9


@pytest.mark.parametrize("case", CASES["prep"])
def test_column_and_number_that_brings_a_sheet_into_force(case: dict[str, Any]) -> None:
    """TCSB-6-15."""
    sheet = OpSheet("US-9", case["type"], ("A-1",), "", (Hex("05.04"),), weighted=case["weighted"])
    prep = command.preparation(BOOK, sheet, case["size"])
    assert [prep.column, prep.needed] == case["want"]


def of_points(points: int, others: int, staff: bool) -> tuple[TacticalForces, OpSheet]:
    """Platoons of three points and sections of one, on a sheet and on so many others; staff: they are a whole battalion."""
    platoon, section = US.units["A-1"], US.units["A-MG"]
    units = [replace(platoon, id=f"P{number}") for number in range(points // 3)]
    units += [replace(section, id=f"S{number}") for number in range(points % 3)]
    spare = () if staff else (replace(platoon, id="SPARE"),)
    sheets = [OpSheet(f"US-{number}", "attack", tuple(u.id for u in units), "", (Hex("05.04"),)) for number in range(1 + others)]
    forces = TacticalForces("us", {unit.id: unit for unit in (*units, *spare)}, {sheet.id: sheet for sheet in sheets})
    return forces, sheets[0]


@pytest.mark.parametrize("case", CASES["size"])
def test_the_size_of_a_sheet(case: dict[str, Any]) -> None:
    """TCSB-6-8, TCS3-5-1, TCS3-5-2: by its points, a battalion's staff, and what else its units are on."""
    assert command.size(BOOK, *of_points(case["points"], case["others"], case["staff"])) == case["want"]


def test_a_line_of_three_kilometers_over_a_ridge_is_blocked_and_a_neighbor_is_seen() -> None:
    """TCSB-8-5, TCSB-7-2: 18.03 to 08.22 of the ground before Bezange on a clear day, and to the hex beside it."""
    files = library.module_files(library.module_folder("tcs-arracourt"))
    module = load_module(files, charts=library.charts("tcs"), grammar=library.grammar("tcs"))
    table = opening(module, library.charts("tcs")).game.sight
    here, there, clear = Hex("18.03"), Hex("08.22"), TurnVisibility(reach=99)
    assert distance(here, there) == 24 and not in_sight(BOOK, table, clear, here, there)
    assert in_sight(BOOK, table, clear, here, Hex("18.04"))
