"""Flak: who may fire at what, what a shot does and costs, and what the orders of the gunner say (TOCS-W14.5, MASL-7.1)."""

from typing import Any, cast

import pytest

from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs.aircraft import Air, Aircraft
from pbem.rulesets.tocs.events import AirStruck, HexesFlownOver
from pbem.rulesets.tocs.flights import PARACHUTE, FlightPlan, Schedule, Stick
from pbem.rulesets.tocs.rules import flak
from pbem.rulesets.tocs.standing_orders.flak import FlakPolicy, FlakRule, InSight, answer
from pbem.rulesets.tocs.told_events import AircraftHeard, FlakFired, FlightFlown
from tests.rulesets.tocs.builder import Piece, Scene

GRID = cast(Grid, library.charts("tocs")["aa-combat"])
LOW = flak.Formation("transports", flak.LOW, True, False, 2)
HIGH = flak.Formation("bombers", flak.HIGH, False, False, 6)


def gun(where: str, **more: Any) -> flak.Gun:
    plain: dict[str, Any] = {"unit": "g", "call": "G", "kind": flak.LIGHT, "strength": 1, "rof": 4, "shelled": False}
    return flak.Gun(**{**plain, "hex": Hex(where), **more})


def shot(by: flak.Gun, where: str, at: flak.Formation = LOW, **sky: bool) -> flak.Shot:
    return flak.Shot(by, at, Hex(where), sky.get("overcast", False), sky.get("night", False), flak.reach(GRID, by.kind))


def test_light_guns_reach_one_hex_and_fire_at_what_flies_low_heavy_ones_two_at_what_flies_high() -> None:
    """TOCS-W14.5-4, TOCS-W14.5-5, TOCS-W15.13-2."""
    light, heavy = gun("04.04"), gun("04.04", kind=flak.HEAVY)
    assert flak.bears(GRID, light, LOW, Hex("04.05")) and not flak.bears(GRID, light, LOW, Hex("04.06"))
    assert flak.bears(GRID, heavy, HIGH, Hex("04.06")) and not flak.bears(GRID, heavy, HIGH, Hex("04.07"))
    assert not flak.bears(GRID, light, HIGH, Hex("04.04")) and not flak.bears(GRID, heavy, LOW, Hex("04.04"))


def test_the_nearest_guns_fire_first_then_by_call() -> None:
    """MASL-7.1-5."""
    near, far, other = gun("04.04", call="Z"), gun("04.05", call="B"), gun("04.03", call="A")
    assert [g.call for g in flak.in_order(GRID, (far, near, other), LOW, Hex("04.04"))] == ["Z", "A", "B"]


@pytest.mark.parametrize(
    ("at", "sky", "wanted"),
    [
        (LOW, {}, {"slow_formation": 1, "long_range": -1}),
        (flak.Formation("transports", flak.LOW, True, False, 4), {}, {"slow_formation": 1, "big_formation": 1, "long_range": -1}),
        (flak.Formation("fighters", flak.LOW, False, True, 1), {"overcast": True}, {"fighter": -1, "cloud": -1, "long_range": -1}),
        (LOW, {"night": True}, {"slow_formation": 1, "night": -2, "long_range": -1}),
    ],
)
def test_what_modifies_a_shot(at: flak.Formation, sky: dict[str, bool], wanted: dict[str, int]) -> None:
    """TOCS-W14.5-1."""
    assert dict(flak.drms(GRID, shot(gun("04.04"), "04.05", at, **sky))) == wanted


def test_every_modifier_of_the_chart_is_obeyed() -> None:
    assert set(GRID.drms) == set(flak.DRMS)


def test_heavy_guns_are_blind_at_night_and_a_shelled_one_shoots_worse() -> None:
    """TOCS-W14.5-5."""
    by = gun("04.04", kind=flak.HEAVY, shelled=True)
    assert dict(flak.drms(GRID, shot(by, "04.04", HIGH, night=True))) == {
        "big_formation": 1, "cloud": -1, "night": -2, "suppressed": -1,
    }  # fmt: skip


# ---------------------------------------------------------------- played

FLIGHT = FlightPlan(
    "J508-2", 2, tuple(Hex(f"04.0{row}") for row in range(1, 6)), turn=1, aboard=(Stick(("d",), PARACHUTE, Hex("04.05")),)
)


OMGN = {"flight_hit": "skew", "flak_over_zone": "drift", "drop_terrain": "780", "drop_on_enemy": "engagement"}


def drop(*red: Piece, flight: FlightPlan = FLIGHT, dice: dict[str, tuple[int, ...]] | None = None, **more: Any) -> Scene:
    """An impulse of blue's that begins with a flight down column 4."""
    sides = {"blue": {"schedule": Schedule({flight.call: flight})}}
    blue = [Piece("D", "01.01", status="off"), Piece("B", "01.01")]
    s = Scene(blue, red, own="01.01", sides=sides, dice={"drop/": (3, 3), **(dice or {})}, phase="weather", switches=OMGN, **more)
    s.settle()
    return s


