"""Weather: what it does to movers and to the eye (TOCS-W13)."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.calendar import Light
from pbem.kernel.charts.entries import sections, whole
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.rules import terrain, visibility, weather
from pbem.rulesets.tocs.units import HALVES
from pbem.rulesets.tocs.view import View, Weather
from tests.rulesets.tocs.builder import Piece, Scene, counter, ground, road

FALLING = ("dry", "mist", "rain_squall", "rain", "downpour", "snow_squall", "snow_light", "snow_moderate", "snow_heavy", "blizzard")
GROUNDS = ("very_dry", "dry", "firm", "moist", "wet", "soft", "mud", "frozen", "snow_light", "snow_normal", "snow_deep", "drifts")


def view(light: Light = "day", moon: str = "", land: Ground | None = None, impulse: int = 1, **sky: Any) -> View:
    """A side's view under a sky; the turn's light and moon as told."""
    seen = Scene([Piece("A", "03.03")], land=land, light=light).view()
    turns = tuple(replace(turn, moon=moon) for turn in seen.game.turns)
    public = replace(seen.public, weather=Weather(**sky), impulse=impulse)
    return replace(seen, game=replace(seen.game, turns=turns), public=public)


# ---------------------------------------------------------------- the eye


@pytest.mark.parametrize("light, moon, sees", [
    ("day", "", 4), ("night", "new", 0), ("night", "waxing", 1), ("night", "waning", 1), ("night", "full", 2),
])  # fmt: skip
def test_one_sees_by_the_light_and_the_moon(light: Light, moon: str, sees: int) -> None:
    """TOCS-W11.19-7, TOCS-W13.1.4-1, TOCS-W13.1.4-4."""
    assert visibility.reach(view(light, moon)) == sees


@pytest.mark.parametrize("turn, lights", [
    ("dawn", ["dawn"] * 4 + ["day"] * 4), ("dusk", ["day"] * 4 + ["dusk"] * 4), ("night", ["night"] * 8), ("day", ["day"] * 8),
])  # fmt: skip
def test_dawn_and_dusk_turn_after_two_impulses_of_each_side(turn: Light, lights: list[str]) -> None:
    """TOCS-W13.1.3-1, TOCS-W13.1.3-2."""
    views = [view(turn, "new" if turn == "night" else "", impulse=number) for number in range(1, 9)]
    assert [visibility.light(v.game, v.public) for v in views] == lights
    ranges = {"day": 4, "dawn": 2, "dusk": 2, "night": 0}
    assert [visibility.reach(v) for v in views] == [ranges[light] for light in lights]


@pytest.mark.parametrize("sky, by_day, by_full_moon", [
    ({"fog": True}, 0, 0), ({"precipitation": "rain"}, 2, 0), ({"precipitation": "rain_squall"}, 2, 0),
    ({"precipitation": "downpour"}, 0, 0), ({"precipitation": "mist"}, 3, 1), ({"precipitation": "snow_light"}, 3, 1),
    ({"precipitation": "snow_moderate"}, 2, 0), ({"precipitation": "snow_squall"}, 2, 0),
    ({"precipitation": "snow_heavy"}, 0, 0), ({"precipitation": "blizzard"}, 0, 0),
    ({"fog": True, "precipitation": "mist"}, 0, 0),
])  # fmt: skip
def test_weather_cuts_what_one_sees(sky: dict[str, Any], by_day: int, by_full_moon: int) -> None:
    """TOCS-W13.4.1-2, TOCS-W13.4.3-4, TOCS-W13.4.4-1."""
    assert visibility.reach(view(**sky)) == by_day
    assert visibility.reach(view("night", "full", **sky)) == by_full_moon


# ---------------------------------------------------------------- under way


def test_every_condition_of_the_chart_is_known() -> None:
    """TOCS-W10.1-3, TOCS-W13.4.3-3: and none makes a step cheaper, which those who look ahead rely on (`terrain.floor`)."""
    told = sections(view().game.sheet("cost-of-terrain").extras, "condition")
    assert all(whole(c, "value") > 0 for c in told)
    assert sorted(str(c["id"]) for c in told) == sorted((*weather.CONDITIONS, *weather.ELSEWHERE))


def extra(mobility: str, road: str = "", land: str = "", skis: bool = False, **sky: Any) -> int | None:
    """The surcharge in MP of a step from 03.03 to 03.04."""
    mover = counter("A", mobility=mobility, skis=skis)
    halves = weather.surcharge(view(land=ground(land), **sky), mover, Hex("03.03"), Hex("03.04"), road)
    return None if halves is None else halves // HALVES


@pytest.mark.parametrize("mobility, road, sky, costs", [
    ("motorized", "", {"ground": "soft"}, 1), ("armored", "", {"ground": "soft"}, 1), ("foot", "", {"ground": "soft"}, 0),
    ("motorized", "dirt_3_6", {"ground": "soft"}, 0), ("armored", "railroad", {"ground": "soft"}, 0),
    ("armored", "", {"ground": "mud"}, 2), ("foot", "", {"ground": "mud"}, 1), ("motorized", "dirt_6_8", {"ground": "mud"}, 2),
    ("foot", "dirt_6_8", {"ground": "mud"}, 1), ("foot", "railroad", {"ground": "mud"}, 0),
    ("armored", "paved", {"ground": "mud"}, 0),
    ("foot", "", {"ground": "snow_light"}, 0), ("motorized", "", {"ground": "snow_light"}, 0),
    ("foot", "", {"ground": "snow_normal"}, 1), ("motorized", "dirt_6_8", {"ground": "snow_normal"}, 1),
    ("armored", "", {"ground": "snow_normal"}, 0), ("foot", "paved", {"ground": "snow_normal"}, 0),
    ("foot", "", {"ground": "snow_deep"}, 2), ("armored", "", {"ground": "snow_deep"}, 2),
    ("motorized", "", {"ground": "snow_deep"}, None),
    ("motorized", "dirt_6_8", {"ground": "snow_deep"}, 2), ("motorized", "paved", {"ground": "snow_deep"}, 0),
    ("motorized", "paved", {"ground": "drifts"}, 2), ("foot", "", {"ground": "firm"}, 0),
    ("foot", "", {"precipitation": "snow_heavy"}, 1), ("foot", "paved", {"precipitation": "blizzard"}, 2),
    ("foot", "", {"precipitation": "snow_moderate"}, 0), ("foot", "", {"precipitation": "rain"}, 0),
])  # fmt: skip
def test_ground_and_snowfall_cost(mobility: str, road: str, sky: dict[str, Any], costs: int | None) -> None:
    """TOCS-W13.4.4-2, TOCS-W13.5.2-1, TOCS-W13.5.3-1, TOCS-W13.5.5-1, TOCS-W13.5.5-2, TOCS-W13.5.5-3, TOCS-W13.5.5-4."""
    assert extra(mobility, road, **sky) == costs


def footing(seen: View) -> tuple[str, str, str, bool]:
    """What the cost of a step is kept by."""
    return weather.footing(seen.game, seen.public.weather)


@pytest.mark.parametrize("mobility, road, land", list(product(("foot", "armored"), ("", "paved"), ("", "03.04 open 2"))))
def test_what_falls_without_hindering_costs_what_a_dry_day_costs(mobility: str, road: str, land: str) -> None:
    """What the ground of a day costs is kept by `footing`: skies that it cannot tell apart cost the same."""
    for falls in FALLING:
        if footing(view(precipitation=falls)) == footing(view()):
            assert extra(mobility, road, land, precipitation=falls) == extra(mobility, road, land)


@pytest.mark.parametrize("mobility", ["foot", "horse", "motorized", "mechanized", "armored"])
def test_ground_that_footing_cannot_tell_apart_costs_the_same(mobility: str) -> None:
    mover = counter("A", mobility=mobility, skis=mobility == "foot")
    kinds = [row.id for row in view().game.sheet("cost-of-terrain").group("terrain")]
    found: dict[tuple[str, str, str, bool], tuple[Any, ...]] = {}
    for soil, ice in product(GROUNDS, ("", "foot", "vehicles")):
        seen = view(ground=soil, ice=ice)
        costs = tuple(terrain.terrain_cost(seen, mover, kind) for kind in kinds)
        more = tuple(extra(mobility, road, land, skis=mobility == "foot", ground=soil)
                     for road in ("", "paved", "dirt_6_8", "railroad") for land in ("", "03.04 open 2"))  # fmt: skip
        assert found.setdefault(footing(seen), (costs, more)) == (costs, more), soil
    assert len(found) > 3


def test_rain_makes_slopes_dearer_but_not_on_a_road() -> None:
    """TOCS-W13.4.3-3."""
    for falls, hill in product(("rain", "downpour", "rain_squall"), ("03.04 open 2", "03.03 open 1")):
        assert extra("foot", land=hill, precipitation=falls) == 1
        assert extra("foot", "paved", land=hill, precipitation=falls) == 0
    assert extra("foot", precipitation="rain") == 0
    assert extra("foot", land="03.04 open 2", precipitation="mist") == 0


def test_skis_carry_over_snow_and_downhill() -> None:
    """TOCS-W13.5.5-5."""
    assert extra("foot", skis=True, ground="snow_deep") == 0
    assert extra("foot", skis=True, ground="snow_normal") == 0
    assert extra("foot", skis=True, ground="snow_deep", precipitation="blizzard") == 2
    assert extra("foot", skis=True, ground="snow_normal", land="03.03 open 2") == -2
    assert extra("foot", skis=True, ground="snow_light", land="03.03 open 2") == 0
    assert extra("foot", skis=True, ground="mud") == 1


@pytest.mark.parametrize("ice, mobility, bears", [
    ("", "foot", False), ("foot", "foot", True), ("foot", "armored", False), ("vehicles", "armored", True),
    ("vehicles", "foot", True),
])  # fmt: skip
def test_ice_bears_those_on_foot_and_if_thick_enough_vehicles(ice: str, mobility: str, bears: bool) -> None:
    """TOCS-W13.5.4-1."""
    assert weather.ice_bears(Weather(ice=ice), counter("A", mobility=mobility)) == bears


@given(st.sampled_from(FALLING), st.sampled_from(GROUNDS), st.booleans(), st.sampled_from(("day", "dawn", "dusk", "night")))
def test_nobody_sees_farther_for_bad_weather(falls: str, soil: str, fog: bool, light: Light) -> None:
    fair, foul = view(light), view(light, precipitation=falls, ground=soil, fog=fog)
    assert 0 <= visibility.reach(foul) <= visibility.reach(fair) <= 4


def test_weather_is_in_the_price_of_a_move() -> None:
    """TOCS-W10.1-3, TOCS-W13.5.3-1, TOCS-2.5-2: a letter's move pays for the mud."""
    land = ground()
    for soil, left in (("dry", 2), ("mud", 1)):
        s = Scene([Piece("A", "03.03")], own="03.04", land=land, weather={"ground": soil})
        s.does("A", "move 03.04")
        assert s.active().ap * 2 + s.active().mp // HALVES == 2 * left + (1 if soil == "dry" else 2), soil


@pytest.mark.parametrize("fog, reached", [(False, True), (True, False)])
def test_fog_takes_the_road_bonus_away(fog: bool, reached: bool) -> None:
    """TOCS-W13.4.1-2: two hexes of road for an AP, and a third but for fog."""
    path = ["03.01", "03.02", "03.03", "03.04"]
    s = Scene([Piece("A", "03.01", state=2)], own=" ".join(path), land=ground("", road(" ".join(path))), weather={"fog": fog})
    refused = s.check("A", "move 03.04 by road")
    assert (refused == ()) == reached, refused
