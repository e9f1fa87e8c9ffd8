"""Straying: what leads astray, who is tested, where he ends up, who may know of it (TOCS-W10.1.3)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules import straying
from pbem.rulesets.tocs.view import Weather
from tests.rulesets.tocs.builder import COLUMNS, ROWS, Piece, Scene, bridge, game, ground, river, road

LOST = {"straying/": (6, 6)}
FOREST = ground("03.03 forest")


def scene(blue: Any = None, red: Any = (), moon: str = "", sky: dict[str, Any] | None = None, **more: Any) -> Scene:
    """Blue in a forest by day, unless told otherwise; moon and weather on board and pictures alike."""
    more.setdefault("land", FOREST)
    made = Scene(blue or [Piece("A", "03.03")], red, **more)
    turns = tuple(replace(turn, moon=moon) for turn in made.game.turns)
    made.game = made.play.game = replace(made.game, turns=turns)
    public = replace(made.public, weather=Weather(**(sky or {})))
    made.play.situation = replace(made.play.situation, board=replace(made.board, public=public))
    made.play.pictures = {side: replace(p, public=public) for side, p in made.play.pictures.items()}
    return made


def towards(face: int, **more: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Dice for a unit that strays in the direction of a face."""
    return {**LOST, "straying direction/": (face,), **more}


# ---------------------------------------------------------------- the trigger


@pytest.mark.parametrize("terrain, light, moon, sky, led_astray", [
    ("forest", "day", "", {}, True), ("jungle", "day", "", {}, True), ("woods", "day", "", {}, False),
    ("bocage", "day", "", {}, False), ("bocage", "night", "waxing", {}, True),
    ("bocage", "day", "", {"precipitation": "rain"}, True),
    ("bocage", "day", "", {"precipitation": "rain_squall"}, True), ("bocage", "day", "", {"precipitation": "snow_heavy"}, True),
    ("bocage", "day", "", {"precipitation": "snow_light"}, False), ("bocage", "day", "", {"fog": True}, True),
    ("woods", "night", "waning", {}, True), ("farmland", "night", "waxing", {}, False), ("farmland", "night", "new", {}, True),
    ("farmland", "night", "full", {}, False), ("farmland", "day", "", {"fog": True}, True),
    ("farmland", "day", "", {"precipitation": "blizzard"}, True), ("farmland", "day", "", {"precipitation": "snow_heavy"}, False),
    ("farmland", "day", "", {"precipitation": "rain"}, False),
])  # fmt: skip
def test_ground_light_and_weather_lead_astray(terrain: str, light: Any, moon: str, sky: dict[str, Any], led_astray: bool) -> None:
    """TOCS-W10.1.3-1, TOCS-W11.22-3, TOCS-W11.26-3, TOCS-W11.27-3, TOCS-W13.1.2-2, TOCS-W13.1.4-2, TOCS-W13.4.1-2,
    TOCS-W13.4.4-3."""
    s = scene(land=ground(f"03.03 {terrain}"), light=light, moon=moon, sky=sky)
    assert straying.may_stray(s.view(), Hex("03.03")) == led_astray


@pytest.mark.parametrize("terrain, cloud, led_astray", [
    ("woods", "clear", False), ("woods", "scattered", False), ("woods", "overcast", True), ("farmland", "clear", False),
    ("forest", "clear", True), ("bocage", "clear", True), ("jungle", "clear", True),
])  # fmt: skip
def test_a_full_moon_shows_the_way_but_not_in_the_thick(terrain: str, cloud: str, led_astray: bool) -> None:
    """TOCS-W13.1.4-3."""
    s = scene(land=ground(f"03.03 {terrain}"), light="night", moon="full", sky={"cloud": cloud})
    assert straying.may_stray(s.view(), Hex("03.03")) == led_astray


def followed(extra: str, changes: str = "03.03 forest") -> bool:
    s = scene(land=ground(changes, extra))
    return not straying.is_tested(s.view(), s.unit("A"), Hex("03.04"))


def test_who_follows_a_road_a_water_or_a_coast_does_not_stray() -> None:
    """TOCS-W10.1.3-1, TOCS-W13.5.5-4."""
    assert not followed("")
    assert followed(road("03.03 03.04"))
    assert followed('[[rail]]\nid = "r"\npath = ["03.03", "03.04"]\n')
    assert followed(river("03.01 03.02 03.03 03.04 03.05 03.06 03.07 03.08", "N", "S"))
    assert followed('[streams]\nsides = [["03.03", "04.03"], ["03.04", "04.03"]]\n')
    assert not followed('[streams]\nsides = [["03.03", "03.04"]]\n'), "across it is not along it"
    assert followed("", "03.03 forest, 04.03 ocean")
    assert not followed("", "03.03 forest, 04.03 lake")


