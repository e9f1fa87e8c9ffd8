"""The situation: where play stands. The engine owns control (phase, owed decisions), the ruleset owns the board."""

from typing import Generic, TypeVar

from pbem.engine.opaque import OpaqueEvent
from pbem.kernel.decisions import Decision
from pbem.kernel.values import Value

BoardT = TypeVar("BoardT")  # the ruleset's own


class Situation(Value, Generic[BoardT]):
    """phase: its name; taken: atoms of it already done; owed: decisions somebody must answer first; closed: it is over."""

    phase: str
    board: BoardT
    taken: int = 0
    owed: tuple[Decision, ...] = ()
    closed: bool = False


class PhaseEntered(OpaqueEvent):
    """Control moved to a phase ("" = the game is over)."""

    phase: str


class StepTaken(OpaqueEvent):
    """One atom of the phase was done."""

    taken: int


class DecisionOwed(OpaqueEvent):
    """Play pauses: somebody must answer."""

    decision: Decision


class DecisionMade(OpaqueEvent):
    """A decision is no longer owed."""

    number: int
    side: str


Control = PhaseEntered | StepTaken | DecisionOwed | DecisionMade
CONTROL = (PhaseEntered, StepTaken, DecisionOwed, DecisionMade)
