"""A letter that is not read as orders: without proof, too many, unreadable. Its enrolled address is told, once a day."""

from datetime import datetime

from pbem.campaign.admin_events import Told
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import AdminState
from pbem.handlers.finishing import finish
from pbem.handlers.hearing import NONE, came
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import short

MOST_AN_HOUR = 60  # letters of a seat within an hour; those after them wait, unless every line of them is understood

HELD = {
    "token": (
        phrase("A letter came from your address without your reply token, so it is held unread."),
        phrase(
            "If it was yours: answer one of the referee's letters, so that the token travels with it, and write it again there."
        ),
    ),
    "address": (
        phrase("A letter with your reply token came from {sender}, so it is held unread."),
        phrase(
            "If it was yours: write from this address; ADD ADDRESS, written from here, lets another one in. If it was not: "
            "NEW TOKEN."
        ),
    ),
    "voucher": (
        phrase(
            "A letter came from your address with your reply token, but nothing in it proves that your provider sent it"
            " (no DKIM signature that holds), so it is held unread."
        ),
        phrase("If it was yours: send it through your provider's own server, and not through a forwarder."),
    ),
    "quiet": (
        phrase("More than {most} letters came from you within an hour. The rest wait; they are read in their order at {when}."),
        phrase("A letter in which every line is understood does not wait. If a program wrote them, stop it."),
    ),
}
"""What the enrolled address is told, by what was missing."""


def held(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter came in a seat's name without proof, or too many came: the enrolled address is told, once a day for each reason."""
    work = UnitOfWork(table, state, cause)
    lacking, sender = cause.words or ("token", "")  # records of older code name no proof
    if not is_told(state.admin, cause.seat, lacking, cause.at):
        work.put(Told(f"{cause.seat}/{lacking}", _day(cause.at)))
        desk = work.desk(state.admin.seats[cause.seat])
        when = clock(datetime.fromisoformat(sender), desk.zone) if lacking == "quiet" else ""
        parts = {"sender": _from(state.admin, cause.seat, sender), "most": MOST_AN_HOUR, "when": when}
        subject = say("your letters wait") if lacking == "quiet" else say("a letter is held")
        work.send(short(desk, "held", subject, tuple(say(line, **parts) for line in HELD[lacking])))
    return finish(work)


def _from(admin: AdminState, seat: str, sender: str) -> str:
    """Where a letter with somebody's token came from; not by name when another of the campaign writes from there."""
    others = {a for held in admin.seats.values() if held.id != seat for a in (held.address, *held.also)}
    if sender in others:
        return say("an address that is not yours here")
    return say("{sender}, which is not one of your addresses here", sender=sender or say("no address that can be read"))


def is_told(admin: AdminState, seat: str, lacking: str, at: datetime) -> bool:
    """Was the enrolled address told of such letters on that date? Then the next one makes no record, however many there are."""
    return admin.told.get(f"{seat}/{lacking}") == _day(at)


def refused(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a proven sender that cannot be read as orders: refused by name, the same text once a day. words: the reason, and
    what the text is known by, if there was any."""
    work = UnitOfWork(table, state, cause)
    remarks = came(work, NONE)
    reason, text = (*cause.words, "", "")[:2]
    what, when = f"{cause.seat}/{reason}", f"{_day(cause.at)} {text}".rstrip()
    if work.state.admin.told.get(what) != when:
        work.put(Told(what, when))
        lines = (say(reason), say("This notice comes once a day at most."), *remarks)
        work.send(short(work.desk(state.admin.seats[cause.seat]), "refused", say("your letter could not be read"), lines))
    return finish(work)


def _day(at: datetime) -> str:
    return at.date().isoformat()
