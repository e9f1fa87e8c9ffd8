"""Units: what is printed on a counter, and how it stands. A unit is the same value on the board and in its own side's picture."""

from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace

Mode = Literal["fire", "move"]
Target = Literal["A", "B", "P"]
MoveClass = Literal["foot", "tracked", "halftrack", "wheeled", "towed"]
UnitType = Literal[
    "infantry_platoon", "engineer_platoon", "infantry_section", "mg_section", "mortar_section", "at_gun", "aa_gun",
    "afv", "open_afv", "armored_car", "carrier", "truck", "afv_platoon", "vehicle_section", "gun_tube",
]  # fmt: skip

MOST_VEHICLES = 5
"""Vehicles and carriers that a hex holds (TCS3-10-2)."""
HALVES = 2
"""Movement points are counted in halves, since a road costs half a point."""
VEHICLES = frozenset({"afv", "open_afv", "armored_car", "carrier", "truck", "afv_platoon", "vehicle_section"})
CARRIERS = frozenset({"carrier", "truck"})
ARMOR = frozenset({"afv", "open_afv", "armored_car", "afv_platoon"})
OPEN_TOPPED = frozenset({"open_afv", "carrier"})
PLATOON_COUNTERS = frozenset({"afv_platoon", "vehicle_section"})
GUNS = frozenset({"at_gun", "aa_gun", "gun_tube"})


@rule("TCSB-3-1", "TCSB-3-2", "TCSB-3-3", "TCSB-3-4", "TCSB-3-5")
class PrintedUnit(Value):
    """What is printed: strengths, classes (rows of `range-effects`) and ranges of area and point fire, AT class, defense, steps at
    full strength, allowances in MP on the front (fire mode) and the back (move mode); "" for a class that it has not. aa: its class
    of anti-air weapon; mortar: a row of `mortars`."""

    id: str
    title: str
    type: UnitType
    target: Target
    defense: int
    steps: int
    move: MoveClass
    front: int
    back: int
    area: int = 0
    area_class: str = ""
    area_range: int = 0
    point: int = 0
    point_class: str = ""
    point_range: int = 0
    at: str = ""
    open_top: bool = False
    smoke: str = ""
    aa: str = ""
    mortar: str = ""

    @property
    def vehicle(self) -> bool:
        """Does it count for the limit of vehicles in a hex?"""
        return self.type in VEHICLES

    @property
    @rule("TCSB-16-1", "TCSARM-4.0-1")
    def armor(self) -> bool:
        """Does it button up: tank, assault gun, tank destroyer, armored car, or a section of such vehicles?"""
        return self.type in ARMOR or (self.type == "vehicle_section" and self.target == "P")

    @property
    def carrier(self) -> bool:
        """Is it a carrier or a truck?"""
        return self.type in CARRIERS

    @property
    def gun(self) -> bool:
        """Is it a gun on a carriage?"""
        return self.type in GUNS

    @property
    def seen_as(self) -> str:
        """What an enemy who spots it makes of it: the word its name begins with."""
        if self.vehicle:
            return self.title.split()[0]
        return "gun" if self.gun else "foot"


Kind = Literal["armour", "soft", "guns", "foot"]
"""What orders and reports call a counter that fire is aimed at."""
KINDS: tuple[Kind, ...] = ("armour", "soft", "guns", "foot")


def kind_of(counter: PrintedUnit) -> Kind:
    """Armor, guns, soft vehicles, or men and their weapons."""
    return "armour" if counter.target == "P" else "guns" if counter.gun else "soft" if counter.vehicle else "foot"


@rule("TCSB-5-8", "TCSARM-4.2B-2")
def vehicles_on(counter: PrintedUnit, steps: int) -> int:
    """How many vehicles a counter with so many steps is: one of several as many as it has steps, another vehicle one."""
    if counter.type in PLATOON_COUNTERS:
        return steps
    return int(counter.vehicle)


@rule("TCSARM-4.2B-3")
def shots(unit: "TacticalUnit") -> int:
    """How many point fires a unit makes at a time: a counter of several vehicles or guns one a step, any other one."""
    several = unit.counter.type in PLATOON_COUNTERS or unit.counter.gun
    return unit.steps if several and unit.counter.point else 1


class TacticalUnit(Value):
    """A unit. chain: the formations it stands in, innermost first; steps: those left, 0 = destroyed; rides: the id of what carries
    it, "" for nobody; facing: the hexside that moving armor faces ("NE"), "" while it faces none; spent: halves of MP in this
    action phase, of armor in this segment of it (segment, "" outside); share, share_shut: MP that the segment gives it, hatches
    open and shut; acted: the last segment in which it moved or changed its mode. Markers: suppressed, paralyzed, buttoned up;
    fired: it made its suppressive fire; overwatch: marked as having fired overwatch; under_fire: it was fired at in this turn;
    before: or in the last; gave_fire: it fired in this turn; gave_before: or in the last; over: its action has ended; hit: fire has
    told on it in this turn; ran: it has run for it; idle: turns in a row in which it did nothing for its attack; held: it holds by
    order; threw: it made AT rolls in its action; smoked: it made
    smoke in this segment; withdrew: it fell back of its own will in this action phase; fragord: the sheet, not in force
    yet, that it acts on by a FragOrd."""

    id: str
    side: str
    counter: PrintedUnit
    chain: tuple[str, ...]
    morale: int
    hex: Hex
    mode: Mode
    steps: int
    leader: bool = False
    rides: str = ""
    facing: str = ""
    spent: int = 0
    suppressed: bool = False
    paralyzed: bool = False
    buttoned: bool = False
    fired: bool = False
    overwatch: bool = False
    under_fire: bool = False
    before: bool = False
    gave_fire: bool = False
    gave_before: bool = False
    over: bool = False
    hit: bool = False
    ran: bool = False
    idle: int = 0
    held: bool = False
    threw: bool = False
    segment: str = ""
    share: int = 0
    share_shut: int = 0
    acted: str = ""
    smoked: bool = False
    withdrew: bool = False
    fragord: str = ""

    @property
    def lost(self) -> int:
        """Steps that it has lost."""
        return self.counter.steps - self.steps

    @property
    def company(self) -> str:
        """The company it belongs to, "" for none."""
        return self.chain[1] if len(self.chain) > 1 else ""

    @property
    @rule("TCSB-3-10")
    def battalion(self) -> str:
        """The battalion it belongs to, "" for none."""
        return self.chain[-1] if self.chain else ""

    @property
    @rule("TCSB-4-2", "TCSB-4-3", "TCSB-16-6", "TCSB-20-10", "TCSARM-4.3b-1", "TCSARM-4.8-2")
    def allowance(self) -> int:
        """Halves of MP that it has in its mode for an action phase, armor that has its share of them for the segment; buttoned up
        it has half of them, whole points, and half of them on a FragOrd."""
        if self.segment and self.counter.armor:
            share = self.share_shut if self.buttoned else self.share
            return HALVES * (min(share, self.counter.front) if self.mode == "fire" and self.counter.front else share)
        points = self.counter.front if self.mode == "fire" else self.counter.back
        return halved(points, self.buttoned, bool(self.fragord)) * HALVES


def halved(points: int, *reasons: bool) -> int:
    """MP halved for each reason that holds, whole points."""
    return points >> sum(reasons)


@rule("TCSB-4-9")
def disturbed(unit: TacticalUnit) -> TacticalUnit:
    """A unit that was suppressed or paralyzed, or fell back: in fire mode, at no cost, and its action is over."""
    return replace(unit, mode="fire", over=True)
