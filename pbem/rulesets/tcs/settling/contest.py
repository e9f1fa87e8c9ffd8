"""Who goes first: each side rolls two dice, the higher does; equal ones are thrown again."""

from typing import NamedTuple

from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.told_events import SideTotal


class Contest(NamedTuple):
    """Who rolled higher, and all that was thrown until the sides differed."""

    winner: str
    rolled: tuple[SideTotal, ...]


def higher_of_two(moment: Moment, occasion: str) -> Contest:
    """Throws for both sides until one is higher."""
    throws: list[SideTotal] = []
    while True:
        again = len(throws) // 2 + 1
        rolls = [
            SideTotal(side, moment.dice.throw(f"{occasion}/{again}/{side}", "2d6").total) for side in sorted(moment.board.forces)
        ]
        throws += rolls
        if rolls[0].total != rolls[1].total:
            return Contest(max(rolls, key=lambda roll: roll.total).side, tuple(throws))
