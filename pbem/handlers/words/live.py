"""LIVE: offer the other side an evening at the table together."""

from datetime import datetime, time, timedelta

from pbem.campaign.admin_events import EveningSet, LiveOfferGone, MessageWritten
from pbem.campaign.admin_events.event import EveningEvent
from pbem.campaign.deadlines import Pace
from pbem.campaign.evenings import Evening, Evenings, LiveOffer, span
from pbem.campaign.seats import senior, speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.campaign.zones import moment
from pbem.handlers.evenings import IS_OVER, named, over, tell, write
from pbem.handlers.messages import too_many
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word, unless_played
from pbem.kernel.calendar import ZonedMoment, clock, next_clock_time
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.evenings import LIVE, offered
from pbem.orders.tree import Act, Verb


class LiveOffered(EveningEvent):
    """A side offers an evening, in the place of an offer of its own before."""

    offer: LiveOffer

    def applied_to(self, evenings: Evenings) -> Evenings:
        """What it comes to."""
        others = tuple(offer for offer in evenings.offers if offer.side != self.offer.side)
        return replace(evenings, offers=(*others, self.offer), count=max(evenings.count, self.offer.number))


MOST_AHEAD, LONGEST = timedelta(days=28), timedelta(hours=8)

News = tuple[str, str, str]
"""What a side has done with an evening: the subject, and how each side is told."""
DECLINED: News = (
    phrase("live evening declined"), phrase("The other side declines {named}."), phrase("{seat} has declined {named}."),
)  # fmt: skip
TAKEN_BACK: News = (
    phrase("live evening taken back"), phrase("The other side takes back {named}."), phrase("{seat} has taken back {named}."),
)  # fmt: skip
CALLED_OFF: News = (
    phrase("live evening called off"), phrase("The other side has called off {named}."), phrase("{seat} has called off {named}."),
)  # fmt: skip
ENDED: News = (IS_OVER, phrase("The other side has ended {named}."), phrase("{seat} has ended {named}."))


