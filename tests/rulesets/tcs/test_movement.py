"""Movement and modes, by charts and counters of the ford village."""

import pytest

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tcs.folding import of_all
from pbem.rulesets.tcs.rules.boundaries import is_within
from pbem.rulesets.tcs.rules.movement import Country, cheapest_way, spent_after, step_cost, to_move_mode
from pbem.rulesets.tcs.told_events import ActionBegan, CleanUpDone
from pbem.rulesets.tcs.units import HALVES, TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces
from tests.rulesets.tcs.test_doors import load

MODULE = load()
OVER = Country(ChartBook(library.charts("tcs")), MODULE.ground, {})
UNITS = {unit.id: unit for unit in MODULE.units}


def at(name: str, hex_: str, mode: str = "move", **more: object) -> TacticalUnit:
    return replace(UNITS[name], hex=Hex(hex_), mode=mode, **more)


@pytest.mark.parametrize(("unit", "start", "end", "halves"), [
    ("A-1", "05.02", "05.03", 2),  # along the road men pay what a field costs
    ("T-1", "05.02", "05.03", 1),
    ("T-1", "06.02", "06.03", 2),
    ("T-1", "04.02", "03.02", 10),  # woods and a level up
    ("A-1", "04.02", "03.02", 6),  # woods and a level up
    ("A-1", "03.02", "04.02", 2),
    ("T-1", "08.06", "08.07", 10),
    ("A-1", "07.07", "06.07", 2),  # down costs nothing more
    ("T-1", "07.07", "06.07", 2),
    ("T-1", "06.03", "06.04", 2),
    ("T-1", "05.05", "06.05", 4),  # a village
    ("T-1", "07.04", "07.05", 4),  # the brook
])  # fmt: skip
def test_what_a_step_costs(unit: str, start: str, end: str, halves: int | None) -> None:
    """TCSB-20-2, TCSB-20-3, TCSB-1-5."""
    assert step_cost(OVER, at(unit, start), Hex(start), Hex(end)) == halves


def test_the_road_helps_in_move_mode_alone_and_smoke_slows_vehicles() -> None:
    """TCSB-20-2."""
    assert step_cost(OVER, at("T-1", "05.03", "fire"), Hex("05.03"), Hex("05.04")) == 2 * HALVES
    smoke = replace(OVER, smoke={Hex("06.03"): 1})
    assert step_cost(smoke, at("T-1", "06.02"), Hex("06.02"), Hex("06.03")) == 2 * HALVES


def test_with_any_mp_left_a_unit_goes_one_hex_more() -> None:
    """TCSB-20-4, TCSB-20-1, TCSB-26-6."""
    assert spent_after(at("A-1", "05.01", spent=11), 6) == 12
    assert spent_after(at("A-1", "05.01", spent=12), 2) is None
    assert spent_after(at("A-1", "05.01"), 14) is None
    assert spent_after(at("K-1", "06.07"), 2 * HALVES) == HALVES, "a gun is pushed one hex by hand"
    assert spent_after(at("K-1", "06.07", spent=1), 2 * HALVES) is None


def test_allowances_by_mode_and_hatches() -> None:
    """TCSB-4-2, TCSB-4-3, TCSB-4-4, TCSB-16-6, TCSB-20-10, TCS3-3-1."""
    assert (at("A-1", "05.01", "fire").allowance, at("A-1", "05.01").allowance, at("T-1", "06.01", "fire").allowance) == (4, 12, 0)
    assert at("T-1", "06.01", buttoned=True).allowance == 7 * HALVES, "half of 15, fractions dropped"
    assert [to_move_mode(OVER.book, UNITS[name]) // HALVES for name in ("A-1", "T-1", "A-MG", "K-1")] == [3, 8, 3, 1]


def test_the_cheapest_way_is_the_road() -> None:
    """TCSB-20-2."""
    way = cheapest_way(OVER, at("T-1", "05.01"), Hex("05.04"), lambda _: True)
    assert way == tuple(map(Hex, ("05.02", "05.03", "05.04")))
    assert cheapest_way(OVER, at("T-1", "05.01"), Hex("03.02"), lambda hex_: hex_ == "05.02") == ()


def test_boundaries_take_in_the_hexes_on_them() -> None:
    """TCSB-6-27."""
    left, right = tuple(map(Hex, ("08.01", "08.08"))), tuple(map(Hex, ("05.01", "05.04", "05.08")))
    assert all(is_within(Hex(h), left, right) for h in ("05.03", "06.02", "08.05", "07.08"))
    assert not any(is_within(Hex(h), left, right) for h in ("03.03", "04.02", "02.08"))
    assert is_within(Hex("03.03"), (), ())


def test_a_phase_begins_with_no_mp_spent_and_clean_up_takes_markers_off() -> None:
    """TCSB-20-1, TCSB-2-15: paralyzed becomes suppressed, all else comes off."""
    tired = at("A-1", "05.01", spent=6, over=True, suppressed=True, fired=True, overwatch=True, under_fire=True)
    forces = TacticalForces("us", {"A-1": tired, "A-2": at("A-2", "04.01", paralyzed=True)}, {})
    fresh = of_all(forces, ActionBegan("us")).units["A-1"]
    assert (fresh.spent, fresh.over, fresh.suppressed) == (0, False, True) and of_all(forces, ActionBegan("ge")) == forces
    clean = of_all(forces, CleanUpDone(1)).units
    assert clean["A-1"] == at("A-1", "05.01", before=True)
    assert (clean["A-2"].paralyzed, clean["A-2"].suppressed) == (False, True)
