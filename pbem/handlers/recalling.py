"""Letters that wait so that their writer can recall them: which do, how they are put aside, and how they are taken back."""

from datetime import timedelta

from pbem.campaign.admin_events import LetterWaits, WaitOver
from pbem.campaign.hosting import Waiting
from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import counted, say
from pbem.kernel.values import replace
from pbem.letters.short_letters import waits
from pbem.orders.tree import LetterWord, OrderSheet


def recall(work: UnitOfWork, seat: Seat) -> list[str]:
    """Take back the letters of a seat that wait: a note that says how many."""
    waiting = [w for w in work.state.admin.hosting.waiting if w.seat == seat.id]
    for letter in waiting:
        work.put(WaitOver(letter.id))
    if not waiting:
        stays = say("none of your letters waits; what was executed stays executed")
        return [stays + work.idiom.behind("undoing")]
    return [say("{letters} withdrawn", letters=counted(len(waiting), "{number} letter", "{number} letters"))]


def may_be_recalled(admin: AdminState, seat: Seat, request: Request, cause: Cause) -> bool:
    """Does the letter wait, to be recalled?"""
    written = cause.kind == "letter" and cause.id not in {w.id for w in admin.hosting.waiting}
    plays = request.plays and admin.stage == "playing" and "check" not in request.said
    return bool(admin.hosting.recall.get(seat.id) and written and plays)


def put_aside(work: UnitOfWork, seat: Seat, request: Request, cause: Cause) -> None:
    """File a letter that may be recalled, and tell its writer until when."""
    recalls = {ln.source for ln in request.written.lines if isinstance(ln.command, LetterWord) and ln.command.act.verb == "recall"}
    notes = tuple(note for _ in request.of("recall") for note in recall(work, seat))
    lines = tuple(line for line in cause.lines if line.number not in recalls)
    until = cause.at + timedelta(minutes=work.state.admin.hosting.recall[seat.id])
    work.put(LetterWaits(Waiting(cause.id, seat.id, until, lines, cause.answers, cause.message_id, cause.left_out)))
    kept = tuple(ln for ln in request.written.lines if ln.source not in recalls)
    work.send(waits(work.desk(seat), replace(request, written=OrderSheet(kept)), until, notes))
