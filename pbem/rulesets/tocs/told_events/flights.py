"""Scheduled flights, flak, and what comes down."""

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.flights import FlightLeg, FlightPlan, Landing, Wave
from pbem.rulesets.tocs.units import Unit


class FlightFiled(Value):
    """A flight's path was filed, or set back to what is printed."""

    side: str
    flight: FlightPlan


class FlightsOrdered(Value):
    """The order in which a side's flights are to fly."""

    side: str
    order: tuple[str, ...]


class WaveTried(Value):
    """A wave, or a flight by itself (wave None), came or did not: the throw, if there was one, and what was needed; why: what kept
    it, "" when it came; calls: of its flights."""

    side: str
    wave: Wave | None
    calls: tuple[str, ...]
    needed: int
    throw: Throw | None
    why: str


class FlightFlown(Value):
    """A flight has flown: what met it on its way, hex by hex; turns: the dice that turned or carried it; zone: the hex over which
    it let go last, None when it did not; the flight as it is now."""

    side: str
    flight: FlightPlan
    legs: tuple[FlightLeg, ...]
    zone: Hex | None


class LandingFought(Value):
    """Troops who came down on the enemy are about to fight; the flight as it is now."""

    side: str
    flight: FlightPlan


class StickLanded(Value):
    """What left a flight over one hex has come down: unit by unit, or point by point, and the units as they are now."""

    side: str
    flight: str
    landings: tuple[Landing, ...]
    units: tuple[Unit, ...]


class FlakFired(Value):
    """A gun fired at aircraft: what it fired at and where, its throw and what modified it, the result, and whether it kept its rate
    of fire; the gun as it is afterwards."""

    side: str
    unit: Unit
    hex: Hex
    at: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str
    rate: Throw
    keeps: bool


class AircraftHeard(Value):
    """Aircraft passed near units of a side: of what class, and over which hexes they were heard."""

    side: str
    what: str
    hexes: tuple[Hex, ...]


class DescentSeen(Value):
    """The enemy came down in a hex: by parachute, by glider, or supplies did, which are this side's if the hex is; gained: how many
    of them."""

    side: str
    hex: Hex
    load: str
    gained: int
