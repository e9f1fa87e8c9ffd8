"""Ways gone and hexes looked into: moves that end, rivers, ferries, trains, scouting, whose a hex is."""

from collections.abc import Mapping

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.units import (
    Activation,
    Train,
    Unit,
)


class MoveStopped(Value):
    """A reserve in exploitation came before an occupied hex and stopped (TOCS-3.10-3); its activation has nothing left."""

    side: str
    unit: str
    hex: Hex
    into: Hex
    active: Activation


class WayTested(Value):
    """The first step of a move was tested for straying: meant for one hex, it leads to another, the same, or nowhere."""

    side: str
    unit: str
    start: Hex
    meant: Hex
    to: Hex


class OwnerChanged(Value):
    """A hex changed hands; both maps show it (TOCS-W9.1-2). how: entered, scouted, probed, won, breakthrough …"""

    hex: Hex
    owner: str
    how: str


class HexScouted(Value):
    """A hex was scouted or probed and answered: empty or occupied, with ezoc, works and kinds as the rules oblige."""

    side: str
    unit: str
    call: str
    hex: Hex
    probe: bool
    occupied: bool
    ezoc: bool
    kinds: tuple[str, ...]
    works: str
    fixed: tuple[str, ...] = ()


class FixedFound(Value):
    """A unit came upon what the enemy has fixed to a hex, as it entered it (TOCS-1.9-3)."""

    side: str
    call: str
    hex: Hex
    fixed: tuple[str, ...]


class HexObserved(Value):
    """A hex was looked into from a hill, and found empty or occupied (TOCS-W11.19-8)."""

    side: str
    unit: str
    call: str
    hex: Hex
    occupied: bool


class EzocAnswered(Value):
    """A hex was claimed to lie in the ZOC of the side that is not `viewer`, or an older claim was disproved. Whose zone it
    is, and how that unit is deployed, nobody is told (TOCS-W10.15-6)."""

    viewer: str
    hex: Hex
    stands: bool


class WaterTried(Value):
    """A unit tried to wade a minor river in its hex: the throw, what counted, and how it went ("F", "S" or "N")."""

    side: str
    unit: str
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class WaterKnown(Value):
    """What a side knows of fords and waters afterwards; ford: a ford was found or seen in this hex just now."""

    side: str
    hex: Hex
    ford: bool
    fords: tuple[Hex, ...]
    sounded: Mapping[Hex, int]


class UnitFerried(Value):
    """A unit was taken to the other bank of its hex. by: the ferry or the engineers; ferried: what each has carried."""

    side: str
    unit: Unit
    active: Activation
    by: str
    ferried: Mapping[str, int]


class TrainChanged(Value):
    """A train came on, moved, took troops or points on or set them down, or is lost; the units it concerns as they are now
    (TOCS-W12.3)."""

    side: str
    train: Train
    units: tuple[Unit, ...]
    why: str


class HomeScouted(Value):
    """A scout looked into a hex of its own side's that held no enemy: the enemy hears nothing of it (TOCS-1.2-4)."""

    side: str
    call: str
    hex: Hex