# ---------------------------------------------------------------- the throw


def test_every_modifier_of_the_chart_has_its_predicate_or_waits() -> None:
    assert sorted(game(FOREST).check("straying").drms) == sorted((*straying.DRMS, *straying.WAITS))


@pytest.mark.parametrize("elr, drm", [(5, -2), (4, -2), (3, -1), (2, 0), (1, 1), (0, 1)])
def test_training_helps(elr: int, drm: int) -> None:
    """TOCS-W10.1.3-7."""
    s = scene([Piece("A", "03.03", elr=elr)])
    assert straying.modifier(s.view(), s.unit("A"), Hex("03.04")) == drm + 1  # and the forest


@pytest.mark.parametrize("others, drm", [
    ([], 0), ([Piece("B", "03.03")], -1), ([Piece("B", "03.03", "hq")], -1), ([Piece("B", "03.03", "asset")], 0),
    ([Piece("B", "04.03")], -1), ([Piece("B", "03.03"), Piece("C", "04.03"), Piece("D", "03.02")], -2),
])  # fmt: skip
def test_company_helps(others: list[Piece], drm: int) -> None:
    """TOCS-W10.1.3-7."""
    s = scene([Piece("A", "03.03", elr=2), *others])
    assert straying.modifier(s.view(), s.unit("A"), Hex("03.04")) == drm + 1


@pytest.mark.parametrize("light, moon, sky, drm", [
    ("day", "", {"fog": True}, 2), ("day", "", {"precipitation": "rain"}, 1), ("day", "", {"precipitation": "snow_heavy"}, 1),
    ("day", "", {"precipitation": "blizzard"}, 3), ("night", "waxing", {}, 1), ("night", "new", {}, 2),
])  # fmt: skip
def test_light_and_weather_make_it_worse(light: Any, moon: str, sky: dict[str, Any], drm: int) -> None:
    """TOCS-W10.1.3-3."""
    s = scene([Piece("A", "03.03", elr=2)], land=ground(), light=light, moon=moon, sky=sky)
    assert straying.modifier(s.view(), s.unit("A"), Hex("03.04")) == drm


def test_forest_and_jungle_count_going_in_as_well() -> None:
    s = scene([Piece("A", "03.03", elr=2, recon=True)], land=ground("03.03 forest, 03.04 jungle"))
    assert straying.modifier(s.view(), s.unit("A"), Hex("03.04")) == 1 + 2 - 1


@pytest.mark.parametrize("faces, lost", [((6, 3), False), ((6, 4), True)])
def test_the_throw_is_two_dice_and_modifiers_against_the_table(faces: tuple[int, int], lost: bool) -> None:
    """TOCS-W10.1.3-3: 2d6, +1 forest, -1 for training: ten or more strays."""
    s = scene(dice={"straying/": faces, "straying direction/": (1,)})
    outcome = s.does("A", "move 03.04")
    assert bool(outcome.failure) == lost
    assert s.unit("A").hex == ("03.02" if lost else "03.04")


# ---------------------------------------------------------------- who is tested


def thrown_for(s: Scene) -> list[str]:
    return [t.occasion for t in s.play.dice.thrown if t.occasion.startswith("straying/")]


def test_only_the_first_hex_of_a_move_is_tested() -> None:
    """TOCS-W10.1.3-2."""
    s = scene(land=ground(), sky={"fog": True}, own="03.04 03.05")
    assert not s.does("A", "move 03.04").failure
    assert thrown_for(s) == ["straying/blue/A/T1.1/03.03-03.04"]
    s.does("A", "move 03.05")
    assert len(thrown_for(s)) == 1


def test_who_follows_is_not_tested_and_who_goes_another_way_is() -> None:
    """TOCS-W10.1.3-6, TOCS-W10.1.3-8."""
    s = scene([Piece(call, "03.03") for call in "ABC"])
    s.does("A", "move 03.04")
    s.does("B", "move 03.04")
    assert len(thrown_for(s)) == 1 and s.unit("B").hex == "03.04"
    s.does("C", "move 04.03")
    assert [t.rpartition("/")[2] for t in thrown_for(s)] == ["03.03-03.04", "03.03-04.03"]


def test_a_path_has_one_throw_even_if_the_first_loses_it() -> None:
    """TOCS-W10.1.3-8: straying happens to the first unit of a path alone."""
    s = scene([Piece(call, "03.03") for call in "AB"], dice=towards(1))
    assert s.does("A", "move 03.04").failure
    assert not s.does("B", "move 03.04").failure
    assert (s.unit("A").hex, s.unit("B").hex) == ("03.02", "03.04")


