"""Past a hex along its hexsides (TOCS-W10.1.1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import step
from tests.rulesets.tocs.builder import Piece, Scene, ground

# 03.04 lies between 03.03, north of it, and 03.05, south of it; its hexsides there are NE and SE, SW and NW.
OWN = "03.03 03.04 03.05 04.03 04.04 02.03 02.04"
EAST = "03.04 room NE open, 03.04 room SE open"


def scene(detail: str = EAST, changes: str = "03.04 woods", **more: Any) -> Scene:
    unit = {key: more.pop(key) for key in ("mobility", "mp", "kind", "state") if key in more}
    land = ground(changes, more.pop("extra", ""), detail)
    return Scene([Piece("A", "03.03", **unit)], own=more.pop("own", OWN), land=land, **more)


def cost(s: Scene, to: str = "03.05", past: str | None = None) -> int | None:
    way = step(s.view(), s.forces().counters["a"], Position(Hex("03.03"), 0), Hex(to), Hex(past) if past else None)
    return way.cost if way else None


@pytest.mark.parametrize("detail, halves", [
    (EAST, 4), ("03.04 room NE open", None), ("03.04 room SW open, 03.04 room NW orchard", 4),
    ("03.04 room NE woods, 03.04 room SE open", 6), (EAST + ", 03.04 room SW open, 03.04 room NW jungle", 4),
])  # fmt: skip
def test_the_way_along_the_hexsides_costs_their_terrain_and_then_the_next_hex_in_full(detail: str, halves: int | None) -> None:
    """TOCS-W10.1.1-2, TOCS-W10.1.1-5: one or two hexsides with room, the dearer of them counts."""
    assert cost(scene(detail)) == halves


def test_by_the_other_reading_each_hexside_is_paid_for() -> None:
    """TOCS-W10.1.1-2, the switch bypass_cost."""
    assert cost(scene(switches={"bypass_cost": "each_side"})) == 6


def test_one_hexside_is_enough_around_a_corner_and_three_are_too_many() -> None:
    """TOCS-W10.1.1-2."""
    assert cost(scene("03.04 room NE open"), "04.04") == 4  # north to south-east
    assert cost(scene("03.04 room NW open, 03.04 room SW open, 03.04 room S open"), "04.04") is None


@pytest.mark.parametrize("terrain", ["jungle", "forest", "bocage", "city", "suburb"])
def test_some_terrain_is_never_passed(terrain: str) -> None:
    """TOCS-W10.1.1-6, TOCS-W11.15-2, TOCS-W11.16-2, TOCS-W11.22-1."""
    s = scene("", changes=f"03.04 {terrain}")
    assert s.check("A", "move 03.05 bypass 03.04")[0].rule == "TOCS-W10.1.1-6"
    with pytest.raises(ModuleError, match=f"03.04 is {terrain}: nobody goes round it"):
        ground(f"03.04 {terrain}", "", EAST)
    drawn = replace(ground(f"03.04 {terrain}"), room=ground("", "", EAST).room)
    assert cost(Scene([Piece("A", "03.03")], own=OWN, land=drawn)) is None


@pytest.mark.parametrize("terrain", ["woods", "town", "village"])
def test_woods_towns_and_villages_are_passed_where_there_is_room(terrain: str) -> None:
    """TOCS-W11.25-1, TOCS-W11.17-1, TOCS-W11.18-1."""
    assert cost(scene(changes=f"03.04 {terrain}")) == 4
    assert cost(scene("", changes=f"03.04 {terrain}")) is None


@pytest.mark.parametrize("own", ["03.04", "03.05"])
def test_a_hex_is_passed_inside_the_own_perimeter_only(own: str) -> None:
    """TOCS-W10.1.1-1."""
    s = scene(own=own)
    assert s.check("A", "move 03.05 bypass 03.04")[0].rule == "TOCS-W10.1.1-1"


@pytest.mark.parametrize(("own", "more", "rule", "words"), [
    ("03.04 04.04", {"claims": ("03.04",)}, "-4", "EZOC at 03.04"),
    ("03.04 04.04", {"interdicted": {"03.04": ("red",)}}, "-4", "03.04 is interdicted"),
    ("04.03 04.04", {"claims": ("04.03",)}, "-4", "EZOC at 04.03"),
    ("03.04 04.03 04.04", {"claims": ("03.04", "04.03")}, "-4", "EZOC at 04.03"),
    ("04.04", {}, "-1", "inside your own perimeter only"), ("03.04 04.03", {}, "-1", "inside your own perimeter only"),
])  # fmt: skip
def test_of_two_ways_round_the_one_at_home_says_what_hinders(own: str, more: dict[str, Any], rule: str, words: str) -> None:
    """TOCS-W10.1.1-1, TOCS-W10.1.1-4: one of them inside the perimeter is enough to try, and its hindrance is told."""
    s = scene("03.04 room NE open, 04.03 room SW open", changes="", own=own, **more)
    failure = s.does("A", "move 03.03 04.04").failure
    assert failure and failure.rule == f"TOCS-W10.1.1{rule}" and words in failure.words


def test_the_way_past_a_hex_begins_on_the_bank_where_the_path_has_come_to() -> None:
    """TOCS-W10.1.1-5, TOCS-W10.1.1-4: room on the north bank of 03.04, which is not the first of its banks; the fire forbids it."""
    water = '[[water]]\nid = "r"\nname = "R"\nkind = "medium_river"\npath = ["02.04", "03.04", "04.04"]\n'
    room = "04.03 room NW open, 04.03 room N open"
    s = scene(room, "", extra=water, own="03.04 04.03 05.03")
    s.does("A", "move 03.04 05.03")
    assert s.unit("A").hex == "05.03"
    fire = scene(room, "", extra=water, own="03.04 04.03 05.03", interdicted={"05.03": ("red",)})
    assert fire.check("A", "move 03.04 05.03") == ()
    failure = fire.does("A", "move 03.04 05.03").failure
    assert failure and "05.03 is interdicted" in failure.words


@pytest.mark.parametrize("how", ["by road", "quiet"])
def test_neither_by_road_nor_quiet_is_a_hex_passed(how: str) -> None:
    """TOCS-W10.1.1-2, TOCS-W11.1-2: refused beforehand; no points are lost for a way that nothing hinders."""
    s = scene()
    refused = s.check("A", f"move 03.05 bypass 03.04 {how}") + s.check("A", f"move 03.03 03.05 {how}")
    assert [r.words for r in refused] == ["BYPASS goes neither by road nor quiet", "03.05 is not next to 03.03"]


def test_a_hex_next_door_that_cannot_be_entered_is_said_to_be_so() -> None:
    """TOCS-W11.0-1: whatever is to be passed later on the path."""
    s = scene(changes="03.04 woods, 02.03 forest", mobility="motorized", mp=6)
    assert s.check("A", "move 03.03 02.03 03.05 bypass 03.04")[0].words == "02.03 cannot be entered from 03.03: water or ground"


@pytest.mark.parametrize(("path", "changes", "words"), [
    ("03.03 03.06 bypass 04.04", "", "04.04 does not lie between 03.03 and 03.06"),
    ("03.03 04.04 bypass 02.03", "", "02.03 does not lie between 03.03 and 04.04"),
    ("03.03 03.06", "", "03.06 is not next to 03.03"),
    ("03.03 04.04", "03.04 jungle, 04.03 city", "04.03 or 03.04 is city: it cannot be gone round"),
    ("03.03 04.04", "03.04 jungle", "the map leaves no room to go round 04.03 or 03.04"),
    ("02.08 04.08", "03.08 jungle", "03.08 is jungle: it cannot be gone round"),
    ("02.08 04.08", "", "the map leaves no room to go round 03.08:"),
])  # fmt: skip
def test_why_a_hex_is_not_passed_names_hexes_of_the_map(path: str, changes: str, words: str) -> None:
    """TOCS-W10.1.1-2, TOCS-W10.1.1-5, TOCS-W10.1.1-6: 03.09, on the other way round 03.08, is off the map."""
    s = Scene([Piece("A", path[:5])], own=OWN + " 03.06 04.08", land=ground(changes))
    assert words in s.check("A", f"move {path}")[0].words


def test_no_room_on_the_map_no_way() -> None:
    """TOCS-W10.1.1-5."""
    assert scene("").check("A", "move 03.05 bypass 03.04")[0].rule == "TOCS-W10.1.1-5"


@pytest.mark.parametrize("order", ["move 06.06 bypass 03.04", "move 03.05 bypass 02.03", "move 03.04 03.06 bypass 05.05"])
def test_only_a_hex_between_can_be_passed(order: str) -> None:
    """TOCS-W10.1.1-2."""
    assert scene(own=OWN + " 03.06").check("A", order)[0].rule == "TOCS-W10.1.1-2"


def test_one_who_cannot_pay_for_the_hex_beyond_does_not_set_out() -> None:
    """TOCS-W10.1.1-3: the lorry with one point left."""
    s = scene(mobility="motorized", mp=1, state=2)
    assert s.check("A", "move 03.05 bypass 03.04")[0].rule == "TOCS-W10.1.1-3"


def test_the_cheapest_way_goes_round_by_itself_and_nobody_hears_of_it() -> None:
    """TOCS-W10.1.1-2, TOCS-W10.1-8: the unit is never in the hex it passes."""
    s = scene(changes="03.04 woods, 02.03 jungle, 02.04 jungle, 04.03 jungle, 04.04 jungle")
    s.does("A", "move 03.05")
    assert [c.unit.hex for c in s.happened(e.UnitChanged)] == ["03.05"]
    assert [desk for desk, _ in s.play.seen if desk == "red"] == []


def test_a_written_path_may_skip_the_hex_that_is_passed() -> None:
    """TOCS-W10.1.1-2."""
    s = scene()
    s.does("A", "move 03.03 03.05")
    assert s.unit("A").hex == "03.05" and (s.active().ap, s.active().mp) == (2, 0)


def test_by_road_nothing_is_passed() -> None:
    """TOCS-W11.1-2."""
    assert scene().check("A", "move 03.03 03.05 by road")


def test_where_the_day_forbids_it_the_unit_enters_the_hex_instead() -> None:
    """TOCS-W10.1.1-4: the fire came after the line was written."""
    s = scene(interdicted={"03.05": ("red",)})
    assert s.check("A", "move 03.05 bypass 03.04") == ()
    outcome = s.does("A", "move 03.05 bypass 03.04")
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.1.1-4"
    assert s.unit("A").hex == "03.04"


@pytest.mark.parametrize(("text", "claims", "where"), [
    ("move 03.03 04.04", ("04.04",), "03.04"), ("move 03.03 04.04 bypass 04.03", ("04.04",), "04.03"),
    ("move 03.03 04.04 bypass 03.04", ("04.04", "03.04"), "03.03"), ("move 03.03 04.04", ("04.04", "04.03"), "03.04"),
])  # fmt: skip
def test_the_hex_entered_instead_is_the_one_that_was_named_or_the_first_that_lies_between(
    text: str, claims: tuple[str, ...], where: str
) -> None:
    """TOCS-W10.1.1-4: not one in which a zone is claimed; nothing of it is counted on beforehand."""
    s = scene("03.04 room NE open, 04.03 room SW open", "", own="03.04 04.03 04.04", claims=claims)
    s.activate("A")
    action, act = ACTIONS["move"], s._acts(text)[0]
    assert action.expect(s.game, s.picture(), action.order(act, s.picture())) == s.picture()
    assert s.does("A", text).failure
    assert s.unit("A").hex == where


def test_or_stays_and_loses_the_points() -> None:
    """TOCS-W10.1.1-4: the hex itself is claimed."""
    s = scene(claims=("03.04",))
    outcome = s.does("A", "move 03.05 bypass 03.04")
    assert outcome.failure and "points are lost" in outcome.failure.words
    assert s.unit("A").hex == "03.03" and (s.active().ap, s.active().mp) == (2, 0)


def test_streams_are_crossed_and_night_doubles_on_the_way_past_too() -> None:
    """TOCS-W10.1.1-2, TOCS-W13.1.2-1."""
    stream = '[streams]\nsides = [["03.03", "03.04"]]\n'
    assert cost(scene(extra=stream)) == 6
    assert cost(scene(light="night")) == 8
    assert cost(scene(extra=stream, light="night")) == 12


def test_a_river_in_the_hex_is_not_crossed_on_the_way_past() -> None:
    """TOCS-W10.1.1-2, TOCS-W1.10-2."""
    water = '[[water]]\nid = "r"\nname = "R"\nkind = "medium_river"\npath = ["02.04", "03.04", "04.04"]\n'
    assert cost(scene(extra=water)) is None
    assert scene().learnt("red", e.OwnerChanged) == []


def test_cost_computes_the_way_past_a_hex_as_a_move_does() -> None:
    """TOCS-W10.1.1-2: COST prints the leg that goes round, and the points that a move then takes."""
    s = scene(changes="03.04 woods, 02.03 jungle, 02.04 jungle, 04.03 jungle, 04.04 jungle")
    head, leg = advice.cost(s.game, s.picture(), "A", "03.05")
    assert head.startswith("A to 03.05: 2 MP, 1 AP of 3") and leg == "03.05: 2 MP (farmland, round 03.04)"
    s.does("A", "move 03.05")
    assert (s.active().ap, s.active().mp) == (2, 0)


def test_cost_knows_that_the_way_from_zone_to_zone_is_double() -> None:
    """TOCS-W6.0-13: for vehicles, as in a move."""
    s = Scene([Piece("T", "03.03", "vehicle_platoon")], own="03.04", claims=("03.03", "03.04"))
    assert advice.cost(s.game, s.picture(), "T", "03.04")[1] == "03.04: 2 MP (farmland)"
