"""Patrols, escorts and fights in the air, in play (TOCS-W14.6, W15.7, W15.8, W15.0-4)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import ON_STATION, Air, Aircraft, Sortie
from pbem.rulesets.tocs.flights import FlightPlan, Schedule
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.reports import aircraft as words
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w14_flak import flak_piece
from tests.rulesets.tocs.test_w15_missions import ALL, KEEN, QUIET, STAFF, air, box, craft, round_about, scene, weather_now

FIELD = Facility("keent", "airfield", "Keent", Hex("01.02"), 8)
Faces = dict[str, tuple[int, ...]]
CATCH: Faces = {"intercept": (6, 6)}
MISS: Faces = {"intercept": (1, 1)}
BEATEN: Faces = {"dogfight": (2, 3)}
UNHARMED: Faces = {"dogfight": (6, 6)}
DRAWN: Faces = {"dogfight": (3, 3)}


def theirs(where: str = "05.05", kind: str = "patrol", crafts: int = 1, **more: Any) -> Air:
    """A mission of red's on station with so many aircraft, FW1 and on."""
    calls = tuple(f"FW{n}" for n in range(1, crafts + 1))
    known = {c: Aircraft(c, "Fighters", "red", "german", "fighter", ALL, box=ON_STATION) for c in calls}
    return Air(known, (Sortie(calls[0], kind, (Hex(where),), calls, ordered="T1.0", status=ON_STATION, came="T1.0", **more),))


def meets(text: str, there: Air | None = None, *, dice: Faces, red: tuple[Piece, ...] = (), crafts: int = 1,
          orders: dict[str, tuple[str, ...]] | None = None, **more: Any) -> Scene:  # fmt: skip
    """A mission of blue's from a field on the map, which is on station at once, where red's aircraft are."""
    planes = (*(craft(f"TYP{n}", base="keent") for n in range(1, crafts + 1)), craft("SPIT1", base="keent"))
    ours = {"air": air(*planes), "sites": (FIELD,)}
    standing = {side: (*KEEN[side], *(orders or {}).get(side, ())) for side in KEEN}
    s = Scene((Piece("HQ82", "01.01", **STAFF),), (*red, Piece("R", "08.08")), own="01.02 02.01 02.02", turns=3,
              standing=standing, dice={**QUIET, **dice}, sides={"blue": ours, "red": {"air": there or theirs()}},
              **more)  # fmt: skip
    s.does("HQ82", f"HQ82: {text}")
    assert s.refusals == []
    return s


def test_a_patrol_comes_upon_what_enters_its_zone_and_both_are_told_of_the_fight() -> None:
    """TOCS-W15.7-2, TOCS-W14.6-2: the driven off go home, and what they came for is not done."""
    s = meets("air recon 05.05 with TYP1", dice={**CATCH, **UNHARMED})
    assert (box(s), box(s, "FW1", "red")) == ("lost", "on station") and not s.happened(e.HexesFlownOver)
    fought = s.learnt("blue", e.AirFought)
    assert fought == s.learnt("red", e.AirFought) and (fought[0].attacker, fought[0].attacking, fought[0].defending) == (
        "red", "fighters", "light planes",
    )  # fmt: skip
    assert "shot down" in " ".join(words.told(s.game, s.picture(), fought[0])) and s.public.air_fights == 1


def test_who_beats_the_patrol_off_does_what_it_came_for() -> None:
    """TOCS-W14.6-2: by the order DOGFIGHT a patrol breaks off at its first loss."""
    s = meets("air recon 05.05 with TYP1", dice={**CATCH, **BEATEN})
    assert (box(s), box(s, "FW1", "red")) == ("on station", "landed") and s.happened(e.HexesFlownOver)
    assert len(s.learnt("red", e.AirFought)[0].rounds) == 1


@pytest.mark.parametrize(("line", "fights"), [
    ("patrols never", 0), ("patrols at transports bombers", 0), ("patrols at light planes", 1), ("patrols engage all", 1),
])  # fmt: skip
def test_a_patrol_goes_for_what_its_orders_say(line: str, fights: int) -> None:
    """TOCS-W15.7-2: one that is held is as one that is not there, to the event."""
    s = meets("air observer 05.05 with TYP1", dice={**CATCH, **BEATEN}, orders={"red": (line,)})
    assert len(s.happened(e.AirFought)) == fights


