"""How the weather comes about: cloud and ground for the turn; wind, precipitation and fog for the impulse (TOCS-W13.3).

Every DRM of the weather charts has its predicate here; a test compares them.
"""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import DIRECTIONS
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module_file import Climate, Spell
from pbem.rulesets.tocs.view import Weather

COLD = ("freezing", "hard_frost")
STRONG = ("gusty", "heavy")
MOIST = ("moist", "wet", "soft", "mud")
WETTEST = ("dry", "mist", "rain", "downpour", "snow", "heavy_snow")
"""What fell in a turn as the ground remembers it, the worst last."""
FELL = {
    "mist": "mist", "rain_squall": "rain", "rain": "rain", "downpour": "downpour", "snow_squall": "snow",
    "snow_light": "snow", "snow_moderate": "snow", "snow_heavy": "heavy_snow", "blizzard": "heavy_snow",
}  # fmt: skip
WEAKER = {
    "blizzard": "snow_heavy", "snow_heavy": "snow_moderate", "snow_moderate": "snow_light", "snow_light": "dry",
    "snow_squall": "dry", "downpour": "rain", "rain": "mist", "rain_squall": "dry", "mist": "dry",
    "heavy": "gusty", "gusty": "moderate",
}  # fmt: skip


class Sky(Value):
    """The facts of a roll: the weather so far (before the turn or the impulse), the spell, the light, and whether it is over a sea
    zone."""

    was: Weather
    now: Weather
    spell: Spell
    light: str
    sea: bool = False

    def module(self, name: str) -> int:
        """A figure of the module's for the day: `module.fog_drm`."""
        return int(getattr(self.spell, name.removeprefix("module.")))


DRMS: Mapping[str, Mapping[str, Callable[[Sky], bool]]] = {
    "weather-cloud": {
        "was_clear": lambda s: s.was.cloud == "clear",
        "was_overcast": lambda s: s.was.cloud == "overcast",
        "module": lambda s: True,
    },
    "weather-precipitation": {
        "was_wet": lambda s: s.was.precipitation not in ("dry", "mist"),
        "was_mist": lambda s: s.was.precipitation == "mist",
        "was_dry": lambda s: s.was.precipitation == "dry",
        "module": lambda s: True,
    },
    "weather-fog": {
        "was_fog": lambda s: s.was.fog,
        "wind": lambda s: s.now.wind not in ("calm", "light"),
        "wet_ground": lambda s: s.now.ground in MOIST,
        "rain": lambda s: s.now.precipitation not in ("dry", "mist"),
        "module": lambda s: True,
    },
    "weather-wind": {
        "was_strong": lambda s: s.was.wind in STRONG,
        "was_calm": lambda s: s.was.wind == "calm",
        "night": lambda s: s.light == "night" and not s.sea,
        "sea": lambda s: s.sea,
    },
}


@rule("TOCS-3.1-2", "TOCS-W13.1.3-3")
def modifier(chart: Grid, sky: Sky) -> int:
    """What the chart adds to the roll: above all that bad weather, once there, tends to stay."""
    known = DRMS[chart.id]
    held = (drm for drm in chart.drms.values() if drm.id in known and known[drm.id](sky))
    return sum(drm.value if isinstance(drm.value, int) else sky.module(drm.value) for drm in held)


def allowed(climate: Climate, what: str) -> str:
    """The condition itself, or the next weaker one that the module says can occur (TOCS-3.1-3)."""
    while climate.can is not None and what in WEAKER and what not in climate.can:
        what = WEAKER[what]
    return what


@rule("TOCS-2.5-1")
def clouds(game: Game, sky: Sky, thrown: int) -> str:
    """The cloud of the turn, in the column of the module's regime."""
    chart = game.grid("weather-cloud")
    return chart.cell({}, chart.column_named(sky.spell.regime), thrown + modifier(chart, sky))


@rule("TOCS-W13.3-1")
def wind(game: Game, sky: Sky, thrown: int) -> str:
    """The wind of the impulse."""
    chart = game.grid("weather-wind")
    return allowed(game.climate, chart.cell({}, chart.column_named(sky.spell.regime), thrown + modifier(chart, sky)))


def wind_from(was: str, face: int) -> str:
    """Where the wind comes from: by the die when it rises, then a hexside to either hand on a 1 or a 6."""
    turned = DIRECTIONS.index(was) + {1: -1, 6: 1}.get(face, 0) if was else face - 1
    return DIRECTIONS[turned % len(DIRECTIONS)]


@rule("TOCS-W13.4-1", "TOCS-W13.4-2", "TOCS-W13.3-5", "TOCS-W13.4.2-1", "TOCS-W13.4.3-1", "TOCS-W13.4.4-5")
def precipitation(game: Game, sky: Sky, thrown: int) -> str:
    """What falls in the impulse, by temperature and cloud: squalls under scattered cloud, the rest under overcast."""
    chart = game.grid("weather-precipitation")
    cold = "freezing" if sky.spell.temperature in COLD else "mild"
    cell = chart.cell({"temperature": cold}, chart.column_named(sky.now.cloud), thrown + modifier(chart, sky))
    return allowed(game.climate, cell)


@rule("TOCS-W13.1.3-3")
def fog(game: Game, sky: Sky, thrown: int) -> bool:
    """Is there fog in the impulse? It forms from dusk to dawn and burns off by day."""
    chart = game.grid("weather-fog")
    cell = chart.cell({}, chart.column_named(sky.light), thrown + modifier(chart, sky))
    return cell == "fog" and (game.climate.can is None or "fog" in game.climate.can)


@rule("TOCS-W13.5-1", "TOCS-W13.4.2-1", "TOCS-W13.4.3-1")
def ground(game: Game, was: Weather, light: str) -> str:
    """The ground of the new turn, from the ground and the worst weather of the turn just played, whose light is told."""
    column = was.worst
    if column == "dry" and was.temperature in ("hard_frost", "thaw"):
        column = was.temperature
    elif column == "dry":
        column = "dry_day" if light == "day" and was.cloud != "overcast" else "dry_other"
    return game.sheet("ground-conditions").cell(was.ground, column)


def fallen(weather: Weather) -> str:
    """The worst that fell this turn, this impulse's counted in."""
    return max(weather.worst, FELL.get(weather.precipitation, "dry"), key=WETTEST.index)


@rule("TOCS-W13.0-1", "TOCS-W13.2-1", "TOCS-W13.5.4-1")
def told(weather: Weather, spell: Spell) -> Weather:
    """The weather with what the module sets for the turn: temperature, ice, extreme winter, ground where it says so."""
    return replace(
        weather, temperature=spell.temperature, extreme_winter=spell.extreme_winter, ice=spell.ice,
        ground=spell.ground or weather.ground, worst="dry",
    )  # fmt: skip