def test_the_next_impulse_tests_afresh() -> None:
    s = scene()
    s.does("A", "move 03.04")
    assert s.forces().tested == (("03.03", "03.04"),)
    s.close()
    assert s.forces().tested == () == s.picture().forces.tested


# ---------------------------------------------------------------- where it ends


@pytest.mark.parametrize("face, hex_", [(1, "03.02"), (2, "04.02"), (3, "04.03"), (4, "03.04"), (5, "02.03"), (6, "02.02")])
def test_the_die_names_the_hexside(face: int, hex_: str) -> None:
    """TOCS-W10.1.3-4."""
    s = scene(dice=towards(face))
    outcome = s.does("A", "move 03.04")
    assert s.unit("A").hex == hex_
    assert (outcome.failure is None) == (hex_ == "03.04")


def test_by_switch_the_die_counts_from_the_way_meant() -> None:
    s = scene(dice=towards(2), switches={"straying_direction": "clockwise_from_heading"})
    s.does("A", "move 03.04")  # meant for the south; one hexside on is the south-west
    assert s.unit("A").hex == "02.03"


@pytest.mark.parametrize("more, blue", [
    ({"land": ground("01.01 forest")}, [Piece("A", "01.01")]),  # off the map
    ({"land": ground("03.03 forest, 03.02 lake")}, [Piece("A", "03.03")]),  # impassable
    ({"land": ground("03.03 forest, 03.02 forest")}, [Piece("A", "03.03", state=2)]),  # out of reach with its one AP
])  # fmt: skip
def test_what_cannot_be_reached_leaves_it_where_it_is(more: dict[str, Any], blue: list[Piece]) -> None:
    """TOCS-W10.1.3-5."""
    s = scene(blue, dice=towards(1), **more)
    start = s.unit("A").hex
    outcome = s.does("A", f"move {start[:3]}{int(start[3:]) + 1:02d}")
    assert outcome.failure is not None and outcome.failure.rule == "TOCS-W10.1.3-5"
    assert s.unit("A").hex == start and not s.happened(e.OwnerChanged)
    assert s.active().mp < 4 and s.active().run == "move", "its points are spent all the same"


@pytest.mark.parametrize("unit, goal, before, left", [
    ({}, "forest", "", 1), ({"state": 1}, "forest", "", 0), ({"state": 2}, "forest", "", None), ({"state": 2}, "farmland", "", 0),
    ({}, "forest", "recon 04.02", 0), ({"state": 1}, "forest", "recon 04.02", None), ({}, "lake", "", None),
    ({"mobility": "motorized", "mp": 6}, "forest", "", None),
    ({"kind": "battery", "mobility": "horse", "mp": 3}, "farmland", "", None),
])  # fmt: skip
def test_whoever_strays_pays_with_as_many_ap_as_he_has_and_stays_if_they_are_too_few(
    unit: dict[str, Any], goal: str, before: str, left: int | None
) -> None:
    """TOCS-W10.1.3-5: a forest takes 4 MP of a company's 2 an AP; left: its AP then, None where it stays."""
    s = scene([Piece("A", "03.03", **unit)], land=ground(f"03.02 {goal}"),
              sky={"fog": True}, dice=towards(1), own="03.04 04.02")  # fmt: skip
    outcome = s.does("A", f"{before}; move 03.04" if before else "move 03.04")
    assert outcome.failure is not None
    assert outcome.failure.rule == ("TOCS-W10.1.3-5" if left is None else "TOCS-W10.1.3-4")
    assert s.unit("A").hex == ("03.03" if left is None else "03.02")
    assert left is None or s.active().ap == left
    assert s.owner("03.02") == ("red" if left is None else "blue")


def test_an_empty_enemy_hex_is_taken() -> None:
    """TOCS-W10.1.3-9."""
    s = scene(dice=towards(1), standing={"red": ["ezoc never"]})
    s.does("A", "move 03.04")
    assert s.owner("03.02") == "blue" and s.owner("03.04") == "red"


def test_straying_into_the_enemy_is_an_ambush() -> None:
    """TOCS-W10.1.3-10."""
    s = scene(red=[Piece("R", "03.02")], dice=towards(1), cell="0R1/-")
    outcome = s.does("A", "move 03.04")
    assert outcome.failure is not None and outcome.failure.rule == "TOCS-W10.1.2-1"
    assert outcome.failure.words == "A strayed: into 03.02, not 03.04; ambushed in 03.02"
    assert s.happened(e.BattleRolled)[0].fight.level == "ambush"