def test_a_try_that_fails_or_is_not_made_is_told_to_nobody() -> None:
    """TOCS-W15.7-2, TOCS-1.2-3: both desks read what they read without a patrol, or with one out of reach."""

    def told(there: Air, **more: Any) -> list[Any]:
        s = meets("air observer 05.05 with TYP1", there, dice=MISS, **more)
        return [seen for desk, seen in s.play.seen if desk == "blue"]

    plain = told(theirs("05.05"))
    assert plain == told(theirs("05.08")) == told(theirs("05.05"), orders={"red": ("patrols never",)})


def test_the_zone_is_the_hex_and_two_about_it_and_harder_at_its_edge() -> None:
    """TOCS-W15.7-1, TOCS-W15.7-2: low and at the edge 10 is needed, one hex nearer 9, in the middle 8."""
    for where, needed in (("05.05", 8), ("05.06", 9), ("05.07", 10)):
        for thrown in (needed - 1, needed):
            s = meets("air observer 05.05 with TYP1", theirs(where), dice={"intercept": (thrown - 4, 4), **DRAWN})
            assert bool(s.happened(e.AirFought)) == (thrown == needed), (where, thrown)
    assert not meets("air observer 05.05 with TYP1", theirs("05.08"), dice=CATCH).happened(e.AirFought)


def test_escorts_take_the_losses_first_and_fight_on_as_ordered() -> None:
    """TOCS-W15.8-1, TOCS-W14.6-2: by default one loss ends the mission, with BREAK OFF AT 2 it goes on without its escort."""
    lost = {**CATCH, "dogfight/T1.1/05.05/1/1": (6, 6), **BEATEN}
    tank = (Piece("T", "05.05", "vehicle_platoon"),)
    s = meets("air strike 05.05 with TYP1 escort SPIT1", dice=lost, red=tank)
    assert (box(s), box(s, "SPIT1")) == ("landed", "landed") and not s.happened(e.AirStruck)
    s = meets("air strike 05.05 with TYP1 escort SPIT1", dice=lost, red=tank, orders={"blue": ("dogfight break off at 2",)})
    assert box(s, "SPIT1") == "landed" and s.happened(e.AirStruck) and box(s, "FW1", "red") == "landed"
    assert s.happened(e.AirStruck)[0].aircraft == 1


def test_a_fight_lasts_six_rounds_at_most() -> None:
    """TOCS-W14.6-2, ruling L9."""
    on: dict[str, tuple[str, ...]] = {"blue": ("dogfight fight on",), "red": ("dogfight fight on",)}
    s = meets("air strike 05.05 with TYP1", theirs(), dice={**CATCH, "dogfight": (4, 4)}, orders=on, weather={"cloud": "broken"})
    assert len(s.happened(e.AirFought)[0].rounds) == 6 and box(s, "FW1", "red") == "on station"


def test_aircraft_over_the_same_hex_fight_if_one_of_them_hunts() -> None:
    """TOCS-W14.6-1: a strike, a patrol, an interdiction or an escort; two observers pass each other by."""
    for text, fights in (("strike 05.05", 1), ("observer 05.05", 0), ("observer 05.05 with TYP1 escort SPIT1", 1)):
        order = text if "with" in text else f"{text} with TYP1"
        s = meets(f"air {order}", theirs(kind="observer"), dice=DRAWN)
        assert len(s.happened(e.AirFought)) == fights, text
    assert meets("air observer 05.05 with TYP1", theirs(kind="interdict"), dice=DRAWN).happened(e.AirFought)


def test_a_patrol_that_comes_looks_for_what_is_in_its_zone() -> None:
    """TOCS-W15.7-2: in or entering."""
    s = meets("air patrol 05.05 with TYP1", theirs("05.06", kind="observer"), dice={**CATCH, **UNHARMED})
    assert s.happened(e.AirFought)[0].attacker == "blue" and box(s, "FW1", "red") == "lost" and box(s) == "on station"
    assert not meets("air patrol 05.05 with TYP1", theirs("05.06", kind="observer"), dice=MISS).happened(e.AirFought)


