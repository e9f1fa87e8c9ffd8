"""What a side has plotted: fire missions of its batteries, exchanges that it passes over, sorties (TCSB-18-3, TCSB-24-2)."""

from typing import Literal, NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Condition

Round = Literal["HE", "smoke", "illum"]
Pattern = Literal["converged", "open", "linear"]


class PlottedMission(Value):
    """A mission as it is plotted. observer: the id of its unit, "" for a blind one; trp: the reference point that the target is
    named from, None for none; goes_on: it continues that of the last turn."""

    target: Hex
    observer: str
    round: Round
    fires: int
    pattern: Pattern
    axis: str = ""
    trp: Hex | None = None
    goes_on: bool = False

    @property
    def blind(self) -> bool:
        """Is it fired without an observer?"""
        return not self.observer


class Battery(Value):
    """A battery. caliber: a record of `artillery-values`, "" for rockets; tubes: those left; he, smoke, illum: battery fires
    left by round; delay: of called fire, in turns; spent: battery fires of this turn; direct: a tube fired direct in the last turn;
    last: the hex its mission of the last turn fell on, None for none; before, now: that mission, and the one that it fired in this
    turn; firing: a tube fired direct in this turn; rockets: a record of `rockets`, "" for guns; place: its hex, or that at the edge
    behind which it stands; behind: hexes beyond it; range: hexes, 0 = everywhere; units: of its tubes on the map."""

    id: str
    caliber: str
    tubes: int
    he: int
    smoke: int = 0
    illum: int = 0
    delay: int = 0
    spent: int = 0
    direct: bool = False
    last: Hex | None = None
    before: PlottedMission | None = None
    now: PlottedMission | None = None
    firing: bool = False
    rockets: str = ""
    place: Hex | None = None
    behind: int = 0
    range: int = 0
    units: tuple[str, ...] = ()

    def stock(self, of: Round) -> int:
        """Battery fires left of a round."""
        return {"HE": self.he, "smoke": self.smoke, "illum": self.illum}[of]


@rule("TCSB-18-3", "TCSB-18-6")
class Plot(Value):
    """A line of the list from whose top missions are fired. number: in its turn, from 1; battery, mission: "" and None for an
    exchange that is passed over; turn: in which it was plotted; due: in which it is fired; cancel: fire is checked if so."""

    number: int
    battery: str
    mission: PlottedMission | None
    turn: int
    due: int
    cancel: Condition | None = None

    @property
    def occasion(self) -> str:
        """What its dice are thrown for."""
        return f"plot/{self.battery}/T{self.turn}/{self.number}"


class CountedHex(NamedTuple):
    """A hex, and how many came down in it, or lie in it: sheafs, bursts, markers of smoke."""

    hex: Hex
    many: int


class Volley(Value):
    """A mission whose sheafs have come down: whose, and the markers of smoke that it leaves once its attacks are resolved."""

    side: str
    plot: Plot
    smoke: tuple[CountedHex, ...]


class AirRequest(Value):
    """An aircraft that is asked for. number: in its turn, from 1; kind: a record of `aircraft`; targets: the hexes of its runs."""

    number: int
    kind: str
    targets: tuple[Hex, ...]
    turn: int

    @property
    def occasion(self) -> str:
        """What its dice are thrown for, behind its side."""
        return f"T{self.turn}/{self.number}"


class Flown(Value):
    """An aircraft that has come: whose, and how many of its runs it has made."""

    side: str
    sortie: AirRequest
    runs: int = 0


class Gunnery(Value):
    """How far the Aircraft and Artillery Phase of a turn has come. first: who goes first in it, "" before that is known; last: who
    fired last; volley: that has just come down; flown: the aircraft that is over the field."""

    first: str = ""
    last: str = ""
    volley: Volley | None = None
    flown: Flown | None = None


class Grant(Value):
    """Sorties that the module gives a side. kinds: records of `aircraft`; weather: none fly while it is worse than that; each: at
    most in a turn; left: in all."""

    kinds: tuple[str, ...] = ()
    weather: str = "clear"
    each: int = 0
    left: int = 0


BarrierKind = Literal["wire", "roadblock"]


class Barrier(Value):
    """A barrier. kind: a record of `barriers`; side: that put it up, whose units know the gaps in its wire."""

    kind: BarrierKind
    side: str


class Minefield(Value):
    """A minefield. density: a record of `minefield`; side: that laid it, whose units know the lanes."""

    density: str
    side: str