def _said(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """LIVE, LIVE NO, ACCEPT LIVE, DECLINE LIVE: a note for the receipt on it."""
    admin = work.state.admin
    first = senior(admin, seat.side)
    if not speaks_for_its_side(admin, seat, work.cause.at):
        said = say("LIVE is for {first} to say, who speaks for your side", first=work.officer(first))
        return [said + work.idiom.behind("last word")]
    if admin.camp:
        return [say("LIVE is for two sides with somebody at each; in a boot camp the referee leads the other")]
    if act.says("accept"):
        return _accepted(work, seat, act.number("N"))
    if act.says("decline"):
        return _declined(work, seat, act.number("N"))
    return _called_off(work, seat) if act.says("no") else _offer(work, seat, act)


def _offer(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    pace, zone, now = work.table.pace, work.desk(seat).zone, work.cause.at
    start = moment(act.text("MOMENT") or "", now, zone, f"{pace.reading:%H:%M}")
    if start is None:
        return [say("no live evening offered: there is no such day")]
    end = _end(pace, start.at, act.text("CLOCK") or "", zone)
    why = _no_offer(work, seat, start.at, end.at)
    if why:
        return [say("no live evening offered: {why}", why=why)]
    theirs = _theirs(work, seat)
    odd = [m.note for m in (start, end) if m.note]
    if theirs and (theirs.start, theirs.end) == (start.at, end.at):
        return [*_agreed(work, seat, theirs), *odd]
    mine = LiveOffer(work.state.admin.evenings.count + 1, seat.side, start.at, end.at)
    instead = work.state.admin.evenings.of(seat.side) is not None
    work.put(MessageWritten(seat.id, now.date().isoformat()))
    work.put(LiveOffered(mine))
    write(work, _others(work, seat), lambda other: offered(work.desk(other), mine, instead))
    tell(
        work,
        _team(work, seat),
        say("live evening offered"),
        lambda z: (say("{seat} offers the other side {named}.", seat=work.officer(seat), named=named(mine, z)),),
    )
    also = [say("the other side's own offer stands too: ACCEPT LIVE takes it")] if theirs else []
    return [
        say("live evening offered (offer {mine}): {span}", mine=mine.number, span=span(mine.start, mine.end, zone)),
        say("the other side has been told; LIVE NO takes the offer back"),
        *odd,
        *also,
    ]


def _end(pace: Pace, start: datetime, reading: str, zone: str) -> ZonedMoment:
    """When an evening ends: as the clocks read next after its start, else after its usual length."""
    if not reading:
        return ZonedMoment(start + timedelta(minutes=pace.live_length))
    return next_clock_time(start, time.fromisoformat(reading), zone)


def _no_offer(work: UnitOfWork, seat: Seat, start: datetime, end: datetime) -> str:
    """Why an evening cannot be offered, "" when it can."""
    pace, zone, now, evenings = work.table.pace, work.desk(seat).zone, work.cause.at, work.state.admin.evenings
    least, mine = pace.live + pace.live_grace, evenings.of(seat.side)
    if start <= now:
        return say("{start} is gone by; it is {now}", start=clock(start, zone), now=clock(now, zone))
    if start - now > MOST_AHEAD:
        return say("{year} {clock} is more than {days} days ahead", year=start.year, clock=clock(start, zone), days=MOST_AHEAD.days)
    if end - start > LONGEST:
        return say("{span} is longer than {longest} hours", span=span(start, end, zone), longest=LONGEST // timedelta(hours=1))
    if end - start < timedelta(minutes=least):
        return say(
            "{span} is too short: {a_moment} and its grace take {least} minutes",
            a_moment=work.idiom.a_moment,
            span=span(start, end, zone),
            least=least,
        )
    if evenings.ahead:
        return say("one is agreed: {span}; LIVE NO calls it off", span=span(evenings.ahead.start, evenings.ahead.end, zone))
    if mine and (mine.start, mine.end) == (start, end):
        return say("yours stands already, as offer {mine}", mine=mine.number)
    return _away(work, seat.side, start) or too_many(work, seat)


def _away(work: UnitOfWork, side: str, at: datetime) -> str:
    """Nobody of the side sits at the table while all who command it are away."""
    hosting, seats = work.state.admin.hosting, [s for s in work.state.admin.seats_of(side) if s.commands]
    away = [hosting.away(seat.id, at) for seat in seats]
    return say("you said that you are away then; ABSENT NO comes first") if away and all(a and not a.proxy for a in away) else ""


def _theirs(work: UnitOfWork, seat: Seat) -> LiveOffer | None:
    """The other side's offer, while its hour lies ahead."""
    offers = work.state.admin.evenings.offers
    return next((o for o in offers if o.side != seat.side and o.start > work.cause.at), None)


def _meant(work: UnitOfWork, seat: Seat, number: int | None) -> LiveOffer | str:
    """The offer that an answer means, or why it means none."""
    offer, zone, ahead = _theirs(work, seat), work.desk(seat).zone, work.state.admin.evenings.ahead
    if offer and number in (None, offer.number):
        return offer
    if offer:
        return say("the other side's offer is number {offer} now: {named}", offer=offer.number, named=named(offer, zone))
    if ahead:
        return say("none is open: one is agreed for {span}", span=span(ahead.start, ahead.end, zone))
    return say("none of the other side's stands (it may have been taken back, or its hour have come); LIVE offers one")


def _accepted(work: UnitOfWork, seat: Seat, number: int | None) -> list[str]:
    offer = _meant(work, seat, number)
    if isinstance(offer, str):
        return [say("no live evening accepted: {offer}", offer=offer)]
    away = _away(work, seat.side, offer.start)
    return [say("no live evening accepted: {away}", away=away)] if away else _agreed(work, seat, offer)


def _agreed(work: UnitOfWork, seat: Seat, offer: LiveOffer) -> list[str]:
    """Both sides want it: every seat is told, its hour is set."""
    work.put(EveningSet(Evening(offer.start, offer.end)))
    tell(
        work,
        (*_others(work, seat), *_team(work, seat)),
        say("live evening agreed"),
        lambda z: (
            say("Both sides have agreed on {named}.", named=named(offer, z)),
            say(LIVE),
            say("LIVE NO calls it off, and ends it while it runs."),
        ),
    )
    when = span(offer.start, offer.end, work.desk(seat).zone)
    return [say("live evening agreed: {span}", span=when), say("the other side has been told; LIVE NO calls it off")]


def _declined(work: UnitOfWork, seat: Seat, number: int | None) -> list[str]:
    offer = _meant(work, seat, number)
    if isinstance(offer, str):
        return [say("no live evening declined: {offer}", offer=offer)]
    work.put(LiveOfferGone(offer.side))
    _tell_both(work, seat, DECLINED, offer)
    return [say("live evening declined"), say("the other side has been told")]


def _called_off(work: UnitOfWork, seat: Seat) -> list[str]:
    """LIVE NO: the own offer is taken back, the evening that is agreed called off, the one that runs ended."""
    evenings = work.state.admin.evenings
    mine, ahead = evenings.of(seat.side), evenings.ahead
    if ahead:
        over(work)
        runs = ahead.stage == "running"
        _tell_both(work, seat, ENDED if runs else CALLED_OFF, ahead)
        return [say("the live evening is {state}; the other side has been told", state=say("over") if runs else say("called off"))]
    if mine is None:
        theirs = say("; DECLINE LIVE answers the other side's offer") if _theirs(work, seat) else ""
        return [say("no live evening is agreed, and you offer none{theirs}", theirs=theirs)]
    work.put(LiveOfferGone(seat.side))
    _tell_both(work, seat, TAKEN_BACK, mine)
    return [say("your offer is taken back; the other side has been told")]


# ---------------------------------------------------------------- who is told


def _tell_both(work: UnitOfWork, seat: Seat, news: News, evening: LiveOffer | Evening) -> None:
    """The other side hears what this side has done, the rest of this side who did it."""
    subject, theirs, ours = news
    tell(work, _others(work, seat), say(subject), lambda z: (say(theirs, named=named(evening, z)),))
    tell(work, _team(work, seat), say(subject), lambda z: (say(ours, seat=work.officer(seat), named=named(evening, z)),))


def _others(work: UnitOfWork, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in work.seats if other.side != seat.side)


def _team(work: UnitOfWork, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in work.seats if other.side == seat.side and other.id != seat.id)


WORD = Word(
    Verb(
        "live",
        ("live MOMENT [to CLOCK]", "live no", "accept live [N]", "decline live [N]"),
        "letter",
        phrase("offer the other side an evening at the table together"),
        ("does", "arranges"),
    ),
    phrase(
        "LIVE offers the other side an evening in which {moments} last minutes: on your own clocks, from then until then.\n"
        "ACCEPT LIVE or DECLINE LIVE answers an offer. LIVE NO takes yours back, calls off what is agreed, or ends the\n"
        "evening that runs.\n\n    LIVE 20:00-22:30\n    LIVE 27 Nov 20:00 to 22:30\n    ACCEPT LIVE 1\n    DECLINE LIVE\n"
        "    LIVE NO"
    ),
    acts={"arrangements": _said},
    refuse=unless_played,
    events=(LiveOffered,),
)
