"""Aircraft: the ready chart, orders of missions, and what each of them does (TOCS-3.2, W12.4, W13, W14, W15)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.actions.air import AirOrder
from pbem.rulesets.tocs.aircraft import BOXES, Air, Aircraft, AirLook
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.reports import aircraft as words
from pbem.rulesets.tocs.reports import battle_report
from pbem.rulesets.tocs.resolution.air import NEXT_BOX
from pbem.rulesets.tocs.rules import air as rules
from tests.rulesets.tocs.builder import Piece, Scene, ground, source

HOME = Path(__file__).parents[3]
TABLES, GAMES = HOME / "pbem" / "rulesets" / "tocs" / "tables", HOME / "games"
STAFF: dict[str, Any] = {"kind": "hq", "level": "division", "command": 9, "wireless": 9, "range": 0}
KEEN = {"red": ("ezoc never",), "blue": ("ezoc never",)}
ALL = ("recon", "observer", "spotter", "support", "accompany", "strike", "patrol", "interdict", "propaganda", "escort")
QUIET = {"turn-end": (6, 6)}  # the turn goes on


def craft(call: str = "TYP1", box: str = "ready", **more: Any) -> Aircraft:
    return Aircraft(
        call, "Typhoons", more.pop("side", "blue"), "british", "fighter_bomber", more.pop("missions", ALL), box=box, **more
    )


def air(*crafts: Aircraft) -> Air:
    return Air({c.call: c for c in crafts})


def scene(*red: Piece, crafts: tuple[Aircraft, ...] = (), blue: tuple[Piece, ...] = (), **more: Any) -> Scene:
    """A division's HQ at 01.01, with aircraft off the board; red's far away unless said otherwise."""
    hq = Piece("HQ82", "01.01", **STAFF)
    ours, theirs = {"air": air(*(crafts or (craft(),))), "sites": more.pop("sites", ())}, {"trains": more.pop("trains", {})}
    dice, own = {**QUIET, **more.pop("dice", {})}, "01.02 02.01 02.02"
    return Scene((hq, *blue), (*red, Piece("R", "08.08")), own=own, turns=3, standing=KEEN, dice=dice,
                 sides={"blue": ours, "red": theirs}, **more)  # fmt: skip


def box(s: Scene, call: str = "TYP1", side: str = "blue") -> str:
    return s.forces(side).air.aircraft[call].box


def round_about(s: Scene) -> None:
    """Blue ends its impulse, red ends the next: blue's again."""
    s.close()
    assert s.public.phasing == "red"
    s.close()
    assert s.public.phasing == "blue"


# ---------------------------------------------------------------- the ready chart


def test_aircraft_go_a_box_on_as_each_own_impulse_begins() -> None:
    """TOCS-3.2-2, TOCS-3.2-3, TOCS-W14.1-1, TOCS-W14.0-1: landed, rearming, ready; the enemy's impulse moves none."""
    s = scene(crafts=(craft(box="landed"), craft("TYP2", "rearming")))
    s.close()
    assert (box(s), box(s, "TYP2")) == ("landed", "rearming")
    s.close()
    assert (box(s), box(s, "TYP2")) == ("rearming", "ready")
    assert s.check("HQ82", "HQ82: air strike 05.05 with TYP1")[0].rule == "TOCS-3.2-2"


def test_without_aircraft_there_is_no_air_phase() -> None:
    """TOCS-3.2-1, MASL-16.12-1: not a phase is entered that letters or files could show."""
    s = Scene((Piece("A", "01.01"),), (Piece("R", "08.08"),), dice=QUIET)
    s.close()
    assert "air" not in {event.phase for event in s.play.events if type(event).__name__ == "PhaseEntered"}


