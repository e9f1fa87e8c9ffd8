"""Rivers: what carries a unit over, fords and who knows of them, wading, ferries and engineers' boats (TOCS-W11.9 to W11.14)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import move
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.rules import wading, zoc
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, entry
from tests.rulesets.tocs.builder import Piece, Scene, bridge, counter, ground, river, road

# The river runs west to east through 03.04; 03.03 lies north of it, 03.05 south.
RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
FORD = '[[ford]]\nhex = "03.04"\nwater = "river"\n'
FERRY = '[[ferry]]\nhex = "03.04"\nwater = "river"\nname = "the Heumen ferry"\n'
LORRY: dict[str, Any] = {"mobility": "motorized", "mp": 6}


def land(kind: str = "medium_river", extra: str = "", changes: str = "") -> Ground:
    return ground(changes, RIVER.replace("medium_river", kind) + extra)


def north(of: Ground) -> int:
    return next(n for n, bank in enumerate(of.banks[Hex("03.04")]) if "N" in bank)


def over(where: Ground, weather: dict[str, str] | None = None, **unit: Any) -> Entry | None:
    """The way from the north bank of 03.04 into 03.05."""
    scene = Scene([Piece("A", "03.04", bank_index=north(where), **unit)], land=where, weather=weather or {})
    return entry(scene.view(), scene.forces().counters["a"], Position(Hex("03.04"), north(where)), Hex("03.05"))


def means(found: Entry | None) -> tuple[str, int] | None:
    return (found.means, found.cost) if found else None


@pytest.mark.parametrize("kind, extra, unit, carried", [
    ("major_river", "", {}, None), ("medium_river", "", {}, None), ("minor_river", "", {}, ("wade", 4)),
    ("medium_river", FORD, {}, ("ford", ALL_AP)), ("minor_river", FORD, {}, ("ford", ALL_AP)),
    ("medium_river", FORD, {"state": 1}, None), ("major_river", "", {"traits": ("amphibious",)}, ("swim", 6)),
    ("medium_river", FERRY, {}, None),
])  # fmt: skip
def test_what_carries_a_unit_over_a_river(kind: str, extra: str, unit: dict[str, Any], carried: tuple[str, int] | None) -> None:
    """TOCS-W11.9-1, TOCS-W11.10-1, TOCS-W11.11-1, TOCS-W11.14-2, TOCS-W1.10-2."""
    assert means(over(land(kind, extra), **unit)) == carried


@pytest.mark.parametrize("ice, unit, crosses", [
    ("foot", {}, True), ("foot", LORRY, False), ("vehicles", LORRY, True), ("", {}, False),
])  # fmt: skip
def test_ice_carries_over_the_widest_river(ice: str, unit: dict[str, Any], crosses: bool) -> None:
    """TOCS-W11.9-1, TOCS-W11.10-3, TOCS-W11.6-1."""
    assert (over(land("major_river"), {"ice": ice}, **unit) is not None) == crosses


@pytest.mark.parametrize("terrain, weather, halves", [
    ("flooded", {"ground": "frozen"}, 6), ("marsh", {"ground": "frozen"}, 6), ("marsh", {"ground": "dry"}, 6),
    ("flooded", {"ground": "dry"}, None), ("marsh", {"ground": "wet"}, None), ("lake", {"ice": "vehicles"}, 6),
    ("lake", {"ground": "frozen"}, None), ("ocean", {"ice": "vehicles"}, None),
])  # fmt: skip
def test_frost_and_drought_open_wet_ground_to_wheels(terrain: str, weather: dict[str, str], halves: int | None) -> None:
    """TOCS-W11.4-1, TOCS-W11.5-1, TOCS-W11.6-1: at one more than open ground."""
    scene = Scene([Piece("A", "03.03", **LORRY)], land=ground(f"03.04 {terrain}"), weather=weather)
    way = entry(scene.view(), scene.forces().counters["a"], Position(Hex("03.03"), 0), Hex("03.04"))
    assert (way.cost if way else None) == halves


def test_a_railway_bridge_bears_any_weight_along_the_rails() -> None:
    """TOCS-W11.2-1, ruling G22: lorries cross it where the rails lead, not into the fields beside them."""
    rails = '[[rail]]\nid = "line"\npath = ["03.03", "03.04", "03.05"]\n'
    where = land("major_river", rails + bridge("03.04", "railroad"))
    found = over(where, **LORRY)
    assert found and (found.means, found.road) == ("bridge", "railroad")
    scene = Scene([Piece("A", "03.04", **LORRY)], land=where)
    assert entry(scene.view(), scene.forces().counters["a"], Position(Hex("03.04"), north(where)), Hex("02.05")) is None


# ---------------------------------------------------------------- wading


@pytest.mark.parametrize("face, where, ap", [(1, "03.05", 1), (4, "03.05", 0), (6, "03.04", 1)])
def test_a_minor_river_is_tried_with_a_die(face: int, where: str, ap: int) -> None:
    """TOCS-W11.11-1: at a ford for one point more, slowly with all AP, or not at all, and the points are gone."""
    minor = land("minor_river")
    scene = Scene([Piece("A", "03.04", bank_index=north(minor))], own="03.05", land=minor, dice={"fording": (face,)})
    outcome = scene.does("A", "move 03.05")
    assert (scene.unit("A").hex, scene.active().ap) == (where, ap + 1 if face != 4 else ap)
    assert (outcome.failure is None) == (where == "03.05")
    assert scene.learnt("blue", e.WaterTried) and not scene.learnt("red", e.WaterTried)


def test_a_slow_crossing_ends_the_move() -> None:
    """TOCS-W11.11-1."""
    minor = land("minor_river")
    scene = Scene([Piece("A", "03.04", bank_index=north(minor))], own="03.05 03.06", land=minor, dice={"fording": (4,)})
    outcome = scene.does("A", "move 03.05 03.06")
    assert scene.unit("A").hex == "03.05" and outcome.failure and outcome.failure.rule == "TOCS-W11.11-1"


def test_the_throw_counts_engineers_the_ground_and_the_night() -> None:
    """TOCS-W11.11-1: every modifier of the chart has its test."""
    minor = land("minor_river")
    hex_ = Hex("03.04")
    pieces = [Piece("A", "03.04"), Piece("S", "03.04", engineer=True)]
    dry = Scene(pieces, land=minor, weather={"ground": "dry"}).view()
    assert dict(wading.modifiers(dry, hex_)) == {"engineers": -1, "dry": -1}
    spate = Scene([Piece("A", "03.04")], land=minor, weather={"ground": "mud", "worst": "downpour"}, light="night").view()
    assert dict(wading.modifiers(spate, hex_)) == {"spate": 2, "night": 1}
    assert set(wading.DRMS) == set(dry.game.grid("fording").drms)


def test_a_die_at_a_ford_finds_it_and_the_next_unit_needs_no_die() -> None:
    """TOCS-W11.14-1, TOCS-W11.14-2: the side alone knows of it."""
    minor = land("minor_river")
    bank = north(minor)
    pieces = [Piece("A", "03.04", bank_index=bank), Piece("B", "03.04", bank_index=bank)]
    scene = Scene(pieces, own="03.05", land=minor, dice={"fording": (1,)})
    scene.does("A", "move 03.05")
    assert scene.forces().fords == (Hex("03.04"),) and scene.forces("red").fords == ()
    assert scene.learnt("blue", e.WaterKnown)[0].ford and not scene.learnt("red", e.WaterKnown)
    scene.does("B", "move 03.05")
    assert scene.unit("B").hex == "03.05" and scene.active().ap == 0
    assert len(scene.happened(e.WaterTried)) == 1


def test_a_ford_that_was_found_stays_secret_until_its_hex_is_scouted() -> None:
    """TOCS-W11.14-1."""
    minor = land("minor_river")
    scene = Scene([Piece("A", "03.03")], [Piece("R", "06.06")], land=minor)
    scene.play.happen([e.WaterKnown("red", Hex("03.04"), True, (Hex("03.04"),), {})])
    assert scene.forces().fords == ()
    scene.does("A", "recon 03.04")
    assert scene.forces().fords == (Hex("03.04"),) and scene.learnt("blue", e.WaterKnown)[0].ford
    assert dict(wading.modifiers(scene.view(), Hex("03.04"))) == {"known_water": -1}


def test_a_warning_is_given_before_a_river_is_waded() -> None:
    """TOCS-W11.11-1."""
    minor = land("minor_river")
    scene = Scene([Piece("A", "03.04", bank_index=north(minor))], own="03.05", land=minor)
    scene.activate("A")
    assert "TOCS-W11.11-1" in move.warn(scene.game, scene.picture(), move.Move((Hex("03.05"),)))[0]


# ---------------------------------------------------------------- zones over water


@pytest.mark.parametrize("kind, extra, weather, reaches", [
    ("medium_river", "", {}, False), ("minor_river", "", {}, False), ("medium_river", FORD, {}, True),
    ("medium_river", FERRY, {}, True), ("major_river", road("03.03 03.04 03.05") + bridge("03.04"), {}, True),
    ("major_river", "", {"ice": "foot"}, True),
])  # fmt: skip
def test_a_zone_reaches_over_a_river_where_it_can_be_crossed(kind: str, extra: str, weather: dict[str, str], reaches: bool) -> None:
    """TOCS-W6.0-6: by ford, bridge, ice or a working ferry."""
    where = land(kind, extra)
    scene = Scene([Piece("A", "03.04", bank_index=north(where))], land=where, weather=weather)
    assert zoc.covers(scene.view(), Hex("03.05")) == reaches
    assert zoc.covers(scene.view(), Hex("03.03"))


def test_the_state_of_a_company_does_not_keep_its_zone_from_a_ford() -> None:
    """TOCS-W6.0-6, TOCS-W6.0-4."""
    where = land("medium_river", FORD)
    scene = Scene([Piece("A", "03.04", bank_index=north(where), state=2)], land=where)
    assert zoc.covers(scene.view(), Hex("03.05"))


# ---------------------------------------------------------------- taken over


def crossing_scene(extra: str = "", *more: Piece, **unit: Any) -> Scene:
    where = land("major_river", extra)
    return Scene([Piece("A", "03.04", bank_index=north(where), **unit), *more], own="03.03", land=where)


SAPPERS = Piece("S", "03.04", engineer=True)


def test_engineers_carry_a_company_over_without_being_activated() -> None:
    """TOCS-W2.6.4-8: with all AP of the company, and silently."""
    scene = crossing_scene("", SAPPERS)
    before = scene.unit("A").bank
    outcome = scene.does("A", "cross")
    assert outcome.failure is None and scene.unit("A").bank != before and scene.active().ap == 0
    assert scene.forces().activated == ("a",) and [desk for desk, _ in scene.play.seen if desk == "red"] == []


def test_engineers_carry_four_steps_an_impulse() -> None:
    """TOCS-W2.6.4-8."""
    scene = crossing_scene("", SAPPERS, Piece("B", "03.04", bank_index=0, lost=3), Piece("C", "03.04", bank_index=0))
    for call in "ABC":
        scene.play.happen([e.UnitChanged("blue", scene.unit(call), "set")])
    assert scene.does("C", "cross").failure is None
    refused = scene.check("B", "cross")
    assert refused[0].rule == "TOCS-W2.6.4-8" and "0 more steps" in refused[0].words
    scene.close()
    assert scene.forces().ferried == {}


def test_engineers_who_have_moved_and_units_that_have_moved_are_not_carried_over() -> None:
    """TOCS-W2.6.4-8: both begin the impulse in the hex."""
    scene = crossing_scene("", Piece("S", "03.03", engineer=True))
    scene.does("S", "move 03.04")
    assert scene.check("A", "cross")[0].rule == "TOCS-W1.10-2"
    late = crossing_scene("", Piece("S", "03.04", engineer=True), Piece("B", "03.03"))
    assert late.check("B", "move 03.04; cross") == ()
    assert late.does("B", "move 03.04; cross").failure


def test_nobody_crosses_without_means() -> None:
    """TOCS-W1.10-2, TOCS-W11.10-3."""
    assert crossing_scene().check("A", "cross")[0].rule == "TOCS-W1.10-2"
    assert Scene([Piece("A", "03.03")]).check("A", "cross")[0].rule == "TOCS-W2.6.4-8"


@pytest.mark.parametrize("extra, by", [(FERRY, "the Heumen ferry"), (road("03.03 03.04 03.05") + bridge("03.04"), "its own way")])
def test_a_ferry_or_a_bridge_takes_a_unit_over(extra: str, by: str) -> None:
    """TOCS-W1.10-2."""
    scene = crossing_scene(extra)
    scene.does("A", "cross to south bank")
    assert scene.happened(e.UnitFerried)[0].by == by
    assert scene.check("A", "cross to north bank")[0].rule in ("TOCS-W10.0-1", "TOCS-W2.6.4-8")


def test_the_bank_one_stands_on_is_no_other_bank() -> None:
    """TOCS-W11.10-3."""
    scene = crossing_scene(FERRY)
    assert scene.check("A", "cross to north bank")[0].rule == "TOCS-W2.6.4-8"


def test_counters_without_skills_have_none() -> None:
    assert counter("A").traits == ()
