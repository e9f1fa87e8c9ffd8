"""Live evenings: while one that was agreed (`offering`) runs, clocks count minutes. Both sides read all of it.

It ends at its hour, by a word of either side, when a side lets two parts of play in a row go by, or when the referee was away.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from pbem.campaign.admin_events import ClockChanged, EveningSet, HourSet, LiveOfferGone
from pbem.campaign.deadlines import Pace
from pbem.campaign.evenings import Evening, LiveOffer, span
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import AdminState, Clock, Seat
from pbem.handlers import plans
from pbem.handlers.finishing import finish
from pbem.handlers.timing import afresh
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import Out
from pbem.letters.evenings import evening_notice

OVER = phrase("The live evening is over.")
IS_OVER = phrase("the live evening is over")


# ---------------------------------------------------------------- what the clock says


def moments(admin: AdminState) -> tuple[datetime, ...]:
    """When anything of evenings is due: an offer without an answer, an evening's beginning, its end."""
    ahead = admin.evenings.ahead
    hours = (ahead.end if ahead.stage == "running" else ahead.start,) if ahead else ()
    return (*hours, *(offer.start for offer in admin.evenings.offers))


def turn(work: UnitOfWork) -> None:
    """What of evenings is due happens: offers lapse, an evening begins or ends."""
    evenings, now = work.state.admin.evenings, work.cause.at
    for offer in evenings.offers:
        if offer.start <= now:
            _lapsed(work, offer)
    if evenings.ahead and evenings.ahead.stage == "agreed" and evenings.ahead.start <= now:
        _begun(work, evenings.ahead)
    elif evenings.until and evenings.until <= now:
        over(work)
        tell(work, work.seats, say(IS_OVER), lambda _: (say("The live evening ends at its hour."),))


def _lapsed(work: UnitOfWork, offer: LiveOffer) -> None:
    """Its hour has come, and nobody has answered. Who was asked knows that himself."""
    work.put(LiveOfferGone(offer.side))
    lines: Callable[[str], tuple[str, ...]] = lambda z: (say("Nobody has answered your offer of {named}.", named=named(offer, z)),)  # noqa: E731
    tell(work, work.state.admin.reached(offer.side), say("live evening not agreed"), lines)


def _begun(work: UnitOfWork, evening: Evening) -> None:
    """The evening begins: the clock that runs is cut down to minutes, and with it what waits for an hour of its own."""
    work.put(EveningSet(replace(evening, stage="running")))
    pace, idiom = work.table.pace, work.idiom
    late = {side for _, running in sorted(work.state.admin.clocks.items()) for side in _hasten(work, running)}
    for seat in work.seats:
        off = [say("The H-hour lies after the end of the {moment}, and is off.", moment=idiom.moment)] if seat.side in late else []
        lines = (
            say("The live evening has begun: {span}.", span=span(evening.start, evening.end, work.desk(seat).zone)),
            say(
                "{A_moment} ends {live} minutes after its letter, with {live_grace} minutes of grace.",
                A_moment=idiom.parts["A_moment"],
                live=pace.live,
                live_grace=pace.live_grace,
            ),
            *off,
        )
        work.send(evening_notice(work.desk(seat), say("the live evening has begun"), lines))


def _hasten(work: UnitOfWork, running: Clock) -> tuple[str, ...]:
    """The clock in minutes, when that is sooner; its side, if that leaves its H-hour behind."""
    sooner = afresh(work, running)
    if not sooner.live or sooner.last >= running.last:
        return ()
    spent = running.spent and min(running.spent, work.cause.at + timedelta(minutes=work.table.pace.live_grace))
    work.put(ClockChanged(replace(sooner, spent=spent)))
    plans.hastened(work, running.side)
    hour = work.state.admin.staff(running.side).hour
    if hour is None or hour < sooner.last:
        return ()
    work.put(HourSet(running.side, None))
    return (running.side,)