def test_off_board_aircraft_are_in_flight_until_the_next_own_impulse() -> None:
    """TOCS-3.2-4, TOCS-W14.1-2, TOCS-W14.1-4, TOCS-3.2-6, MASL-11.1-1, TOCS-W15.0-1, TOCS-W15.0-2."""
    s = scene(Piece("T", "05.05", "vehicle_platoon"), crafts=(craft(), craft("TYP2")), dice={"strike/TYP1": (6, 5)})
    s.comes_off("HQ82", "HQ82: air strike 05.05 at vehicles with TYP1,TYP2")
    assert (box(s), box(s, "TYP2")) == ("in flight", "in flight") and s.forces().pools["pool"].spent == 1
    assert s.forces().units["hq82"].state == 0 and s.forces().air.sorties[0].aircraft == ("TYP1", "TYP2")
    round_about(s)
    assert (box(s), box(s, "TYP2")) == ("landed", "landed") and not s.forces().air.sorties
    assert s.unit("T").lost == 1 and s.happened(e.AirStruck)[0].aircraft == 2
    assert [seen.hex for seen in s.learnt("red", o.AircraftStruck)] == [Hex("05.05")]


def test_aircraft_of_a_field_on_the_map_come_at_once() -> None:
    """TOCS-W12.4-1, TOCS-W12.4-3, TOCS-W14.4-1, TOCS-W13.5.2-2, TOCS-W15.1-2: unless its ground is too soft, or it is a strip."""
    field = Facility("keent", "airfield", "Keent", Hex("01.02"), 8)
    s = scene(Piece("T", "05.05"), crafts=(craft(base="keent"),), sites=(field,))
    s.does("HQ82", "HQ82: air recon 05.05 with TYP1")
    assert box(s) == "on station" and s.happened(e.HexesFlownOver)
    soft = scene(crafts=(craft(base="keent"),), sites=(field,), weather={"ground": "mud"})
    assert soft.check("HQ82", "HQ82: air recon 05.05 with TYP1")[0].rule == "TOCS-3.2-8"
    strip = scene(crafts=(craft(base="keent"),), sites=(replace(field, kind="airstrip"),))
    assert strip.check("HQ82", "HQ82: air strike 05.05 with TYP1") and not strip.check("HQ82", "HQ82: air recon 05.05 with TYP1")


def test_lost_aircraft_are_landed_again_when_the_next_turn_begins() -> None:
    """TOCS-W14.3-1, TOCS-3.2-9: and those that come in a turn are ready in it, once their time is over they are gone."""
    s = scene(crafts=(craft(box="lost"), craft("TYP2", "away", due=2), craft("TYP3", last=1)), dice={"turn-end": (1, 1)})
    s.close()
    assert s.public.turn == 2
    assert (box(s), box(s, "TYP2"), box(s, "TYP3")) in (("landed", "ready", "away"), ("rearming", "ready", "away"))


def test_no_aircraft_is_in_two_boxes_and_none_in_the_air_without_a_mission() -> None:
    """TOCS-3.2-2: whatever is ordered."""
    s = scene(crafts=tuple(craft(f"TYP{n}") for n in range(1, 5)))
    for text in ("air recon 05.05 with TYP1", "air observer 04.04 with TYP2", "air patrol 06.06 with TYP3"):
        s.does("HQ82", f"HQ82: {text}")
    for _ in range(4):
        flying = [call for sortie in s.forces().air.sorties for call in sortie.flying]
        assert len(flying) == len(set(flying))
        assert {c.call for c in s.forces().air.aircraft.values() if c.box in ("in flight", "on station")} == set(flying)
        s.close()


# ---------------------------------------------------------------- weather and night


@pytest.mark.parametrize(("weather", "words"), [
    ({"wind": "heavy"}, "high wind"), ({"fog": True}, "fog"), ({"precipitation": "rain"}, "rain"),
    ({"precipitation": "snow_light"}, "falling snow"), ({"cloud": "overcast"}, ""), ({"precipitation": "mist"}, ""),
])  # fmt: skip
def test_weather_keeps_aircraft_on_the_ground(weather: dict[str, Any], words: str) -> None:
    """TOCS-W13.3-3, TOCS-W13.3-4, TOCS-W13.4-3, TOCS-W13.4.1-1, TOCS-W13.4.4-4, TOCS-W14.4-2."""
    s = scene(weather=weather)
    refused = s.check("HQ82", "HQ82: air strike 05.05 with TYP1")
    assert (words in refused[0].words if words else refused == ()) and rules.grounded(s.public.weather) == words


