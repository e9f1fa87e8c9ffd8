"""CANCEL: discard the draft that waits."""

from pbem.campaign.admin_events import DraftDropped
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _cancelled(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    if seat.id not in work.state.admin.drafts:
        return [say("no draft was waiting")]
    work.put(DraftDropped(seat.id))
    return [say("the draft is discarded")]


WORD = Word(
    Verb("cancel", ("cancel",), "letter", phrase("discard the draft that waits"), ("bare", "apart", "leans", "files")),
    phrase(
        "CANCEL discards the draft. What was executed stays executed{by_undoing}: others\n"
        "have seen it, and its rolls are made.\n\n    CANCEL"
    ),
    acts={"cancel": _cancelled},
)
