"""Ships by the charts: going from zone to zone, who comes upon whom, and what a fight at sea costs (TOCS-W16, W17).

Every DRM of the naval charts has its predicate here; a test compares them. Nothing here throws.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from pbem.kernel.charts.tables import Check, Grid
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ships import CARRIER, CRAFT, SUBMARINE, TOP, TRANSPORT, Ship
from pbem.rulesets.tocs.view import Weather

RAIN = ("rain_squall", "rain", "downpour")
SNOW = ("snow_squall", "snow_light", "snow_moderate", "snow_heavy", "blizzard")
HEAVY = "heavy"
SMALL = ("destroyer", "escort", "minesweeper", "minelayer", "landing_craft", "patrol_boat")
ESCORTS = ("cruiser", "destroyer", "escort", "patrol_boat")
"""Ships that may patrol and screen (TOCS-W17.3-1)."""
LAYERS, SWEEPERS = ("minelayer", "destroyer", "submarine"), ("minesweeper",)
WARSHIPS = ("carrier", "battleship", "monitor", "cruiser", "destroyer", "escort", "patrol_boat")
PRIORITY = ("carrier", "transport", "battleship", "monitor", "cruiser", "destroyer")
"""The order of targets, where no other is given (TOCS-W16.6-2); what is not named comes last."""
MANY = 6
_HITS = re.compile(r"(\d*)(X?)")


class Sight(Value):
    """The facts of a try to intercept: the side's own radar and air search, how many ships the enemy has in the zone, and the
    sky."""

    radar: bool = False
    air_search: bool = False
    enemy_ships: int = 0
    night: bool = False
    rough: bool = False


INTERCEPTION: Mapping[str, Callable[[Sight], bool]] = {
    "radar": lambda s: s.radar,
    "air_search": lambda s: s.air_search,
    "many": lambda s: s.enemy_ships >= MANY,
    "night": lambda s: s.night and not s.radar,
    "rough": lambda s: s.rough,
}


def rough(weather: Weather) -> bool:
    """Is it rain, snow, fog or heavy wind?"""
    return weather.fog or weather.wind == HEAVY or weather.precipitation in (*RAIN, *SNOW)


@rule("TOCS-W16.3-3")
def seek_drm(grid: Grid, sight: Sight) -> int:
    """What modifies a throw to intercept."""
    return sum(int(str(drm.value)) for drm in grid.drms.values() if INTERCEPTION[drm.id](sight))


@rule("TOCS-W16.3-3", "TOCS-W16.3-4", "TOCS-W17.2-1")
def reach(grid: Grid, thrown: int) -> tuple[int, ...]:
    """The boxes whose units may act on this throw, the highest first; () when none may."""
    able = (int(label) for label in grid.columns.labels if grid.cell({}, grid.column_named(label), thrown) == "I")
    return tuple(sorted(able, reverse=True))


# ---------------------------------------------------------------- from zone to zone


class Passage(Value):
    """The facts of a move between zones: the lowest box of the ships that move, the weather of either zone, loaded transports,
    a ship at half its damage points."""

    lowest: int
    storm: bool = False
    loaded: bool = False
    damaged: bool = False


MOVEMENT: Mapping[str, Callable[[Passage], bool]] = {
    "heavy_weather": lambda p: p.storm,
    "transports": lambda p: p.loaded,
    "damaged": lambda p: p.damaged,
}
WORDS_OF_MOVEMENT = {
    "heavy_weather": phrase("heavy weather"), "transports": phrase("loaded transports"), "damaged": phrase("damaged ships"),
}  # fmt: skip


@rule("TOCS-W16.1-3")
def passage_drms(chart: Check, facts: Passage) -> tuple[tuple[str, int], ...]:
    """What modifies the throw of a move between zones."""
    return tuple((drm.id, int(str(drm.value))) for drm in chart.drms.values() if MOVEMENT[drm.id](facts))


@rule("TOCS-W16.1-3")
def needed(lowest: int) -> int:
    """What a fleet must throw or less: 3 and its lowest box (ruling N12)."""
    return TOP + lowest


# ---------------------------------------------------------------- hits


class NavalResult(Value):
    """What a cell of a naval chart does to a ship: hits, whether it is disabled, whether it sinks."""

    hits: int = 0
    disabled: bool = False
    sinks: bool = False


NO_STRIKE = NavalResult()


@rule("TOCS-W16.5-2", "TOCS-W16.8-3")
def strike_of(token: str) -> NavalResult:
    """`2X`: two hits, and disabled; `X`: disabled; `S`: sunk; `-`: nothing."""
    if token == "-":
        return NO_STRIKE
    if token == "S":
        return NavalResult(sinks=True)
    found = _HITS.fullmatch(token)
    if found is None:
        raise ValueError(f"no result of a naval chart: {token}")
    return NavalResult(int(found[1] or 0), bool(found[2]))


def token(strike: NavalResult) -> str:
    """A strike as the charts write it."""
    if strike.sinks:
        return "S"
    return f"{strike.hits or ''}{'X' if strike.disabled else ''}" or "-"


class Fall(Value):
    """The facts of an attack on a ship, whoever makes it. target: the ship, or the one of a group that is aimed at; screens: ships
    that screen it; factors of the attacker: torpedoes, radar, surprise; sky: night, rough water, cloud."""

    target: Ship
    screens: int = 0
    torpedoes: bool = False
    surprised: bool = False
    radar: bool = False
    enemy_radar: bool = False
    night: bool = False
    rough: bool = False
    cloud: bool = False
    warned: bool = False
    shallow: bool = False
    sonar: bool = False
    ahead: bool = False
    with_air: bool = False
    known: bool = False
    swept: bool = False


Facts = Mapping[str, Callable[[Fall], int]]
AIR_TO_SURFACE: Facts = {
    "torpedo": lambda f: int(f.torpedoes),
    "docked": lambda f: int(bool(f.target.port) or f.target.disabled),
    "agile": lambda f: int(f.target.ship in SMALL),
    "heavy_deck": lambda f: int(f.target.ship == "battleship"),
    "carrier": lambda f: int(f.target.ship == CARRIER),
    "flak": lambda f: int(f.screens >= 3),
    "night": lambda f: int(f.night),
    "cloud": lambda f: int(f.cloud),
}
SURFACE: Facts = {
    "surprised": lambda f: int(f.surprised),
    "radar": lambda f: int(f.radar and not f.enemy_radar and (f.night or f.rough)),
    "night": lambda f: int(f.night and not f.radar),
    "rough": lambda f: int(f.rough),
    "crippled": lambda f: int(f.target.disabled),
}
SUB_TO_SURFACE: Facts = {
    "night_surface": lambda f: int(f.night and not f.enemy_radar),
    "screened": lambda f: 2 if f.screens >= 4 else int(f.screens >= 2),
    "transport": lambda f: int(f.target.ship in (TRANSPORT, CARRIER)),
    "capital": lambda f: int(f.target.ship == "battleship"),
    "warned": lambda f: int(f.warned),
}
HUNT: Facts = {
    "sonar": lambda f: int(f.sonar),
    "ahead_weapons": lambda f: int(f.ahead),
    "with_air": lambda f: int(f.with_air),
    "rough": lambda f: int(f.rough),
    "night": lambda f: int(f.night and not f.radar),
}
AIR_TO_SUB: Facts = {
    "radar": lambda f: int(f.radar),
    "night": lambda f: int(f.night and not f.radar),
    "shallow": lambda f: int(f.shallow),
    "rough": lambda f: int(f.rough),
}
MINED: Facts = {
    "known": lambda f: int(f.known),
    "sweepers": lambda f: int(f.swept),
    "night": lambda f: int(f.night),
    "large": lambda f: int(f.target.ship in ("battleship", CARRIER) or (f.target.ship == TRANSPORT and f.target.lift >= MANY)),
}
BY_CHART: Mapping[str, Facts] = {
    "naval-air-to-surface": AIR_TO_SURFACE, "naval-surface-to-surface": SURFACE, "naval-sub-to-surface": SUB_TO_SURFACE,
    "naval-asw": HUNT, "naval-air-to-sub": AIR_TO_SUB, "naval-minefield": MINED,
}  # fmt: skip


@rule("TOCS-W16.6-1", "TOCS-W16.7-1", "TOCS-W16.8-1", "TOCS-W16.8-2", "TOCS-W16.8-4", "TOCS-W17.4-1")
def drms(grid: Grid, facts: Fall) -> tuple[tuple[str, int], ...]:
    """What modifies a throw on a naval chart: each that counts, with its value."""
    tests = BY_CHART[grid.id]
    found = ((drm.id, int(str(drm.value)) * tests[drm.id](facts)) for drm in grid.drms.values())
    return tuple((name, value) for name, value in found if value)


def cell(grid: Grid, number: int, thrown: int) -> str:
    """The result in the column of a number of attackers or factors; "-" below the first."""
    column = grid.column_at(number)
    return "-" if column is None else grid.cell({}, column, thrown)


class Exchange(Value):
    """What an exchange of fire does to the firer and to the target."""

    firer: NavalResult
    target: NavalResult


@rule("TOCS-W16.7-1")
def exchange(grid: Grid, firing: int, against: int, thrown: int) -> Exchange:
    """Guns against guns, by their strength; a target without guns counts 1."""
    first, _, second = grid.cell({}, grid.column_for(max(firing, 1), max(against, 1)), thrown).partition("/")
    return Exchange(strike_of(first), strike_of(second))


# ---------------------------------------------------------------- who fights whom


@rule("TOCS-W16.6-2")
def by_priority(ships: Iterable[Ship], wanted: tuple[str, ...] = ()) -> tuple[Ship, ...]:
    """Ships as they are gone for: by the classes wished for, then by the rule's order."""
    order = (*wanted, *(kind for kind in PRIORITY if kind not in wanted))
    return tuple(sorted(ships, key=lambda s: (order.index(s.ship) if s.ship in order else len(order), s.call)))