def flak_piece(call: str, where: str, **more: Any) -> Piece:
    return Piece(call, where, kind="asset", arm="light_flak", **{"aa": 1, "aa_class": "light", "rof": 4, **more})


def test_a_20_mm_misses_and_loses_its_rate_of_fire() -> None:
    """Case 1 of the paper games: TOCS-W14.5-2, MASL-7.1-7; the flyer reads not a word of it."""
    s = drop(flak_piece("20GRA", "03.03"), dice={"flak/20GRA": (4, 3), "rate/20GRA": (5,)})
    fired = s.learnt("red", FlakFired)
    assert [(f.hex, f.result, f.keeps, dict(f.drms)) for f in fired] == [
        ("04.02", "-", False, {"slow_formation": 1, "long_range": -1})
    ]
    assert s.unit("20GRA").state == 1 and not s.learnt("blue", FlakFired)
    assert [f.legs for f in s.learnt("blue", FlightFlown)] == [()]


def test_a_hit_turns_the_rest_of_the_course() -> None:
    """Case 2: TOCS-W14.5-3, MASL-7.1-6: one hex by die, then the course as before."""
    s = drop(flak_piece("20HEU", "03.01"), dice={"flak/20HEU": (5, 5), "rate/20HEU": (6,), "drift/J508-2/1": (2,)})
    flown = s.learnt("blue", FlightFlown)[0]
    assert [(leg.hex, leg.turned) for leg in flown.legs] == [("04.01", "NE")] and flown.zone == "05.05"
    assert s.unit("D").hex == "05.05" and s.unit("20HEU").state == 1


def test_a_gun_that_keeps_its_rate_fires_at_every_hex_in_range() -> None:
    """TOCS-W14.5-2, MASL-7.1-7."""
    s = drop(flak_piece("20GRA", "03.03"), dice={"flak/20GRA": (1, 1), "rate/20GRA": (1,)})
    assert [f.hex for f in s.learnt("red", FlakFired)] == ["04.02", "04.03"]
    assert len({f.throw.occasion for f in s.learnt("red", FlakFired)}) == 2


@pytest.mark.parametrize(
    ("line", "shots"),
    [("flak hold", 0), ("flak 20GRA hold", 0), ("flak light hold", 0), ("flak at fighters", 0), ("flak shots 1", 1),
     ("flak within 0 of 04.03", 1), ("flak at transports", 2), ("flak heavy hold", 2), ("flak all", 2)],
)  # fmt: skip
def test_orders_of_the_gunner(line: str, shots: int) -> None:
    """MASL-7.1-5: the question is the hex, the class and the light."""
    s = drop(flak_piece("20GRA", "03.03"), dice={"flak/20GRA": (1, 1), "rate/20GRA": (1,)}, standing={"red": (line,)})
    assert len(s.learnt("red", FlakFired)) == shots


def test_the_line_for_a_gun_counts_before_one_for_its_class_and_that_before_the_line_for_all() -> None:
    """MASL-7.1-5."""
    policy = FlakPolicy((FlakRule("G"), FlakRule("light", holds=True), FlakRule(at=("fighters",))))
    assert answer(policy, InSight("G", "light", Hex("01.01"), "transports", 0))
    assert not answer(policy, InSight("X", "light", Hex("01.01"), "transports", 0))
    assert not answer(policy, InSight("X", "heavy", Hex("01.01"), "transports", 0))
    assert answer(policy, InSight("X", "heavy", Hex("01.01"), "fighters", 0))


@pytest.mark.parametrize("change", [{"state": 1}, {"status": "waiting"}])
def test_only_guns_in_good_order_on_the_map_fire(change: dict[str, Any]) -> None:
    """TOCS-W14.5-1."""
    assert not drop(flak_piece("20GRA", "03.03", **change), Piece("R", "08.08")).learnt("red", FlakFired)


def test_aircraft_are_heard_near_any_unit_and_further_by_clear_day() -> None:
    """TOCS-3.2-9, MASL-7.1-5: class and hexes, never how many or where bound."""
    clear = drop(Piece("R", "06.03")).learnt("red", AircraftHeard)
    assert [(h.what, h.hexes) for h in clear] == [("transports", ("04.02", "04.03", "04.04"))]
    assert not drop(Piece("R", "06.03"), weather={"cloud": "overcast"}).learnt("red", AircraftHeard)
    assert not drop(Piece("R", "08.08")).learnt("red", AircraftHeard)