def test_night_forbids_what_does_not_fly_by_night() -> None:
    """TOCS-W13.1.2-3, TOCS-3.2-8, TOCS-3.2-7."""
    field = Facility("keent", "airfield", "Keent", Hex("01.02"), 8)
    s = scene(crafts=(craft(), craft("TYP2")), light="night", sites=(field,))
    assert s.check("HQ82", "HQ82: air recon 05.05 with TYP1")[0].rule == "TOCS-3.2-8"
    assert s.check("HQ82", "HQ82: air rebase TYP1 to 01.02") == ()


def weather_now(s: Scene, **sky: Any) -> None:
    s.play.happen((e.WeatherChanged(replace(s.public.weather, **sky), ()),))


def test_fog_keeps_in_flight_what_is_in_flight_and_calls_home_what_is_on_station() -> None:
    """Case 11: TOCS-W13.4.1-1, TOCS-W14.4-2."""
    s = scene(crafts=(craft(), craft("TYP2", "ready")))
    s.does("HQ82", "HQ82: air patrol 05.05 with TYP1")
    round_about(s)
    assert box(s) == "on station" and s.public.zones
    s.does("HQ82", "HQ82: air strike 06.06 with TYP2")
    weather_now(s, fog=True)
    s.close()
    assert box(s) == "landed" and not s.public.zones and box(s, "TYP2") == "in flight"
    s.close()
    assert box(s, "TYP2") == "in flight", "it waits for an impulse of its own without fog"
    weather_now(s, fog=False)
    round_about(s)
    assert box(s, "TYP2") == "landed"


def test_falling_snow_sends_home_what_is_in_flight_and_on_station() -> None:
    """Case 11: TOCS-W13.4.4-4, TOCS-3.2-7, TOCS-W14.4-2: both."""
    s = scene(crafts=(craft(), craft("TYP2")))
    s.does("HQ82", "HQ82: air patrol 05.05 with TYP2")
    round_about(s)
    s.does("HQ82", "HQ82: air strike 06.06 with TYP1")
    assert (box(s), box(s, "TYP2")) == ("in flight", "on station")
    weather_now(s, precipitation="snow_heavy")
    round_about(s)
    assert (box(s), box(s, "TYP2")) == ("landed", "landed") or box(s, "TYP2") == "rearming"
    assert not s.happened(e.AirStruck) and not s.public.zones


def test_rain_sends_home_a_patrol_on_station() -> None:
    """Case 10: TOCS-W14.4-2: who is there goes home, who arrives throws for the way (ruling L1)."""
    s = scene()
    s.does("HQ82", "HQ82: air patrol 05.05 with TYP1")
    round_about(s)
    assert box(s) == "on station" and s.public.zones
    weather_now(s, precipitation="rain")
    s.close()
    assert box(s) == "landed" and not s.public.zones


@pytest.mark.parametrize(
    ("die", "astray", "struck"), [(2, (1, 1), "05.05"), (4, (4, 5), "05.06"), (4, (4, 6), "05.07"), (6, (1, 1), "")]
)
def test_who_arrives_in_rain_throws_for_the_way(die: int, astray: tuple[int, int], struck: str) -> None:
    """Case 10: TOCS-W13.4.3-2: 1-2 as meant, 3-4 a hexside and one hex (two on a 6), 5-6 home."""
    impulse = "sky/TYP1/T1.3"
    s = scene(dice={f"{impulse}/astray": astray, impulse: (die,)})
    s.does("HQ82", "HQ82: air strike 05.05 with TYP1")
    weather_now(s, precipitation="rain")
    round_about(s)
    assert [event.hex for event in s.happened(e.AirStruck)] == ([Hex(struck)] if struck else [])
    assert box(s) == "landed"


def test_a_mission_is_called_off_for_bad_weather_alone() -> None:
    """TOCS-W14.4-3, TOCS-W15.0-3, TOCS-3.2-5."""
    s = scene()
    s.does("HQ82", "HQ82: air strike 05.05 with TYP1")
    assert s.staff("abort TYP1")[0].rule == "TOCS-W15.0-3"
    weather_now(s, wind="gusty")
    assert s.staff("abort TYP1") == () and box(s) == "landed" and s.forces().pools["pool"].spent == 1


