"""Attacks on their way: what fire, shells, mines and close combat come to once it is known what strikes which hex."""

from collections.abc import Mapping
from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, field
from pbem.rulesets.tcs.units import TacticalUnit

AttackKind = Literal["area", "point", "antitank", "mines"]
Ground = Literal["", "bare", "assaulted", "assaulting", "overrun"]
Calls = tuple[str, ...]


class HexAttack(Value):
    """What strikes a hex, and how far it has come. `settling.attacks` takes it on, one atom at a time.

    occasion: begins the occasion of every die of it, and no other attack's in a game; against: the sides that are struck; by: the
    side that fires, "" for nobody (mines); firers: its units, origins: their hexes. column: of area fire; direct: direct fire has a
    part in it; indirect: artillery or mortars have; light: small arms or point firers have; smoke: markers on the line and in the
    hex; opposite: it comes from two opposite sides; suppressive, heavy: as the morale chart has them; drm: added to the dice
    against each, which against those without AT weapons is `without_at` more; strain: added to morale checks; sheafs: how many roll
    on the Mortar line against each armored vehicle. aim: the unit that a point fire or AT roll is at; hit, net, rolled: how it
    fell; able: it could hit. ground: what shelter counts, in close combat, "bare" without cover; moving: movement counts in any
    mode; crushes: guns and soft targets go by any result; all_check: every survivor tries morale. targets: those in the hex that it
    is at, () for all.
    groups: those still to be struck, as they are struck together, None before they are drawn up; checks: those whose morale is
    tried; flights: units that are to run, effective: the morale they run by, None for the own of each; lost: steps by battalion.
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
    rolled: int = 0
    able: bool = True
    light: bool = False
    ground: Ground = ""
    moving: bool = False
    crushes: bool = False
    all_check: bool = False
    targets: Calls = ()
    groups: tuple[Calls, ...] | None = None
    checks: tuple[Calls, ...] = ()
    flights: Calls = ()
    lost: Mapping[str, int] = field(default_factory=dict)
    effective: int | None = None


Aim = Literal["area", "point", "antitank", "smoke", "fallback", "bunker"]
Manner = Literal["sfa", "overwatch", "return", "assault", "overrun"]
Act = Literal["enters", "overwatch"]


class FireOrder(Value):
    """Fire that is to be given, or smoke, or a fall back in place of it. units: those that fire, in one hex; aim: how; at: a class
    ("armour"), the desk's name of an enemy, or "" for whoever is there; movers: units that moved into the hex, who are aimed at
    first; left: the hex they came from; done: who was attacked by it, one after another; stood: where both sides fire together,
    those that fire as they stood when it began, whatever the other side's fire has made of them since."""

    side: str
    units: Calls
    hex: Hex
    aim: Aim
    manner: Manner
    at: str = ""
    movers: Calls = ()
    left: Hex | None = None
    done: Calls = ()
    stood: tuple[TacticalUnit, ...] = ()


class StackFire(Value):
    """What a stack that answers a trigger is to fire. place: its hex; needed: by its die; units: of the stack."""

    place: Hex
    needed: str
    orders: tuple[FireOrder, ...]


class Answering(Value):
    """A trigger, and how far the answers to it have come. side: who answers; place: where it is; units: who did it; act: what;
    left: the hex that was left; number: of the triggers of this turn; noticed: the desk has learnt of it; seen: those that it
    spots; chosen: the stacks that are still to fire, None before the side was asked; fired: hexes of those that did; places: the
    hexes at one of which who answers may fire."""

    side: str
    place: Hex
    units: Calls
    act: Act
    number: int
    left: Hex | None = None
    noticed: bool = False
    seen: Calls = ()
    chosen: tuple[StackFire, ...] | None = None
    fired: tuple[Hex, ...] = ()
    places: tuple[Hex, ...] = ()


class ArmorDue(Value):
    """Armor of a side in a hex that is to try its morale, once the fire at it is through. origins: hexes that fire came from."""

    side: str
    hex: Hex
    suppressive: bool = False
    heavy: bool = False
    origins: tuple[Hex, ...] = ()

    @property
    def key(self) -> str:
        """It is tried once in a segment or phase."""
        return f"{self.side}/{self.hex}"


Closes = Literal["assault", "overrun"]


class Closing(Value):
    """Units that go into a hex of the enemy's. left: the hex they come from; tried: those whose morale had to stand first have
    tried it; entered: they are in, and overwatch against them is through; fought: an overrun was, or the parts of an assault that
    are; early: armor that has fired in a round before its turn."""

    side: str
    units: Calls
    hex: Hex
    what: Closes
    left: Hex
    tried: bool = False
    entered: bool = False
    fought: int = 0
    early: Calls = ()


class Firing(Value):
    """Fire and close combat on their way. orders: fires to be given, the first first; trigger: the one that is answered, triggers:
    how many there were in this turn; answered: who has fired overwatch in this action phase; closing: units that go into an enemy's
    hex; assaults: those that are in one and will fight at the end of the phase, fighting: it has come; due: armor that is to try
    its morale, armor_tried: keys of what has in this segment or phase; thrown_back: those that came back from close combat in
    this action phase, or were stopped on a move, the last to arrive last."""

    orders: tuple[FireOrder, ...] = ()
    trigger: Answering | None = None
    triggers: int = 0
    answered: frozenset[str] = frozenset()
    closing: Closing | None = None
    assaults: tuple[Closing, ...] = ()
    fighting: bool = False
    due: tuple[ArmorDue, ...] = ()
    armor_tried: frozenset[str] = frozenset()
    thrown_back: Calls = ()
