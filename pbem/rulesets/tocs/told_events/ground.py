"""What is built, laid and stored: works, obstacles, tasks, engineers, sources of supply."""

from collections.abc import Mapping

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.units import (
    Arrival,
    SupplySource,
    Task,
    Unit,
)


class WorksSetUp(Value):
    """A side bought an improved position for its set-up, or one was moved (level "": away from here); the points it has left."""

    side: str
    hex: Hex
    level: str
    labour: int


class SourceChanged(Value):
    """A source of supply of a side's is new, moved, or holds other points. why: captured, created, moved, drawn by …"""

    side: str
    source: SupplySource
    why: str


class BaseMarked(Value):
    """A supply base, known to both, changed hands or ("") is no more (TOCS-W8.1-1)."""

    hex: Hex
    owner: str


class BaseSetUp(Value):
    """A side has placed its base otherwise than printed, before play: the other learns its place as play begins (TOCS-2.1-1)."""

    side: str
    was: Hex
    now: Hex


class PositionImproved(Value):
    """A unit dug in its hex: the level it has now (TOCS-W10.9-3)."""

    side: str
    hex: Hex
    level: str


class DeploymentExtended(Value):
    """A company went into extended deployment; the unit with the hexside it faces (TOCS-W10.15-1)."""

    side: str
    unit: Unit


class ObstacleLaid(Value):
    """Mines or a roadblock were laid, in secret (TOCS-W10.10-1, TOCS-W10.11-1)."""

    side: str
    hex: Hex
    kind: str


class ObstacleCleared(Value):
    """Mines or roadblocks were taken out of a hex, whoever laid them; their owner is not told (TOCS-W10.12-1)."""

    side: str
    hex: Hex
    kind: str


class TaskWent(Value):
    """A work of many turns was begun, went on by a turn, or stood still; the task afterwards. why: begun, went on, or what
    held it up, in words."""

    side: str
    task: Task
    why: str


class TaskEnded(Value):
    """A work of many turns is off file. why: done, given up, or what put an end to it, in words."""

    side: str
    task: Task
    why: str


class TrucksLate(Value):
    """The supplies of a side that were to come by road and wait off the board, since the enemy holds their entries."""

    side: str
    late: tuple[Arrival, ...]


class StripWorked(Value):
    """Work on an airstrip in a hex (TOCS-W15.1-1): OPs that have gone into it, 0 once it is finished or given up; of: those it
    takes."""

    side: str
    hex: Hex
    done: int
    of: int


class GearChanged(Value):
    """The bridging equipment a side has left (TOCS-W10.13-7)."""

    side: str
    gear: Mapping[str, int]


class EngineersTried(Value):
    """Engineers tried what takes a throw: each throw, the number each had to meet, and whether it came off."""

    side: str
    unit: str
    what: str
    throws: tuple[Throw, ...]
    needed: int
    done: bool