# ---------------------------------------------------------------- who may ask


def test_a_headquarters_high_enough_asks_in_good_order() -> None:
    """TOCS-W14.0-1, TOCS-W15.2-1, TOCS-W15.3-1, TOCS-W15.10-1: a regiment's is enough for support (ruling L14)."""
    low = Piece("HQ505", "02.02", **{**STAFF, "level": "regiment"})
    s = scene(blue=(low,))
    assert s.check("HQ505", "HQ505: air recon 05.05 with TYP1")[0].rule == "TOCS-W14.0-1"
    assert s.check("HQ505", "HQ505: air support 05.05 with TYP1") == ()
    s.comes_off("HQ82", "HQ82: air recon 05.05 with TYP1")
    assert s.forces().pools["pool"].spent == 2, "an OP wakes the headquarters, one is the mission's"
    assert s.forces().staff("hq82").ap == 2  # type: ignore[union-attr]
    tired = scene(blue=(low,))
    tired.play.happen((e.UnitChanged("blue", replace(tired.unit("HQ82"), state=1), "tired"),))
    assert tired.check("HQ82", "HQ82: air strike 05.05 with TYP1")[0].rule == "TOCS-W14.0-1"
    free = scene(blue=(low,), switches={"air_hq": "off"})
    assert free.check("HQ505", "HQ505: air strike 05.05 with TYP1") == ()


def test_only_companions_of_the_allies_go_with_a_unit() -> None:
    """TOCS-W15.10-2: from July 1944."""
    s = scene(blue=(Piece("A", "02.02"),), crafts=(craft(), replace(craft("JU1"), nation="german")))
    assert s.check("HQ82", "HQ82: air accompany A with TYP1") == ()
    assert s.check("HQ82", "HQ82: air accompany A with JU1")[0].rule == "TOCS-W15.10-2"
    s.game = replace(s.game, month="MAY")
    assert s.check("HQ82", "HQ82: air accompany A with TYP1")[0].rule == "TOCS-W15.10-2"


def test_rebase_is_free_and_never_to_a_strip() -> None:
    """TOCS-W15.5-1, TOCS-W12.4-2: a field has room for so many, a point of damage takes a place."""
    field = Facility("keent", "airfield", "Keent", Hex("01.02"), 8, capacity=1)
    s = scene(sites=(field,))
    s.comes_off("HQ82", "HQ82: air rebase TYP1 to 01.02")
    assert s.forces().pools["pool"].spent == 0
    round_about(s)
    assert box(s) == "landed" and s.forces().air.aircraft["TYP1"].base == "keent"
    full = scene(sites=(replace(field, damage=1),))
    assert full.check("HQ82", "HQ82: air rebase TYP1 to 01.02")[0].rule == "TOCS-W12.4-2"
    strip = scene(sites=(replace(field, kind="airstrip"),))
    assert strip.check("HQ82", "HQ82: air rebase TYP1 to 01.02")[0].rule == "TOCS-W15.5-1"


# ---------------------------------------------------------------- what missions do


def test_reconnaissance_tells_kinds_and_nothing_under_trees() -> None:
    """Case 16: TOCS-W15.2-2, TOCS-W15.2-3, TOCS-1.2-4, MASL-16.3-3: seven hexes; the other side hears of every hex of its own."""
    s = scene(Piece("G", "05.05", "battery"), Piece("F", "05.04"), land=ground("05.04 forest"))
    s.does("HQ82", "HQ82: air recon 05.05 with TYP1")
    round_about(s)
    looks = {look.hex: look for look in s.learnt("blue", e.HexesFlownOver)[0].looks}
    assert len(looks) == 7 and looks[Hex("05.05")] == AirLook(Hex("05.05"), "occupied", ("guns",))
    assert looks[Hex("05.04")] == AirLook(Hex("05.04"), "hidden") and looks[Hex("05.06")].answer == "empty"
    assert {c.hex for c in s.picture().contacts} == {Hex("05.05")} and "05.04" not in s.picture().looks
    assert set(s.learnt("red", o.EnemyFlewOver)[0].hexes) == set(looks)
    line = scene()
    line.does("HQ82", "HQ82: air recon line 04.01 S with TYP1")
    assert [str(h) for h in line.forces().air.sorties[0].hexes] == [f"04.0{row}" for row in range(1, 8)]


