"""Letters that answer what counts no more: a letter of before a rollback, or one that was lost with a disk."""

from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Seat
from pbem.kernel.i18n import phrase, say

VOID = (
    phrase("It answers a letter from before the rollback. Disregard that letter."),
    phrase("Send it again in reply to the letter about the rollback, or to a later one."),
)


ANOTHER = phrase(
    "Your letter answers a {number} that does not lie here: the host put the referee's data back from a copy, and what came after"
    " that copy was played again."
)


def of_another(cause: Cause, request: Request) -> tuple[str, ...]:
    """What is said to orders that answer a letter which was lost with a disk: they are taken as they stand."""
    if not (cause.gone and request.acts) or request.leans:
        return ()
    return (say(ANOTHER, number=cause.gone), say("Your orders count as they stand."))


def no_more(admin: AdminState, seat: Seat, cause: Cause, request: Request) -> tuple[str, ...]:
    """Why what a letter says counts no more, since the letter that it answers does not: play was taken back, or that was lost."""
    if request.plays and _void(admin, seat, cause.answers or cause.gone):
        return tuple(map(say, VOID))
    return _gone(admin, seat, cause.gone) if request.leans and cause.gone else ()


def _gone(admin: AdminState, seat: Seat, number: str) -> tuple[str, ...]:
    """Why a YES to a letter that was lost with a disk is not taken: nobody here knows what it asked."""
    there = int(number.rpartition("-")[2]) <= admin.sent.get(seat.id, 0)
    instead = phrase("Another {number} lies here, of another date. RESEND {number} brings it.")
    return (
        say(ANOTHER, number=number),
        say("So nobody here knows what a YES, a CANCEL, an ACCEPT, an ANSWER or the number of a line means in answer to it."
            " Nothing of your letter was done."),
        *([say(instead, number=number)] if there else []),
        say("Answer the letter that lies here, or write what you want in full."),
    )  # fmt: skip


def _void(admin: AdminState, seat: Seat, answers: str) -> bool:
    """Was it written before its writer could know that play was taken back?"""
    number = answers.rpartition("-")[2]
    return number.isdecimal() and int(number) <= admin.hosting.voided.get(seat.id, 0)
