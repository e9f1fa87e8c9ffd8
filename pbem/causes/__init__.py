"""One cause becomes one record: start, letter, deadline, held or unreadable letter, the host's word. Functions of values.

Nothing is written here: `campaign` writes the record down, and only then counts it.
"""

from pbem.causes.clocks import deadline, due
from pbem.causes.letters import MOST_AN_HOUR, held, letter, refused
from pbem.causes.pausing import pause, resume
from pbem.causes.replacing import replace
from pbem.causes.start import opening_affairs, start
from pbem.causes.work import Table

__all__ = ["MOST_AN_HOUR", "Table", "deadline", "due", "held", "letter", "opening_affairs", "pause", "refused", "replace",
           "resume", "start"]  # fmt: skip
