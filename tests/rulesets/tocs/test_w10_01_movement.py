"""Movement: what a hex costs, what an AP buys, what stops a mover (TOCS-W10.1, W11, W13.1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, busy, entry, forfeited, halted, pay
from pbem.rulesets.tocs.units import Activation
from tests.rulesets.tocs.builder import Piece, Scene, bridge, counter, ground, river, road

WALK = counter("A")
ROAD, FIELD = Entry(Position(Hex("03.04"), 0), 2, "paved"), Entry(Position(Hex("03.04"), 0), 2)


def cost(changes: str, to: str, extra: str = "", light: str = "day", **unit: Any) -> int | None:
    """Movement points, doubled, from 03.03 into a neighbour."""
    scene = Scene([Piece("A", "03.03", **unit)], land=ground(changes, extra), light=light)
    way = entry(scene.view(), scene.forces().counters["a"], Position(Hex("03.03"), 0), Hex(to))
    return way.cost if way else None


VEHICLE = {"kind": "vehicle_platoon"}
LORRY = {"mobility": "motorized", "mp": 6}


@pytest.mark.parametrize("changes, unit, halves", [
    ("", {}, 2), ("03.04 woods", {}, 4), ("03.04 woods", VEHICLE, 6), ("03.04 forest", LORRY, None),
    ("03.04 flooded", LORRY, None), ("03.04 flooded", {}, 8), ("03.04 marsh", VEHICLE, None), ("03.04 marsh", {}, 6),
    ("03.04 lake", {}, None), ("03.04 bocage", VEHICLE, ALL_AP),
])  # fmt: skip
def test_a_hex_costs_what_the_chart_says_for_the_class_of_the_unit(changes: str, unit: dict[str, Any], halves: int | None) -> None:
    """TOCS-W11.0-1, TOCS-W10.1-1, TOCS-W11.0-4, TOCS-W11.4-1, TOCS-W11.5-1, TOCS-W11.6-1."""
    assert cost(changes, "03.04", **unit) == halves


@pytest.mark.parametrize("level, start, halves", [(1, 0, 4), (3, 0, 8), (0, 3, 2)])
def test_each_contour_up_costs_a_point_and_down_is_free(level: int, start: int, halves: int) -> None:
    """TOCS-W11.19-1, TOCS-W1.8-2."""
    assert cost(f"03.03 farmland {start}, 03.04 farmland {level}", "03.04") == halves


@pytest.mark.parametrize("start, end, halves", [(0, 2, 6), (0, 3, None), (3, 0, None)])
def test_vehicles_take_two_contours_off_the_road_up_or_down(start: int, end: int, halves: int | None) -> None:
    """TOCS-W11.19-4."""
    assert cost(f"03.03 open {start}, 03.04 open {end}", "03.04", **VEHICLE) == halves


def test_by_road_vehicles_take_any_slope_and_pay_for_the_climb() -> None:
    """TOCS-W11.19-4, TOCS-W11.19-1, TOCS-W11.1-2."""
    assert cost("03.03 open 0, 03.04 open 3", "03.04", road("03.03 03.04"), **VEHICLE) == 1 + 6


STREAM = '[streams]\nsides = [["03.03", "03.04"]]\n'


@pytest.mark.parametrize("unit, halves", [({}, 4), (LORRY, 8), (VEHICLE, 4)])
def test_a_stream_costs_wheels_two_and_others_one(unit: dict[str, Any], halves: int) -> None:
    """TOCS-W11.12-2, TOCS-W11.12-1, TOCS-W1.8-2."""
    assert cost("", "03.04", STREAM, **unit) == halves


def test_a_road_cancels_the_stream() -> None:
    """TOCS-W11.12-3."""
    assert cost("", "03.04", STREAM + road("03.03 03.04")) == 2


@pytest.mark.parametrize("changes", ["03.04 polder", "03.03 polder"])
def test_a_polder_costs_one_more_on_the_way_in_and_on_the_way_out(changes: str) -> None:
    """TOCS-W11.13-1."""
    assert cost(changes, "03.04") == 4


def test_a_polder_by_a_stream_is_charged_once() -> None:
    """TOCS-W11.13-1, by our ruling."""
    assert cost("03.04 polder", "03.04", STREAM) == 4


def test_at_night_ground_costs_double_but_for_roads() -> None:
    """TOCS-W13.1.2-1."""
    assert cost("03.04 woods", "03.04", light="night") == 8
    assert cost("03.04 woods", "03.04", road("03.03 03.04"), light="night") == 2


def test_nobody_climbs_a_cliff_off_the_road() -> None:
    """TOCS-W11.19-3."""
    cliff = '[cliffs]\nsides = [["03.03", "03.04"]]\n'
    assert cost("", "03.04", cliff) is None
    assert cost("", "03.04", cliff + road("03.03 03.04")) == 2


def test_a_railway_serves_as_a_narrow_road() -> None:
    """TOCS-W11.2-1."""
    rail = '[[rail]]\nid = "line"\npath = ["03.03", "03.04"]\n'
    assert cost("03.04 woods", "03.04", rail) == 2


# ---------------------------------------------------------------- rivers

RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")


def test_a_river_is_crossed_by_bridges_only() -> None:
    """TOCS-W1.10-2, TOCS-W11.9-1, TOCS-W11.10-3, TOCS-W1.10-1: a unit in the river's hex stands on one bank."""
    scene = Scene([Piece("A", "03.03")], own="03.04 03.05 02.04", land=ground("", RIVER))
    scene.does("A", "move 03.04")
    near = scene.unit("A").bank
    assert scene.check("A", "move 03.05")[0].rule in ("TOCS-W11.0-1", "TOCS-W10.0-1")
    other = Scene([Piece("B", "03.05")], own="03.04", land=ground("", RIVER))
    other.does("B", "move 03.04")
    assert other.unit("B").bank != near


