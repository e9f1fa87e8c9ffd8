"""What weather and ground do to those under way (TOCS-W13.4, W13.5).

Every `condition` of the chart `cost-of-terrain` has its predicate here or stands in ELSEWHERE; a test compares them.
"""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.entries import sections, texts, whole
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import crossed_contours
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import HALVES
from pbem.rulesets.tocs.view import View, Weather

FOOT = ("foot", "horse", "cavalry")
DEEP = ("snow_deep", "drifts")
DRY = ("dry", "very_dry")
TELLING = ("soft", "mud", "frozen", "snow_normal", *DEEP)  # all the ground, beside the dry, that makes a step cost otherwise
PAVED = ("highway", "paved")
STORM = "heavy"  # wind in which no boat puts out


class WeatherStep(Value):
    """One step of a mover: the weather, who moves, the class of road whose rate is used ("" off it), contours crossed."""

    weather: Weather
    falling: str
    counter: Counter
    road: str
    up: int
    down: int


def falling(view: View) -> str:
    """What falls, squalls and downpours counted as the rain or snow the chart says they act as."""
    return _falling(view.game, view.public.weather)


@kept(8)
def _falling(game: Game, weather: Weather) -> str:
    precipitation = weather.precipitation
    effects = sections(game.grid("weather-precipitation").extras, "effect")
    return next((str(e["as"]) for e in effects if e["id"] == precipitation and "as" in e), precipitation)


def wet(view: View) -> bool:
    """Does it rain, snow or mist, or lie in fog: is this weather in which nothing is seen from a hill?"""
    return view.public.weather.fog or view.public.weather.precipitation != "dry"


@rule("TOCS-W13.5.5-2", "TOCS-W13.5.5-3")
def ploughed(weather: Weather, road: str) -> bool:
    """Is the road clear of snow? Paved roads are ploughed, and none in drifts."""
    return road in PAVED and weather.ground != "drifts"


@rule("TOCS-W13.5.4-1")
def ice_bears(weather: Weather, counter: Counter) -> bool:
    """Does frozen water carry the unit: those on foot, and vehicles where the module says it is thick enough?"""
    return weather.ice == "vehicles" or (weather.ice == "foot" and counter.mobility in FOOT)


def skiing(weather: Weather, counter: Counter) -> bool:
    """Does the unit go on skis: equipped with them, on foot, in normal or deep snow?"""
    return counter.skis and counter.mobility in FOOT and weather.ground in ("snow_normal", *DEEP)


HEAVY_SNOW, BLIZZARD, RAIN = HINDERING = ("snow_heavy", "blizzard", "rain")  # all of what falls that CONDITIONS ask for
CONDITIONS: Mapping[str, Callable[[WeatherStep], bool]] = {
    "soft": lambda s: s.weather.ground == "soft" and not s.road,
    "mud_vehicles": lambda s: s.weather.ground == "mud" and s.road not in (*PAVED, "railroad"),
    "mud_foot": lambda s: s.weather.ground == "mud" and s.road not in (*PAVED, "railroad"),
    "snow_normal": lambda s: s.weather.ground == "snow_normal" and _in_snow(s),
    "snow_deep": lambda s: s.weather.ground in DEEP and _in_snow(s),
    "heavy_snowfall": lambda s: s.falling == HEAVY_SNOW,
    "blizzard": lambda s: s.falling == BLIZZARD,
    "rain_slope": lambda s: s.falling == RAIN and bool(s.up or s.down) and not s.road,
}
ELSEWHERE = ("night", "interdicted", "ezoc_to_ezoc")


def _in_snow(step: WeatherStep) -> bool:
    return not ploughed(step.weather, step.road) and not skiing(step.weather, step.counter)


def footing(game: Game, weather: Weather) -> tuple[str, str, str, bool]:
    """All of the weather that the cost of a step depends on: a key for what was computed of the ground. Skies and soils that
    cost the same are the same; fog is left out, since it makes no step dearer, and of wind all but what keeps boats ashore."""
    falls = _falling(game, weather)
    soil = "dry" if weather.ground in DRY else weather.ground if weather.ground in TELLING else ""
    return soil, falls if falls in HINDERING else "", weather.ice, weather.wind == STORM


@rule("TOCS-W10.1-3", "TOCS-W13.4.3-3", "TOCS-W13.4.4-2", "TOCS-W13.5.2-1", "TOCS-W13.5.3-1", "TOCS-W13.5.5-1")
@rule("TOCS-W13.5.5-2", "TOCS-W13.5.5-3", "TOCS-W13.5.5-4", "TOCS-W13.5.5-5", "TOCS-W13.5.5-6", "TOCS-2.5-2")
def surcharge(view: View, counter: Counter, start: Hex, end: Hex, road: str) -> int | None:
    """The halves of a MP that weather and ground add to a step, None where they bar it.

    road: the class of road at whose rate the unit moves ("railroad" too), "" off the road. Below 0 for those on skis
    downhill; a step never costs less than nothing.
    """
    weather, ground = view.public.weather, view.game.ground
    if weather.ground not in TELLING and falling(view) not in HINDERING:
        return 0
    if weather.ground in DEEP and counter.mobility == "motorized" and not road:
        return None
    up, down = crossed_contours(ground, start, end), crossed_contours(ground, end, start)
    step = WeatherStep(weather, falling(view), counter, road, up, down)
    extra = sum([value for value, who, meets in _conditions(view.game) if counter.mobility in who and meets(step)])
    return (extra - (down if skiing(weather, counter) else 0)) * HALVES


@kept(4)
def _conditions(game: Game) -> tuple[tuple[int, tuple[str, ...], Callable[[WeatherStep], bool]], ...]:
    """The conditions of the chart that are asked here: halves they add, whom they hinder, and when."""
    listed = sections(game.sheet("cost-of-terrain").extras, "condition")
    told = [c for c in listed if c["id"] in CONDITIONS and isinstance(c["who"], tuple)]
    return tuple((whole(c, "value"), texts(c, "who"), CONDITIONS[str(c["id"])]) for c in told)