def test_the_other_side_reads_the_same_of_a_look_whoever_stands_there() -> None:
    """TOCS-1.2-4, TOCS-3.2-9, TOCS-3.2-10: and nothing at all of aircraft before that."""

    def told(*red: Piece) -> list[Any]:
        s = scene(*red)
        s.does("HQ82", "HQ82: air recon 05.05 with TYP1")
        assert not [seen for desk, seen in s.play.seen if desk == "red"]
        round_about(s)
        return [seen for seen in s.learnt("red", object) if "Flew" in type(seen).__name__]

    assert told() == told(Piece("X", "05.05")) != []


def test_a_strike_takes_the_first_kind_of_its_wish_else_what_there_is() -> None:
    """Case 8: TOCS-W15.11-1, TOCS-W15.11-2: with ONLY it strikes nothing else, its owner hears just that, and the OP is spent."""
    for only, attacked in (("", "infantry"), ("only", "")):
        s = scene(Piece("I", "05.05"), dice={"strike": (6, 6)})
        s.does("HQ82", f"HQ82: air strike 05.05 at vehicles or guns {only} with TYP1")
        round_about(s)
        assert s.learnt("blue", o.AirStrikeFlown)[0].attacked == attacked
        assert bool(s.learnt("red", o.AircraftStruck)) == bool(attacked) and s.unit("I").lost == len(attacked and "x")
        assert len([event for event in s.happened(e.PointSpent) if event.side == "blue"]) == 1


def test_a_strike_hits_friends_who_have_come_meanwhile() -> None:
    """Case 9: TOCS-W15.0-3: the order is not changed any more, and who gave it was warned."""
    s = scene(blue=(Piece("A", "02.02"),), dice={"strike": (6, 6)})
    s.does("HQ82", "HQ82: air strike 02.03 with TYP1")
    sortie = s.forces().air.sorties[0]
    assert "your own too" in ACTIONS["air"].warn(s.game, s.picture(), AirOrder("hq82", sortie))[0]
    s.does("A", "A: move 02.03")
    round_about(s)
    assert s.unit("A").hex == "02.03" and s.unit("A").lost == 1 and s.happened(e.AirStruck)[0].attacked == "infantry"


def test_strikes_are_harder_on_the_open_road_than_in_the_woods() -> None:
    """TOCS-W15.11-1: cover, works, flak in the hex, cloud and half light count; only what the crew sees is told them."""

    def drm(piece: Piece, **more: Any) -> tuple[int, tuple[str, ...]]:
        s = scene(piece, **more)
        s.does("HQ82", "HQ82: air strike 05.05 with TYP1")
        round_about(s)
        return s.happened(e.AirStruck)[0].drm, s.learnt("blue", o.AirStrikeFlown)[0].drms

    assert drm(Piece("I", "05.05")) == (0, ())
    assert drm(Piece("G", "05.05", "battery")) == (1, ())
    assert drm(Piece("I", "05.05"), land=ground("05.05 forest")) == (-2, ("cover -2",))
    assert drm(Piece("I", "05.05"), works={"05.05": ("entrenched", "red")}) == (-1, ())
    assert drm(Piece("F", "05.05", "battery", arm="light_flak", mobility="foot")) == (-1, ())
    assert drm(Piece("I", "05.05"), weather={"cloud": "overcast"}) == (-1, ("cloud -1",))


def test_a_spotter_over_the_hex_helps_and_lists_what_is_there() -> None:
    """TOCS-W15.3-1, TOCS-W15.3-2."""
    s = scene(Piece("I", "05.05"), Piece("G", "05.05", "battery"), crafts=(craft(), craft("AUS1")))
    s.does("HQ82", "HQ82: air spotter 05.05 with AUS1")
    s.does("HQ82", "HQ82: air strike 05.05 at infantry with TYP1")
    round_about(s)
    flown = s.learnt("blue", o.AirStrikeFlown)[0]
    assert flown.kinds == ("infantry", "guns") and flown.drms == ("spotter +1",)


