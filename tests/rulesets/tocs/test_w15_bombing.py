"""Bombing and carpet bombing: what flies high, what the bombs hit, what either side is told (TOCS-W15.12 to W15.14)."""

from typing import Any, cast

import pytest

from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.flights import FlightPlan, rectangle
from pbem.rulesets.tocs.reports import flights as words
from pbem.rulesets.tocs.resolution.flight import fly
from pbem.rulesets.tocs.rules import bombing
from pbem.rulesets.tocs.told_events import AircraftHeard, AirFought, FlakFired, FlightFlown
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w14_7_fields import VENLO, fields
from tests.rulesets.tocs.test_w15_airborne import OMGN, PATH, WAR, drop

GRID = cast(Grid, library.charts("tocs")["bombing"])
GUN: dict[str, Any] = {"aa": 1, "rof": 4, "strength": 1}
ZONE = PATH[-1]
SQUARE = ("04.04", "04.05", "05.04", "05.05")


def bombers(*targets: str, **more: Any) -> FlightPlan:
    made = {"aircraft": 4, "path": PATH, "turn": 1, "bombs": tuple(map(Hex, targets or (ZONE,))), **more}
    return FlightPlan(made.pop("call", "B1"), printed=made["path"], **made)


def raid(*flights: FlightPlan, red: tuple[Piece, ...] = (Piece("R", ZONE),), dice: dict[str, tuple[int, ...]] | None = None,
         **more: Any) -> Scene:  # fmt: skip
    throws = {**(dice or {}), "bombs/": (6, 5), "drift/": (1,), "flak/": (1, 1), "rate/": (1,)} | (dice or {})
    return drop(*(flights or (bombers(),)), red=(*red, Piece("X", "08.08")), dice=throws, **more)


def test_every_modifier_of_the_chart_is_obeyed() -> None:
    """TOCS-W15.13-1."""
    assert set(GRID.drms) == set(bombing.DRMS)


FAIR: dict[str, Any] = {"terrain": "open", "pathfinders": 0, "cloud": "clear", "night": False, "dug_in": False, "bridge": False}


@pytest.mark.parametrize(
    ("facts", "drm"),
    [({}, 0), ({"pathfinders": 2}, 2), ({"cloud": "overcast"}, -2), ({"cloud": "scattered"}, -1), ({"night": True}, -1),
     ({"night": True, "pathfinders": 1}, 1), ({"dug_in": True}, -1), ({"terrain": "city"}, 1), ({"bridge": True}, -1)],
)  # fmt: skip
def test_what_modifies_a_roll(facts: dict[str, Any], drm: int) -> None:
    """TOCS-W15.12-2, TOCS-W13.1.2-3."""
    assert sum(value for _, value in bombing.drms(GRID, bombing.Bombing(**{**FAIR, **facts}))) == drm


def test_bombs_come_when_the_module_says_cost_nothing_and_hit_by_chance() -> None:
    """TOCS-W15.13-1, TOCS-W15.13-2, TOCS-W15.0-3: all that is in the hex, friends too."""
    s = raid(red=(Piece("R", ZONE, steps=4),), dice={"bombs/": (5, 5)})
    (fell,) = s.happened(e.BombsFell)
    assert (fell.hex, fell.aircraft, fell.cell) == (ZONE, 4, "1D") and s.unit("R").lost == 1 and s.unit("R").state == 1
    assert s.forces().pools["pool"].spent == 0 and s.forces().schedule.flights["B1"].status == "over"
    assert [seen.hex for seen in s.learnt("red", o.Bombed)] == [ZONE]


def test_the_crews_see_nothing_of_what_they_hit() -> None:
    """TOCS-W15.13-2: the same words over an empty hex as over a company."""
    told = []
    for red in ((Piece("R", ZONE),), ()):
        s = raid(red=red)
        (seen,) = s.learnt("blue", o.BombsDropped)
        told.append(words.bombed(s.game, s.picture(), seen))
        assert not s.learnt("blue", e.BombsFell)
    assert told[0] == told[1] == ("B1 bombed 04.05 with 4 aircraft: 6 5 (11)",) or told[0] == told[1]


def test_a_field_under_bombs_sends_up_its_fighters() -> None:
    """TOCS-W14.7-2, TOCS-W14.7-3, TOCS-W12.4-2: what is on the field is hit, and who takes off fights the bombers."""
    s = fields(VENLO, order="airfields struck patrol", boxes={"FW1": "ready"}, dice={"bombs/": (5, 5), "dogfight/": (6, 6)})
    path = tuple(Hex(f"05.0{row}") for row in range(1, 6))
    went = fly(s.play.moment, "blue", bombers("05.05", path=path, aircraft=3))
    (burnt,) = (event for event in went.events if isinstance(event, e.FacilityChanged))
    assert burnt.facility.damage == 1 and any(isinstance(event, AirFought) for event in went.events)
    assert went.legs and {leg.result for leg in went.legs} <= {"turned back", "shot down"} and went.aircraft < 3


