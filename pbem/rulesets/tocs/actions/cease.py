"""CEASE: a work of many turns is taken off file (TOCS-W10.22-4)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.control import off_work
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture

RULE = "TOCS-W10.22-4"


def order(act: Act, picture: Picture) -> tuple[str, ...]:
    """The calls of the units."""
    return act.texts()


def check(game: Game, picture: Picture, order: tuple[str, ...]) -> tuple[Refusal, ...]:
    """Each has a work on file."""
    units = _units(picture.forces, order)
    return tuple(
        illegal(say("{call} has no work of many turns on file", call=call), RULE)
        for call, unit in zip(order, units, strict=True) if unit not in picture.forces.tasks
    )  # fmt: skip


def _units(forces: Forces, calls: tuple[str, ...]) -> tuple[str, ...]:
    found = (forces.unit_called(call) for call in calls)
    return tuple(unit.id if unit else "" for unit in found)


def expect(game: Game, picture: Picture, order: tuple[str, ...]) -> Picture:
    """Off file."""
    forces = picture.forces
    for unit in _units(forces, order):
        forces = forces.without_task(unit)
    return replace(picture, forces=forces)


@rule("TOCS-W10.22-4")
def execute(moment: Moment, picture: Picture, order: tuple[str, ...]) -> Outcome:
    """Off file; what was done so far is lost, and nobody tires of it."""
    side = picture.side
    forces: Forces = moment.board.forces[side]
    ended: list[e.Event] = [event for unit in _units(forces, order) for event in off_work(forces, unit)]
    return Outcome(tuple(ended))


ACTION = Action(
    verb=Verb("cease", ("cease work by UNITS",), "letter", phrase("take a work of many turns off file")),
    help=phrase(
        """CEASE takes a work of many turns off file. Such works (a bridge, a refit) continue by themselves at the end of each
turn as long as the unit does nothing else. Every report shows them with the turns that are done; to leave them on
file needs no word. A unit that is activated for anything else, or leaves its hex, gives its work up.

    CEASE WORK BY A/504"""
    ),
    order=order, check=check, expect=expect, execute=execute,
)  # fmt: skip
