"""The host stops the clock of a campaign and lets it run again. Both sides hear of it in one letter each."""

from datetime import datetime

from pbem.campaign.admin_events import ClockChanged, OutageSeen, PauseEnds, PlayPaused, PlayResumed, RunSet
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.request import Request, only_questions
from pbem.campaign.state import Seat
from pbem.documents.document import theirs
from pbem.handlers import evenings
from pbem.handlers.finishing import finish
from pbem.handlers.timing import afresh
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Answered
from pbem.letters.receipts import receipt
from pbem.letters.short_letters import notice

PAUSED = (
    phrase("The campaign is paused: no clock runs, and nothing but questions is taken."),
    phrase("Send it again when play resumes. A letter will tell you."),
)


def pause(work: UnitOfWork, how: str, until: datetime | None, reason: str) -> None:
    """The clock stands still. how: "host", or "all" when every campaign of the house is held."""
    work.put(PlayPaused(how))
    if until:
        work.put(PauseEnds(until))
    for seat in work.seats:
        desk = work.desk(seat)
        lines = (
            say("The host has paused the campaign. No clock runs and no deadline counts."),
            *([say("Play resumes by itself at {clock}.", clock=clock(until, desk.zone))] if until else []),
            *([say("Reason:"), *theirs((reason,))] if reason else []),
            say("Questions are answered as ever. Orders, standing orders and messages count again when play resumes."),
        )
        work.send(notice(desk, say("PAUSED"), say("the campaign is paused"), lines))


def resume(work: UnitOfWork) -> None:
    """Play goes on where it stood; the part of play that was running gets its whole time afresh."""
    admin = work.state.admin
    if admin.paused:
        work.put(PlayResumed())
        work.put(PauseEnds(None))
    if admin.hosting.outage:
        work.put(OutageSeen(""))
    told = evenings.resumed(work)
    if admin.run_at:
        work.put(RunSet(None))  # its hour is computed afresh
    for _, running in sorted(admin.clocks.items()):
        work.put(ClockChanged(afresh(work, running)))
    lines = (say("Play resumes where it stopped. Nothing happened meanwhile."), *told)
    tell(work, say("RESUMED"), say("play resumes"), lines)


def outage(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """The referee was away: letters are answered, but no deadline counts until the host says RESUME. Words: since when."""
    work = UnitOfWork(table, state, cause)
    if not state.admin.clocks or state.admin.paused or state.admin.hosting.outage:
        return finish(work)
    since = datetime.fromisoformat(cause.words[0])
    work.put(OutageSeen(cause.words[0]))
    for seat in (*work.seats, *work.hosts):
        desk = work.desk(seat)
        lines = [
            say("The referee was away from {since} to {until}.", since=clock(since, desk.zone), until=clock(cause.at, desk.zone)),
            say("Letters that came meanwhile are answered now. No deadline counts until the host says RESUME."),
        ]
        if not seat.side:
            lines.append(
                say(
                    "RESUME {phase} lets time run again: the running {moment} gets its whole time afresh.",
                    phase=work.phase,
                    moment=work.idiom.moment,
                )
            )
        work.send(notice(desk, say("THE REFEREE WAS AWAY"), say("the referee was away"), tuple(lines)))
    return finish(work)


def tell(work: UnitOfWork, head: str, subject: str, lines: tuple[str, ...]) -> None:
    """The same words to every seat of both sides, field commanders among them."""
    leaders = (s for _, s in sorted(work.state.admin.seats.items()) if s.role == "field commander" and s.in_office)
    for seat in dict.fromkeys((*work.seats, *leaders)):
        work.send(notice(work.desk(seat), head, subject, lines))


def turned_away(work: UnitOfWork, seat: Seat, request: Request, why: tuple[str, ...], notes: tuple[str, ...] = ()) -> None:
    """What acts is turned away, with the same words for everybody; what is asked is answered. notes: what was done all the same."""
    work.send(receipt(work.desk(seat), Answered(only_questions(request), refused=why, notes=notes)))


def paused() -> tuple[str, ...]:
    """Why nothing that acts is done in a pause."""
    return tuple(map(say, PAUSED))
