"""What the dry run and the run ask of a line alike: the unit it belongs to, who pays and when."""

from pbem.kernel.values import replace
from pbem.orders.tree import Act, LetterWord, SheetLine, Step, UnitLine
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.picture import Picture

MOST_TURNS = 60  # of one line for several units: a battalion takes some twenty


def headed(picture: Picture, line: SheetLine) -> SheetLine:
    """An order that names its units within (`strike 13.09 with 376A`) as the line of the unit it belongs to."""
    act = line.command.act if isinstance(line.command, LetterWord) else None
    action = ACTIONS.get(act.verb) if act else None
    if act is None or action is None or action.unit_of is None:
        return line
    return replace(line, command=UnitLine((action.unit_of(act, picture),), (act,)))


def pays(steps: tuple[Step, ...]) -> bool:
    """Is the unit's OP paid before its first act?"""
    action = ACTIONS.get(steps[0].verb) if steps and isinstance(steps[0], Act) else None
    return action is None or action.pays
