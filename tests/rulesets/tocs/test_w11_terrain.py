"""Terrain by the way from a hexside to the centre (TOCS-W11.0), and who may use a road (TOCS-W11.1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, entry
from pbem.rulesets.tocs.rules.terrain import floor, halves
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

TANK: dict[str, Any] = {"kind": "vehicle_platoon"}
LORRY: dict[str, Any] = {"mobility": "motorized", "mp": 6}


def way(extra: str = "", detail: str = "", changes: str = "", there: tuple[Piece, ...] = (), **unit: Any) -> Entry | None:
    """The way from 03.03 into 03.04, which stands south of it, past the troops that are there."""
    more = {key: unit.pop(key) for key in ("switches", "light") if key in unit}
    scene = Scene([Piece("A", "03.03", **unit), *there], land=ground(changes, extra, detail), **more)
    return entry(scene.view(), scene.forces().counters["a"], Position(Hex("03.03"), 0), Hex("03.04"))


def cost(detail: str, changes: str = "", **unit: Any) -> int | None:
    found = way("", detail, changes, **unit)
    return found.cost if found else None


# ---------------------------------------------------------------- terrain met on the way


@pytest.mark.parametrize("kinds, unit, halves", [
    ("farmland", {}, 2), ("woods+farmland", {}, 4), ("orchard+bocage", {}, 4), ("woods+farmland", TANK, 6),
    ("lake+woods", {}, None), ("bocage+orchard", LORRY, None), ("bocage+orchard", TANK, ALL_AP),
])  # fmt: skip
def test_the_dearest_terrain_on_the_way_to_the_centre_is_charged_and_what_is_barred_bars(
    kinds: str, unit: dict[str, Any], halves: int | None
) -> None:
    """TOCS-W1.8-1, TOCS-W11.0-2, TOCS-W11.0-3, TOCS-W11.0-4, TOCS-1.10-1: only what lies between this hexside and the centre."""
    assert cost(f"03.04 met N {kinds}", "03.04 city", **unit) == halves


def test_other_hexsides_do_not_count() -> None:
    """TOCS-W11.0-2."""
    assert cost("03.04 met S woods+farmland, 03.04 met SE lake") == 2


def test_by_the_other_reading_the_cheapest_terrain_counts() -> None:
    """TOCS-W1.8-1, the switch mixed_hex_costs; terrain that is barred bars all the same (TOCS-W11.0-4)."""
    assert cost("03.04 met N forest+farmland", switches={"mixed_hex_costs": "cheapest"}) == 2
    assert cost("03.04 met N lake+farmland", switches={"mixed_hex_costs": "cheapest"}) is None


@pytest.mark.parametrize("unit, least", [
    ({}, 2), (LORRY, 1), (TANK, 1), ({"mobility": "cavalry"}, 2), ({"mobility": "horse"}, 2), ({"traits": ("commando",)}, 1),
    ({"skis": True}, 1),
])  # fmt: skip
def test_no_step_costs_less_than_the_least_of_its_column(unit: dict[str, Any], least: int) -> None:
    """TOCS-1.10-1, TOCS-W1.8-1: what a search for a way may take for granted ahead of it; who has ways of his own may find a
    cheaper one than the chart's."""
    scene = Scene([Piece("A", "03.03", **unit)])
    counter, sheet = scene.forces().counters["a"], scene.game.sheet("cost-of-terrain")
    cells = [sheet.cell(row.id, counter.mobility) for row in (*sheet.group("terrain"), *sheet.group("road"))]
    assert floor(scene.game, counter) == least
    assert all(halves(cell) >= least for cell in cells if cell not in "XA")


def test_a_hex_with_a_lake_in_its_middle_is_entered_from_its_land_sides_and_left_the_same_way() -> None:
    """TOCS-W11.6-2, TOCS-W11.6-1."""
    land = "03.04 met N woods, 03.04 met S lake"
    assert cost(land, "03.04 lake") == 4
    scene = Scene([Piece("A", "03.04")], land=ground("03.04 lake", "", land))
    ways = [w.to[0] for w in scene_ways(scene)]
    assert "03.03" in ways and "03.05" not in ways


def scene_ways(scene: Scene) -> list[Entry]:
    forces = scene.forces()
    found = (
        entry(scene.view(), forces.counters["a"], Position(Hex("03.04"), 0), h) for h in scene.game.ground.neighbours[Hex("03.04")]
    )
    return [w for w in found if w]


@pytest.mark.parametrize("terrain", ["flooded", "marsh", "bocage"])
def test_wheels_leave_bog_and_hedgerows_by_road_only(terrain: str) -> None:
    """TOCS-W11.4-1, TOCS-W11.5-1, TOCS-W11.22-2."""
    changes = f"03.03 {terrain}"
    assert cost("", changes, **LORRY) is None
    assert cost("", changes) == 2
    by_road = way(road("03.03 03.04"), "", changes, **LORRY)
    assert by_road and by_road.road == "paved"


@pytest.mark.parametrize("kind", ["ocean", "lake", "rocky_shore"])
def test_deep_water_and_rocky_shores_bar_everyone(kind: str) -> None:
    """TOCS-W11.7-1, TOCS-W11.6-1, TOCS-W11.8-1."""
    assert cost("", f"03.04 {kind}") is None


