"""The situation: where play stands. The engine owns control (phase, owed decisions), the ruleset owns the board."""

from typing import Any

from pbem.kernel.decisions import Decision
from pbem.kernel.values import Value


class Situation(Value):
    """phase: its name; taken: atoms of it already done; owed: decisions somebody must answer first; closed: it is over."""

    phase: str
    board: Any
    taken: int = 0
    owed: tuple[Decision, ...] = ()
    closed: bool = False


class PhaseEntered(Value):
    """Control moved to a phase ("" = the game is over)."""

    phase: str


class StepTaken(Value):
    """One atom of the phase was done."""

    taken: int


class DecisionOwed(Value):
    """Play pauses: somebody must answer."""

    decision: Decision


class DecisionMade(Value):
    """A decision is no longer owed."""

    number: int
    side: str


Control = PhaseEntered | StepTaken | DecisionOwed | DecisionMade
CONTROL = (PhaseEntered, StepTaken, DecisionOwed, DecisionMade)