def test_a_patrol_that_is_beaten_is_announced_no_more() -> None:
    """TOCS-W15.7-1: both sides see it go."""
    staff = Piece("HQ9", "08.07", **STAFF)
    field = Facility("venlo", "airfield", "Venlo", Hex("08.06"), 8)
    planes = {"FW1": Aircraft("FW1", "Fighters", "red", "german", "fighter", ALL, base="venlo")}
    ours = {"air": air(craft())}
    s = Scene((Piece("HQ82", "01.01", **STAFF),), (staff,), own="01.02 02.01 02.02", turns=3, standing=KEEN,
              dice={**QUIET, **CATCH, "dogfight": (1, 1)},
              sides={"blue": ours, "red": {"air": Air(planes), "sites": (field,)}})  # fmt: skip
    s.does("HQ82", "HQ82: air patrol 05.05 with TYP1")
    round_about(s)
    s.close()
    assert s.public.zones
    s.does("HQ9", "HQ9: air observer 05.05 with FW1")
    assert s.refusals == [] and box(s) == "landed" and [zone.kind for zone in s.public.zones] == []


# ---------------------------------------------------------------- flights by a plan

PATH = tuple(Hex(f"04.0{row}") for row in range(1, 6))


def supplies(there: Air, *red: Piece, dice: Faces, **more: Any) -> Scene:
    """Two aircraft with a point each down column 4, with an escort."""
    flight = FlightPlan("R1", 2, turn=1, points=2, **{"path": PATH, "escorts": 1, **more})
    sides = {"blue": {"schedule": Schedule({"R1": flight})}, "red": {"air": there}}
    s = Scene((Piece("B", "01.01"),), (*red, Piece("R", "08.08")), own="01.01", sides=sides, dice={"drop/": (3, 3), **dice},
              phase="weather")  # fmt: skip
    s.settle()
    return s


def points(s: Scene) -> int:
    return sum(source.sp for side in ("blue", "red") for source in s.forces(side).sources.values())


def test_the_worked_example_of_a_supply_drop() -> None:
    """TOCS-W15.0-4: a hit of light flak, a lone patrol driven off by the escort; the pathfinder takes the drift back, both points
    come down at the zone and are whose the hex is."""
    s = supplies(theirs("04.04"), flak_piece("20GRA", "03.01"), pathfinders=1, dice={
        "flak/20GRA/T1.1/04.01": (6, 6), "flak/": (1, 1), "rate/": (1,), "intercept/FW1/T1.1/04.03": (6, 6), **MISS, **DRAWN,
    })  # fmt: skip
    flown = s.learnt("blue", e.FlightFlown)[0]
    assert [(leg.hex, leg.result) for leg in flown.legs] == [("04.01", "hit")] and flown.zone == "04.05"
    assert s.happened(e.AirFought)[0].hex == "04.03" and box(s, "FW1", "red") == "landed"
    assert not any(throw.occasion.startswith("drift/") for throw in s.dice.thrown)
    assert {source.hex for source in s.forces("red").sources.values()} == {Hex("04.05")} and points(s) == 2


def test_a_patrol_at_the_edge_meets_a_supply_flight_and_its_escort_takes_the_first_result() -> None:
    """Case 12: TOCS-W15.7-2, TOCS-W15.8-1: 9 - 1 - 1 in the column of two; two against three."""
    s = supplies(theirs("04.05", crafts=2), dice={
        "intercept/FW1/T1.1/04.03/": (5, 4), **MISS, "dogfight/T1.1/04.03/1/1": (6, 5), **BEATEN,
    })  # fmt: skip
    rounds = s.learnt("red", e.AirFought)[0].rounds
    assert [(r.attacker_home, r.defender_home) for r in rounds] == [(0, 1), (1, 0)]
    assert points(s) == 2, "the escort was driven off, no transport"
    assert sorted(c.box for c in s.forces("red").air.aircraft.values()) == ["landed", "landed"]


def test_without_an_escort_the_transports_take_it() -> None:
    """TOCS-W14.5-3, TOCS-W14.6-2: one driven off takes its point home, and is in no box twice."""
    s = supplies(theirs("04.05", crafts=2), escorts=0, dice={
        "intercept/FW1/T1.1/04.03/": (5, 4), **MISS, "dogfight/T1.1/04.03/1/1": (4, 4), **BEATEN,
    })  # fmt: skip
    assert points(s) == 1 and [leg.result for leg in s.learnt("blue", e.FlightFlown)[0].legs] == ["turned back"]


