"""The look-ups of one whole worked turn at the ford village, in its order: what each chart said of the dice that fell."""

from fractions import Fraction

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.area_fire import (
    AreaFire,
    AreaFirer,
    AreaTarget,
    Shelter,
    area_column,
    area_modifier,
    area_result,
    area_shifts,
    area_strength,
)
from pbem.rulesets.tcs.rules.missions import adjustment_needed, sheaf_strength, sheafs
from pbem.rulesets.tcs.rules.morale import Strain, effective_morale, morale_result, morale_shifts
from pbem.rulesets.tcs.rules.shifts import total
from pbem.rulesets.tcs.rules.sight import SightTable, TurnVisibility, farthest, in_sight
from pbem.rulesets.tcs.rules.spotting import Spotted, is_spotted_by_any, protective, terrain_cover
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.grounds import village
from tests.rulesets.tcs.people import GUNS, TANK, TUBES, unit

TABLE = SightTable(village(), farthest(BOOK))
HAZE = TurnVisibility(24)
GERMAN_GUNS = replace(GUNS, area=16)
MORTAR = replace(TUBES, area=20, area_range=24)


def shelter(terrain: str, hasty: bool = False) -> Shelter:
    return Shelter(terrain_cover(BOOK, terrain), protective(BOOK, terrain), hasty=hasty)


def fell(column: int, dice: int, fire: AreaFire, target: AreaTarget) -> str:
    result = area_result(BOOK, "A", column, dice + area_modifier(BOOK, area_shifts(BOOK, fire, target)))
    return f"{result.losses}" if result.losses else "m" if result.check else "-"


def test_the_battery_puts_the_machine_gun_to_ground() -> None:
    """TCS3-2.2-4, TCSB-18-15, TCSB-18-17, TCSB-11-8, TCSB-17-3: two sheafs, one in the village and one a hex on"""
    assert in_sight(BOOK, TABLE, HAZE, Hex("03.03"), Hex("05.04")) and distance(Hex("03.03"), Hex("05.04")) == 2
    gun = unit(GERMAN_GUNS, side="ge", hex=Hex("05.04"), morale=4)
    assert is_spotted_by_any(BOOK, TABLE, HAZE, [unit(GUNS, hex=Hex("03.03"))], Spotted(gun, "village"))
    assert adjustment_needed(BOOK, True, 3) == "4" and sheafs(BOOK, 4, 4, "HE") == 2
    column = area_column(BOOK, Fraction(sheaf_strength(BOOK, "105", 1)))
    shells = AreaFire(column, direct=False, smoke=1)
    assert fell(column, 10, shells, AreaTarget("A", shelter("village", hasty=True))) == "m"
    assert fell(column, 6, shells, AreaTarget("A", shelter("village", hasty=True))) == "-"
    shifted = 8 + total(morale_shifts(BOOK, gun, Strain(sheltered=True)))
    assert morale_result(BOOK, effective_morale(gun, 0), shifted) == "S"


def test_suppressive_fire_through_smoke_does_nothing() -> None:
    """TCSB-19-5's marker, cover and digging: nine less four; the column of fourteen"""
    column = area_column(BOOK, area_strength(BOOK, AreaFirer(unit(GUNS), 2)))
    assert column == 1 and fell(column, 9, AreaFire(column, smoke=1), AreaTarget("A", shelter("village", hasty=True))) == "-"


def test_a_suppressed_machine_gun_stops_a_platoon_on_the_move() -> None:
    """TCSB-11-2, TCSB-11-7: half of sixteen, two more for the moving target"""
    column = area_column(BOOK, area_strength(BOOK, AreaFirer(unit(GERMAN_GUNS, suppressed=True), 2)))
    assert column == 1 and fell(column, 7, AreaFire(column), AreaTarget("A", shelter("open"), moving=True)) == "m"
    mover = unit(mode="move")
    assert morale_result(BOOK, effective_morale(mover, 0), 9) == "S"


def test_a_mortar_shells_the_hill_and_the_crew_stands() -> None:
    """TCSB-13-5, TCSB-17-2: suppressive, in woods: four and two less one"""
    assert in_sight(BOOK, TABLE, HAZE, Hex("05.05"), Hex("03.03")) and distance(Hex("05.08"), Hex("03.03")) <= 24
    column = area_column(BOOK, area_strength(BOOK, AreaFirer(unit(MORTAR), 6)))
    assert column == 2 and fell(column, 9, AreaFire(column, direct=False), AreaTarget("A", shelter("woods"))) == "m"
    crew = unit(GUNS)
    modified = 4 + total(morale_shifts(BOOK, crew, Strain(suppressive=True, sheltered=True)))
    assert (modified, morale_result(BOOK, effective_morale(crew, 0), modified)) == (5, "-")


@pytest.mark.parametrize(("dice", "suppressive", "result"), [(5, False, "S"), (4, True, "P")])
def test_a_lone_tank_is_shaken(dice: int, suppressive: bool, result: str) -> None:
    """TCSB-17-1: three of its own, three for one vehicle left, one of its battalion"""
    tank = unit(TANK)
    effective = effective_morale(tank, 1, instead_of_steps=3)
    modified = dice + total(morale_shifts(BOOK, tank, Strain(suppressive=suppressive)))
    assert effective == 7 and morale_result(BOOK, effective, modified) == result
