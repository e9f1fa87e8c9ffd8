"""Command that passes from one headquarters to another as it comes on; and units whose time on the map is up (MASL-16.2)."""

from collections.abc import Iterator

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import command_passing
from pbem.rulesets.tocs.units import Unit


@rule("MASL-16.2-2", "MASL-16.2-3")
def follow(moment: Moment) -> tuple[e.Event, ...] | None:
    """Command passes as soon as the headquarters that takes it over is on the map; None while there is none that does."""
    board: Board = moment.board
    return tuple(event for _, forces in sorted(board.forces.items()) for event in _passed(forces)) or None


def _passed(forces: Forces) -> Iterator[e.Event]:
    for number, order in enumerate(forces.passes):
        if not order.done and forces.units[order.to].status == "map":
            yield e.CommandPassed(forces.side, number, tuple(sorted(command_passing.given(forces, order))))


@rule("MASL-8.1-4")
def overdue(forces: Forces, turn: int) -> Iterator[e.Event]:
    """Units that had to be off the map by the end of a turn, and are not."""
    for leave in forces.leaves:
        for name in leave.units if leave.by == turn else ():
            unit: Unit = forces.units[name]
            if unit.status in ("map", "off", "waiting"):
                yield e.UnitChanged(forces.side, replace(unit, status="left", origin=None), phrase("had to be gone by now"))
