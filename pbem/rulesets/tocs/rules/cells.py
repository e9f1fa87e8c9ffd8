"""What the cells of the charts of fire and of battle say: tokens of the families `crt` and `fire` of `tables/grammar.toml`."""

import re
from typing import NamedTuple

_FIRE = re.compile(r"([1-9]?)([dD])")


class SideResult(NamedTuple):
    """What the CRT does to one side: step losses, hexes of retreat."""

    losses: int
    retreat: int


class CrtCell(NamedTuple):
    """What a cell of the CRT says."""

    attacker: SideResult
    defender: SideResult


class FireCell(NamedTuple):
    """Damage to each target; targets: "d" one, "D" every tying one, "" none."""

    damage: int
    targets: str


def crt_side(text: str) -> SideResult:
    """One side of a cell: "2R1" is 2 losses and a retreat of 1, "-" is nothing."""
    if text == "-":
        return SideResult(0, 0)
    losses, _, hexes = text.partition("R")
    return SideResult(int(losses), int(hexes or 0))


def crt_cell(text: str) -> CrtCell:
    """Attacker's and defender's side of a CRT cell: "2R2/-"."""
    attacker, defender = text.split("/")
    return CrtCell(crt_side(attacker), crt_side(defender))


def fire_cell(text: str) -> FireCell:
    """ "2D" is 2 damage to every tying target, "-" is nothing."""
    match = _FIRE.fullmatch(text)
    return FireCell(int(match[1] or 0), match[2]) if match else FireCell(0, "")