@pytest.mark.parametrize("line", ["air recon 05.05 with TYP1 escort SPIT1", "air recon line 05.05 N with TYP1 escort SPIT1"])
def test_escorts_go_with_a_reconnaissance_too(line: str) -> None:
    """TOCS-W15.8-1: for nothing, look at nothing themselves, and go home with it; a patrol meets them first."""
    s = scene(Piece("I", "05.05"), crafts=(craft(), craft("SPIT1")))
    s.does("HQ82", f"HQ82: {line}")
    assert s.forces().pools["pool"].spent == scene_spent()
    round_about(s)
    (looked,) = s.happened(e.HexesFlownOver)
    assert looked.looks[0].answer == "occupied"
    s.close()
    assert {box(s), box(s, "SPIT1")} <= {"landed", "rearming"}


def scene_spent() -> int:
    """What the same mission costs without an escort."""
    s = scene(Piece("I", "05.05"))
    s.does("HQ82", "HQ82: air recon 05.05 with TYP1")
    return s.forces().pools["pool"].spent


def test_support_shifts_a_battle_and_lands() -> None:
    """TOCS-W15.10-1, TOCS-W15.8-1, TOCS-3.9-1: one column, napalm two; both sides see aircraft over the battle."""
    for load, shift in (("", 1), ("napalm", 2)):
        s = scene(Piece("I", "05.05"), blue=(Piece("A", "05.04"),), crafts=(craft(napalm=True), craft("SPIT1")), cell="-/-")
        s.does("HQ82", f"HQ82: air support 05.05 with TYP1 {load} escort SPIT1")
        round_about(s)
        s.does("A", "A: attack 05.05 hasty")
        s.fight()
        assert s.happened(e.BattleRolled)[0].attacker.shift == shift and s.learnt("red", e.BattleFlownOver)
        s.settle()
        assert (box(s), box(s, "SPIT1")) == ("landed", "landed")
        kept = tuple(seen for desk, seen in s.play.seen if desk == "blue" and battle_report.kept(seen))
        support = f"shift: {'napalm' if load else 'tactical'} ground support {shift} (TOCS-3.9-3)"
        assert support in battle_report.why(s.game, kept, 1)


def test_companions_go_into_an_ambush_and_plain_support_does_not() -> None:
    """Case 15: TOCS-W15.10-2, TOCS-W10.1.2-3."""
    for order, helped in (("air accompany A with TYP1", True), ("air support 05.05 with TYP1", False)):
        s = scene(Piece("I", "05.05"), blue=(Piece("A", "05.04"),), cell="-/-")
        s.does("HQ82", f"HQ82: {order}")
        round_about(s)
        s.does("A", "A: move 05.05")
        rolled = s.happened(e.BattleRolled)[0]
        assert rolled.fight.level == "ambush"
        assert any("ground support" in words for words in (*rolled.attacker.shifts, *rolled.defender.shifts)) == helped


def test_a_hex_looked_into_from_the_air_and_one_under_an_observer_are_easier_to_attack() -> None:
    """TOCS-W15.2-4, TOCS-W15.3-3."""
    for order in ("air recon 05.05 with TYP1", "air observer 05.05 with TYP1"):
        s = scene(Piece("I", "05.05"), blue=(Piece("A", "05.04"),), cell="-/-")
        s.does("HQ82", f"HQ82: {order}")
        round_about(s)
        s.does("A", "A: attack 05.05 hasty")
        s.fight()
        assert s.happened(e.BattleRolled)[0].attacker.shift == 1


