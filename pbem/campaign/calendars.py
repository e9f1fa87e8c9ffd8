"""Calendars: what stands in that of a seat's holder by our letters, and what a letter has to change there."""

from datetime import datetime

from pbem.kernel.values import Instant, Value, replace


class Deadline(Value):
    """A deadline of a seat's own: what is due ("T2.4"), and when."""

    name: str
    due: Instant


class CalendarEntry(Value):
    """A deadline as it stands in its reader's calendar. letter, since: the count of the letter that told it first, and when that
    was written; moved: how often it was told otherwise since (its SEQUENCE); gone: nothing is due any more."""

    name: str
    due: Instant
    letter: int
    since: Instant
    moved: int = 0
    gone: bool = False


def changes(entry: CalendarEntry | None, deadline: Deadline | None, letter: int, at: datetime) -> tuple[CalendarEntry, ...]:
    """What a letter of this count has to change: an entry that is told otherwise or is gone, one that is new; () for nothing.

    entry: what stands there; deadline: what is due as the letter is written, at this moment. Nothing else is looked at, so that
    nothing can be read from a change but the reader's own deadline.
    """
    if entry and deadline and entry.name == deadline.name:
        return (replace(entry, due=deadline.due, moved=entry.moved + 1),) if entry.due != deadline.due else ()
    gone = (replace(entry, moved=entry.moved + 1, gone=True),) if entry else ()
    return (*gone, *((CalendarEntry(deadline.name, deadline.due, letter, at),) if deadline else ()))
