"""How far naval guns and coast guns reach, and what of them fires (TOCS-W17.5, W17.6, ruling N5)."""

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ships import NavalGun, Ship
from pbem.rulesets.tocs.units import Unit

BORES = ("14-16", "8-13", "5-7")
BOMBARDS = 3  # ships that fire together as a bombardment does


class Broadside(Value):
    """The guns of one size of some ships: their strength together, the ships that have them in range, and whether all of them fire
    at more than half their range."""

    bore: str
    strength: int
    ships: tuple[str, ...]
    far: bool


def away(game: Game, ship: Ship, place: Hex) -> int:
    """How many hexes a ship is off: craft from their own hex, any other from the nearest water of its zone, or its coast."""
    zone = game.ground.zones[ship.zone]
    near = (ship.hex,) if ship.hex else tuple(zone.water) or zone.coast
    return min((distance(from_, place) for from_ in near), default=99)


@rule("TOCS-W17.5-1", "TOCS-W17.6-1")
def in_range(game: Game, ship: Ship, place: Hex) -> tuple[NavalGun, ...]:
    """The guns of a ship that reach a hex: those of each size have a range of their own."""
    off = away(game, ship, place)
    return tuple(gun for gun in ship.guns if off <= gun.range)


@rule("TOCS-W17.5-1", "TOCS-W17.6-1", "TOCS-W16.4-1")
def batteries(game: Game, ships: tuple[Ship, ...], place: Hex) -> tuple[Broadside, ...]:
    """What fires at a hex: a mission for each size of gun that reaches it, the biggest first."""
    found = (_battery(game, ships, place, bore) for bore in BORES)
    return tuple(battery for battery in found if battery.ships)


def _battery(game: Game, ships: tuple[Ship, ...], place: Hex, bore: str) -> Broadside:
    guns = [(ship, gun) for ship in ships for gun in in_range(game, ship, place) if gun.bore == bore]
    far = all(2 * away(game, ship, place) > gun.range for ship, gun in guns)
    return Broadside(bore, sum(gun.strength for _, gun in guns), tuple(ship.call for ship, _ in guns), far)


@rule("TOCS-W17.6-1")
def support_kind(ships: int) -> str:
    """What naval guns in support of a battle count as: three ships and more as a bombardment, which doubles them (ruling N6)."""
    return "bombardment" if ships >= BOMBARDS else "naval_strike"


@rule("TOCS-W16.7-1")
def coast_battery(game: Game, forces: Forces, ship: Ship) -> Unit | None:
    """The strongest battery of a side that can fire at ships, has this one in range, and is in a state to fire."""
    able = [
        unit for unit in forces.on_map()
        if unit.id in forces.coast_guns and unit.state < 3 and away(game, ship, unit.hex) <= forces.counter(unit).range
    ]  # fmt: skip
    return max(able, key=lambda unit: (forces.coast_guns[unit.id], unit.id), default=None)
