"""Lakes and the sea: who goes over them and at what price, boats and launches, drowning (TOCS-W11.6, W11.7, W12.1.1)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import Ground, open_waters
from pbem.rulesets.tocs.reports import organisation as ranks
from pbem.rulesets.tocs.rules import afloat, zoc
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entry, lines
from pbem.rulesets.tocs.rules.routes import Journey, route
from pbem.rulesets.tocs.units import Activation
from tests.rulesets.tocs.builder import Piece, Scene, ground, river, road, source

LAKE = "03.04 lake, 03.05 lake, 04.04 lake"
SHORE, WATER, FAR = "03.03", "03.04", "03.05"
DUKW: dict[str, Any] = {"kind": "vehicle_platoon", "mobility": "motorized", "mp": 6, "traits": ("amphibious",)}
LAUNCH = road("02.02 03.03 03.04")
ALL = " ".join(ground().hexes)


def boats(unit: str = "a", where: str = SHORE, call: str = "BT", **more: Any) -> Piece:
    """Assault boats for four steps, towed by a unit."""
    made: dict[str, Any] = {"mobility": "motorized", "mp": 6, "strength": 0, "boats": 4, "assigned": unit, **more}
    return Piece(call, where, "asset", **made)


def scene(*more: Piece, land: Ground | None = None, where: str = SHORE, unit: dict[str, Any] | None = None, **rest: Any) -> Scene:
    """Company A on the shore, or elsewhere, with what is named."""
    rest.setdefault("own", ALL if not rest.get("red") else SHORE)
    red = rest.pop("red", ())
    return Scene([Piece("A", where, **(unit or {})), *more], red, land=land or ground(LAKE), **rest)


def cost(s: Scene, a: str, b: str, by_road: bool = True) -> int | None:
    way = entry(s.view(), s.forces().counters["a"], Position(Hex(a), 0), Hex(b), by_road)
    return way.cost if way else None


# ---------------------------------------------------------------- who goes, and for how much


@pytest.mark.parametrize(("terrain", "unit", "with_boats", "halves"), [
    ("lake", {}, False, None), ("lake", {}, True, 4), ("lake", DUKW, False, 4), ("ocean", {}, True, 6), ("ocean", DUKW, False, 6),
    ("ocean", {}, False, None), ("shallows", {}, False, 8), ("shallows", {}, True, 2), ("shallows", DUKW, False, 2),
    ("shallows", {"mobility": "motorized", "mp": 6}, False, 12), ("lake", {"mobility": "horse"}, True, None),
    ("lake", {"kind": "vehicle_platoon"}, True, None),
])  # fmt: skip
def test_open_water_is_for_boats_and_amphibians_and_the_shallows_for_all(
    terrain: str, unit: dict[str, Any], with_boats: bool, halves: int | None
) -> None:
    """TOCS-W11.6-1, TOCS-W11.7-1: the swim of the chart, and a point for the bank, which no shallows have."""
    s = scene(*((boats(),) if with_boats else ()), land=ground(f"03.04 {terrain}"), unit=unit)
    assert cost(s, SHORE, WATER) == halves


@pytest.mark.parametrize(("more", "from_", "to", "halves"), [
    ("", SHORE, WATER, 4), (LAUNCH, SHORE, WATER, 2), ("", WATER, FAR, 2), ("", FAR, "03.06", 6), (LAUNCH, WATER, SHORE, 1),
    (road("02.03 02.02 03.03"), SHORE, WATER, 4),
])  # fmt: skip
def test_a_launch_saves_the_bank_both_ways(more: str, from_: str, to: str, halves: int) -> None:
    """TOCS-W12.1.1-1, TOCS-W12.1.1-2: only where the road comes down to the water; ashore it goes on at its rate."""
    s = scene(land=ground(LAKE, more), unit=DUKW)
    assert cost(s, from_, to) == halves


@pytest.mark.parametrize(("terrain", "detail", "lines", "wet"), [
    (LAKE, "", "", True), ("", "", "", False), (LAKE, "", road("03.03 03.04 03.05"), False),
    (LAKE, "", road("03.03 03.04 03.05").replace("[[road]]", "[[rail]]").replace('class = "paved"\n', ""), False),
    (LAKE, "", road("02.02 03.03 03.04"), True), (LAKE, "", road("03.04 03.05 03.06"), True),
    ("", "03.04 met N lake", "", True), ("", "03.03 met S lake", "", True), ("", "03.03 met N lake", "", False),
])  # fmt: skip
def test_an_attack_comes_over_water_where_no_road_goes_through_it(terrain: str, detail: str, lines: str, wet: bool) -> None:
    """TOCS-W11.6-1, TOCS-W11.7-1: a road or a railway that runs on does; a launch is none."""
    s = scene(land=ground(terrain, lines, detail))
    assert afloat.comes_over(s.view(), s.forces().counters["a"], Hex(SHORE), Hex(WATER)) is wet


@pytest.mark.parametrize(("terrain", "detail", "lines", "there", "back"), [
    ("03.04 lake", "", "", 1, 1), ("03.04 lake", "", LAUNCH, 0, 0), ("", "03.03 met S lake", "", 2, 2),
    ("", "03.03 met S lake", road("02.02 03.03"), 1, 1), ("", "03.03 met S lake", road("02.02 03.03 04.02"), 2, 2),
    ("", "03.04 met N lake", road("02.04 03.04"), 1, 1), ("", "03.04 met N lake", road("02.04 03.04 04.04"), 2, 2),
    ("03.04 shallows", "", "", 0, 0), ("", "", "", 0, 0),
])  # fmt: skip
def test_a_shore_is_climbed_where_land_and_water_meet_but_at_a_launch(
    terrain: str, detail: str, lines: str, there: int, back: int
) -> None:
    """TOCS-W12.1.1-1, TOCS-W11.7-1, TOCS-W11.8.1-1: a launch is where one road comes to the water and goes no farther."""
    s = scene(land=ground(terrain, lines, detail))
    ways = ((Hex(SHORE), Hex(WATER)), (Hex(WATER), Hex(SHORE)))
    assert [afloat.shores(s.view(), s.forces().counters["a"], a, b) for a, b in ways] == [there, back]


@pytest.mark.parametrize(("unit", "goes"), [({}, False), (DUKW, True), ({"mobility": "motorized", "mp": 6}, False)])
def test_a_road_that_ends_at_the_water_carries_nobody_onto_it(unit: dict[str, Any], goes: bool) -> None:
    """TOCS-W12.1.1-1, TOCS-W11.6-1."""
    assert (cost(scene(land=ground(LAKE, LAUNCH), unit=unit), SHORE, WATER) is not None) == goes


@pytest.mark.parametrize("unit", [{}, {"mobility": "motorized", "mp": 6}, {"kind": "vehicle_platoon"}])
def test_a_road_through_a_lake_is_its_bridge(unit: dict[str, Any]) -> None:
    """TOCS-W11.6-1: along the road, not off it; and there the water is not open."""
    land = ground(LAKE, road("03.03 03.04 03.05 03.06"))
    s = scene(land=land, unit=unit)
    assert cost(s, SHORE, WATER) in (1, 2) and cost(s, SHORE, WATER, by_road=False) is None
    assert open_waters(land) == {Hex("04.04")} and cost(s, WATER, "04.04") is None


def test_a_pond_in_a_hex_with_land_is_crossed_from_shore_to_shore() -> None:
    """TOCS-W11.6-2, TOCS-W11.6-1: in at the woods on foot; over the water two banks are climbed, but at a launch."""
    detail = "03.04 met N woods, 03.04 met S lake"
    land = ground("03.04 lake", "", detail)
    assert cost(scene(land=land), SHORE, WATER) == 4 and cost(scene(land=land), WATER, FAR) is None
    assert cost(scene(land=land, unit=DUKW), WATER, FAR) == 4 + 4
    assert cost(scene(land=ground("03.04 lake", road("03.03 03.04"), detail), unit=DUKW), WATER, FAR) == 4 + 2
    assert cost(scene(land=land, unit=DUKW), FAR, WATER) == 2 + 4
    assert not open_waters(land)


def test_over_a_beach_there_is_no_bank_and_the_slope_is_its_own_price() -> None:
    """TOCS-W11.7-1: the chart says what a coast costs, either way."""
    land = ground("03.04 ocean, 03.05 beach_moderate, 04.04 beach_steep")
    assert cost(scene(land=land, unit=DUKW), WATER, FAR) == 8 and cost(scene(land=land, unit=DUKW), FAR, WATER) == 4
    assert cost(scene(land=land, unit=DUKW), WATER, "04.04") is None


@pytest.mark.parametrize(("weather", "unit", "halves"), [
    ({"ice": "foot"}, {}, 4), ({"ice": "foot"}, DUKW, 4), ({"ice": "vehicles"}, DUKW, 6), ({"wind": "heavy"}, {}, None),
    ({"wind": "heavy"}, DUKW, 4), ({"wind": "gusty"}, {}, 4), ({"ground": "mud"}, DUKW, 4), ({"ground": "snow_deep"}, DUKW, 4),
    ({"ground": "soft"}, DUKW, 4), ({"precipitation": "blizzard"}, DUKW, 8),
])  # fmt: skip
def test_weather_on_the_water(weather: dict[str, str], unit: dict[str, Any], halves: int | None) -> None:
    """TOCS-W11.6-1, TOCS-W13.5.4-1: ice that bears is walked on; mud and snow are nothing to who swims; a storm keeps boats in."""
    assert cost(scene(boats(), unit=unit, weather=weather), SHORE, WATER) == halves


def test_the_sea_does_not_freeze() -> None:
    """TOCS-W11.7-1."""
    s = scene(boats(), land=ground("03.04 ocean"), weather={"ice": "vehicles"})
    assert cost(s, SHORE, WATER) == 6 and afloat.floating(s.view(), Hex(WATER))


def test_by_night_the_water_costs_double() -> None:
    """TOCS-W13.1.2-1: the bank does not, as at a river."""
    assert cost(scene(boats(), light="night"), SHORE, WATER) == 6


# ---------------------------------------------------------------- boats


@pytest.mark.parametrize(("pieces", "unit", "words"), [
    ((), {}, "A has no boats with it to cross the lake to 03.04"),
    ((boats("b"), Piece("B", SHORE)), {}, "A has no boats with it to cross the lake to 03.04"),
    ((boats(), Piece("M", SHORE, "asset", assigned="a", arm="mortar")), {},
     "the boats of A take 4, and it has 5 steps with its assets"),
    ((boats(), Piece("G", SHORE, "asset", assigned="a", arm="anti_tank")), {"lost": 1},
     "boats take men and mortars, no vehicles, horses, guns or trucks: G"),
    ((boats(), Piece("J", SHORE, "asset", assigned="a", mobility="motorized")), {"lost": 1},
     "boats take men and mortars, no vehicles, horses, guns or trucks: J"),
    ((boats(where="02.02"),), {}, "A has no boats with it to cross the lake to 03.04"),
])  # fmt: skip
def test_why_a_company_does_not_put_out(pieces: tuple[Piece, ...], unit: dict[str, Any], words: str) -> None:
    """TOCS-W11.6-1, TOCS-W12.1.1-1: boats are towed by one unit, and take so many steps of men."""
    s = scene(*pieces, unit=unit)
    for order in ("move 03.04", "move 03.04 03.05"):
        (refused,) = s.check("A", order)
        assert (refused.rule, refused.words) == ("TOCS-W11.6-1", words)


@pytest.mark.parametrize(("pieces", "unit"), [
    ((boats(),), {}), ((boats(), Piece("M", SHORE, "asset", assigned="a", arm="mortar")), {"lost": 1}),
    ((boats(), boats(call="B2"), Piece("M", SHORE, "asset", assigned="a", arm="mortar")), {}),
])  # fmt: skip
def test_a_company_goes_over_and_all_that_is_with_it(pieces: tuple[Piece, ...], unit: dict[str, Any]) -> None:
    """TOCS-W12.1.1-1, TOCS-W1.7-1: loaded, carried and landed with the unit that tows them."""
    s = scene(*pieces, unit=unit, dice={"turn": (6, 6)})
    assert s.does("A", "move 03.04 03.05").failure is None
    assert {u.hex for u in s.forces().on_map()} == {Hex(FAR)} and not afloat.sinking(s.view())
    assert ranks.lines(s.game, s.picture())[-1].startswith(" on the water at 03.05: ")
    assert not s.learnt("red", e.UnitDestroyed)


def test_trucks_do_not_go_in_boats() -> None:
    """TOCS-W8.2-4, TOCS-W12.1.1-1."""
    trucks = replace(source(SHORE, 2, "mobile"), join="a")
    s = scene(boats(), supply={"blue": [trucks]})
    assert "or trucks: A" in s.check("A", "move 03.04")[0].words


def test_boats_come_back_empty_for_the_next_company() -> None:
    """TOCS-W12.1.1-1, TOCS-W10.16-2: assigned to it by an HQ, they row over by themselves."""
    hq: dict[str, Any] = {"kind": "hq", "command": 9, "wireless": 9}
    s = scene(boats(parent="h"), Piece("B", SHORE, parent="h"), Piece("H", "02.02", **hq), unit={"parent": "h"})
    assert s.does("A", "move 03.04 03.05 03.06").failure is None
    s.play.happen([e.ActivationEnded("blue", s.unit("A"))])
    assert s.staff("assign BT to B by H") == ()
    assert s.does("BT", "move 03.05 03.04 03.03").failure is None and s.unit("BT").hex == SHORE
    s.play.happen([e.ActivationEnded("blue", s.unit("BT"))])
    assert cost(s, SHORE, WATER) is None and s.check("B", "move 03.04") == ()


def test_a_company_with_boats_takes_them_over_a_river_too() -> None:
    """TOCS-W12.1.1-1, TOCS-W11.9-1: of any width, for a point a bank."""
    water = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE").replace("medium", "major")
    where = ground("", water)
    north = next(n for n, bank in enumerate(where.banks[Hex(WATER)]) if "N" in bank)
    towed = boats(where=WATER, bank_index=north)
    s = Scene([Piece("A", WATER, bank_index=north), towed], land=where, own=ALL)
    way = entry(s.view(), s.forces().counters["a"], Position(Hex(WATER), north), Hex(FAR))
    assert way and (way.means, way.cost) == ("swim", 6)
    assert s.does("A", "cross").failure is None and s.unit("BT").bank == s.unit("A").bank != north


@pytest.mark.parametrize("unit", [DUKW, {}])
def test_zones_and_lines_end_at_the_shore(unit: dict[str, Any]) -> None:
    """TOCS-W6.0-6, TOCS-W8.3-6: who goes afloat goes alone, and nobody learns from a zone who has boats."""
    s = scene(boats(), unit=unit)
    assert not zoc.covers(s.view(), Hex(WATER)) and zoc.covers(s.view(), Hex("03.02")) == (unit == {})
    assert Hex(WATER) not in {to for to, _ in lines(s.view(), s.forces().counters["a"], Position(Hex(SHORE), 0))}


# ---------------------------------------------------------------- on the water


def afloat_scene(*more: Piece, **rest: Any) -> Scene:
    """Company A and its boats on the lake."""
    return scene(boats(where=WATER), *more, where=WATER, **rest)


@pytest.mark.parametrize(("who", "order"), [("BT", "move 03.03"), ("M", "move 03.03")])
def test_nobody_takes_the_boats_from_under_a_company(who: str, order: str) -> None:
    """TOCS-W12.1.1-1."""
    s = afloat_scene(Piece("M", WATER, "asset", assigned="a", arm="mortar"), unit={"lost": 1})
    (refused,) = s.check(who, order)
    assert refused.words == f"{who} is on the water with A and goes where it goes"


def test_boats_are_not_given_away_nor_a_company_divided_on_the_water() -> None:
    """TOCS-W12.1.1-1, TOCS-W10.16-1, TOCS-W10.18-1."""
    hq: dict[str, Any] = {"kind": "hq", "command": 9, "wireless": 9}
    here = (Piece("H", "02.02", **hq), Piece("B", SHORE, parent="h"))
    s = scene(boats(where=WATER, parent="h"), *here, where=WATER, unit={"parent": "h"},
              switches={"half_companies": True})  # fmt: skip
    for order in ("assign BT to B by H", "disband BT by H", "split A by H"):
        (refused,) = s.staff(order)
        assert refused.rule == "TOCS-W12.1.1-1" and "would be on the water without boats" in refused.words, order
    ashore = scene(boats(parent="h"), *here, unit={"parent": "h"})
    assert ashore.staff("assign BT to B by H") == ()


@pytest.mark.parametrize(("order", "words"), [("dig", "03.04 is open water"), ("mine", "03.04 is open water")])
def test_nothing_is_dug_or_laid_on_the_water(order: str, words: str) -> None:
    """TOCS-W11.6-1."""
    s = afloat_scene(unit={"engineer": True})
    assert s.check("A", order)[0].words == words


def test_who_loses_his_boats_on_the_water_is_lost_with_all_that_was_in_them() -> None:
    """TOCS-W12.1.1-1, TOCS-W11.6-1: as with a ship that sinks; and only then."""
    s = afloat_scene(Piece("M", WATER, "asset", assigned="a", arm="mortar"), unit={"lost": 1})
    s.play.happen([e.UnitChanged("blue", s.unit("A"), "set")])
    s.settle()
    assert {u.id for u in s.forces().on_map()} == {"a", "m", "bt"}
    s.play.happen([e.UnitDestroyed("blue", replace(s.unit("BT"), lost=1, status="dead"), "BT", "BT", "asset", "", "shot")])
    s.settle()
    assert not s.forces().on_map() and {d.why for d in s.happened(e.UnitDestroyed)} == {"shot", "drowned"}


def test_with_two_boats_the_other_may_be_enough() -> None:
    """TOCS-W12.1.1-1."""
    s = afloat_scene(boats(where=WATER, call="B2"))
    s.play.happen([e.UnitDestroyed("blue", replace(s.unit("BT"), lost=1, status="dead"), "BT", "BT", "asset", "", "shot")])
    s.settle()
    assert s.unit("A").status == "map"


def test_the_ice_goes_and_who_is_on_it_with_it() -> None:
    """TOCS-W11.6-1, TOCS-W13.5.4-1: but for amphibious vehicles and boats."""
    s = Scene([Piece("A", WATER), Piece("D", FAR, **DUKW), Piece("C", SHORE)], land=ground(LAKE), own=ALL, weather={"ice": "foot"})
    s.settle()
    assert len(s.forces().on_map()) == 3
    thawed = Scene([Piece("A", WATER), Piece("D", FAR, **DUKW), Piece("C", SHORE)], land=ground(LAKE), own=ALL)
    thawed.play.happen([e.UnitChanged("blue", thawed.unit("C"), "set")])
    thawed.play.settle()
    assert {u.id for u in thawed.forces().on_map()} == {"d", "c"}


@pytest.mark.parametrize(("towed", "path"), [(True, ["03.04"]), (False, ["02.03"])])
def test_a_goal_over_the_water_is_reached_by_the_way_of_the_fewest_ap(towed: bool, path: list[str]) -> None:
    """TOCS-W11.6-1, TOCS-W10.1-2: over the lake for who has boats, round it for who has none."""
    land = ground("03.04 lake, 03.05 lake, 02.03 marsh, 04.03 marsh, 02.04 marsh, 04.04 marsh, 02.02 marsh, 04.02 marsh")
    s = scene(*((boats(),) if towed else ()), land=land)
    found = route(s.view(), s.unit("A"), Journey(Hex("03.06"), Activation("a", 9, opened=9)))
    assert found is not None and list(found[:1]) == [Hex(path[0])] and found[-1] == "03.06"


# ---------------------------------------------------------------- whatever is ordered


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_nobody_is_ever_on_open_water_without_what_keeps_him_up(data: st.DataObject) -> None:
    """TOCS-W11.6-1, TOCS-W12.1.1-1: the law is looked at after each act (tests/rulesets/tocs/laws.py)."""
    land = ground("03.04 lake, 03.05 lake, 04.04 lake, 04.03 ocean, 05.04 shallows", LAUNCH)
    red = [Piece("R", "03.06"), boats("r", "03.06", "RB")]
    s = Scene([Piece("A", SHORE), boats(), Piece("D", "02.03", **DUKW), Piece("B", "04.05")], red, land=land,
              own="03.04 03.05 04.04 04.03 05.04 02.03 02.04", points=10)  # fmt: skip
    for call in ("A", "D", "B", "BT"):
        hexes = data.draw(st.lists(st.sampled_from(("03.03", "03.04", "03.05", "04.04", "04.03", "05.04", "03.06")), max_size=3))
        if hexes:
            s.does(call, f"move {' '.join(hexes)}")
        if s.forces().active:
            s.play.happen([e.ActivationEnded("blue", s.unit(call))])
    s.settle()
