"""Vehicles that fail: heat and dust, empty tanks, and stores under fire (TOCS-W10.1.4, W8.4-1, W8.2-6, W12.7-2)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.national import MONTHS
from pbem.rulesets.tocs.resolution import supply
from pbem.rulesets.tocs.rules.activation import breaks_down
from pbem.rulesets.tocs.units import SupplySource
from tests.rulesets.tocs.builder import Piece, Scene, source

OWN = "03.04 03.05 03.06 03.07 03.08"


def desert(nation: str, when: str, theatre: str = "north_africa", mobility: str = "armored") -> Scene:
    mp = 2 if mobility == "motorized" else 1
    tanks = Piece("T", "03.03", "vehicle_platoon", nation=nation, mobility=mobility, mp=mp)
    s = Scene([tanks, Piece("B", "01.01")], [Piece("R", "08.08")], own=OWN)
    s.game = s.play.game = replace(s.game, year=int(when[:4]), month=MONTHS[int(when[5:]) - 1], theatre=theatre)
    return s


@pytest.mark.parametrize(("nation", "when", "theatre", "mobility", "state"), [
    ("german", "1941-04", "north_africa", "armored", 2),
    ("italian", "1941-09", "north_africa", "motorized", 2),
    ("german", "1941-10", "north_africa", "armored", 1),
    ("german", "1941-04", "", "armored", 1),
    ("british", "1941-04", "north_africa", "armored", 1),
    ("italian", "1941-04", "north_africa", "foot", 1),
])  # fmt: skip
def test_axis_vehicles_wear_out_in_the_desert_when_they_move_with_all_they_have(
    nation: str, when: str, theatre: str, mobility: str, state: int
) -> None:
    """TOCS-W10.1.4-1, TOCS-W10.1.4-2."""
    s = desert(nation, when, theatre, mobility)
    s.does("T", "move 03.04")
    while s.active().ap:
        way = Hex(f"03.0{int(s.unit('T').hex[-1]) + 1}")
        assert s._act(s._acts(f"move {way}")[0]).failure is None
    s.activate("B")
    assert s.unit("T").state == state


def test_a_move_with_points_to_spare_does_no_harm() -> None:
    """TOCS-W10.1.4-2."""
    s = desert("german", "1941-04")
    s.does("T", "move 03.04")
    s.activate("B")
    assert s.unit("T").state == 1


@pytest.mark.parametrize("did", [{}, {"scouted": True}, {"probed": True}, {"run": "recon"}, {"ap": 1}])
def test_only_who_did_nothing_but_move_wears_out(did: dict[str, Any]) -> None:
    """TOCS-W10.1.4-1, TOCS-W10.1.4-2: a look on the way was time to cool down."""
    s = desert("german", "1941-04")
    s.activate("T")
    moved = replace(s.active(), **{"run": "move", "ap": 0, "mp": 0, **did})
    assert breaks_down(s.game, s.forces(), moved) is (not did)


def test_tanks_that_ran_dry_have_half_their_movement_points() -> None:
    """TOCS-W8.4-1: from the second day out of supply."""
    supply = {"blue": [source("01.01", 0)], "red": [source("08.08")]}
    left = {}
    for cut, dry in (("T1.1", True), ("T9.1", False)):
        s = Scene([Piece("T", "03.03", "vehicle_platoon", mp=5, cut=cut)], [Piece("R", "08.08")], own=OWN, turns=23, turn=9,
                  hours=True, supply=supply)  # fmt: skip
        s.activate("T")
        assert s.active().dry is dry
        s.does("T", "move 03.04")
        left[dry] = s.active().mp
    assert left[False] - left[True] == 4, "three points instead of five, counted in halves"


HQ: dict[str, Any] = {"kind": "hq", "level": "regiment", "command": 8, "wireless": 8}
GUN: dict[str, Any] = {"kind": "battery", "arm": "artillery", "parent": "hq", "artillery": 8, "range": 8, "nation": "german"}


TARGETS: dict[str, tuple[int, ...]] = {f"{kind}/T1.1/target/": (3,) for kind in ("harass/G", "strike/G", "bombard/G+H+I")}
TWELVE: dict[str, tuple[int, ...]] = {"harass/": (6, 6), "strike/": (6, 6), "bombard/": (6, 6)}


def shelled(
    faces: dict[str, tuple[int, ...]], *red: Piece, stores: tuple[SupplySource, ...], text: str = "harass 04.04", **more: Any
) -> Scene:
    """Three batteries, one of which harasses 04.04 with a 12, where red keeps stores."""
    blue = [Piece("HQ", "03.01", **HQ), *(Piece(c, "03.02", **GUN) for c in "GHI"), *more.pop("blue", ())]
    supply = {"red": [source("08.08"), *stores], "blue": [source("03.02")]}
    s = Scene(blue, red or (Piece("R", "08.08"),), supply=supply, dice={**faces, **TARGETS, **TWELVE}, **more)
    assert s.does("G", text).failure is None
    return s


def loads(s: Scene) -> dict[str, int]:
    """What is left in red's stores in the hex."""
    return {x.kind: x.sp for x in s.forces("red").sources.values() if x.hex == "04.04"}