@rule("TOCS-W16.6-2")
def groups(ships: tuple[Ship, ...], ordered: Mapping[str, tuple[str, ...]]) -> tuple[tuple[Ship, ...], ...]:
    """The groups in which ships screen one another, each with the ship it screens first: as ordered, and the screening ships left
    shared out one by one, carriers served first."""
    made = _as_ordered({ship.call: ship for ship in ships}, ordered)
    placed = {ship.call for group in made.values() for ship in group}
    rest = [ship for ship in ships if ship.call not in placed]
    screens = list(filter(_screens, rest))
    made |= {ship.call: [ship] for ship in by_priority(set(rest) - set(screens))}
    if not made:
        return tuple((ship,) for ship in screens)
    leads = [ship.call for ship in by_priority(group[0] for group in made.values())]
    return tuple((*made[lead], *screens[number :: len(leads)]) for number, lead in enumerate(leads))


def _screens(ship: Ship) -> bool:
    return ship.ship in ESCORTS and ship.ship != "cruiser"


def _as_ordered(known: Mapping[str, Ship], ordered: Mapping[str, tuple[str, ...]]) -> dict[str, list[Ship]]:
    """The groups that were ordered, as far as their ships are there."""
    there = {lead: [call for call in calls if call in known] for lead, calls in ordered.items() if lead in known}
    return {lead: [known[lead], *(known[call] for call in calls)] for lead, calls in there.items()}


