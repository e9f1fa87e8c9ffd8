"""One cause becomes one record: start, letter, deadline, held or unreadable letter, the host's word. Functions of values.

Nothing is written here: `campaign` writes the record down, and only then counts it.
"""

from pbem.causes import letters
from pbem.causes.clocks import deadline, digest_lines, due, next_due, nightly, running_out
from pbem.causes.digests import daily
from pbem.causes.evenings import is_missed, missed
from pbem.causes.hearing import sense, unheard
from pbem.causes.hosting import host
from pbem.causes.pausing import outage
from pbem.causes.refusing import MOST_AN_HOUR, held, is_told, refused
from pbem.causes.start import opening_affairs, start
from pbem.causes.work import Table
from pbem.chronicle import Cause, Record, State

__all__ = ["MOST_AN_HOUR", "Table", "daily", "deadline", "digest_lines", "due", "held", "host", "is_missed", "is_told", "letter",
           "missed", "next_due", "nightly", "opening_affairs", "outage", "refused", "running_out", "sense", "start",
           "unheard"]  # fmt: skip


def letter(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: a commander's, or the host's."""
    of = host if state.affairs.seats[cause.seat].role == "host" else letters.letter
    return of(table, state, cause)
