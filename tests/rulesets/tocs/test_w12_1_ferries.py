"""Boat launches, ferries, and the boats of engineers (TOCS-W12.1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import Ground, landing
from pbem.rulesets.tocs.rules import ferrying
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.units import Task
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road

RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
HERE = Hex("03.04")
NORTH, SOUTH = 1, 0
PIONEER: dict[str, Any] = {"engineer": True}
LORRY: dict[str, Any] = {"mobility": "motorized", "mp": 6}
BOTH = road("03.03 03.04") + road("03.05 03.04", "dirt_6_8")


def wet(more: str = "") -> Ground:
    return ground("", RIVER + more)


def test_a_road_that_ends_at_the_water_is_a_boat_launch_or_a_ferry() -> None:
    """TOCS-W12.1.1-1, TOCS-W12.1.1-2, TOCS-W12.1.2-1."""
    assert landing(wet(road("03.03 03.04")), HERE) == "boat launch" and not wet(road("03.03 03.04")).ferries
    assert landing(wet(BOTH), HERE) == "ferry crossing" and wet(BOTH).ferries[HERE].steps == 4
    assert landing(wet(road("03.03 03.04 03.05") + bridge("03.04")), HERE) == "" == landing(wet(), HERE)
    out = wet(BOTH + '[[ferry]]\nhex = "03.04"\nwater = "river"\nworking = false\n')
    assert not out.ferries


@pytest.mark.parametrize("roads, halves", [("", 6), (road("03.03 03.04"), 4), (BOTH, 2)])
def test_amphibious_troops_pay_nothing_for_a_bank_with_a_launch(roads: str, halves: int) -> None:
    """TOCS-W12.1.1-1: one point for each bank without, and the ground in any case."""
    s = Scene([Piece("A", "03.04", bank_index=NORTH, traits=("amphibious",))], land=wet(roads), own="03.05")
    way = entry(s.view(), s.forces().counters["a"], Position(HERE, NORTH), Hex("03.05"), by_road=False)
    assert way and (way.means, way.cost) == ("swim", halves)


@pytest.mark.parametrize("more, unit, takes", [
    ("", {}, True), ("", LORRY, True), ("", {**LORRY, "tons": 31}, False), ("tons = 5\n", LORRY, False),
    ("vehicles = false\n", LORRY, False),
])  # fmt: skip
def test_a_ferry_has_a_weight_limit(more: str, unit: dict[str, Any], takes: bool) -> None:
    """TOCS-W12.1.2-1."""
    where = wet(f'[[ferry]]\nhex = "03.04"\nwater = "river"\n{more}')
    s = Scene([Piece("A", "03.04", bank_index=NORTH, **unit)], land=where, own="03.05")
    assert (s.check("A", "cross") == ()) == takes


def test_a_ferry_carries_four_steps_an_impulse() -> None:
    """TOCS-W12.1.2-1."""
    pieces = [Piece(call, "03.04", bank_index=NORTH, lost=1) for call in ("A", "B")]
    s = Scene(pieces, land=wet(BOTH), own="03.05")
    assert s.does("A", "cross").failure is None and s.check("B", "cross")[0].rule == "TOCS-W2.6.4-8"


def boats(*more: Piece, **scene: Any) -> Scene:
    """Engineers and a company on the north bank, and a work in the engineers' hands."""
    pieces = [Piece("E", "03.04", bank_index=NORTH, **PIONEER), Piece("A", "03.04", bank_index=NORTH, **scene.pop("unit", {}))]
    s = Scene([*pieces, *more], [Piece("R", "08.08")], land=wet(), own="03.05 03.03", **scene)
    s.play.happen((e.TaskWent("blue", Task("e", "build", "footbridge", HERE, 2, note="footbridge_pontoon"), "begun"),))
    return s


def test_engineers_ferry_others_at_no_cost_to_themselves() -> None:
    """TOCS-W12.1.2-2, TOCS-W12.1.2-3, TOCS-W12.1.2-4: the ferried pay an OP and all AP, and tire; the engineers work on."""
    s = boats()
    assert s.does("E", "ferry A to south bank").failure is None
    assert (s.unit("A").bank, s.unit("A").state, s.unit("E").bank, s.unit("E").state) == (SOUTH, 1, NORTH, 0)
    assert s.forces().pools["pool"].bank == 9 and s.forces().active is None and "e" in s.forces().tasks
    assert s.picture().forces == s.forces()
    assert s.learnt("blue", e.UnitFerried)[0].by == "the boats of E" and not s.learnt("red", e.UnitFerried)