def test_only_heavy_guns_reach_them_from_two_hexes() -> None:
    """TOCS-W14.5-5, TOCS-W15.13-2, TOCS-W15.15-4: light flak is silent under bombers, heavy flak under transports."""
    heavy = Piece("H88", "06.03", "asset", arm="heavy_flak", aa_class="heavy", **GUN)
    light = Piece("L20", "05.03", "asset", arm="light_flak", aa_class="light", **GUN)
    s = raid(red=(heavy, light))
    assert {shot.unit.id for shot in s.happened(FlakFired)} == {"h88"}
    assert {shot.at for shot in s.happened(FlakFired)} == {"bombers"}
    assert {seen.what for seen in s.learnt("red", AircraftHeard)} == {"bombers"}


def test_a_heavy_gun_sends_one_home_and_the_others_bomb() -> None:
    """TOCS-W14.5-3: what is left bombs; a hit turns the flight, and its bombs fall beside."""
    heavy = Piece("H88", "06.03", "asset", arm="heavy_flak", aa_class="heavy", **{**GUN, "aa": 3})
    driven = raid(red=(heavy, Piece("R", ZONE)), dice={"flak/H88/T1.1/04.02": (6, 5)})
    results = {leg.result for seen in driven.happened(FlightFlown) for leg in seen.legs}
    assert results & {"turned back", "shot down", "hit"}, results
    fell = driven.happened(e.BombsFell)
    assert fell and (fell[0].aircraft < 4 or fell[0].hex != ZONE)


def test_a_hit_on_the_way_turns_them_or_is_flown_off_over_the_target() -> None:
    """TOCS-W15.12-2, MASL-7.1-6: with a pathfinder the drift of one hit is taken back, and it helps no more."""
    heavy = Piece("H88", "06.02", "asset", arm="heavy_flak", aa_class="heavy", **GUN)
    dice = {"flak/H88/T1.1/04.01": (6, 5), "flak/": (1, 1), "drift/B1": (4,)}
    turned = raid(red=(heavy,), dice=dice, rules=OMGN)
    assert [f.hex for f in turned.happened(e.BombsFell)] == ["04.06"]
    helped = raid(bombers(pathfinders=1), red=(heavy,), dice=dice, rules=WAR)
    (fell,) = helped.happened(e.BombsFell)
    assert fell.hex == ZONE and not any("pathfinder" in said for said in fell.drms)


def test_a_carpet_is_rolled_for_twice_a_hex() -> None:
    """TOCS-W15.14-1."""
    s = raid(bombers(*SQUARE, carpet=True, aircraft=6), dice={"carpet/": (4,), "bombs/": (1, 1)})
    fell = s.happened(e.BombsFell)
    assert sorted(f.hex for f in fell) == sorted(SQUARE * 2)
    assert [f.aircraft for f in fell[::2]] == [2, 2, 1, 1]


@pytest.mark.parametrize(
    ("dice", "helpers", "hexes"),
    [((3,), 0, ("04.03", "04.04", "05.03", "05.04")), ((3,), 1, SQUARE), ((4,), 0, SQUARE)],
)  # fmt: skip
def test_a_carpet_may_fall_short(dice: tuple[int, ...], helpers: int, hexes: tuple[str, ...]) -> None:
    """TOCS-W15.14-2, TOCS-W15.12-1: a hex off on 1 to 5, to the side the other die names; a pathfinder adds one to the die."""
    throws = {"carpet/B1/astray": (1, 5), "carpet/B1": dice, "bombs/": (1, 1)}
    s = raid(bombers(*SQUARE, carpet=True, pathfinders=helpers), dice=throws)
    assert sorted({f.hex for f in s.happened(e.BombsFell)}) == sorted(hexes)


def test_short_bombs_fall_on_ones_own() -> None:
    """TOCS-W15.14-2, TOCS-W15.0-3."""
    own = Piece("D", "04.03", steps=4)
    throws = {"carpet/B1/astray": (1, 5), "carpet/B1": (1,), "bombs/B1/04.03": (6, 6), "bombs/": (1, 1)}
    s = raid(bombers(*SQUARE, carpet=True, aircraft=16), off=(own,), own="01.01 04.03", dice=throws)
    assert s.unit("D").lost and s.unit("D").state


def test_by_night_they_come_and_troops_do_not() -> None:
    """TOCS-W13.1.2-3."""
    s = raid(light="night", dice={"bombs/": (1, 1)})
    assert [f.drm for f in s.happened(e.BombsFell)] == [-1]


def test_a_rectangle() -> None:
    """TOCS-W15.14-1."""
    assert rectangle(tuple(map(Hex, SQUARE))) and not rectangle(tuple(map(Hex, SQUARE[:3])))
    assert not rectangle(tuple(map(Hex, (*SQUARE, SQUARE[0]))))
