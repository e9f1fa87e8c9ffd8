"""Transport by air, and supplies that are dropped or landed on demand (TOCS-W15.4, W15.16, W15.12)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.told_events import AircraftHeard, DescentSeen, FlakFired, FlightFlown, StickLanded
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w15_missions import STAFF, air, box, craft, round_about, scene

CARGO = ("lift", "drop", "land")
GUN: dict[str, Any] = {"aa": 1, "rof": 6, "strength": 1, "arm": "light_flak", "aa_class": "light"}
HOME, AWAY = Facility("keent", "airfield", "Keent", Hex("01.02"), 8), Facility("volkel", "airbase", "Volkel", Hex("02.01"), 8)
STRIP = Facility("strip", "airstrip", "the strip", Hex("02.02"), 4)
WAY = "by 01.05 .. 05.05"


def dakotas(*more: Any, base: str = "off") -> tuple[Any, ...]:
    planes = (craft("C47A", missions=CARGO, base=base), craft("C47B", missions=CARGO, base=base))
    return (*planes, craft("PF1", missions=("pathfinder",)), craft("SPIT1", missions=("escort", "patrol"), base=base), *more)


def cargo(*red: Piece, dice: dict[str, tuple[int, ...]] | None = None, base: str = "off", **more: Any) -> Scene:
    throws = {**(dice or {}), "drop/": (3, 3), "flak/": (1, 1), "rate/": (1,), "drift/": (1,)}
    return scene(*red, crafts=dakotas(base=base), dice=throws, sites=more.pop("sites", (HOME, AWAY, STRIP)), **more)


def depots(s: Scene, side: str = "blue") -> dict[str, int]:
    return {str(x.hex): x.sp for x in s.forces(side).sources.values() if x.kind == "mobile"}


# ---------------------------------------------------------------- supplies


def test_supplies_are_dropped_where_the_way_ends() -> None:
    """TOCS-W15.16-1: an OP, a path, a point an aircraft, from beyond the map; the enemy's hex makes them his."""
    s = cargo()
    s.comes_off("HQ82", f"HQ82: air drop 2 SP at 05.05 {WAY} with C47A,C47B")
    assert (box(s, "C47A"), s.forces().pools["pool"].spent) == ("in flight", 1)
    round_about(s)
    assert depots(s, "red") == {"05.05": 2} and not depots(s)
    assert box(s, "C47A") == box(s, "C47B") == "landed" and not s.forces().air.sorties
    assert [seen.gained for seen in s.learnt("red", DescentSeen)] == [2] or [x.gained for x in s.learnt("red", DescentSeen)] == [
        1,
        1,
    ]
    assert "C47A" not in s.forces().schedule.flights


def test_on_own_ground_they_are_ones_own() -> None:
    """TOCS-W15.16-2: all that the enemy has of it is the sound."""
    s = cargo()
    s.comes_off("HQ82", "HQ82: air drop 1 SP at 02.02 by 01.03 02.02 with C47A")
    round_about(s)
    assert depots(s) == {"02.02": 1} and not s.learnt("red", DescentSeen) and not s.learnt("red", AircraftHeard)


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("air drop 3 SP at 05.05 by 01.05 .. 05.05 with C47A,C47B", "TOCS-W15.16-1", "2 counters carry 1 to 2 SP"),
        ("air drop 1 SP at 05.05 by 02.05 .. 05.05 with C47A", "TOCS-W14.2-2", "02.05 is not at the edge of the map"),
        ("air drop 1 SP at 05.05 by 01.05 02.05 04.05 05.05 with C47A", "TOCS-W14.2-2", "04.05 is not next to 02.05"),
        ("air drop 1 SP at 05.05 by 01.05 .. 03.05 with C47A", "TOCS-W14.2-2", "the path ends in 03.05, not in 05.05"),
        ("air land 1 SP at 05.05 by 01.05 .. 05.05 with C47A", "TOCS-W15.16-3", "you have no field in 05.05"),
        ("air drop 1 SP at 05.05 by 01.05 .. 05.05 with SPIT1", "TOCS-3.2-10", "does not fly that mission"),
        ("air drop 1 SP at 05.05 by 01.05 .. 05.05 with C47A pathfinder SPIT1", "TOCS-3.2-10", "does not fly that mission"),
        ("air lift A from 01.02 to 02.01 by 01.02 02.01 with C47A", "TOCS-W15.4-1", "C47A is not based in 01.02"),
    ],
)  # fmt: skip
def test_what_cannot_be_carried_is_refused(line: str, rule: str, words: str) -> None:
    s = cargo(blue=(Piece("A", "01.02"),))
    (refusal,) = s.check("HQ82", f"HQ82: {line}")
    assert refusal.rule == rule and words in refusal.words


def test_guns_on_the_way_send_one_home_with_its_point() -> None:
    """Case 7: TOCS-W14.5-3, TOCS-W15.16-1, TOCS-W15.16-2: the first is driven off, the other's point falls."""
    s = cargo(Piece("FLAK", "04.04", "asset", **{**GUN, "aa": 2}), dice={"flak/FLAK": (6, 6), "lost/": (1,)})
    s.comes_off("HQ82", f"HQ82: air drop 2 SP at 05.05 {WAY} with C47A,C47B")
    round_about(s)
    assert s.happened(FlakFired)
    gone = [leg.result for seen in s.happened(FlightFlown) for leg in seen.legs if leg.result in ("turned back", "shot down")]
    assert sum(depots(s, "red").values()) == 2 - len(gone) and gone