def test_support_in_flight_joins_an_engagement_as_the_turn_begins() -> None:
    """Case 14: TOCS-W14.1-3, TOCS-3.2-7: it is over when the turn's engagements are fought."""
    s = scene(
        Piece("I", "05.05"), blue=(Piece("A", "05.05"),), engaged={Hex("05.05"): "red"}, dice={"turn-end": (1, 1)}, cell="-/-"
    )
    s.does("HQ82", "HQ82: air support 05.05 with TYP1")
    s.close()
    fought = [event for event in s.happened(e.BattleRolled) if event.fight.level == "engagement"]
    shifts = " ".join((*fought[0].attacker.shifts, *fought[0].defender.shifts))
    assert s.public.turn == 2 and "ground support" in shifts.replace("_", " ")
    assert box(s) in ("landed", "rearming")


def test_patrols_and_interdictions_are_announced_and_stay_through_the_enemys_impulse() -> None:
    """TOCS-W15.7-1, TOCS-W15.9-1."""
    for kind in ("patrol", "interdict"):
        s = scene()
        s.does("HQ82", f"HQ82: air {kind} 05.05 with TYP1")
        assert not s.public.zones
        round_about(s)
        assert s.learnt("red", e.AirZoneMarked)[-1].stands and words.zones(s.game, s.picture("red"))
        s.close()
        assert box(s) == "on station"
        s.close()
        assert box(s) in ("landed", "rearming") and not s.public.zones and not s.learnt("red", e.AirZoneMarked)[-1].stands


@pytest.mark.parametrize(("cut", "store", "fallen"), [("", "01.02", 1), ("T1.1", "01.02", 2), ("T1.1", "06.05", 1)])
def test_leaflets_shake_troops_that_are_cut_off(cut: str, store: str, fallen: int) -> None:
    """TOCS-W15.6-1: out of communication a check and a state; out of supply too, one that is harder by one, and two states. Whose
    line is open again is in no pocket any more."""
    s = scene(Piece("I", "05.05", cut=cut, parent="9"), Piece("HQ9", "08.01", "hq", command=1), dice={"leaflets": (6, 6)},
              crafts=(craft(base="keent"),), sites=(Facility("keent", "airfield", "Keent", Hex("01.02"), 8),),
              supply={"blue": [source("01.01")], "red": [source(store)]})  # fmt: skip
    s.does("HQ82", "HQ82: air propaganda 05.05 with TYP1")
    checked = s.happened(e.MoraleChecked)[0]
    assert checked.what == "leaflets" and ("numbered mc +1" in checked.reasons) == (fallen == 2)
    assert s.unit("I").state == fallen and s.learnt("red", o.LeafletsFell)


# ---------------------------------------------------------------- the words


def test_the_ready_chart_and_missions_are_said() -> None:
    """TOCS-3.2-10."""
    s = scene(crafts=(craft(), craft("TYP2", "away", due=2), craft("TYP3", "lost")))
    s.does("HQ82", "HQ82: air strike 05.05 with TYP1")
    said = words.lines(s.game, s.picture())
    assert said == (
        " TYP1 Typhoons: in flight, ground strike, 05.05",
        " TYP2 Typhoons: due turn 2",
        " TYP3 Typhoons: lost until the next turn",
    )


def test_the_boxes_go_on_as_the_chart_has_it() -> None:
    """TOCS-3.2-2, TOCS-3.2-3: what moves as an own impulse begins."""
    chart = tomllib.loads((TABLES / "aircraft-states.toml").read_text(encoding="utf-8"))
    moves = {m["from"]: m["to"] for m in chart["move"] if m["when"] == "start of a friendly impulse"}
    assert moves == NEXT_BOX
    boxes = {state["id"].replace("_", " ") for state in chart["state"]}
    assert {*BOXES, "lost"} <= boxes


def test_the_germans_of_nijmegen_have_no_aircraft_and_no_mission() -> None:
    """MASL-16.12-1: their order of battle has none, and a side without aircraft is refused every mission."""
    oob = tomllib.loads((GAMES / "omg-nijmegen" / "oob-german.toml").read_text(encoding="utf-8"))
    assert not oob.get("aircraft")
    s = Scene((Piece("HQ82", "01.01", **STAFF),), (Piece("R", "08.08"),), dice=QUIET)
    (refusal,) = s.check("HQ82", "HQ82: air strike 05.05 with HQ82")
    assert refusal.rule == "TOCS-3.2-9" and "no aircraft" in refusal.words
