"""What the dry run and the run ask of a line alike: its budget, the unit it belongs to, who pays and when."""

from typing import Any

from pbem.engine.ruleset import Ruleset
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, LetterWord, SheetLine, Step, UnitLine

MOST_TURNS = 60  # of one line for several units: a battalion takes some twenty


class Budget(Value):
    """How many OPs a letter may spend, how many must stay, how many deficit points are allowed."""

    spend: int | None = None
    keep: int = 0
    deficit: int = 0

    def allows(self, spent: int, points: int) -> bool:
        """Is one more OP within the budget?"""
        return (self.spend is None or spent < self.spend) and (self.keep == 0 or points > self.keep)


def headed(ruleset: Ruleset, picture: Any, line: SheetLine) -> SheetLine:
    """An order that names its units within (`strike 13.09 with 376A`) as the line of the unit it belongs to."""
    act = line.command.act if isinstance(line.command, LetterWord) else None
    action = ruleset.actions.get(act.verb) if act else None
    if act is None or action is None or action.unit_of is None:
        return line
    return replace(line, command=UnitLine((action.unit_of(act, picture),), (act,)))


def pays(ruleset: Ruleset, steps: tuple[Step, ...]) -> bool:
    """Is the unit's OP paid before its first act?"""
    action = ruleset.actions.get(steps[0].verb) if steps and isinstance(steps[0], Act) else None
    return action is None or action.pays
