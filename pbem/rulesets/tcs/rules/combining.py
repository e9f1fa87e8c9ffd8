"""Platoons combined in Command Planning (TCS3-10-4, TCSB-6-41)."""

from collections.abc import Sequence

from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.sheet_changes import combined_morale
from pbem.rulesets.tcs.units import TacticalUnit

FULL = 5
"""Steps of a platoon at full strength (TCSB-3-2)."""


@rule("TCS3-10-4", "TCS3-10-5", "TCSB-6-41")
def combined(parts: Sequence[TacticalUnit]) -> tuple[TacticalUnit, ...]:
    """As few platoons as the steps allow, none above five, the largest kept first: with the worst morale and its own values, and
    every marker that any part had."""
    largest = sorted(parts, key=lambda unit: -unit.steps)
    steps = sum(unit.steps for unit in parts)
    kept = largest[: -(-steps // FULL)]
    found = []
    for unit in kept:
        mine = min(FULL, steps)
        steps -= mine
        found.append(replace(_worst(unit, parts), steps=mine, morale=combined_morale(parts)))
    return tuple(found)


def _worst(unit: TacticalUnit, parts: Sequence[TacticalUnit]) -> TacticalUnit:
    """A unit with the markers and the mode of the worst of its parts."""
    mode = "fire" if any(part.mode == "fire" for part in parts) else "move"
    marks = ("suppressed", "paralyzed", "fired", "overwatch", "under_fire", "before", "gave_fire", "gave_before", "hit", "ran")
    return replace(unit, mode=mode, **{mark: any(getattr(part, mark) for part in parts) for mark in marks})