def test_a_bridge_carries_a_unit_over() -> None:
    """TOCS-W1.10-2."""
    over = road("03.03 03.04 03.05")
    scene = Scene([Piece("A", "03.03")], own="03.04 03.05", land=ground("", RIVER + over + bridge("03.04")))
    scene.does("A", "move 03.05")
    assert scene.unit("A").hex == "03.05"


# ---------------------------------------------------------------- action points and their movement points


def test_points_of_consecutive_moves_are_pooled() -> None:
    """TOCS-1.6-2, TOCS-W10.1-2: two AP make four points: woods and woods, or three points' worth and one over."""
    scene = Scene([Piece("A", "03.03")], own="03.04 03.05", land=ground("03.04 woods, 03.05 town 1"))
    scene.does("A", "move 03.04; move 03.05")
    assert (scene.active().ap, scene.active().mp) == (1, 0)


def test_a_look_between_two_moves_loses_what_was_left() -> None:
    """TOCS-1.6-2: only consecutive actions pool."""
    scene = Scene([Piece("A", "03.03")], own="03.04 03.05")
    scene.does("A", "move 03.04; recon 04.04; move 03.05")
    assert (scene.active().ap, scene.active().mp) == (0, 2)


def test_one_who_cannot_pay_for_the_whole_path_is_told_how_far_he_gets() -> None:
    """TOCS-W11.19-2, TOCS-W10.0-1."""
    scene = Scene([Piece("A", "03.03", state=2)], own="03.04 03.05 03.06")
    refused = scene.check("A", "move 03.06")[0]
    assert refused.rule == "TOCS-W10.0-1" and "03.05" in refused.words


def test_after_an_ap_by_road_one_more_road_hex_is_free() -> None:
    """TOCS-W10.1-4, TOCS-W11.1-1."""
    active = Activation("a", 1)
    for _ in range(3):
        paid = pay(active, WALK, ROAD, "move")
        assert paid
        active = paid
    assert (active.ap, active.mp, active.bonus) == (0, 0, False)
    assert pay(active, WALK, ROAD, "move") is None


def test_each_ap_by_road_has_its_own_bonus() -> None:
    """TOCS-W10.1-4: three AP on foot are nine hexes of road."""
    path = "01.04 02.04 03.05 04.05 05.06 06.06 07.07 08.07"
    scene = Scene([Piece("A", "01.04")], own=path, land=ground("", road(path)))
    scene.does("A", "move 08.07")
    assert (scene.active().ap, scene.active().mp) == (0, 2)


@pytest.mark.parametrize("ways", [(FIELD, ROAD), (ROAD, FIELD)])
def test_a_hex_off_the_road_costs_the_bonus(ways: tuple[Entry, ...]) -> None:
    """TOCS-W10.1-4: every point of the AP must go at road rate."""
    active = Activation("a", 1)
    for way in ways:
        paid = pay(active, WALK, way, "move")
        assert paid
        active = paid
    assert pay(active, WALK, ROAD, "move") is None


