"""One cause becomes one record: start, letter, deadline, held or unreadable letter, the host's word. Functions of values.

Nothing is written here: `campaign` writes the record down, and only then counts it.
"""

from pbem.causes import letters
from pbem.causes.clocks import deadline, due, nightly, running_out
from pbem.causes.digests import daily
from pbem.causes.evenings import is_missed, missed
from pbem.causes.hosting import host
from pbem.causes.pausing import outage
from pbem.causes.refusing import MOST_AN_HOUR, held, refused
from pbem.causes.start import opening_affairs, start
from pbem.causes.work import Table
from pbem.chronicle import Cause, Record, State

__all__ = ["MOST_AN_HOUR", "Table", "daily", "deadline", "due", "held", "host", "is_missed", "letter", "missed", "nightly",
           "opening_affairs", "outage", "refused", "running_out", "start"]  # fmt: skip


def letter(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: a commander's, or the host's."""
    of = host if state.affairs.seats[cause.seat].role == "host" else letters.letter
    return of(table, state, cause)
