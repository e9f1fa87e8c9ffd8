"""Flak: which guns bear on an aircraft, what modifies the shot, what it does, and whether the gun keeps firing (TOCS-W14.5).

Every DRM of the chart `aa-combat` has its predicate here.
"""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import Unit

LIGHT, HEAVY = "light", "heavy"
LOW, HIGH = "low", "high"
BIG = 3  # aircraft; more of them are a big formation
BATTALION = 4  # companies; a flight that carries more carries more than a battalion
GOOD = 0  # the rank of good order
HIT, ABORT, LOST, MISSED = "h", "A", "E", "-"


class Gun(Value):
    """A gun as it fires: its unit, its class, its strength as it is now, its rate of fire, where it is; shelled: its hex was struck
    since its last own impulse."""

    unit: str
    call: str
    kind: str
    strength: int
    rof: int
    hex: Hex
    shelled: bool


class Formation(Value):
    """Aircraft as a gunner meets them. name: what he is told; altitude: LOW or HIGH; slow: transports, gliders or supply; fighters:
    on patrol, escort, interdiction or ground strike; aircraft: how many; companies: what they carry."""

    name: str
    altitude: str
    slow: bool
    fighters: bool
    aircraft: int
    companies: int = 0


class Shot(Value):
    """One shot: the gun, what it fires at, where that is, and the sky."""

    gun: Gun
    at: Formation
    hex: Hex
    overcast: bool
    night: bool
    range: int


DRMS: Mapping[str, Callable[[Shot], bool]] = {
    "slow_formation": lambda s: s.at.slow,
    "big_formation": lambda s: s.at.aircraft > BIG or s.at.companies > BATTALION,
    "fighter": lambda s: s.at.fighters,
    "long_range": lambda s: distance(s.gun.hex, s.hex) == s.range,
    "cloud": lambda s: s.overcast or (s.night and s.gun.kind == HEAVY),
    "night": lambda s: s.night,
    "suppressed": lambda s: s.gun.shelled,
}


SEEN = frozenset(DRMS) - {"big_formation"}
"""What a gunner is told of a shot's modifiers: not what would tell him how many there are."""


@rule("TOCS-W14.5-4", "TOCS-W14.5-5")
def reach(grid: Grid, kind: str) -> int:
    """How many hexes a gun of a class reaches."""
    return whole(section(grid.extras, "range"), kind)


@rule("TOCS-W14.5-4", "TOCS-W14.5-5", "TOCS-W15.13-2", "TOCS-W15.15-4")
def bears(grid: Grid, gun: Gun, at: Formation, hex_: Hex) -> bool:
    """Does a gun reach aircraft over a hex? Light guns fire at what flies low, heavy ones at what flies high, neither at the
    other."""
    return (gun.kind == LIGHT) == (at.altitude == LOW) and distance(gun.hex, hex_) <= reach(grid, gun.kind)


@rule("TOCS-W14.5-1")
def guns(forces: Forces, engaged: frozenset[Hex]) -> tuple[Gun, ...]:
    """The guns of a side that may fire: in good order, on the map, neither engaged nor on a train; supply and communication do not
    matter."""
    ready = (u for u in forces.on_map() if forces.counter(u).aa and u.state == GOOD and not u.train and u.hex not in engaged)
    return tuple(_gun(forces, unit) for unit in ready)


def _gun(forces: Forces, unit: Unit) -> Gun:
    counter = forces.counter(unit)
    left = -(-counter.aa * (counter.steps - unit.lost) // counter.steps)  # in proportion to the steps left, rounded up
    return Gun(unit.id, counter.call, counter.aa_class, left, counter.rof, unit.hex, unit.hex in forces.shelled)


@rule("TOCS-W14.5-1", "MASL-7.1-5")
def in_order(grid: Grid, ready: tuple[Gun, ...], at: Formation, hex_: Hex) -> tuple[Gun, ...]:
    """The guns that bear on a hex, the nearest first, then by call."""
    bearing = (gun for gun in ready if bears(grid, gun, at, hex_))
    return tuple(sorted(bearing, key=lambda gun: (distance(gun.hex, hex_), gun.call)))


def drms(grid: Grid, shot: Shot) -> tuple[tuple[str, int], ...]:
    """What modifies a shot: each with its value."""
    return tuple((drm.id, int(str(drm.value))) for drm in grid.drms.values() if DRMS[drm.id](shot))


@rule("TOCS-W14.5-1", "TOCS-W14.5-3")
def result(grid: Grid, gun: Gun, total: int) -> str:
    """HIT, ABORT, LOST or MISSED, by the modified throw."""
    column = grid.column_at(gun.strength)
    return MISSED if column is None else grid.cell({"gun": gun.kind}, column, total)


@rule("TOCS-W14.5-2", "MASL-7.1-7")
def keeps_firing(gun: Gun, thrown: int) -> bool:
    """Does a gun keep its rate of fire? One that loses it falls a state, and is silent till it is in good order again."""
    return thrown <= gun.rof


def rate_die(grid: Grid) -> str:
    """The die that is thrown for the rate of fire."""
    return str(section(grid.extras, "rate_of_fire")["roll"])
