"""Who may ride on what (TCSB-26-1)."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.units import PrintedUnit

PLATOONS = ("infantry_platoon", "engineer_platoon")
TANK_RIDERS = 2
"""Steps of infantry that ride on a tank."""
ROOM = 2
"""What a carrier has: a platoon or a gun takes all of it, a section half."""


class RidingLoad(NamedTuple):
    """What rides: its counter, and the steps that it has."""

    counter: PrintedUnit
    steps: int


@rule("TCSB-26-1")
def has_room(carrier: PrintedUnit, aboard: Sequence[RidingLoad]) -> bool:
    """Is there room for all of these: a platoon, two sections or a gun on a carrier, two steps of infantry on a tank?"""
    if any(load.counter.vehicle for load in aboard):
        return False
    if carrier.carrier:
        return sum(_bulk(load.counter) for load in aboard) <= ROOM
    men = all(load.counter.target == "A" and not load.counter.gun for load in aboard)
    return carrier.type in ("afv", "open_afv") and men and sum(load.steps for load in aboard) <= TANK_RIDERS


def _bulk(counter: PrintedUnit) -> int:
    return ROOM if counter.type in PLATOONS or counter.gun else 1
