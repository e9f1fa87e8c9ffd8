"""Aircraft on station and what goes on below them: observers, spotters, interdiction (TOCS-W15.3, W15.9)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.units import Train
from tests.rulesets.tocs.builder import Piece, Scene, ground, road
from tests.rulesets.tocs.test_w15_missions import box, craft, round_about, scene

LINE = "05.03 05.04 05.05 05.06 05.07"


def over(kind: str, *red: Piece, where: str = "05.05", crafts: int = 1, **more: Any) -> Scene:
    """A mission of blue's on station in red's impulse."""
    planes = tuple(craft(f"TYP{n}") for n in range(1, crafts + 1))
    s = scene(*red, crafts=planes, **more)
    s.does("HQ82", f"HQ82: air {kind} {where} with {','.join(c.call for c in planes)}")
    round_about(s)
    s.close()
    assert s.public.phasing == "red" and box(s) == "on station"
    return s


def seen(s: Scene) -> list[tuple[Hex, tuple[str, ...], bool]]:
    return [(event.hex, event.kinds, event.fired) for event in s.happened(e.MovementSeen)]


def test_an_observer_sees_each_hex_that_is_entered_within_one_of_it() -> None:
    """TOCS-W15.3-4: kinds and hexes; the mover is told that it was seen, in its report."""
    s = over("observer", Piece("T", "05.03", "vehicle_platoon"))
    assert [zone.kind for zone in s.public.zones] == ["observer"] and s.learnt("red", e.AirZoneMarked)
    s.does("T", "T: move 05.04 05.05")
    assert seen(s) == [(Hex("05.04"), ("vehicles",), False), (Hex("05.05"), ("vehicles",), False)]
    assert {contact.hex for contact in s.picture("blue").contacts} >= {Hex("05.05")}
    assert [event.hex for event in s.learnt("red", o.SeenFromAir)] == [Hex("05.04"), Hex("05.05")]


def test_who_keeps_off_the_roads_at_double_cost_or_goes_under_trees_is_not_seen() -> None:
    """TOCS-W15.3-5, TOCS-W15.9-3: by a road through the forest he is."""
    for kind in ("observer", "interdict"):
        hidden = over(kind, Piece("I", "05.03"))
        hidden.does("I", "I: move 05.04 quiet")
        trees = over(kind, Piece("I", "05.03"), land=ground("05.04 forest"))
        trees.does("I", "I: move 05.04")
        assert (seen(hidden), seen(trees)) == ([], []) and not hidden.learnt("red", o.SeenFromAir)
    by_road = over("observer", Piece("I", "05.03"), land=ground("05.04 forest", road(LINE)))
    by_road.does("I", "I: move 05.04 by road")
    assert seen(by_road) == [(Hex("05.04"), ("infantry",), False)]


@pytest.mark.parametrize(("kind", "hexes"), [
    ("observer", ["05.04", "05.05", "05.06"]), ("interdict", ["05.03", "05.04", "05.05", "05.06", "05.07"]), ("spotter", []),
])  # fmt: skip
def test_a_train_is_seen_hex_by_hex_whatever_it_runs_through(kind: str, hexes: list[str]) -> None:
    """TOCS-W15.9-3, TOCS-W15.3-4: its side is told as any mover's is."""
    line = "[[rail]]\nid = 'line'\npath = ['05.02', '05.03', '05.04', '05.05', '05.06', '05.07', '05.08']\n"
    trains = {"T1": Train("T1", "T1", Hex("05.02"), 0, 8, 4, status="on")}
    s = over(kind, land=ground("05.04 forest", line), trains=trains)
    assert s.staff("train T1 to 05.08") == ()
    assert seen(s) == [(Hex(place), ("vehicles",), False) for place in hexes]
    assert [event.hex for event in s.learnt("red", o.SeenFromAir)] == hexes


def test_an_observer_sees_guns_that_fire() -> None:
    """TOCS-W15.3-4."""
    guns = (Piece("G", "05.05", "battery", range=9), Piece("HQ9", "08.07", "hq", command=9, wireless=9))
    s = over("observer", *guns, blue=(Piece("A", "02.02"),))
    s.does("G", "G: harass 02.02")
    assert (Hex("05.05"), ("guns",), True) in seen(s)