# ---------------------------------------------------------------- flak of those that fly for a battle


@pytest.mark.parametrize("order", ["air accompany A with TYP1", "air support 05.05 with TYP1"])
def test_who_flies_for_a_battle_meets_the_guns_over_it_and_not_before(order: str) -> None:
    """TOCS-W14.5-1, TOCS-W15.10-2: ruling L31; driven off it shifts nothing."""
    for faces, shift in (((6, 6), 0), ((1, 1), 1)):
        s = scene(Piece("I", "05.05"), flak_piece("20GRA", "05.06", aa=4), blue=(Piece("A", "05.04"),), cell="-/-",
                  dice={"flak/": faces, "rate/": (1,)})  # fmt: skip
        s.does("HQ82", f"HQ82: {order}")
        round_about(s)
        assert not s.happened(e.FlakFired) and box(s) == "on station"
        s.does("A", "A: attack 05.05 hasty")
        s.fight()
        assert [shot.hex for shot in s.happened(e.FlakFired)] == ["05.05"]
        assert s.happened(e.BattleRolled)[0].attacker.shift == shift and (box(s) == "landed") == (shift == 0)


# ---------------------------------------------------------------- standing orders


@pytest.mark.parametrize(("line", "pounces"), [
    ("prey any", True), ("prey vehicles", False), ("prey columns", False), ("prey keep 1", False), ("prey keep 0", True),
])  # fmt: skip
def test_an_interdiction_pounces_on_what_its_orders_say(line: str, pounces: bool) -> None:
    """TOCS-W15.9-2, TOCS-W15.9-3: what moves is told all the same, and the mover reads nothing of a try forgone."""
    there = theirs("05.05", kind="interdict")
    s = Scene((Piece("A", "03.03"),), (Piece("R", "08.08"),), own="04.03 03.04", dice={**CATCH, "strike": (1, 1)},
              sides={"red": {"air": there}}, standing={"red": ("ezoc never", line)})  # fmt: skip
    s.does("A", "A: move 03.04")
    assert bool(s.happened(e.AirStruck)) == pounces and len(s.happened(e.MovementSeen)) == 1


@pytest.mark.parametrize(("line", "where", "flown"), [
    ("", "03.03", False), ("", "05.05", True), ("bad weather go on", "03.03", True), ("bad weather abort", "05.05", False),
    ("bad weather abort if own within 1", "03.03", False), ("bad weather abort if own within 1", "04.05", True),
])  # fmt: skip
def test_who_arrives_in_rain_turns_back_as_ordered(line: str, where: str, flown: bool) -> None:
    """Case 10: TOCS-W14.4-3, TOCS-W13.4.3-2: a strike near own troops turns back by default."""
    orders = {**KEEN, "blue": (*KEEN["blue"], *filter(None, (line,)))}
    s = Scene((Piece("HQ82", "01.01", **STAFF), Piece("A", "02.03")), (Piece("R", "08.08"),), own="01.02 02.01 02.02", turns=3,
              standing=orders, dice={**QUIET, "sky": (2,)}, sides={"blue": {"air": air(craft(), craft("TYP2"))}})  # fmt: skip
    s.does("HQ82", f"HQ82: air strike {where} with TYP1")
    weather_now(s, precipitation="rain")
    round_about(s)
    assert bool(s.happened(e.AirStruck)) == flown and box(s) == "landed"


def test_a_flight_that_comes_over_a_hex_twice_is_tried_twice() -> None:
    """TOCS-W15.7-2: each time with a throw of its own."""
    there_and_back = (Hex("04.03"), Hex("04.02"), Hex("04.03"))
    s = supplies(theirs("04.04"), path=there_and_back, dice=MISS)
    tried = [throw.occasion for throw in s.dice.thrown if throw.occasion.startswith("intercept/FW1/T1.1/04.03")]
    assert len(tried) == len(set(tried)) == 2 and s.learnt("blue", e.FlightFlown)
    assert len([throw for throw in s.dice.thrown if throw.occasion.startswith("drop/")]) == 2, "its two points come down once"
