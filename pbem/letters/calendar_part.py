"""The part of a letter for its reader's calendar: RFC 5545, published as RFC 5546 has it. Nothing of the game is in it."""

import base64
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from pbem.campaign.calendars import CalendarEntry, Deadline
from pbem.kernel.i18n import say
from pbem.letters.desk import Desk
from pbem.mail.compose import Enclosed, Mailbox, Named
from pbem.mail.sender import sealed

if TYPE_CHECKING:
    from icalendar import Event

FILE, KIND = "due.ics", "text/calendar; charset=utf-8; method=PUBLISH"
AHEAD = timedelta(days=1)  # when a calendar reminds its owner


def deadline_of(desk: Desk, kind: str) -> Deadline | None:
    """What is due of the reader's as a letter of this kind is written, by what STATUS would tell him; None when nothing is, when
    he wants no calendar, and in the last letter to him."""
    admin, running = desk.admin, desk.clock
    idle = admin.stage != "playing" or admin.paused or admin.hosting.outage
    if idle or running is None or kind == "farewell" or not (desk.seat.calendar and desk.seat.commands):
        return None
    awaited = desk.ruleset.sequence.awaited(desk.picture)
    named = running.moment == desk.moment or running.kind == "decision"
    if not named or awaited.wanted != running.kind or desk.seat.side not in awaited.sides:
        return None  # the letter that is answered closed it
    return Deadline(running.moment, running.spent or running.due)


def enclosed_calendar(
    key: bytes, mailbox: Mailbox, named: Named, entries: Sequence[CalendarEntry], at: datetime
) -> tuple[Enclosed, ...]:
    """The part, or nothing when no entry changes. at: when the letter was written: the same letter has the same bytes."""
    if not entries:
        return ()
    from icalendar import Calendar  # dear to read, and most letters have no calendar

    calendar = Calendar()
    calendar.add("prodid", "-//pbem//pbem//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for entry in entries:
        event = _event(named.campaign, entry, at)
        event.add("uid", f"{_uid(key, named, entry)}@{mailbox.domain}")
        event.add("organizer", f"mailto:{mailbox.address}")  # RFC 5546, 3.2.1: it must be there, and nobody attends
        calendar.add_component(event)
    return (Enclosed(FILE, KIND, calendar.to_ical()),)


def _uid(key: bytes, named: Named, entry: CalendarEntry) -> str:
    """The same for ever, and another for each deadline of each seat; nobody learns anything from it. Two of one count that were
    told at other moments (a backup was restored in between) are two."""
    told = sealed(key, "calendar", named.campaign, named.seat, str(entry.letter), _whole(entry.since).isoformat(), entry.name)
    return base64.b32encode(told[:15]).decode().lower()


def _event(campaign: str, entry: CalendarEntry, at: datetime) -> "Event":
    """What is due, as an event without length that keeps nobody busy; its alarm, if there is a day left before it."""
    from icalendar import Alarm, Event

    event, summary = Event(), say("[{campaign}] {name} due", campaign=campaign, name=entry.name)
    event.add("dtstamp", _whole(at))
    event.add("dtstart", _whole(entry.due))
    event.add("summary", summary)
    event.add("sequence", entry.moved)
    event.add("status", "CANCELLED" if entry.gone else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    if not entry.gone and entry.due - at > AHEAD:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", -AHEAD)
        event.add_component(alarm)
    return event


def _whole(at: datetime) -> datetime:
    """The second of a moment, in UTC."""
    return at.astimezone(UTC).replace(microsecond=0)
