"""Ships, aircraft over the water, mines, and what is fought between them (chapters W16, W17)."""

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.aircraft import Aircraft, AirRound
from pbem.rulesets.tocs.ships import Plane, Ship
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import Weather


class ShipsMoved(Value):
    """Ships as they are now, and why: a box lower or higher, in port, hit."""

    side: str
    ships: tuple[Ship, ...]
    why: str


class ShipActivated(Value):
    """A ship, a fleet, or aircraft over the water begin to act: once an impulse, for no OP."""

    side: str
    call: str


class FleetFormed(Value):
    """Ships sail together from now on under a name; ships () ends it."""

    side: str
    name: str
    ships: tuple[str, ...]


class SailThrown(Value):
    """A move to another zone was thrown for: what was needed, what modified it, and whether they sailed."""

    side: str
    call: str
    zone: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    needed: int
    sailed: bool


class NobodyFound(Value):
    """Units of a side could have attacked in a zone, and met nobody in the boxes their order names."""

    side: str
    zone: str


class PlanesMoved(Value):
    """Aircraft over the water as they are now, those that are down, and the aircraft themselves in their boxes."""

    side: str
    planes: tuple[Plane, ...]
    down: tuple[str, ...]
    aircraft: tuple[Aircraft, ...]
    why: str


class CargoMoved(Value):
    """Units, craft and supplies went aboard, ashore, or from ship to ship: all as they are now."""

    side: str
    ships: tuple[Ship, ...]
    units: tuple[Unit, ...]
    why: str


class MinesLaid(Value):
    """A side's mines in a water hex, as many factors as there are now."""

    side: str
    hex: Hex
    factors: int


class MinesFound(Value):
    """A side knows of enemy mines in a water hex; lifted: factors it took away; gone: it found no more of them."""

    side: str
    hex: Hex
    lifted: int
    gone: bool


class MineStruck(Value):
    """A ship went through mines: what it threw, what modified it, and what came of it."""

    side: str
    call: str
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class SubHunted(Value):
    """A ship or aircraft on patrol looked for submarines: its throw, and what was hit: "", "disabled" or "sunk"."""

    side: str
    call: str
    zone: str
    throw: Throw
    hit: str


class CraftSeen(Value):
    """Enemy landing craft lie off a coast."""

    side: str
    hex: Hex


class ZoneTraffic(Value):
    """Naval units or aircraft of a side came into a sea zone or left it, as is announced."""

    side: str
    zone: str
    what: str
    leaves: bool


class SeaBattleBegan(Value):
    """A battle in a sea zone: who attacks, and whether the other side was surprised."""

    number: int
    zone: str
    attacker: str
    surprise: bool


class SeaAirFought(Value):
    """Aircraft that attack fought those that screen, round by round."""

    number: int
    zone: str
    attacker: str
    rounds: tuple[AirRound, ...]


class SurfaceDuel(Value):
    """Ships fired at a ship, which fired back: their classes, the throw, hits on either."""

    number: int
    side: str
    firing: tuple[str, ...]
    target: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    firer_hits: str
    target_hits: str


class ShipSunk(Value):
    """A ship went down: it is told by name."""

    side: str
    name: str
    ship: str


class NavalGunsFired(Value):
    """Naval guns fired in support of a battle."""

    side: str
    hex: Hex


class SeaWeatherChanged(Value):
    """The weather of a sea zone."""

    zone: str
    weather: Weather
    throws: tuple[Throw, ...]


class SeaSearched(Value):
    """A box of a zone was searched, or a ship's own looked over on patrol: the kinds found there (TOCS-W16.3-2)."""

    side: str
    call: str
    zone: str
    box: int
    found: tuple[str, ...]
