"""What a side has plotted: fire missions of its batteries, exchanges that it passes over, sorties (TCSB-18-3, TCSB-24-2)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Condition
from pbem.rulesets.tcs.rules.missions import Mission


@rule("TCSB-18-3", "TCSB-18-6")
class Plot(Value):
    """A line of the list from whose top missions are fired. number: in its turn, from 1; battery, mission: "" and None for an
    exchange that is passed over; turn: in which it was plotted; due: in which it is fired; cancel: fire is checked if so."""

    number: int
    battery: str
    mission: Mission | None
    turn: int
    due: int
    cancel: Condition | None = None

    @property
    def occasion(self) -> str:
        """What its dice are thrown for."""
        return f"plot/{self.battery}/T{self.turn}/{self.number}"


class Sortie(Value):
    """An aircraft that is asked for. kind: a record of `aircraft`; targets: hexes of its runs in order; turn: for which."""

    number: int
    kind: str
    targets: tuple[Hex, ...]
    turn: int


class Grant(Value):
    """Sorties that the module gives a side. kinds: records of `aircraft`; weather: none fly while it is worse than that; each: at
    most in a turn; left: in all."""

    kinds: tuple[str, ...] = ()
    weather: str = "clear"
    each: int = 0
    left: int = 0


class Minefield(Value):
    """A minefield. density: a record of `minefield`; side: that laid it, whose units know the lanes."""

    density: str
    side: str
