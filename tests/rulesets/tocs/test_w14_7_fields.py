"""Airfields on the map under attack, and what is aimed at under a spotter (TOCS-W14.7, W15.3-2)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import Air, Aircraft
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.resolution.air_fields import shared
from pbem.rulesets.tocs.resolution.fields_lost import announced
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w15_missions import ALL, KEEN, QUIET, STAFF, air, box, craft, round_about, scene

VENLO, GOCH = Facility("venlo", "airfield", "Venlo", Hex("05.05"), 8), Facility("goch", "airfield", "Goch", Hex("07.07"), 8)
BOXES = {"FW1": "ready", "FW2": "landed", "FW3": "rearming"}


def fields(*sites: Facility, order: str = "", dice: dict[str, tuple[int, ...]] | None = None, boxes: dict[str, str] = BOXES,
           blue: tuple[Piece, ...] = (), guard: tuple[Piece, ...] = (), crafts: int = 2) -> Scene:  # fmt: skip
    """Red's aircraft at Venlo, 05.05, and blue's off the board."""
    known = {c: Aircraft(c, "Fighters", "red", "german", "fighter", ALL, base="venlo", box=b) for c, b in boxes.items()}
    sides: dict[str, Any] = {
        "blue": {"air": air(*(craft(f"TYP{n}") for n in range(1, crafts + 1)))}, "red": {"air": Air(known), "sites": sites},
    }  # fmt: skip
    standing = {**KEEN, "red": (*KEEN["red"], *filter(None, (order,)))}
    s = Scene((Piece("HQ82", "01.01", **STAFF), *blue), (*guard, Piece("R", "08.08")), own="01.02 02.01 02.02", turns=3,
              standing=standing,
              dice={**QUIET, **(dice or {})}, sides=sides)  # fmt: skip
    board: Board = replace(s.board, sites={site.id: site for site in sites})
    s.play.situation = replace(s.play.situation, board=board)
    s.play.pictures["blue"] = replace(s.picture("blue"), forces=replace(s.picture("blue").forces, sites=sites[:1]))
    known_to_blue = replace(board.forces["blue"], sites=sites[:1])
    s.play.situation = replace(s.play.situation, board=replace(board, forces={**board.forces, "blue": known_to_blue}))
    return s


def struck(*sites: Facility, faces: tuple[int, int] = (6, 6), **more: Any) -> Scene:
    """Blue strikes the facility in 05.05 with two aircraft: 12 is a D and a point, in the column of two."""
    dice = {"strike": faces, **more.pop("dice", {})}
    s = fields(*sites, dice=dice, **more)
    s.does("HQ82", "HQ82: air strike 05.05 at facility with TYP1,TYP2")
    assert s.refusals == []
    round_about(s)
    return s


def boxes(s: Scene) -> dict[str, str]:
    return {call: f"{c.box} {c.base}" for call, c in s.forces("red").air.aircraft.items()}


def test_damage_falls_on_the_field_then_on_who_landed_rearms_and_is_ready() -> None:
    """TOCS-W14.7-2, ruling L10: point by point, and round again; each destroyed aircraft is out till the next turn."""
    for points, damage, gone in ((1, 1, ""), (2, 1, "FW2"), (3, 1, "FW2 FW3"), (4, 1, "FW1 FW2 FW3"), (5, 2, "FW1 FW2 FW3")):
        s = fields(VENLO)
        went = shared(s.play.moment, {"facility/venlo": points}, from_the_air=True)
        lost = {craft.call for event in went.events for craft in event.aircraft if craft.box == "lost"}  # type: ignore[union-attr]
        assert (went.damage["facility/venlo"], lost) == (damage, set(gone.split())), points


def test_shells_fall_evenly_on_the_aircraft() -> None:
    """TOCS-W14.7-4: landed, rearming, ready; the field takes what is over."""
    for points, damage, gone in ((1, 0, "FW2"), (3, 0, "FW1 FW2 FW3"), (5, 2, "FW1 FW2 FW3")):
        s = fields(VENLO)
        went = shared(s.play.moment, {"facility/venlo": points}, from_the_air=False)
        lost = {craft.call for event in went.events for craft in event.aircraft if craft.box == "lost"}  # type: ignore[union-attr]
        assert (went.damage["facility/venlo"], lost) == (damage, set(gone.split())), points


def test_ready_aircraft_leave_a_field_that_was_struck_for_the_nearest_with_room() -> None:
    """TOCS-W14.7-3: where there is none they stay; with STAY they do too."""
    assert boxes(struck(VENLO, GOCH))["FW1"] in ("landed goch", "rearming goch")
    assert boxes(struck(VENLO))["FW1"] == boxes(struck(VENLO, GOCH, order="airfields struck stay"))["FW1"] == "ready venlo"
    full = replace(GOCH, capacity=1, damage=1)
    assert boxes(struck(VENLO, full))["FW1"] == "ready venlo"
    assert struck(VENLO).happened(e.FacilityChanged)[0].facility.damage == 1


def test_ready_aircraft_take_off_and_fight_who_struck_their_field() -> None:
    """TOCS-W14.7-3, TOCS-W14.6-2: the strike has been made; who breaks off lands at another field."""
    won = struck(VENLO, GOCH, order="airfields struck patrol", dice={"dogfight": (6, 6)})
    fought = won.happened(e.AirFought)[0]
    assert (fought.attacker, fought.hex) == ("red", "05.05") and "lost" in {box(won), box(won, "TYP2")}
    assert boxes(won)["FW1"] == "on station venlo" or boxes(won)["FW1"].endswith("venlo")
    beaten = struck(VENLO, GOCH, order="airfields struck patrol", dice={"dogfight": (3, 3)})
    assert boxes(beaten)["FW1"].endswith("goch") and {box(beaten), box(beaten, "TYP2")} == {"landed"}
    assert not [zone for zone in beaten.public.zones if zone.side == "red"]


def test_shells_drive_ready_aircraft_away() -> None:
    """TOCS-W14.7-4, TOCS-W14.7-1."""
    guns = (Piece("G", "03.05", "battery", range=9, artillery=9), Piece("OP", "04.05"))
    s = fields(VENLO, GOCH, blue=guns, dice={"harass/G": (6, 6)}, boxes=dict.fromkeys(("FW1", "FW2", "FW3", "FW4"), "ready"))
    s.does("G", "G: harass 05.05")
    assert s.refusals == [] and s.happened(e.AircraftMoved)
    assert set(boxes(s).values()) <= {"lost venlo", "landed goch"} and "landed goch" in boxes(s).values()


@pytest.mark.parametrize(("line", "attacked"), [
    ("spotted at any", "vehicles"), ("spotted at guns or infantry", "infantry"), ("spotted at guns", "vehicles"),
    ("spotted at vehicles", "vehicles"),
])  # fmt: skip
def test_under_a_spotter_the_side_says_what_is_aimed_at(line: str, attacked: str) -> None:
    """TOCS-W15.3-2: a kind that the order names counts before it."""
    for aim, found in (("", attacked), ("at vehicles", "vehicles")):
        s = scene(Piece("I", "05.05"), Piece("T", "05.05", "vehicle_platoon"), crafts=(craft(), craft("AUS1")))
        s.play.standing = {**s.play.standing, "blue": s.policy("blue", s.picture(), (*KEEN["blue"], line))}
        s.does("HQ82", "HQ82: air spotter 05.05 with AUS1")
        s.does("HQ82", f"HQ82: air strike 05.05 {aim} with TYP1")
        round_about(s)
        assert s.happened(e.AirStruck)[0].attacked == found


def test_guns_aim_under_a_spotter_as_the_side_says() -> None:
    """TOCS-W15.3-2."""
    guns = (Piece("G", "02.02", "battery", range=9),)
    s = scene(Piece("I", "05.05"), Piece("K", "05.05", "vehicle_platoon"), blue=guns)
    s.play.standing = {**s.play.standing, "blue": s.policy("blue", s.picture(), (*KEEN["blue"], "spotted at vehicles"))}
    s.does("HQ82", "HQ82: air spotter 05.05 with TYP1")
    round_about(s)
    s.does("G", "G: strike 05.05")
    assert s.refusals == [] and s.happened(e.MissionFired)[0].mission.aim == "vehicles"


def ground_attack(order: str = "", **more: Any) -> Scene:
    """Blue's company beside Venlo, which nobody guards."""
    s = fields(VENLO, GOCH, order=order, blue=(Piece("A", "05.04"),), **more)
    s.does("A", "A: move 05.05")
    assert s.refusals == [], s.refusals
    s.settle()
    return s