def test_the_bonus_comes_after_the_points_of_the_ap_and_not_before() -> None:
    """TOCS-W10.1-4: a steep road hex that no AP pays for alone is not entered free on the first point."""
    steep = replace(ROAD, cost=6)
    assert pay(Activation("a", 1), WALK, steep, "move") is None
    assert pay(Activation("a", 2), WALK, steep, "move") == Activation("a", 0, "move", 2, True, True, True)


@pytest.mark.parametrize("flat, hexes, left", [(2, 5, 0), (6, 6, 4), (9, 9, 1), (10, 11, 0)])
def test_the_free_road_hex_is_for_points_used_up(flat: int, hexes: int, left: int) -> None:
    """TOCS-W10.1-4, TOCS-W11.19-2: a tank has ten halves an AP, and after some flat road comes a hill for seven of them. While
    a half is left the hill must be paid for; when all ten are gone it is the free hex."""
    tank, active, went = counter("T", "vehicle_platoon"), Activation("t", 1), 0
    while paid := pay(active, tank, replace(ROAD, cost=7 if went == flat else 1), "move"):
        active, went = paid, went + 1
    assert (went, active.ap, active.mp) == (hexes, 0, left)


@pytest.mark.parametrize("mobility, hexes", [("foot", 3), ("horse", 3), ("armored", 3), ("mechanized", 3), ("motorized", 2)])
def test_motorized_units_have_no_road_bonus(mobility: str, hexes: int) -> None:
    """TOCS-W10.1-4, TOCS-W11.0-5: foot means whatever is not motorized, mechanized or armored."""
    unit, active, went = counter("A", mobility=mobility, mp=2), Activation("a", 1), 0
    while paid := pay(active, unit, ROAD, "move"):
        active, went = paid, went + 1
    assert went == hexes


def test_one_who_is_stopped_has_no_points_left_and_no_free_road_hex() -> None:
    """TOCS-W10.1-2, TOCS-W10.1-4: nor has one who did something else; a step that comes to nothing takes an AP where no points
    were left."""
    active = pay(pay(Activation("a", 2), WALK, ROAD, "move") or Activation("a", 0), WALK, ROAD, "move")
    assert (
        active and (active.ap, active.mp) == (1, 0) and pay(active, WALK, ROAD, "move") == replace(active, bonus=False, column=True)
    )
    for stopped in (
        halted(active),
        halted(replace(active, mp=3)),
        busy(active, 0),
        busy(replace(active, mp=3), 0),
        busy(replace(active, ap=2), 1),
    ):
        assert (stopped.ap, stopped.mp) == (1, 0)
        paid = pay(stopped, WALK, ROAD, "move")
        assert paid and (paid.ap, paid.mp) == (0, 2)
    assert [forfeited(replace(active, ap=ap, mp=mp)).ap for ap, mp in ((1, 0), (1, 1), (0, 0), (2, 0))] == [0, 1, 0, 1]
    assert not forfeited(replace(active, mp=1)).mp


def test_scouting_earns_no_road_bonus() -> None:
    """TOCS-W10.4-2."""
    active = Activation("a", 1)
    for _ in range(2):
        paid = pay(active, WALK, ROAD, "recon")
        assert paid
        active = paid
    assert pay(active, WALK, ROAD, "recon") is None


def test_a_hex_that_takes_all_ap_takes_them() -> None:
    """TOCS-W11.22-2."""
    scene = Scene([Piece("A", "03.03", kind="vehicle_platoon")], own="03.04", land=ground("03.04 bocage"))
    scene.does("A", "move 03.04")
    assert scene.active().ap == 0 and scene.unit("A").hex == "03.04"


@pytest.mark.parametrize("more, left", [
    ({"assigned": "a"}, (2, 2)), ({}, (0, 0)), ({"assigned": "a", "traits": ()}, (0, 0)),
    ({"assigned": "a", "where": "03.02"}, (0, 0)),
])  # fmt: skip
def test_tanks_with_a_dozer_along_cut_hedgerows(more: dict[str, Any], left: tuple[int, int]) -> None:
    """TOCS-W11.22-2: base 3 and one of the 5 points of an AP; with a dozer that is not theirs, or not there, it takes all AP."""
    dozer: dict[str, Any] = {"where": "03.03", "kind": "asset", "mobility": "armored", "mp": 5, "traits": ("dozer",), **more}
    pieces = [Piece("A", "03.03", kind="vehicle_platoon"), Piece("D", **dozer)]
    scene = Scene(pieces, own="03.04 03.02", land=ground("03.04 bocage"))
    scene.does("A", "move 03.04")
    assert scene.unit("A").hex == "03.04" and (scene.active().ap, scene.active().mp) == left


