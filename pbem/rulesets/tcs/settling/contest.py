"""Who goes first: each side rolls two dice, the higher chooses; equal ones are thrown again."""

from typing import NamedTuple

from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.standing_orders.turn_order import GoesSecond
from pbem.rulesets.tcs.told_events import SideTotal


class Contest(NamedTuple):
    """Who goes first by the choice of who rolled higher, and all that was thrown until the sides differed."""

    first: str
    rolled: tuple[SideTotal, ...]


@rule("TCSB-2-6", "TCSB-2-10")
def higher_of_two(moment: Moment, occasion: str) -> Contest:
    """Throws for both sides until one is higher, which chooses."""
    throws: list[SideTotal] = []
    while True:
        again = len(throws) // 2 + 1
        rolls = [
            SideTotal(side, moment.dice.throw(f"{occasion}/{again}/{side}", "2d6").total) for side in sorted(moment.board.forces)
        ]
        throws += rolls
        if rolls[0].total != rolls[1].total:
            higher = max(rolls, key=lambda roll: roll.total).side
            return Contest(moment.game.other(higher) if moment.ask(higher, GoesSecond()) else higher, tuple(throws))
