"""Live evenings: hours in which both sides sit at the table together. A fold of admin events, all of them known to both."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.kernel.calendar import clock, reading
from pbem.kernel.i18n import say
from pbem.kernel.values import Instant, Value


class LiveOffer(Value):
    """A side offers an evening from `start` to `end` (UTC); number: by which the answer names it. It stands until its start."""

    number: int
    side: str
    start: Instant
    end: Instant


class Evening(Value):
    """An evening that was agreed. stage: "agreed", "running", "over" (at `end`, which may have come early); silent: the sides
    whose last part of play in it went by without a word.
    """

    start: Instant
    end: Instant
    stage: str = "agreed"
    silent: tuple[str, ...] = ()


class Evenings(Value):
    """offers: that stand, one a side at most; evening: the last that was agreed; count: offers so far."""

    offers: tuple[LiveOffer, ...] = ()
    evening: Evening | None = None
    count: int = 0

    @property
    def until(self) -> datetime | None:
        """Until when an evening runs; None while none does."""
        return self.evening.end if self.evening and self.evening.stage == "running" else None

    @property
    def ahead(self) -> Evening | None:
        """The evening that is agreed or running."""
        return self.evening if self.evening and self.evening.stage != "over" else None

    def of(self, side: str) -> LiveOffer | None:
        """The offer of a side that stands."""
        return next((offer for offer in self.offers if offer.side == side), None)


# ---------------------------------------------------------------- in words


def span(start: datetime, end: datetime, zone: str) -> str:
    """`Fri 27 Nov 20:00 CET to 22:30 CET`, on the reader's own clocks."""
    within_a_day = start.astimezone(ZoneInfo(zone)).date() == end.astimezone(ZoneInfo(zone)).date()
    return say("{first} to {hour}", first=clock(start, zone), hour=reading(end, zone) if within_a_day else clock(end, zone))


def told(evenings: Evenings, zone: str, side: str = "") -> tuple[str, ...]:
    """What is offered, agreed or running, a line each. side: the reader's own, "" for a host."""
    now = evenings.ahead
    return (*([_stands(now, zone)] if now else []), *(_offered(offer, zone, side) for offer in evenings.offers))


def _offered(offer: LiveOffer, zone: str, side: str) -> str:
    when = span(offer.start, offer.end, zone)
    if not side:
        return say("{side} offers a live evening: {span} (offer {number})", side=offer.side, span=when, number=offer.number)
    if offer.side == side:
        return say(
            "your side offers a live evening: {span} (offer {number}); LIVE NO takes it back", span=when, number=offer.number
        )
    return say("the other side offers a live evening: {span} (offer {number})", span=when, number=offer.number)


def _stands(evening: Evening, zone: str) -> str:
    when = span(evening.start, evening.end, zone)
    if evening.stage == "running":
        return say("a live evening runs: {span}", span=when)
    return say("a live evening is agreed: {span}", span=when)