def test_what_stands_on_a_field_that_is_taken_is_lost_with_it() -> None:
    """TOCS-W14.7-1, TOCS-W12.4-2, ruling L10: all that is on it; it comes again from beyond the map."""
    s = ground_attack()
    assert s.owner("05.05") == "blue" and boxes(s) == dict.fromkeys(BOXES, "lost off")


@pytest.mark.parametrize(("order", "ready"), [("", "landed goch"), ("airfields struck stay", "ready venlo")])
def test_ready_aircraft_leave_as_a_battle_for_their_field_is_announced(order: str, ready: str) -> None:
    """TOCS-W14.7-1, TOCS-W14.7-3: by their side's order."""
    s = fields(VENLO, GOCH, order=order, blue=(Piece("A", "05.04"),))
    told = announced(s.play.moment, "blue", (Hex("05.05"),))
    s.play.happen(told)
    assert boxes(s)["FW1"] == ready and boxes(s)["FW2"] == "landed venlo"


def test_a_battle_that_is_announced_sends_them_off_in_play() -> None:
    """TOCS-W14.7-3, TOCS-3.7-2: a company holds the field, and is attacked."""
    s = fields(VENLO, GOCH, blue=(Piece("A", "05.04"),), guard=(Piece("G", "05.05"),))
    s.does("A", "A: attack 05.05 hasty")
    s.close()
    assert boxes(s)["FW1"].endswith("goch")