def test_interdiction_pounces_on_a_mover_that_it_catches() -> None:
    """TOCS-W15.9-1, TOCS-W15.9-2, TOCS-W15.9-3: one aircraft strikes and lands; a try that fails is silent."""
    s = over("interdict", Piece("T", "05.03", "vehicle_platoon"), crafts=2, dice={"intercept": (6, 6), "strike": (6, 4)})
    s.does("T", "T: move 05.04")
    assert (box(s, "TYP1"), box(s, "TYP2")) == ("landed", "on station") and s.public.zones
    assert s.learnt("red", o.AircraftStruck) and s.unit("T").lost == 1 and s.happened(e.AirStruck)[0].attacked == "vehicles"
    told = [line for desk, what in s.play.seen if desk == "red" for line in tell(s.game, s.picture("red"), what)]
    assert any("struck from the air" in line for line in told)
    missed = over("interdict", Piece("T", "05.03", "vehicle_platoon"), dice={"intercept": (1, 1)})
    missed.does("T", "T: move 05.04")
    assert not missed.happened(e.AirStruck) and len(seen(missed)) == 1 and box(missed) == "on station"


def test_a_column_on_a_road_in_the_middle_of_the_zone_is_caught_sooner() -> None:
    """TOCS-W15.9-2: centre, road, vehicles; trees, houses and the rim of the zone tell for the mover."""

    def caught(where: str, faces: tuple[int, int], **more: Any) -> bool:
        s = over("interdict", Piece("I", "05.03", **more.pop("unit", {})), where=where, dice={"intercept": faces}, **more)
        s.does("I", "I: move 05.04" + (" by road" if "land" in more else ""))
        return bool(s.happened(e.AirStruck))

    driven, wood = {"kind": "vehicle_platoon"}, {"land": ground("05.04 woods", road(LINE))}
    assert caught("05.04", (3, 4)) and not caught("05.05", (3, 4)) and caught("05.05", (4, 4))
    assert not caught("05.06", (4, 4)) and caught("05.06", (4, 5)), "at the rim it takes one more"
    assert caught("05.05", (3, 4), unit=driven) and caught("05.05", (2, 4), unit=driven, land=ground("", road(LINE)))
    assert not caught("05.05", (4, 4), **wood) and caught("05.05", (4, 5), **wood)


def test_a_mover_that_interdiction_destroys_goes_no_further() -> None:
    """TOCS-W15.9-2."""
    s = over("interdict", Piece("T", "05.03", "vehicle_platoon", lost=1), dice={"intercept": (6, 6), "strike": (6, 6)})
    outcome = s.does("T", "T: move 05.04 05.05")
    assert s.unit("T").status == "dead" and outcome.failure is not None and outcome.failure.rule == "TOCS-W15.9-2"
    assert s.learnt("blue", o.EnemyDestroyed)


def test_what_an_unannounced_enemy_does_shows_in_no_line_of_the_mover() -> None:
    """TOCS-1.2-3, TOCS-W15.9-3: aircraft in flight, ready, or a try that failed leave the mover's events as they are."""

    def told(kind: str, faces: tuple[int, int]) -> list[Any]:
        s = over(kind, Piece("T", "05.03", "vehicle_platoon"), where="05.04", dice={"intercept": faces})
        before = len(s.play.seen)
        s.does("T", "T: move 05.04")
        return [what for desk, what in s.play.seen[before:] if desk == "red"]

    assert told("interdict", (1, 1)) == told("interdict", (1, 2))


def test_a_spotter_lets_guns_aim_that_nobody_else_watches() -> None:
    """TOCS-W15.3-2: the owner lists the kinds that are there."""
    guns = (Piece("G", "02.02", "battery", range=9),)
    s = scene(Piece("I", "05.05"), Piece("K", "05.05", "vehicle_platoon"), blue=guns)
    s.does("HQ82", "HQ82: air spotter 05.05 with TYP1")
    round_about(s)
    s.does("G", "G: strike 05.05 at vehicles")
    assert s.refusals == []
    fired = s.happened(e.MissionFired)[0]
    assert fired.mission.kind == "strike" and "aerial spotter +1" in fired.known
    assert s.learnt("blue", o.FallOfShot)[0].kinds == ("infantry", "vehicles")


def test_aircraft_are_heard_by_who_is_near_and_by_nobody_else() -> None:
    """TOCS-3.2-9, MASL-7.1-5: class and hex, whether there are guns or not; never how many."""

    def heard(where: str, crafts: int) -> list[tuple[str, tuple[Hex, ...]]]:
        planes = tuple(craft(f"TYP{n}") for n in range(1, crafts + 1))
        s = scene(Piece("I", where), crafts=planes)
        s.does("HQ82", f"HQ82: air strike 05.05 at bridge only with {','.join(c.call for c in planes)}")
        round_about(s)
        return [(event.what, event.hexes) for event in s.learnt("red", e.AircraftHeard)]

    assert heard("05.06", 1) == heard("05.06", 3) == [("fighters", (Hex("05.05"),))]
    assert heard("08.07", 1) == []
