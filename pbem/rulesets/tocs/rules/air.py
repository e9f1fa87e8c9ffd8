"""Aircraft by the rules: which mission needs what, and what weather, night and ground forbid (TOCS-3.2, W12.4, W13, W14)."""

from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex, disc, neighbour
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.aircraft import OFF_BOARD, Aircraft, Sortie
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.oob import LEVELS
from pbem.rulesets.tocs.rules.flak import Formation
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View, Weather

CHART = "air-missions"
RAIN = ("rain_squall", "rain", "downpour")
SNOW = ("snow_squall", "snow_light", "snow_moderate", "snow_heavy", "blizzard")
STRONG = ("gusty", "heavy")
SOFT, SNOWED = ("soft", "mud"), ("snow_light", "snow_normal", "snow_deep", "drifts")
UNUSABLE = {"airbase": (), "airfield": SOFT, "airstrip": (*SOFT, *SNOWED)}
"""Ground in which a field of a kind is of no use (TOCS-W12.4-3, TOCS-W14.4-1)."""
HIDDEN = ("forest", "jungle")
SEEN_AS = {
    "light_plane": phrase("light planes"), "fighters": phrase("fighters"), "transports": phrase("transports"),
    "bombers": phrase("bombers"),
}  # fmt: skip
"""What a gunner is told of a mission, by its class in the chart."""
LANDING = ("lift", "land")
"""Missions that land with what they carry."""
SIGHT, ZONE = 1, 2  # hexes about an observer, and about a patrol or an interdiction


class MissionRow(Value):
    """A record of the chart `air-missions`."""

    least: str
    ap: int
    op: int
    altitude: str
    seen_as: str
    night: str
    strip: str
    stays: str


@rule("TOCS-W15.0-1", "TOCS-W13.1.2-3")
def mission(game: Game, kind: str) -> MissionRow:
    """What the chart says of a mission."""
    record = game.records(CHART)[kind]
    said = (str(record[name]) for name in ("altitude", "class", "night", "strip", "stays"))
    return MissionRow(str(record["least"]), whole(record, "ap"), whole(record, "op"), *said)


def formation(game: Game, sortie: Sortie) -> Formation:
    """A mission as gunners and patrols meet it."""
    row = mission(game, sortie.kind)
    slow, fighters = row.seen_as == "transports", row.seen_as == "fighters"
    return Formation(SEEN_AS[row.seen_as], row.altitude, slow, fighters, len(sortie.flying))


@rule("TOCS-W14.0-1", "TOCS-W15.2-1", "TOCS-W15.3-1", "TOCS-W15.10-1")
def may_ask(view: View, hq: Unit, kind: str) -> bool:
    """Is a headquarters high enough for a mission, and in good order?"""
    least, level = mission(view.game, kind).least, view.forces.counter(hq).level
    high = level in LEVELS and least in LEVELS and LEVELS.index(level) >= LEVELS.index(least)
    return high and hq.state == 0


@rule("TOCS-W13.3-3", "TOCS-W13.3-4", "TOCS-W13.4-3", "TOCS-W13.4.1-1", "TOCS-W13.4.4-4", "TOCS-W14.4-2", "MASL-12.1-1")
def grounded(weather: Weather) -> str:
    """Why nothing takes off in this weather, "" when it may fly: clear sky, cloud and mist forbid nothing."""
    if weather.precipitation in SNOW:
        return phrase("falling snow")
    if weather.precipitation in RAIN:
        return phrase("rain")
    if weather.fog:
        return phrase("fog")
    return phrase("high wind") if weather.wind in STRONG else ""


@rule("TOCS-W13.4.4-4", "TOCS-W13.4.1-1", "TOCS-3.2-7", "TOCS-3.2-8", "TOCS-W13.1.2-3")
def turned_back(view: View, kind: str) -> str:
    """Why a mission on its way goes home: falling snow, and night for what does not fly by night; "" while it goes on."""
    if view.public.weather.precipitation in SNOW:
        return phrase("falling snow")
    return phrase("night") if dark(view, kind) else ""


@rule("TOCS-W13.1.2-3", "TOCS-W13.1.3-1")
def dark(view: View, kind: str) -> bool:
    """Is it night, and a mission that does not fly by night? At dawn and dusk all fly (ruling L29)."""
    return view.night and mission(view.game, kind).night == "no"


@rule("TOCS-W14.4-2", "TOCS-W13.4.1-1", "TOCS-3.2-8")
def recalled(view: View, kind: str) -> str:
    """Why a mission on station goes home: weather in which nothing takes off, or night; "" while it stays."""
    return grounded(view.public.weather) or turned_back(view, kind)


@rule("TOCS-W12.4-3", "TOCS-W13.5.2-2", "TOCS-W14.4-1", "TOCS-W15.1-2", "TOCS-W13.1.2-3", "TOCS-W14.1-2")
def kept_down(view: View, craft: Aircraft, kind: str) -> str:
    """Why these aircraft cannot take off for a mission now, in words; "" when they can."""
    weather = grounded(view.public.weather)
    if weather:
        return say("nothing takes off in {weather}", weather=say(weather))
    if dark(view, kind):
        return say("it does not fly by night")
    if craft.base == OFF_BOARD:
        return ""
    site = next((s for s in view.forces.sites if s.id == craft.base), None)
    if site is None or not usable(view, site):
        return say("its field cannot be used")
    return say("an airstrip is too short for it") if site.kind == "airstrip" and mission(view.game, kind).strip == "no" else ""


@rule("TOCS-W12.4-3", "TOCS-W13.5.2-2", "TOCS-W14.4-1")
def usable(view: View, site: Facility) -> bool:
    """Is a field one's own, not destroyed, and fit for aircraft in this ground?"""
    ours = view.own(site.hex) and site.hex not in view.public.engaged
    return ours and site.works and site.kind in UNUSABLE and view.public.weather.ground not in UNUSABLE[site.kind]


@rule("TOCS-W12.4-2", "TOCS-W15.5-1")
def room(view: View, site: Facility) -> bool:
    """Is there room for one more at a field? Each point of damage takes a place."""
    if not site.capacity:
        return True
    based = sum(craft.base == site.id for craft in view.forces.air.aircraft.values())
    return based < site.capacity - site.damage


@rule("TOCS-W15.2-2")
def area(game: Game, centre: Hex) -> tuple[Hex, ...]:
    """A hex and the six around it, as far as they are on the map."""
    around = (place for place in disc(centre, SIGHT) if place in game.ground.terrain and place != centre)
    return (centre, *sorted(around))


@rule("TOCS-W15.2-2")
def along(game: Game, start: Hex, towards: str) -> tuple[Hex, ...]:
    """Seven hexes in a line along the grain, as far as they are on the map."""
    found = [start]
    while len(found) < 7 and (onward := neighbour(found[-1], towards)) is not None and onward in game.ground.terrain:
        found.append(onward)
    return tuple(found)
