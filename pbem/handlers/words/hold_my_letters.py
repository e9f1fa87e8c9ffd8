"""HOLD MY LETTERS: let your letters wait, so that you can recall them."""

from datetime import timedelta

from pbem.campaign.admin_events import LetterWaits
from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting, Waiting
from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.handlers.words.recall import recall
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.letters.short_letters import waits
from pbem.orders.tree import Act, LetterWord, OrderSheet, Verb


class RecallSet(HostingEvent):
    """A seat's letters wait so many minutes."""

    seat: str
    minutes: int

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, recall={**hosting.recall, self.seat: self.minutes})


MOST_MINUTES = 60


def _hold(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    minutes = 0 if act.says("off") else act.number("N") or 0
    if minutes > MOST_MINUTES:
        return [say("letters wait {most_minutes} minutes at the most", most_minutes=MOST_MINUTES)]
    work.put(RecallSet(seat.id, minutes))
    waits = (
        say("{minutes}, and RECALL takes them back", minutes=counted(minutes, "{number} minute", "{number} minutes"))
        if minutes
        else say("no more")
    )
    return [say("your letters wait {waits}", waits=waits)]


def may_be_recalled(admin: AdminState, seat: Seat, request: Request, cause: Cause) -> bool:
    """Does the letter wait, to be recalled?"""
    written = cause.kind == "letter" and cause.id not in {w.id for w in admin.hosting.waiting}
    plays = request.plays and admin.stage == "playing" and "check" not in request.said
    return bool(admin.hosting.recall.get(seat.id) and written and plays)


def put_aside(work: UnitOfWork, seat: Seat, request: Request, cause: Cause) -> None:
    """File a letter that may be recalled, and tell its writer until when."""
    recalls = {ln.source for ln in request.written.lines if isinstance(ln.command, LetterWord) and ln.command.act.verb == "recall"}
    notes = tuple(note for act in request.of("recall") for note in recall(work, seat, act))
    lines = tuple((number, text) for number, text in cause.lines if number not in recalls)
    until = cause.at + timedelta(minutes=work.state.admin.hosting.recall[seat.id])
    work.put(LetterWaits(Waiting(cause.id, seat.id, until, lines, cause.answers, cause.message_id, cause.left_out)))
    kept = tuple(ln for ln in request.written.lines if ln.source not in recalls)
    work.send(waits(work.desk(seat), replace(request, written=OrderSheet(kept)), until, notes))


WORD = Word(
    Verb(
        "hold my letters",
        ("hold my letters (N|off)",),
        "letter",
        phrase("let your letters wait, so that you can recall them"),
        ("does", "arranges"),
    ),
    phrase(
        "HOLD MY LETTERS lets every letter of yours that acts wait so many minutes, 60 at the most, before it is carried out.\n"
        "RECALL within that time takes it back as if it had never come. OFF ends it. No deadline runs out over a letter that"
        " waits.\n"
        "\n    HOLD MY LETTERS 10\n    HOLD MY LETTERS OFF"
    ),
    acts={"arrangements": _hold},
    events=(RecallSet,),
)
