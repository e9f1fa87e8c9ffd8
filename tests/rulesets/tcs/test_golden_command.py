"""The worked cases of command, and of a long line of sight, as examples."""

from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.module import load_module
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.rules.sight import TurnVisibility, in_sight
from pbem.rulesets.tcs.scenario import opening
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces
from tests.rulesets.tcs.charts import BOOK
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
