"""Hasty defense and prepared defense by op sheet: from when on, and how they are lost (TCSB-27)."""

from collections.abc import Collection
from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.units import TacticalUnit

Works = Literal["", "hasty", "dug_in"]
_WORKS: dict[str, Works] = {"hasty_defense": "hasty", "prep_defense": "dug_in"}


@rule("TCSB-27-1", "TCSB-27-2", "TCSB-27-3", "TCSB-11-9")
def works_of(unit: TacticalUnit, sheet: str, position: Collection[Hex], turns_in_force: int, by_levels: bool) -> Works:
    """What an implemented defense sheet gives a unit: from the turn after, in its position hexes, in fire mode.

    by_levels: the digging variant is in use, in which there is no prep defense sheet.
    """
    works = _WORKS.get(sheet, "")
    if turns_in_force < 1 or unit.hex not in position or unit.mode == "move" or unit.counter.vehicle:
        return ""
    return "" if works == "dug_in" and by_levels else works
