"""What is being dug, as a side keeps it: the record of a builder."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

PARTS = 1000
"""Turns accrued are kept in thousandths: ground may make parts of one."""


@rule("TCSPD-4-1", "TCSPD-4-2")
class Digging(Value):
    """A builder's record. faces: the dice, its owner's alone; totals: turns to each level; parts: accrued, in thousandths of a
    turn; paused: its sheet is gone, and what was accrued waits while the unit stays."""

    unit: str
    hex: Hex
    faces: tuple[int, ...]
    totals: tuple[int, ...]
    parts: int = 0
    paused: bool = False

    @property
    def turns(self) -> str:
        """Turns accrued, in words."""
        whole, part = divmod(self.parts, PARTS)
        return f"{whole}{f'.{part // 100}' if part else ''}"