def test_what_an_abort_and_a_loss_do_to_supplies_and_to_troops() -> None:
    """TOCS-W14.5-3, TOCS-W14.3-1, case 7: an aircraft of supplies goes home or is lost with its point; troops take hits and lose a
    step."""
    supply = FlightPlan("R1", 2, FLIGHT.path, turn=1, points=2)
    s = drop(flak_piece("20GRA", "03.01"), flight=supply, dice={"flak/20GRA": (6, 6), "rate/20GRA": (6,)})
    assert [leg.result for leg in s.learnt("blue", FlightFlown)[0].legs] == ["hit"]  # a lone 20 mm does no more
    strong = flak_piece("20GRA", "03.01", aa=2)
    s = drop(strong, flight=supply, dice={"flak/20GRA": (6, 6), "rate/20GRA": (6,)})
    assert [leg.result for leg in s.learnt("blue", FlightFlown)[0].legs] == ["turned back"]
    assert sum(source.sp for forces in (s.forces(), s.forces("red")) for source in forces.sources.values()) == 1
    s = drop(flak_piece("20GRA", "03.01", aa=4), dice={"flak/20GRA": (6, 6), "rate/20GRA": (6,), "drift/": (3,)})
    assert s.unit("D").lost == 1 and [leg.result for leg in s.learnt("blue", FlightFlown)[0].legs] == ["shot down", "hit", "hit"]


# ---------------------------------------------------------------- missions without a path


def mission(text: str, *red: Piece, dice: dict[str, tuple[int, ...]], crafts: int = 1) -> Scene:
    """Blue orders a mission; it comes on station in its next impulse."""
    ready = tuple(Aircraft(f"TYP{n}", "Typhoons", "blue", "british", "fighter_bomber", ALL) for n in range(1, crafts + 1))
    hq = Piece("HQ82", "01.01", "hq", level="division", command=9, wireless=9)
    s = Scene((hq,), (*red, Piece("R", "08.08")), own="01.02 02.01 02.02", turns=3, dice={"turn-end": (6, 6), **dice},
              sides={"blue": {"air": Air({c.call: c for c in ready})}}, standing={"red": ("ezoc never",)})  # fmt: skip
    s.does("HQ82", f"HQ82: {text}")
    s.close()
    s.close()
    assert s.public.phasing == "blue"
    return s


ALL = ("recon", "observer", "strike", "patrol", "propaganda")
TANK = Piece("T", "05.05", "vehicle_platoon")


def test_a_strike_meets_the_guns_at_its_hex_once_and_each_hit_is_one_off_its_roll() -> None:
    """TOCS-W14.5-1, TOCS-W14.5-3: rulings L6, L31."""
    s = mission("air strike 05.05 at vehicles with TYP1", TANK, flak_piece("20GRA", "05.05"),
                dice={"flak/": (6, 6), "rate/": (1,), "strike/": (3, 3)})  # fmt: skip
    fired = s.learnt("red", FlakFired)
    assert [(f.hex, f.at, f.result, dict(f.drms)) for f in fired] == [("05.05", "fighters", "h", {"fighter": -1})]
    strike = s.happened(AirStruck)[0]
    assert "flak -1" in strike.known and not s.learnt("blue", FlakFired)


def test_an_aircraft_is_driven_off_or_shot_down_and_its_mission_with_it() -> None:
    """TOCS-W14.5-3, TOCS-W14.3-1: it lands, or is out till the next turn."""
    strong = flak_piece("20GRA", "05.05", aa=4)
    s = mission("air strike 05.05 at vehicles with TYP1", TANK, strong, dice={"flak/": (6, 5), "rate/": (1,)})
    assert s.forces().air.aircraft["TYP1"].box == "landed" and not s.happened(AirStruck) and not s.forces().air.sorties
    s = mission("air strike 05.05 at vehicles with TYP1,TYP2", TANK, flak_piece("20GRA", "05.05", aa=5), crafts=2,
                dice={"flak/": (6, 6), "rate/": (1,), "strike/": (3, 3)})  # fmt: skip
    boxes = sorted(craft.box for craft in s.forces().air.aircraft.values())
    assert boxes == ["landed", "landed"]
    assert len(s.happened(AirStruck)) == 1


def test_two_hits_send_home_what_has_no_roll_and_a_reconnaissance_is_met_at_each_hex() -> None:
    """TOCS-W14.5-1, TOCS-W14.5-2: rulings L6, L31."""
    gun = flak_piece("20GRA", "05.05")
    s = mission("air recon 05.05 with TYP1", gun, dice={"flak/": (6, 6), "rate/": (1,)})
    assert len(s.learnt("red", FlakFired)) == 7 and not s.happened(HexesFlownOver)
    assert s.forces().air.aircraft["TYP1"].box == "landed"
    s = mission("air recon 05.05 with TYP1", gun, dice={"flak/": (1, 1), "rate/": (6,)})
    assert len(s.learnt("red", FlakFired)) == 1 and s.happened(HexesFlownOver)