class Line(Value):
    """A line of battle: the ships that screen, which must be attacked first, and those they protect."""

    screens: tuple[Ship, ...]
    behind: tuple[Ship, ...]


@rule("TOCS-W16.7-2")
def line_of(ships: tuple[Ship, ...], against: int) -> Line:
    """The side with more ships may screen: its warships do, for those that have most to lose; with no more ships than the enemy
    nobody is protected."""
    if len(ships) <= against:
        return Line(ships, ())
    screens = tuple(ship for ship in ships if ship.ship in WARSHIPS and ship.ship != CARRIER and ship.gunnery)
    return Line(screens, tuple(ship for ship in ships if ship not in screens)) if screens else Line(ships, ())


@rule("TOCS-W16.7-2")
def paired(firing: tuple[Ship, ...], line: Line, wanted: tuple[str, ...]) -> tuple[tuple[Ship, tuple[Ship, ...]], ...]:
    """Who fires at whom: each screening ship is attacked before one that is protected is; firers left over join in the first
    duels. The strongest fire first."""
    targets = (*by_priority(line.screens, wanted), *by_priority(line.behind, wanted))
    firers = sorted(firing, key=lambda s: (-s.gunnery, s.call))
    count = min(len(targets), len(firers))
    return tuple((targets[n], tuple(firers[n::count])) for n in range(count))


@rule("TOCS-W17.3-1", "TOCS-W16.8-1", "TOCS-W16.8-2", "TOCS-W16.8-4")
def finds(box: int, thrown: int) -> bool:
    """Does a patrol, or a submarine, come upon what is in its box: at or under it?"""
    return thrown <= box


def may_patrol(ship: Ship) -> bool:
    """Is it a cruiser, a destroyer, an escort or a patrol boat?"""
    return ship.ship in ESCORTS


def fights(ship: Ship) -> bool:
    """Does a ship go for the enemy when it comes upon him? Those with guns, that are no craft, transport or submarine."""
    return bool(ship.gunnery) and ship.ship not in (CRAFT, TRANSPORT, SUBMARINE) and not ship.disabled
