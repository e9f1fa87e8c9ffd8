"""One cause becomes one record: start, letter, deadline, held or unreadable letter, the host's word. Functions of values.

Nothing is written here: `campaign` writes the record down, and only then counts it.
"""

from pbem.campaign.records import Cause, Record, State
from pbem.handlers import letter as letters
from pbem.handlers.deadlines import deadline, digest_lines, due, next_due, nightly, running_out
from pbem.handlers.digests import daily
from pbem.handlers.evenings import is_missed, missed
from pbem.handlers.hearing import sense, unheard
from pbem.handlers.host import host
from pbem.handlers.pausing import outage
from pbem.handlers.refusing import MOST_AN_HOUR, held, is_told, refused
from pbem.handlers.start import opening_affairs, start
from pbem.handlers.unit_of_work import CampaignContext

__all__ = [
    "MOST_AN_HOUR",
    "CampaignContext",
    "daily",
    "deadline",
    "digest_lines",
    "due",
    "held",
    "host",
    "is_missed",
    "is_told",
    "letter",
    "missed",
    "next_due",
    "nightly",
    "opening_affairs",
    "outage",
    "refused",
    "running_out",
    "sense",
    "start",
    "unheard",
]


def letter(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: a commander's, or the host's."""
    of = host if state.affairs.seats[cause.seat].role == "host" else letters.letter
    return of(table, state, cause)