def test_the_boats_hold_four_steps() -> None:
    """TOCS-W12.1.2-2: whoever is in them, one after another."""
    s = boats(Piece("B", "03.04", bank_index=NORTH, lost=2), unit={"lost": 2})
    assert s.check("E", "ferry A, B") == ()
    s.does("E", "ferry A, B")
    assert {s.unit(call).bank for call in "AB"} == {SOUTH}
    full = boats(Piece("B", "03.04", bank_index=NORTH))
    assert full.check("E", "ferry A, B")[0].words == "the boats of E can take 0 more steps, B has 4"
    assert ferrying.boats(full.view(), full.unit("E")).room == 4


def test_who_cannot_is_told_why() -> None:
    """TOCS-W12.1.2-2, TOCS-W12.1.2-3."""
    s = boats(Piece("B", "03.03"))
    assert s.check("A", "ferry E")[0].words == "A is no engineer company"
    assert s.check("E", "ferry B")[0].rule == "TOCS-W12.1.2-3"
    assert s.check("E", "ferry A to north bank")[0].rule == "TOCS-W12.1.2-2"
    assert boats(engaged={HERE: "blue"}).check("E", "ferry A")[0].rule == "TOCS-W10.1-6"
    poor = boats(points=0)
    assert poor.check("E", "ferry A")[0].rule == "TOCS-3.5-2"
    came = boats(Piece("C", "03.03", **PIONEER))
    came.does("C", "move 03.04")
    assert came.check("C", "ferry A")[0].words == "C has moved this impulse"


@pytest.mark.parametrize(("before", "unit", "row"), [
    (("A", "recon 03.03"), {}, ""), (("C", "move 03.04"), {}, ""), (None, {"state": 5}, "TOCS-W5.0-4"), (None, {"state": 2}, ""),
    (("C", "move 03.04"), {"call": "C"}, "TOCS-W12.1.2-3"),
])  # fmt: skip
def test_who_is_taken_over_began_his_impulse_there_and_has_an_ap(
    before: tuple[str, str] | None, unit: dict[str, Any], row: str
) -> None:
    """TOCS-W12.1.2-3, TOCS-W12.1.2-2."""
    who = unit.pop("call", "A")
    s = boats(Piece("C", "03.03"), unit=unit)
    if before:
        s.does(*before)
    found = s.check("E", f"ferry {who}")
    assert [r.rule for r in found] == ([row] if row else [])
    assert row != "TOCS-W12.1.2-3" or found[0].words == "C must begin its impulse in 03.04 to be taken over"
    outcome = s.does("E", f"ferry {who}")
    assert (outcome.failure is None) == (not row) and (s.unit(who).bank == SOUTH) == (not row)


def test_engineers_that_take_themselves_over_tire_like_anybody() -> None:
    """TOCS-W12.1.2-3: in their own boats."""
    s = boats()
    assert s.does("E", "cross").failure is None and s.unit("E").bank == SOUTH
    s.close()
    assert s.happened(e.ActivationEnded)[-1].unit.state == 1 and not s.forces().tasks


@pytest.mark.parametrize("unit, crosses", [({}, True), (LORRY, False)])
def test_a_roadblock_shuts_the_bridge_of_its_hex_to_vehicles_that_change_banks(unit: dict[str, Any], crosses: bool) -> None:
    """TOCS-W10.10-7: men step round it; without the block the lorry crosses too."""
    bridged = wet(road("03.03 03.04 03.05") + bridge("03.04"))
    for blocks, free in (({}, True), ({"03.04": "roadblock blue"}, crosses)):
        s = Scene([Piece("A", "03.04", bank_index=NORTH, **unit)], land=bridged, own="03.05", obstacles=blocks)
        assert (s.check("A", "cross") == ()) == free


def test_assets_cross_with_their_unit_and_those_on_the_other_bank_stay_there() -> None:
    """TOCS-W2.5-2, TOCS-W11.10-3: who does not stand with the unit is not carried through the river by what happens to it."""
    here = wet(road("03.03 03.04 03.05") + bridge("03.04"))
    given: dict[str, Any] = {"kind": "asset", "assigned": "a"}
    s = Scene([Piece("A", "03.04", bank_index=NORTH), Piece("X", "03.04", bank_index=NORTH, **given)], land=here, own="03.05")
    assert s.does("A", "cross").failure is None and s.unit("X").bank == SOUTH
    apart = Scene([Piece("A", "03.04", bank_index=NORTH), Piece("X", "03.04", bank_index=SOUTH, **given)], land=wet(), own="03.03")
    apart.does("A", "recon 02.03")
    apart.close()
    assert apart.unit("A").state == 1 and (apart.unit("X").bank, apart.unit("X").state) == (SOUTH, 0)