@pytest.mark.parametrize("unit, column", [({}, True), ({"recon": True}, False)])
def test_road_rate_puts_all_but_reconnaissance_in_column(unit: dict[str, Any], column: bool) -> None:
    """TOCS-W10.1-5, TOCS-W11.1-2."""
    scene = Scene([Piece("A", "03.03", **unit)], own="03.04", land=ground("", road("03.03 03.04")))
    scene.does("A", "move 03.04")
    assert scene.active().column == column


# ---------------------------------------------------------------- the path


def test_a_goal_is_reached_by_the_cheapest_path_and_own_ground_first() -> None:
    """TOCS-W10.1-1."""
    scene = Scene([Piece("A", "03.03")], own="04.03 04.04", land=ground("03.04 woods"))
    scene.does("A", "move 03.05")
    moved = [c.unit.hex for c in scene.happened(e.UnitChanged)]
    assert moved == ["04.03", "04.04", "03.05"]


def test_a_written_path_is_followed() -> None:
    scene = Scene([Piece("A", "03.03")], own="02.03 02.04 03.04")
    scene.does("A", "move 02.03 02.04")
    assert [c.unit.hex for c in scene.happened(e.UnitChanged)] == ["02.03", "02.04"]


@pytest.mark.parametrize(("text", "extra", "obstacles", "words"), [
    ("move 03.03 03.04 by road", "", {}, "no road from 03.03 to 03.04"),
    ("move 03.03 03.04 by road", road("03.03 03.04"), {"03.04": "roadblock blue"}, "03.04 cannot be entered by road from 03.03"),
    ("move 03.03 02.03", "", {}, "02.03 cannot be entered from 03.03: water or ground"),
    ("move 03.03 03.04 01.02", "", {}, "01.02 is not next to 03.04"),
])  # fmt: skip
def test_a_path_that_cannot_be_gone_names_the_step_and_why(text: str, extra: str, obstacles: dict[str, str], words: str) -> None:
    """TOCS-W11.0-1."""
    scene = Scene(
        [Piece("A", "03.03", mobility="motorized", mp=6)], own="03.04", land=ground("02.03 forest", extra), obstacles=obstacles
    )
    assert [r.words for r in scene.check("A", text)] == [words]


def test_a_way_round_a_claimed_zone_says_what_lies_on_the_straight_way() -> None:
    """TOCS-W6.0-11: two hexes off, and the staff's way there is too long."""
    scene = Scene([Piece("A", "03.03", mp=1)], claims=("03.04",), land=ground("02.03 marsh, 02.04 marsh, 04.03 marsh, 04.04 marsh"))
    (refused,) = scene.check("A", "move 03.05")
    assert refused.rule == "TOCS-W6.0-11" and "claimed EZOC in 03.04 ends a move on the straight way" in refused.words
    free = Scene([Piece("A", "03.03", mp=1)], land=ground("03.04 forest, 03.05 forest, 03.06 forest"))
    assert not any("claimed EZOC" in refused.words for refused in free.check("A", "move 03.06"))


def test_no_road_is_told_where_another_way_is_there() -> None:
    """TOCS-W11.0-1: and what leaves it open."""
    (refused,) = Scene([Piece("A", "03.03")], own="03.04 03.05").check("A", "move 03.05 by road")
    assert refused.words == "no road that A knows joins 03.03 to 03.05; without BY ROAD there is a way"
    (refused,) = Scene([Piece("A", "03.03", mp=1)], own="03.04 03.05 03.06 03.07 03.08").check("A", "move 03.08 by road")
    assert "without BY ROAD there is a way" in refused.words, "though it is too long for one impulse"


@pytest.mark.parametrize("text", ["move 03.03", "move 03.03 by road", "move 03.03 quiet", "move 03.03 03.03"])
def test_one_who_is_sent_to_his_own_hex_stays_and_pays_nothing(text: str) -> None:
    """TOCS-W10.1-2: so he does in a zone of the enemy's, by a river, under any price of a hex."""
    land = ground("03.04 marsh", river("02.03 03.03 04.03") if text == "move 03.03" else "")
    for claims in ((), ("03.03",)):
        scene = Scene([Piece("A", "03.03", bank_index=0)], own="03.04", land=land, claims=claims)
        scene.does("A", text)
        assert scene.unit("A").hex == "03.03" and (scene.active().ap, scene.active().mp) == (3, 0)


