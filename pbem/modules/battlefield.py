"""A battle that is fought as a game of its own, stated without a word of either ruleset: ground, sides, troops, aims, length.

The ruleset in which the battle came about makes the statement, another lays the game out by it and says in the end what is left of
whom. Directions are the six hexsides of `kernel.hexes`; whoever "attacks" comes into the ground from its rim, the other holds it.
"""

from collections.abc import Mapping
from typing import Literal

from pbem.kernel.values import Value, field

TroopKind = Literal[
    "infantry", "engineers", "staff", "reconnaissance", "observers", "mortars", "antitank", "flak", "guns", "tanks",
    "assault_guns", "armored_cars", "vehicles",
]  # fmt: skip
WaterSize = Literal["brook", "river"]
Sky = Literal["clear", "haze", "rain", "fog"]
FieldWork = Literal["", "entrenched", "strongpoint", "fortified"]
Holder = Literal["attacker", "defender", ""]
"""Who holds the ground in the end; "" for both of them."""


class FieldRoad(Value):
    """A road or railway from the middle of the ground to a hexside. paved: what drives on it comes along twice as fast."""

    toward: str
    paved: bool = True


class FieldWater(Value):
    """Water that comes in by one hexside and leaves by another, "" where it rises or ends in the middle."""

    enters: str
    leaves: str
    size: WaterSize = "river"


class FieldGround(Value):
    """The ground of a battle. place: what it is called; terrain: of it, around: of what lies beyond each hexside; rise: by hexside,
    contour levels that the ground there lies above the middle, below 0 where it falls; bridges: names of those that stand in it;
    works, mined: what the holder has dug and laid; hex_metres: how far it reaches; map: the text of a tactical map of it, which
    the ruleset that fights reads as its own, "" where it is to be laid out."""

    place: str
    terrain: str
    around: Mapping[str, str] = field(default_factory=dict)
    rise: Mapping[str, int] = field(default_factory=dict)
    roads: tuple[FieldRoad, ...] = ()
    waters: tuple[FieldWater, ...] = ()
    bridges: tuple[str, ...] = ()
    works: FieldWork = ""
    mined: bool = False
    hex_metres: int = 1200
    map: str = ""


class FieldParty(Value):
    """A side: what it is called, and what it reads before the battle."""

    id: str
    name: str
    adjective: str
    nation: str
    staff: str
    prefix: str
    told: str = ""


class FieldTroop(Value):
    """A body of men that comes back as one. name: the word its own side calls it by; steps: as it goes in, whole: at full strength;
    quality: 2 the worst, 12 the best; wear: 0 fresh to 5 done for; comes: the hexside an attacker comes by, "" for who holds; bank:
    the hexsides of the bank it stands on, () where no water parts the ground; parent: what it belongs to."""

    name: str
    side: str
    kind: TroopKind
    steps: int
    whole: int
    quality: int
    wear: int = 0
    comes: str = ""
    bank: tuple[str, ...] = ()
    parent: str = ""


class FieldGuns(Value):
    """Guns that fire into the battle from elsewhere. power: what a whole battery counts for, 1 the lightest."""

    name: str
    side: str
    power: int


class FieldDate(Value):
    """When it is fought: "19", "SEP", 1944, "1500", zone letter "A"."""

    day: int
    month: str
    year: int
    hour: str
    zone_letter: str


class StatedBattle(Value):
    """A battle, stated. parties: who attacks, then who holds; turns: its length; aim: what is fought for, in words; night: it is
    dark; seed: what chance in laying it out is drawn from, known to nobody who fights."""

    id: str
    title: str
    ground: FieldGround
    parties: tuple[FieldParty, FieldParty]
    troops: tuple[FieldTroop, ...]
    guns: tuple[FieldGuns, ...]
    turns: int
    date: FieldDate
    aim: str
    sky: Sky = "clear"
    night: bool = False
    seed: bytes = b""


class TroopLeft(Value):
    """What is left of a body of men: so many parts of so many that it went in with."""

    name: str
    left: int
    of: int


class BattleOutcome(Value):
    """How it ended. holder: who has all that was fought for; troops: by side; turns: how many were fought."""

    holder: Holder
    troops: Mapping[str, tuple[TroopLeft, ...]]
    turns: int


class BattleStory(Value):
    """What one side saw of it, for its report. seen: enemies, in words; told: what happened, a line each."""

    seen: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
