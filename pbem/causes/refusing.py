"""A letter that is not read as orders: without proof, too many, unreadable. Its enrolled address is told, once a day."""

from pbem.causes.work import Table, Work
from pbem.chronicle import Cause, Record, State
from pbem.command.papers import LetterCame, Told
from pbem.dispatch.words import short
from pbem.kernel.tongue import phrase, say

MOST_AN_HOUR = 60  # letters of a seat that are answered within an hour: more is a loop of machines

HELD = {
    "token": (
        phrase("A letter came from your address without your reply token, so it was put aside unread."),
        phrase(
            "If it was yours: answer one of the referee's letters, so that the token travels with it, and write it again there."
        ),
    ),
    "address": (
        phrase(
            "A letter with your reply token came from {sender}, which is not an address of yours here, so it was put aside unread."
        ),
        phrase(
            "If it was yours: write from this address; ADD ADDRESS, written from here, lets another one in. If it was not: "
            "NEW TOKEN."
        ),
    ),
    "voucher": (
        phrase(
            "A letter came from your address with your reply token, but nothing in it proves that your provider sent it"
            " (no DKIM signature that holds), so it was put aside unread."
        ),
        phrase("If it was yours: send it through your provider's own server, and not through a forwarder."),
    ),
    "quiet": (
        phrase("More than {most} letters came from you within an hour, so those after them were put aside unread."),
        phrase("If a machine of yours wrote them, stop it. Write again when the hour is over."),
    ),
}
"""What the enrolled address is told, by what was missing."""


def held(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter came in a seat's name without proof, or too many came: the enrolled address is told, once a day for each reason."""
    work = Work(table, state, cause)
    lacking, sender = cause.words or ("token", "")  # records of older code name no proof
    if _once_a_day(work, f"{cause.seat}/{lacking}"):
        parts = {"sender": sender or say("no address that can be read"), "most": MOST_AN_HOUR}
        lines = tuple(say(line, **parts) for line in HELD[lacking])
        work.send(short(work.desk(state.affairs.seats[cause.seat]), "held", say("a letter was put aside"), lines))
    return work.record()


def refused(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a proven sender that cannot be read as orders: refused by name, once a day for each reason."""
    work = Work(table, state, cause)
    work.put(LetterCame(cause.seat, cause.message_id, f"{cause.at:%Y-%m-%dT%H}"))
    if _once_a_day(work, f"{cause.seat}/{' '.join(cause.words)}"):
        lines = (*map(say, cause.words), say("The same is said once a day at most."))
        work.send(short(work.desk(state.affairs.seats[cause.seat]), "refused", say("your letter could not be read"), lines))
    return work.record()


def _once_a_day(work: Work, what: str) -> bool:
    """Has the seat not been told of it today? It is told now."""
    day = work.cause.at.date().isoformat()
    if work.state.affairs.told.get(what) == day:
        return False
    work.put(Told(what, day))
    return True
