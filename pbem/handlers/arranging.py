"""What a commander arranges with the campaign: absence, zone, extension, letters that wait, appeal, draw, concession, mute.

Nothing of it reaches the other side but what is meant for it: the offer of a draw and its answer, the end.
"""

from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import said_at
from pbem.kernel.i18n import counted

MOST_IDLE = 10  # words that do nothing, each with its reason


def arrange(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """Everything of a letter that arranges its writer with the campaign; a note on each that does something, and on the first of
    those that do nothing."""
    done, idle = list[str](), dict[str, None]()
    for word, act in said_at(work, request, "arrangements"):
        before, now = _done(work), work.state.admin.seats[seat.id]
        why = word.refuse(work, now, act)
        notes = [why] if why else list(word.acts["arrangements"](work, now, act))
        if before == _done(work):
            idle |= dict.fromkeys(notes)
        else:
            done += notes
    more = len(idle) - MOST_IDLE
    rest = counted(more, "{number} more word did nothing", "{number} more words did nothing")
    return [*done, *list(idle)[:MOST_IDLE], *([rest] if more > 0 else [])]


def _done(work: UnitOfWork) -> tuple[int, int, int]:
    """How much has come to pass in this record."""
    return len(work.papers), len(work.events), len(work.letters)