def over(work: UnitOfWork) -> None:
    """The evening is over, or will not be; a part of play that ran in minutes has its whole time."""
    ahead = work.state.admin.evenings.ahead
    if ahead:
        work.put(EveningSet(replace(ahead, stage="over", end=min(ahead.end, work.cause.at))))
    for _, running in sorted(work.state.admin.clocks.items()):
        if running.live:
            work.put(ClockChanged(afresh(work, running)))


# ---------------------------------------------------------------- nobody there


def heard(work: UnitOfWork, seat: Seat) -> None:
    """A letter of the side's: somebody is at the table."""
    ahead = work.state.admin.evenings.ahead
    if ahead and seat.side in ahead.silent:
        work.put(EveningSet(replace(ahead, silent=tuple(s for s in ahead.silent if s != seat.side))))


def is_deserted(admin: AdminState, running: Clock) -> bool:
    """Has its side let a second part of play of the evening in a row go by?"""
    ahead = admin.evenings.ahead
    return ahead is not None and running.live and running.side in ahead.silent


def break_up(work: UnitOfWork, side: str) -> None:
    """An evening that a side has left is over; the part of play that runs has its whole time."""
    over(work)
    for seat in work.seats:
        mine = (
            (say("Two of your {moments} in a row went by without a word.", moments=work.idiom.moments),)
            if seat.side == side
            else ()
        )
        work.send(evening_notice(work.desk(seat), say(IS_OVER), (say(OVER), *mine)))


def note_silence(work: UnitOfWork, side: str) -> None:
    """A side let a part of play of the evening go by without a word."""
    ahead = work.state.admin.evenings.ahead
    if ahead:
        work.put(EveningSet(replace(ahead, silent=(*ahead.silent, side))))


def resumed(work: UnitOfWork) -> tuple[str, ...]:
    """Time runs again after a pause or an outage: what of evenings fell into it, in words for everybody."""
    evenings, now = work.state.admin.evenings, work.cause.at
    for offer in evenings.offers:
        if offer.start <= now:
            work.put(LiveOfferGone(offer.side))
    ahead = evenings.ahead
    if ahead is None or ahead.start > now:
        return ()
    if ahead.end <= now:
        work.put(EveningSet(replace(ahead, stage="over")))
        return (say("The live evening that was agreed fell into that time, and is over."),)
    work.put(EveningSet(replace(ahead, stage="running")))
    return (say("The live evening lasts until its hour."),)


def is_missed(pace: Pace, admin: AdminState, since: datetime, until: datetime) -> bool:
    """Was the inbox left unread for as long as a part of play lasts, in an evening?"""
    ahead = admin.evenings.ahead
    if ahead is None or admin.paused or admin.hosting.outage or admin.stage != "playing":
        return False
    return min(until, ahead.end) - max(since, ahead.start) >= timedelta(minutes=pace.live)


def missed(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """The referee was away for part of a live evening: it is over, and no part of play is lost by it. Words: since when."""
    work = UnitOfWork(table, state, cause)
    since = datetime.fromisoformat(cause.words[0])
    if is_missed(table.pace, state.admin, since, cause.at):
        over(work)
        tell(work, work.seats, say(IS_OVER), lambda z: (
            say("The referee was away from {since} to {until}. {over}", since=clock(since, z), until=clock(cause.at, z),
                over=say(OVER)),
            say("Letters that came meanwhile are answered now."),
        ))  # fmt: skip
    return finish(work)


# ---------------------------------------------------------------- who is told


def named(evening: LiveOffer | Evening, zone: str) -> str:
    """The evening that is meant, on the reader's clocks."""
    return say("the live evening of {span}", span=span(evening.start, evening.end, zone))


def tell(work: UnitOfWork, seats: Iterable[Seat], subject: str, lines: Callable[[str], tuple[str, ...]]) -> None:
    """Words on each reader's own clocks."""
    write(work, seats, lambda seat: evening_notice(work.desk(seat), subject, lines(work.desk(seat).zone)))


def write(work: UnitOfWork, seats: Iterable[Seat], letter: Callable[[Seat], Out]) -> None:
    """A letter to each of the seats."""
    for seat in seats:
        work.send(letter(seat))
