"""The situation: where play stands. The engine owns control (phase, owed decisions), the ruleset owns the board."""

from dataclasses import dataclass
from typing import Any

from pbem.kernel.decisions import Decision


@dataclass(frozen=True, slots=True)
class Situation:
    """phase: its name; taken: atoms of it already done; owed: decisions somebody must answer first; closed: it is over."""

    phase: str
    board: Any
    taken: int = 0
    owed: tuple[Decision, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class PhaseEntered:
    """Control moved to a phase ("" = the game is over)."""

    phase: str


@dataclass(frozen=True, slots=True)
class StepTaken:
    """One atom of the phase was done."""

    taken: int


@dataclass(frozen=True, slots=True)
class DecisionOwed:
    """Play pauses: somebody must answer."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """A decision is no longer owed."""

    number: int
    side: str


Control = PhaseEntered | StepTaken | DecisionOwed | DecisionMade
CONTROL = (PhaseEntered, StepTaken, DecisionOwed, DecisionMade)
