"""Decisions: what a side is asked in the middle of a battle, and play waits for."""

from pbem.kernel.decisions import Decision
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.choices import answered as answer

__all__ = ["answer", "asked", "owed"]


def owed(picture: Picture) -> Decision | None:
    """The decision this side owes."""
    return picture.forces.owes


def asked(picture: Picture) -> int:
    """How many it was asked so far."""
    return picture.forces.asked