def test_stores_throw_with_the_troops_for_what_shells_do() -> None:
    """TOCS-W8.2-6, TOCS-W8.2-5, TOCS-W12.7-2: the column of 8 and a 12 with -1 make 2d: a single target takes two points.
    Trucks lose a quarter for being hit and for each point; a dump of four damage points holds half of what it held."""
    both = (source("04.04", 8, "dump", dp=4), source("04.04", 4, "mobile"))
    troops = Piece("Q", "04.04")
    on = "harass/G/T1.1/target/1/"
    for name, left, lost in (
        ("store/dump 04.04", {"dump": 4, "mobile": 4}, 0),
        ("trucks/mobile 04.04", {"dump": 8, "mobile": 1}, 0),
        ("Q", {"dump": 8, "mobile": 4}, 2),
    ):
        s = shelled({on + name: (6,)}, Piece("R", "08.08"), troops, stores=both)
        assert (loads(s), s.unit("Q").lost) == (left, lost)
        assert loads(s) == {x.kind: x.sp for x in s.picture("red").forces.sources.values() if x.hex == "04.04"}


@pytest.mark.parametrize("kind, more, names", [
    ("mobile", {}, {"trucks/mobile 04.04": 6}), ("mobile", {"dp": 4}, {"trucks/mobile 04.04": 6}),
    ("dump", {"dp": 4}, {"store/dump 04.04": 4}), ("dump", {"dp": 4, "damage": 1}, {"store/dump 04.04": 3}),
    ("dump", {"dp": 4, "damage": 4}, {}), ("dump", {}, {}), ("edge", {"dp": 4}, {}),
])  # fmt: skip
def test_each_store_throws_under_one_name_for_the_damage_it_can_still_take(
    kind: str, more: dict[str, int], names: dict[str, int]
) -> None:
    """TOCS-W8.2-6, TOCS-W12.7-2: trucks as often as a quarter of them can go, what is built its damage points; what is down,
    a map edge and what lies elsewhere never."""
    stores = (source("04.04", 8, kind, **more), source("04.05", 8, "mobile"), source("04.05", 8, "dump", dp=4))
    s = Scene([Piece("A", "01.01")], [Piece("R", "08.08")], supply={"red": stores})
    assert supply.under_fire(s.play.moment, "red", Hex("04.04")) == names


def test_trucks_that_lose_all_are_gone_and_the_rest_falls_on_others() -> None:
    """TOCS-W8.2-6, TOCS-W10.24-4: until all damage has been assigned."""
    s = shelled({}, stores=(source("04.04", 1, "mobile"),))
    assert loads(s) == {} and [x.why for x in s.happened(e.SourceLost)] == ["shelled"]
    s = shelled({"harass/G/T1.1/target/1/trucks/mobile 04.04": (6,)}, Piece("R", "08.08"), Piece("Q", "04.04"),
                stores=(source("04.04", 1, "mobile"),))  # fmt: skip
    assert loads(s) == {} and s.unit("Q").lost == 1


def test_a_bombardment_falls_at_random_on_stores_too() -> None:
    """TOCS-W10.25-2, TOCS-W8.2-6: 24 and a 12 make 2D: everything that ties for the highest throw takes two points."""
    s = shelled({}, Piece("R", "08.08"), Piece("Q", "04.04"), stores=(source("04.04", 8, "dump", dp=4),),
                text="bombard 04.04 with H, I")  # fmt: skip
    assert loads(s) == {"dump": 4} and s.unit("Q").lost == 2


def test_fire_aimed_at_troops_spares_stores_and_fire_aimed_at_a_dump_spares_troops() -> None:
    """TOCS-W10.24-5, TOCS-W12.0-1: a dump that was found is a facility one can aim at."""
    observer = Piece("FO", "03.04", "asset", arm="observer", parent="hq", strength=0)
    dump = (source("04.04", 8, "dump", dp=4),)
    s = shelled({}, Piece("R", "08.08"), Piece("Q", "04.04"), stores=dump, blue=(observer,), own="03.03",
                text="strike 04.04 at infantry")  # fmt: skip
    assert loads(s) == {"dump": 8} and s.unit("Q").lost
    s = shelled({}, Piece("R", "08.08"), Piece("Q", "04.04"), stores=dump, blue=(observer,), own="03.03",
                text="strike 04.03")  # fmt: skip
    assert s.check("H", "strike 04.04 at facility")[0].rule == "TOCS-W11.3-2", "nobody has found it"
    s.play.pictures["blue"] = replace(s.picture(), stores={Hex("04.04"): "dump"})
    assert s.does("H", "strike 04.04 at facility").failure is None
    assert loads(s)["dump"] < 8 and s.unit("Q").lost == 0
