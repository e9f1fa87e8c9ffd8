"""The weather in the words of a report: sky, ground, light, moon, how far one sees."""

from typing import Any

from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import dice
from pbem.rulesets.tocs.rules.visibility import light, reach
from pbem.rulesets.tocs.view import View, Weather

MOONS = {
    "new": phrase("new moon ●"),
    "waxing": phrase("waxing moon ☽"),
    "full": phrase("full moon ○"),
    "waning": phrase("waning moon ☾"),
}
SNOW = {
    "snow_light": phrase("light snow cover"),
    "snow_normal": phrase("snow cover"),
    "snow_deep": phrase("deep snow"),
    "drifts": phrase("snow drifts"),
}
SKIES = {"scattered": phrase("scattered clouds")}
FALLS = {
    "rain_squall": phrase("rain squalls"), "snow_squall": phrase("snow squalls"), "snow_light": phrase("light snowfall"),
    "snow_moderate": phrase("snowfall"), "snow_heavy": phrase("heavy snowfall"),
}  # fmt: skip


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """` dusk; visibility 0 hexes`, ` overcast, rain, light wind from SW; ground wet`."""
    view = picture.view(game)
    seen = reach(view)
    sight = counted(seen, "visibility {number} hex", "visibility {number} hexes")
    return (f" {_clock(view)}; {sight}", f" {spoken(view.public.weather)}")


def rolls(game: Game, _: Picture, seen: t.WeatherChanged | t.SeaWeatherChanged) -> tuple[str, ...]:
    """The rolls for it, on land or over a sea zone."""
    if isinstance(seen, t.SeaWeatherChanged):
        head = say("weather of {zone}", zone=game.ground.zones[seen.zone].name)
        return (f"{head}: {', '.join(map(dice, seen.throws))}",) if seen.throws else ()
    return (say("weather: {rolled}", rolled=", ".join(map(dice, seen.throws))),) if seen.throws else ()


def _clock(view: View) -> str:
    """`night, new moon ●`, `dawn`."""
    now = light(view.game, view.public)
    return f"{worded(now)}, {say(MOONS[view.turn.moon])}" if now == "night" and view.turn.moon else worded(now)


def spoken(weather: Weather) -> str:
    """`overcast, rain, light wind from SW; ground wet`."""
    air = [worded(SKIES.get(weather.cloud, weather.cloud)), *([say("fog")] if weather.fog else [])]
    if weather.precipitation != "dry":
        air.append(worded(FALLS.get(weather.precipitation, weather.precipitation)))
    air.append(
        say("{wind} wind from {wind_from}", wind=worded(weather.wind), wind_from=weather.wind_from)
        if weather.wind_from
        else worded(weather.wind)
        if weather.wind == "calm"
        else say("{wind} wind", wind=worded(weather.wind))
    )
    return f"{', '.join(air)}; {', '.join(_soil(weather))}"


def _soil(weather: Weather) -> list[str]:
    snow = SNOW.get(weather.ground, "")
    soil = say(snow) if snow else say("ground {ground}", ground=worded(weather.ground))
    bears = {"foot": say("ice bears those on foot"), "vehicles": say("ice bears vehicles")}
    cold = [bears[weather.ice]] if weather.ice else []
    return [soil, *cold, *([say("extreme winter")] if weather.extreme_winter else [])]


def frost(call: str, seen: t.MoraleChecked) -> str:
    """`A/504 in the cold: morale check failed, one state lower; ML 7, 2d6 4+5 = 9 [winter/…]`."""
    held = say("passed") if seen.passed else say("failed, one state lower")
    return say(
        "{call} in the cold: morale check {held}; ML {needed}, {dice}{drm}",
        call=call,
        dice=dice(seen.throw),
        drm=f", {seen.drm:+d}" if seen.drm else "",
        needed=seen.needed,
        held=held,
    )


def heading(game: Game, picture: Any) -> str:
    """The light of the impulse, for the head of a report."""
    return worded(light(game, picture.public))
