"""Attacks on their way: what fire, shells, mines and close combat come to once it is known what strikes which hex."""

from collections.abc import Mapping
from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, field

AttackKind = Literal["area", "point", "antitank"]
Ground = Literal["", "assaulted", "assaulting", "overrun"]
Calls = tuple[str, ...]


class Attack(Value):
    """What strikes a hex, and how far it has come. `settling.attacks` takes it on, one atom at a time.

    occasion: begins the occasion of every die of it, and no other attack's in a game; against: the sides that are struck; by: the
    side that fires, "" for nobody (mines); firers: its units, origins: their hexes. column: of area fire; direct: direct fire has a
    part in it; indirect: artillery or mortars have; smoke: markers on the line and in the hex; opposite: it comes from two opposite
    sides; suppressive, heavy: as the morale chart has them; drm: added to the dice against each, which against those without
    AT weapons is `without_at` more; strain: added to morale checks; sheafs: how many roll on the Mortar line against each armored
    vehicle. aim: the unit that a point fire or AT roll is at; hit, net: how it fell. ground: what shelter counts, in close combat;
    moving: movement counts in any mode. targets: those in the hex that it is at, () for all.
    groups: those still to be struck, as they are struck together, None before they are drawn up; checks: those whose morale is
    tried; flights: units that are to run; lost: steps by battalion.
    """

    occasion: str
    hex: Hex
    against: tuple[str, ...]
    kind: AttackKind = "area"
    by: str = ""
    firers: Calls = ()
    origins: tuple[Hex, ...] = ()
    column: int = 0
    direct: bool = True
    indirect: bool = False
    smoke: int = 0
    opposite: bool = False
    suppressive: bool = False
    heavy: bool = False
    drm: int = 0
    without_at: int = 0
    strain: int = 0
    sheafs: int = 0
    aim: str = ""
    hit: bool = False
    net: int = -99
    ground: Ground = ""
    moving: bool = False
    crushes: bool = False
    targets: Calls = ()
    groups: tuple[Calls, ...] | None = None
    checks: tuple[Calls, ...] = ()
    flights: Calls = ()
    lost: Mapping[str, int] = field(default_factory=dict)