def test_a_pathfinder_goes_along_and_takes_a_hex_off_each_descent() -> None:
    """TOCS-W15.12-1, TOCS-W15.12-2: free, and it lands with the others."""
    for helper, fell in (("", "05.06"), (" pathfinder PF1", "05.05")):
        s = cargo(dice={"drop/C47A/SP1/way": (4,), "drop/C47A/SP1": (5, 5)})
        s.comes_off("HQ82", f"HQ82: air drop 1 SP at 05.05 {WAY} with C47A{helper}")
        assert s.forces().pools["pool"].spent == 1
        round_about(s)
        assert depots(s, "red") == {fell: 1} and box(s, "PF1") == ("landed" if helper else "ready")


def test_supplies_land_on_a_strip_as_a_depot() -> None:
    """TOCS-W15.16-3: on a base, a field or a strip that can be used; else they go home with what they have."""
    for works, left in ((True, {"02.02": 2}), (False, {})):
        s = cargo()
        s.comes_off("HQ82", "HQ82: air land 2 SP at 02.02 by 01.03 02.02 with C47A,C47B")
        if not works:
            _without_strip(s)
        round_about(s)
        assert depots(s) == left and box(s, "C47B") == "landed"
        assert not s.happened(StickLanded)


def _without_strip(s: Scene) -> None:
    forces, picture = s.forces(), s.picture()
    board = replace(s.board, forces={**s.board.forces, "blue": replace(forces, sites=(HOME, AWAY))})
    s.play.situation = replace(s.play.situation, board=board)
    s.play.pictures["blue"] = replace(picture, forces=replace(picture.forces, sites=(HOME, AWAY)))


# ---------------------------------------------------------------- troops


def lift(s: Scene, line: str = "air lift A from 01.02 to 02.01 by 01.02 02.01 with C47A") -> None:
    s.does("HQ82", f"HQ82: {line}")


def test_troops_are_carried_at_once_and_do_nothing_more() -> None:
    """TOCS-W15.4-1, TOCS-W15.4-2."""
    s = cargo(blue=(Piece("A", "01.02"),), base="keent")
    lift(s)
    unit = s.unit("A")
    assert (unit.hex, unit.state) == ("02.01", 0) and s.forces().pools["pool"].spent == 1 and box(s, "C47A") == "landed"
    (refusal,) = s.check("A", "A: move 02.02")
    assert refusal.rule == "TOCS-W15.4-2"
    round_about(s)
    assert s.check("A", "A: move 02.02") == ()


@pytest.mark.parametrize(
    ("piece", "words"),
    [({"mobility": "motorized"}, "A is not on foot"), ({"steps": 5}, "A has more than 4 steps")],
)  # fmt: skip
def test_who_cannot_be_carried(piece: dict[str, Any], words: str) -> None:
    """TOCS-W15.4-1, ruling L22."""
    s = cargo(blue=(Piece("A", "01.02", **piece),), base="keent")
    (refusal,) = s.check("HQ82", "HQ82: air lift A from 01.02 to 02.01 by 01.02 02.01 with C47A")
    assert (refusal.rule, refusal.words) == ("TOCS-W15.4-1", words)


def test_one_an_aircraft_and_never_to_a_strip() -> None:
    """TOCS-W15.4-1, TOCS-W15.1-2."""
    s = cargo(blue=(Piece("A", "01.02"), Piece("B", "01.02")), base="keent")
    (two,) = s.check("HQ82", "HQ82: air lift A,B from 01.02 to 02.01 by 01.02 02.01 with C47A")
    (strip,) = s.check("HQ82", "HQ82: air lift A from 01.02 to 02.02 by 01.02 01.03 02.02 with C47A")
    assert "carries 1 unit" in two.words and "no airbase or airfield in 02.02" in strip.words


def test_guns_about_the_field_hurt_who_is_aboard() -> None:
    """TOCS-W15.4-1, TOCS-W14.5-3: a hit turns nothing, and a unit falls a state; one shot down costs a step."""
    gun = Piece("FLAK", "03.02", "asset", **GUN)
    s = cargo(gun, blue=(Piece("A", "01.02"),), base="keent", dice={"flak/FLAK/T1.1/02.01": (5, 5), "hit/": (1,)})
    lift(s)
    assert s.unit("A").hex == "02.01" and s.unit("A").state >= 1, s.happened(FlakFired)


def test_a_lift_is_told_to_nobody_but_by_its_sound() -> None:
    """TOCS-3.2-9, TOCS-1.2-4."""
    s = cargo(blue=(Piece("A", "01.02"),), base="keent")
    lift(s)
    assert not s.learnt("red", FlightFlown) and not s.learnt("red", e.UnitChanged)


def test_the_staff_is_there() -> None:
    """TOCS-W14.0-1: a division's HQ asks."""
    small = Piece("HQ1", "02.01", **{**STAFF, "level": "battalion"})
    s = cargo(blue=(small,))
    (refusal,) = s.check("HQ1", f"HQ1: air drop 1 SP at 05.05 {WAY} with C47A")
    assert refusal.rule == "TOCS-W14.0-1"
    assert air(craft()).aircraft
