"""What is rehearsed, and what came of a game."""

from dataclasses import dataclass, field
from pathlib import Path

from pbem.campaign.deadlines import Pace
from pbem.kernel.values import Value


class RehearsalPlan(Value):
    """What is rehearsed: a module's folder, how many games, from which seed, at which pace; team: how many command on a side;
    field: do battles go to field commanders? plans: of a hundred parts of play those for which a commander who is alone on a
    side leaves a plan.
    """

    module: Path
    games: int = 10
    seed: int = 1
    pace: Pace = Pace()
    scenario: str = "scenario-1.toml"
    team: int = 1
    field: bool = False
    plans: int = 0


@dataclass(slots=True)
class Played:
    """What came of one game. points and letters (written by its people) by side; fields: battles that field commanders
    decided; planned: parts of play that a plan on file closed; counts: what else its ruleset counts, by name; waiting: units by
    side that could have come on and had not when it was over; seconds: the referee's own.
    """

    points: dict[str, int] = field(default_factory=dict)
    winner: str = ""
    ended: bool = False
    letters: dict[str, int] = field(default_factory=dict)
    answers: int = 0
    moments: int = 0
    silences: int = 0
    battles: int = 0
    fields: int = 0
    planned: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    days: float = 0.0