def test_a_beach_is_walked_on_and_a_rocky_shore_by_commandos_alone() -> None:
    """TOCS-W11.8-1, TOCS-W11.7-1."""
    assert cost("", "03.04 beach_moderate") == 4
    assert cost("", "03.04 rocky_shore", traits=("commando",)) == 8


@pytest.mark.parametrize("traits, halves", [((), None), (("commando",), 2), (("mountain",), 2), (("amphibious",), None)])
def test_only_commandos_and_mountain_troops_climb_cliffs(traits: tuple[str, ...], halves: int | None) -> None:
    """TOCS-W11.19-3."""
    found = way('[cliffs]\nsides = [["03.03", "03.04"]]\n', traits=traits)
    assert (found.cost if found else None) == halves


@pytest.mark.parametrize("lines, unit, halves", [(1, {}, 4), (0, {}, 2), (-1, {}, 2), (3, {}, 8), (3, TANK, None), (2, TANK, 6)])
def test_the_lines_between_hexside_and_centre_are_climbed_whatever_the_levels_say(
    lines: int, unit: dict[str, Any], halves: int | None
) -> None:
    """TOCS-W11.19-10, TOCS-W11.0-3: two levels lie between the centres, these lines on this way."""
    assert cost(f"03.04 climb N {lines}", "03.04 open 2", **unit) == halves


@pytest.mark.parametrize("state, traits, halves", [
    (0, (), ALL_AP), (1, (), None), (1, ("cullin",), 8), (0, ("dozer",), 8),
])  # fmt: skip
def test_a_tank_breaks_through_hedgerows_in_good_order_with_all_its_ap_or_with_a_blade(
    state: int, traits: tuple[str, ...], halves: int | None
) -> None:
    """TOCS-W11.22-2, TOCS-W11.22-4."""
    assert cost("", "03.04 bocage", **TANK, state=state, traits=traits) == halves


# ---------------------------------------------------------------- roads and what stands on them


def stack(*pieces: str) -> tuple[Piece, ...]:
    kinds: dict[str, dict[str, Any]] = {"tank": TANK, "lorry": LORRY, "foot": {}, "hq": {"kind": "hq"}, "asset": {"kind": "asset"},
             "half-track": {"mobility": "mechanized", "mp": 6}, "jeep": {"kind": "asset", **LORRY}}  # fmt: skip
    return tuple(Piece(f"X{n}", "03.04", **kinds[name]) for n, name in enumerate(pieces))


FOUR = ("foot",) * 4


@pytest.mark.parametrize("kind, there, foot, lorry", [
    ("highway", FOUR, True, True), ("highway", (*FOUR, "foot"), False, False), ("highway", ("lorry",) * 4, True, True),
    ("highway", ("tank",) * 4, True, True), ("highway", ("lorry",) * 5, False, False), ("paved", ("lorry",) * 4, True, False),
    ("paved", ("tank",) * 3, True, True), ("paved", FOUR, True, False), ("paved", ("asset",) * 4, True, False),
    ("dirt_6_8", ("tank", "half-track"), True, True), ("dirt_6_8", ("tank",) * 3, True, False),
    ("dirt_6_8", ("lorry",) * 3, True, True),
    ("dirt_3_6", (*FOUR, "hq"), True, True), ("dirt_3_6", ("lorry",), True, False), ("dirt_3_6", ("jeep",), True, False),
    ("dirt_3_6", (*FOUR, "foot"), False, False),
])  # fmt: skip
def test_what_stands_in_a_hex_decides_who_may_come_along_its_road(
    kind: str, there: tuple[str, ...], foot: bool, lorry: bool
) -> None:
    """TOCS-W11.1.1-1, TOCS-W11.1.2-1, TOCS-W11.1.3-1, TOCS-W11.1.4-1, TOCS-W3.0-3, TOCS-W11.1-3."""
    for unit, goes in (({}, foot), (LORRY, lorry)):
        found = way(road("03.03 03.04", kind), changes="03.04 woods", there=stack(*there), **unit)
        assert found and bool(found.road) == goes


def test_a_railway_has_room_for_one_vehicle() -> None:
    """TOCS-W11.2-1, TOCS-W11.1.4-1."""
    rail = '[[rail]]\nid = "line"\npath = ["03.03", "03.04"]\n'
    empty, taken = way(rail, **LORRY), way(rail, there=stack("lorry"), **LORRY)
    assert empty and taken and (empty.road, taken.road) == ("railroad", "")


def test_a_full_hex_is_left_by_its_road_all_the_same() -> None:
    """TOCS-W11.1-3."""
    crowd = tuple(Piece(f"X{n}", "03.03", **TANK) for n in range(5))
    found = way(road("03.03 03.04", "dirt_3_6"), there=crowd, **LORRY)
    assert found and found.road


def test_a_shut_road_still_takes_a_unit_over_the_stream() -> None:
    """TOCS-W11.12-2: no road rate, but no stream to cross either."""
    stream = '[streams]\nsides = [["03.03", "03.04"]]\n'
    found = way(stream + road("03.03 03.04", "dirt_3_6"), changes="03.04 woods", there=stack("lorry"), **LORRY)
    assert found and (found.cost, found.road) == (8, "")


def test_where_the_road_is_shut_and_the_ground_is_barred_there_is_no_way() -> None:
    """TOCS-W11.1-4, TOCS-W11.0-4."""
    assert way(road("03.03 03.04", "dirt_3_6"), changes="03.04 marsh", there=stack("lorry"), **LORRY) is None
