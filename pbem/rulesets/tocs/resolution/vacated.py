"""Engagements that one side is no longer in, whatever took its last unit away (TOCS-1.9-2, W10.3-8)."""

from collections.abc import Iterator

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment


@rule("TOCS-1.9-2", "TOCS-W10.3-8", "TOCS-1.2-6")
def follow(moment: Moment) -> tuple[e.Event, ...] | None:
    """Where one side alone is left there is no engagement, and the hex is its own; None where there is no such hex. Those in the
    hands of field commanders wait for their reports."""
    return tuple(_over(moment)) or None


def _over(moment: Moment) -> Iterator[e.Event]:
    board: Board = moment.board
    for hex_, defender in sorted(board.public.engaged.items()):
        attacker = moment.game.other(defender)
        held, attacked = (bool(board.occupants(hex_, side)) for side in (defender, attacker))
        if (held and attacked) or hex_ in board.public.fields:
            continue
        yield e.EngagementLifted(hex_)
        if attacked:
            yield e.OwnerChanged(hex_, attacker, phrase("abandoned"))