def test_a_move_on_enemy_ground_is_announced_hex_by_hex_and_takes_them() -> None:
    """TOCS-W10.1-8, TOCS-W9.1-3, TOCS-1.2-4, TOCS-W9.1-4."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    scene.does("A", "move 03.05")
    assert [seen.hex for seen in scene.learnt("red", e.OwnerChanged)] == ["03.04", "03.05"]


def test_a_move_inside_the_own_perimeter_is_silent() -> None:
    """TOCS-1.2-4, TOCS-W9.1-4, TOCS-W10.1-8."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.06")], own="03.04")
    scene.does("A", "move 03.04")
    assert [desk for desk, _ in scene.play.seen if desk == "red"] == []


@pytest.mark.parametrize("kind, more, allowed", [
    ("company", {}, True), ("hq", {}, True), ("vehicle_platoon", {}, True), ("asset", {"recon": True}, True),
    ("asset", {}, False), ("battery", {}, False),
])  # fmt: skip
def test_batteries_and_most_assets_keep_to_own_ground(kind: str, more: dict[str, Any], allowed: bool) -> None:
    """TOCS-W9.1-5, TOCS-W9.1-6."""
    scene = Scene([Piece("A", "03.03", kind=kind, **more)])
    assert (scene.check("A", "move 03.04") == ()) == allowed


def test_a_unit_in_an_engagement_does_not_move_out_of_it() -> None:
    """TOCS-W10.1-6."""
    hex_ = Hex("03.03")
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.03")], own="03.04", engaged={hex_: "blue"})
    assert scene.check("A", "move 03.04")[0].rule == "TOCS-W10.1-6"
    assert scene.check("A", "attack 03.04 hasty")[0].rule == "TOCS-W10.1-6"


def engagement() -> Scene:
    return Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "03.04")], own="03.05 04.03 04.04",
                 engaged={Hex("03.04"): "red"})  # fmt: skip


def test_a_unit_may_move_into_an_engagement_stops_there_and_nobody_is_told() -> None:
    """TOCS-W10.1-7."""
    scene = engagement()
    outcome = scene.does("A", "move 03.04")
    assert outcome.failure is None
    assert scene.unit("A").hex == "03.04" and scene.active().ap == 0
    assert [desk for desk, _ in scene.play.seen if desk == "red"] == []
    assert scene.owner("03.04") == "red"


@pytest.mark.parametrize(("text", "owner"), [
    ("move 03.04", "red"), ("move 04.04", "blue"), ("move 04.02 05.02", "blue"), ("move 04.03 03.04", "red"),
    ("move 03.03", "blue"),
])  # fmt: skip
def test_a_move_is_expected_as_it_comes_off(text: str, owner: str) -> None:
    """TOCS-W10.1-7, TOCS-1.9-3: into an engagement, over own ground, into the enemy's: whose each hex is, and the hand."""
    scene = engagement()
    assert scene.comes_off("A", text).failure is None
    assert scene.owner(text[-5:]) == owner and scene.unit("A").hex == text[-5:]


@pytest.mark.parametrize(("text", "rule"), [
    ("recon 03.02; move", ""), ("move", "TOCS-W10.1-1"), ("move 03.02 by road quiet", "TOCS-W10.1-1"), ("move 03.02 quiet", ""),
])  # fmt: skip
def test_a_move_without_a_hex_means_the_one_asked_about(text: str, rule: str) -> None:
    """TOCS-W10.1-1: what else cannot be understood is refused, by the line that would do."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    failure = scene.does("A", text).failure
    assert (failure.rule if failure else "", scene.unit("A").hex) == (rule, "03.03" if rule else "03.02")


def test_no_path_leads_through_an_engagement() -> None:
    """TOCS-W10.1-7: a written one is refused, a sought one goes around."""
    assert engagement().check("A", "move 03.04 03.05")[0].rule == "TOCS-W10.1-7"
    scene = engagement()
    scene.does("A", "move 03.05")
    assert "03.04" not in [c.unit.hex for c in scene.happened(e.UnitChanged)]
    assert scene.unit("A").hex == "03.05"