def test_straying_into_an_engagement_joins_it() -> None:
    """TOCS-W10.1.3-11."""
    s = scene([Piece("A", "03.03"), Piece("B", "03.02")], [Piece("R", "03.02")], engaged={Hex("03.02"): "red"}, dice=towards(1))
    s.does("A", "move 03.04")
    assert s.unit("A").hex == "03.02" and s.unit("A").origin == "03.03"
    assert s.active().ap == 0 and not s.happened(e.BattleRolled)


def test_a_battery_does_not_stray_onto_enemy_ground() -> None:
    s = scene([Piece("G", "03.03", "battery", mobility="horse")], own="03.04", dice=towards(1))
    s.does("G", "move 03.04")
    assert s.unit("G").hex == "03.03"


# ---------------------------------------------------------------- what is known


def test_the_risk_is_told_before_and_the_throw_to_nobody() -> None:
    """TOCS-W10.1.3-3: a warning from the own picture; the enemy hears nothing but what he sees of the ground."""
    s = scene(own="03.04 03.02", dice=towards(1))
    assert advice.cost(s.game, s.picture(), "A", "03.04")[-1].startswith("may stray on the first step: 2d6, 10 or more")
    s.does("A", "move 03.04")
    assert [w.to for w in s.learnt("blue", e.WayTested)] == ["03.02"]
    assert not [seen for desk, seen in s.play.seen if desk == "red"]


def test_the_throw_shifts_no_other_die() -> None:
    """TOCS-W10.1.3-3: occasions name what is thrown for, so the battle that follows falls as it would have."""
    told = []
    for terrain in ("forest", "farmland"):
        s = scene([Piece("A", "03.03", elr=5)], [Piece("R", "03.04")], land=ground(f"03.03 {terrain}"))
        s.play.dice = Dice(b"the same key")
        s.does("A", "move 03.04")
        told.append([t for t in s.play.dice.thrown if not t.occasion.startswith("straying")])
        assert bool(thrown_for(s)) == (terrain == "forest")
    assert told[0] == told[1] and told[0]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, COLUMNS), st.integers(1, ROWS), st.integers(1, 6), st.integers(0, 5), st.sampled_from(("fog", "new", "both")))
def test_straying_never_leaves_the_map(column: int, row: int, face: int, out: int, why: str) -> None:
    """Wherever it starts and whatever is thrown, the unit ends on the map, beside its start or on it."""
    start = Hex(f"{column:02d}.{row:02d}")
    near = ground().neighbours[start]
    s = scene([Piece("A", start, elr=0)], land=ground(), light="night", moon="waxing" if why == "fog" else "new",
              sky={"fog": why != "new"}, dice=towards(face))  # fmt: skip
    s.does("A", f"move {near[out % len(near)]}")
    assert s.unit("A").hex in s.game.ground.terrain and distance(start, s.unit("A").hex) <= 1
    assert thrown_for(s)


RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
SOUTH = 0


@pytest.mark.parametrize("kind, bridged", [("minor_river", False), ("medium_river", True)])
def test_nobody_strays_through_a_river_that_must_be_tried_or_over_a_bridge_that_is_down(kind: str, bridged: bool) -> None:
    """TOCS-W10.1.3-5, TOCS-W11.11-1: the die names the hex beyond the water, and the unit stays where it is."""
    span = road("03.03 03.04 03.05") + bridge("03.04") if bridged else ""
    land = ground("", RIVER.replace("medium_river", kind) + span)
    own = "03.03 03.05 02.04 04.04"
    s = scene([Piece("A", "03.04", bank_index=SOUTH)], sky={"fog": True}, land=land, dice=towards(1), own=own)
    if bridged:
        s.play.happen([e.BridgeChanged(replace(land.bridges[0], intact=False), "blown", ("blue", "red"))])
    outcome = s.does("A", "move 04.04")
    assert (s.unit("A").hex, s.unit("A").bank) == ("03.04", SOUTH) and outcome.failure
    assert outcome.failure.rule == "TOCS-W10.1.3-5" and not s.happened(e.WaterTried)


def test_who_strays_on_his_way_to_the_river_has_not_come_to_it() -> None:
    """TOCS-W10.1.3-2: the first hex is tested before the water in it is tried."""
    land = ground("", RIVER.replace("medium_river", "minor_river"))
    s = scene([Piece("A", "03.04", bank_index=SOUTH)], sky={"fog": True}, land=land, dice=towards(4), own="03.03 03.05")
    s.does("A", "move 03.03")
    assert s.unit("A").hex == "03.05" and not s.happened(e.WaterTried)
