"""How the weather is rolled: once a turn and once an impulse, with a memory, the same for both sides (TOCS-2.5, 3.1, W13.3)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.charts.tables import Grid
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.module_file import Climate, Spell
from pbem.rulesets.tocs.rules import weather_rolls as sky
from pbem.rulesets.tocs.rules.weather_rolls import Sky
from pbem.rulesets.tocs.view import Weather
from tests.rulesets.tocs.builder import Piece, Scene, game, ground

GAME = game(ground())
GROUNDS = tuple(GAME.sheet("ground-conditions").rows)


def spell(**changes: Any) -> Spell:
    plain = Spell(1, "changeable", "mild", False, "", 0, 0, 0, "", "", "", False, "", "")
    return replace(plain, **changes)


def facts(light: str = "day", now: Weather | None = None, **was: Any) -> Sky:
    """Under a changeable sky in mild air; temperature and figures of the module go to the spell."""
    told = {key: was.pop(key) for key in ("regime", "temperature", "cloud_drm", "rain_drm", "fog_drm") if key in was}
    before = Weather(**was)
    return Sky(before, now or before, spell(**told), light)


def scene(climate: Climate, **more: Any) -> Scene:
    """A scene under a climate, from the beginning of its first turn."""
    made = Scene([Piece("A", "03.03")], [Piece("R", "06.06")], phase="turn", **more)
    made.play.game = made.game = replace(made.game, climate=climate)
    return made


VARIABLE = Climate("variable", (spell(),))


# ---------------------------------------------------------------- the charts


@pytest.mark.parametrize("name", sky.DRMS)
def test_every_modifier_of_a_weather_chart_has_its_predicate(name: str) -> None:
    chart = GAME.grid(name)
    assert sorted(chart.drms) == sorted(sky.DRMS[name])


def test_bad_weather_tends_to_stay() -> None:
    """TOCS-3.1-2: what there was makes more of the same likelier."""
    rain, cloud, mist, wind = (GAME.grid(f"weather-{kind}") for kind in ("precipitation", "cloud", "fog", "wind"))
    assert [sky.modifier(rain, facts(precipitation=p)) for p in ("dry", "mist", "rain", "snow_heavy")] == [-1, 1, 2, 2]
    assert [sky.modifier(cloud, facts(cloud=c)) for c in ("clear", "scattered", "overcast")] == [-2, 0, 2]
    assert [sky.modifier(mist, facts(fog=fog)) for fog in (False, True)] == [0, 3]
    assert [sky.modifier(wind, facts(wind=w)) for w in ("calm", "light", "heavy")] == [-1, 0, 2]


def test_the_module_has_its_figures_for_the_day() -> None:
    """TOCS-3.1-3: its own figures for cloud, rain and fog lean on the rolls."""
    lean = facts(cloud="scattered", precipitation="mist", cloud_drm=2, rain_drm=-3, fog_drm=4)
    values = [sky.modifier(GAME.grid(f"weather-{kind}"), lean) for kind in ("cloud", "precipitation", "fog")]
    assert values == [2, 1 - 3, 4]


@pytest.mark.parametrize("cold", ["mild", "thaw", "freezing", "hard_frost"])
@pytest.mark.parametrize("cloud", ["clear", "scattered", "overcast"])
def test_what_falls_goes_by_cloud_and_temperature(cold: str, cloud: str) -> None:
    """TOCS-W13.4-1, TOCS-W13.3-5, TOCS-W13.4.2-1, TOCS-W13.4.3-1, TOCS-W13.4.4-5: squalls from scattered cloud, mist, rain and
    snow (light, moderate, heavy, blizzard) from an overcast sky alone; nothing from a clear one."""
    rolled = [sky.precipitation(GAME, facts(cloud=cloud, precipitation="mist", temperature=cold), n) for n in range(1, 13)]
    falls = dict.fromkeys(what for what in rolled if what != "dry")
    freezing = cold in ("freezing", "hard_frost")
    wanted = {
        ("clear", False): [], ("clear", True): [], ("scattered", False): ["rain_squall"], ("scattered", True): ["snow_squall"],
        ("overcast", False): ["mist", "rain", "downpour"],
        ("overcast", True): ["snow_light", "snow_moderate", "snow_heavy", "blizzard"],
    }  # fmt: skip
    assert list(falls) == wanted[cloud, freezing]


def test_fog_comes_from_dusk_to_dawn_and_burns_off_by_day() -> None:
    """TOCS-W13.1.3-3."""
    chances = {light: sum(sky.fog(GAME, facts(light), n) for n in range(2, 13)) for light in ("day", "dusk", "night", "dawn")}
    assert chances == {"day": 0, "dusk": 2, "night": 3, "dawn": 4}


def test_wind_and_rain_scatter_fog_and_wet_ground_feeds_it() -> None:
    chart = GAME.grid("weather-fog")
    now = Weather(wind="moderate", precipitation="rain", ground="wet")
    assert sky.modifier(chart, facts(now=now)) == -3 - 2 + 1


def test_what_the_module_rules_out_becomes_the_next_weaker_thing() -> None:
    """TOCS-3.1-3: the module says which conditions can occur."""
    fair = replace(VARIABLE, can=("mist", "fog"))
    assert [sky.allowed(fair, what) for what in ("downpour", "rain", "rain_squall", "blizzard", "heavy")] == [
        "mist", "mist", "dry", "dry", "moderate"]  # fmt: skip
    assert sky.allowed(VARIABLE, "downpour") == "downpour"
    dull = replace(GAME, climate=replace(VARIABLE, can=()))
    assert not sky.fog(dull, facts("dawn"), 12)


@pytest.mark.parametrize("was, face, comes", [("", 1, "N"), ("", 6, "NW"), ("N", 1, "NW"), ("NW", 6, "N"), ("SE", 3, "SE")])
def test_the_wind_rises_anywhere_and_then_veers_by_a_hexside(was: str, face: int, comes: str) -> None:
    """TOCS-W13.3-1."""
    assert sky.wind_from(was, face) == comes


# ---------------------------------------------------------------- the ground


@pytest.mark.parametrize("soil, fell, after", [
    ("dry", {"worst": "mist"}, "moist"), ("dry", {"worst": "rain"}, "wet"), ("wet", {"worst": "rain"}, "soft"),
    ("soft", {"worst": "rain"}, "mud"), ("dry", {"worst": "downpour"}, "soft"), ("mud", {"cloud": "clear"}, "soft"),
    ("mud", {"cloud": "overcast"}, "mud"), ("dry", {"temperature": "hard_frost"}, "frozen"),
    ("frozen", {"temperature": "thaw"}, "soft"), ("dry", {"worst": "snow"}, "snow_light"),
    ("snow_light", {"worst": "snow"}, "snow_normal"), ("snow_normal", {"worst": "heavy_snow"}, "snow_deep"),
    ("snow_deep", {"worst": "heavy_snow"}, "drifts"), ("mud", {"worst": "snow"}, "mud"),
])  # fmt: skip
def test_the_ground_remembers_the_worst_of_the_turn(soil: str, fell: dict[str, Any], after: str) -> None:
    """TOCS-W13.5-1, TOCS-W13.4.2-1, TOCS-W13.4.3-1, TOCS-W13.4-2 (snow on mud does not lie)."""
    assert sky.ground(GAME, Weather(ground=soil, **fell), "day") == after


def test_by_night_nothing_dries() -> None:
    assert sky.ground(GAME, Weather(ground="wet"), "night") == "wet"


def test_the_worst_of_several_impulses_counts() -> None:
    assert sky.fallen(Weather(precipitation="mist", worst="rain")) == "rain"
    assert sky.fallen(Weather(precipitation="blizzard", worst="rain")) == "heavy_snow"
    assert sky.fallen(Weather()) == "dry"


# ---------------------------------------------------------------- in play


def test_weather_is_rolled_for_the_turn_and_for_each_impulse() -> None:
    """TOCS-2.5-1, TOCS-3.1-1, TOCS-W13.3-1: cloud and ground first thing in the turn, the air with the impulse."""
    s = scene(VARIABLE, dice={"weather/T1/cloud": (6, 6), "weather/T1.1/precipitation": (5, 5), "weather/T1.1/wind": (4, 4)})
    s.play.situation = replace(s.play.situation, board=replace(s.board, public=replace(s.public, turn=0, impulse=0)))
    s.play.pictures = {side: replace(p, public=s.public) for side, p in s.play.pictures.items()}
    s.settle()
    kinds = [type(event) for event in s.play.events]
    of_turn, of_impulse = s.happened(e.WeatherChanged)
    assert kinds.index(e.WeatherChanged) < kinds.index(e.InitiativeThrown) < kinds.index(e.ImpulseBegan)
    assert [t.occasion for t in of_turn.throws] == ["weather/T1/cloud"]
    thrown = ("wind", "wind from", "precipitation", "fog")
    assert [t.occasion for t in of_impulse.throws] == [f"weather/T1.1/{what}" for what in thrown]
    assert (s.public.weather.cloud, s.public.weather.precipitation, s.public.weather.worst) == ("overcast", "rain", "rain")
    s.close()
    assert len(s.happened(e.WeatherChanged)) == 3, "the enemy's impulse has weather of its own"


def test_both_sides_see_the_same_weather() -> None:
    """TOCS-3.1-1."""
    s = scene(VARIABLE)
    s.settle()
    s.close()
    seen = [[x.weather for x in s.learnt(side, e.WeatherChanged)] for side in ("blue", "red")]
    assert seen[0] == seen[1] and len(seen[0]) >= 3
    assert s.picture("blue").public.weather == s.picture("red").public.weather == s.public.weather


def test_a_historical_module_rolls_nothing() -> None:
    """TOCS-W13.0-1, TOCS-W13.2-1, TOCS-W13.5.4-1: weather, temperature and ice as the module has them."""
    cold = spell(temperature="hard_frost", ice="vehicles", extreme_winter=True, ground="snow_deep", cloud="overcast",
                 precipitation="snow_heavy", wind="moderate", wind_from="NE")  # fmt: skip
    s = scene(Climate("historical", (cold,)))
    s.settle()
    assert s.public.weather == Weather("overcast", "snow_heavy", False, "moderate", "NE", "snow_deep", "hard_frost", True,
                                       "vehicles", "heavy_snow")  # fmt: skip
    assert not [t for t in s.play.dice.thrown if t.occasion.startswith("weather")]


def test_a_module_without_weather_has_a_fair_day_throughout() -> None:
    s = scene(Climate())
    fair = s.public.weather
    s.settle()
    s.close()
    assert s.public.weather == fair and not s.happened(e.WeatherChanged)


@settings(max_examples=60)
@given(st.integers(2, 12), st.integers(2, 12), st.sampled_from(("settled", "changeable", "unsettled")), st.sampled_from(GROUNDS))
def test_no_throw_leads_outside_the_charts(cloud: int, falls: int, regime: str, soil: str) -> None:
    before = facts(regime=regime, ground=soil, precipitation="rain", cloud="overcast", wind="heavy")
    now = replace(before.now, cloud=sky.clouds(GAME, before, cloud), wind=sky.wind(GAME, before, falls))
    now = replace(now, precipitation=sky.precipitation(GAME, replace(before, now=now), falls))
    chart = GAME.grid("weather-precipitation")
    assert isinstance(chart, Grid) and now.precipitation in chart.words
    assert sky.ground(GAME, replace(now, worst=sky.fallen(now)), "day") in GROUNDS
