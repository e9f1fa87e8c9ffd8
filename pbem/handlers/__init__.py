"""One cause becomes one record: start, letter, deadline, held or unreadable letter, the host's word. Functions of values.

Nothing is written here: `service.open_campaign` writes the record down, and only then counts it. No clock, chance, network or
thread comes in. First file: `unit_of_work.py`, a record in the making; then `letters.py` and `deadlines.py`;
`word.py` and `words/`, a file a word of a letter.

Decided:
- 2026-11-23 Where several sides write at once nothing runs by a letter, which would tell its writer that the other was done. The
  run is due at the next evening hour after nobody is waited for; a clock runs out at its time, whether its side has written or not.
- 2026-11-22 On-end: what is filed is checked again when it runs; a unit that a superior has orders on file for is closed to those
  below; at the deadline the orders of seats that are DONE run and the others lapse; a plan's hour files it and makes its seat
  DONE. All DONE ends the part of play only if nothing came back.
- 2026-11-22 A plan runs at a moment drawn from the seed, two to two and a half hours into its moment: on a round half-hour its
  minute would tell the enemy that it was one.
- 2026-11-23 Silence acts within half an hour after the last moment told, at a minute drawn from the seed, as plans do: the second
  of a part of play's end says nothing of how it ended. What the hour itself suggests cannot be hidden; a letter in that half hour
  counts.
- 2026-11-22 A referee that was away for as long as a live part of play lasts ends the evening by a cause of its own (`missed`):
  nobody loses a part of play to a mailbox. An outage stops clocks, not letters: what was written meanwhile is answered at once.
- 2026-11-22 Where staffs hear from each other as they could (`team_messages = "by_signal"`) a runner's way is worked out once, on
  leaving: from the side's own map, in a straight line, `runner_hexes` a turn. So it tells nobody what they do not know.
- 2026-11-22 Silence after three letters without an understood line ends with one that is understood or begins with an own unit: a
  player in trouble names their men, a machine does not. Letters in silence make no record; the book counts them to their seat.
- 2026-11-22 In a boot camp the other side's seat is *scripted*: it has no address and is written no letters, its clock runs out at
  once, and that deadline is its order letter, drawn up by `bot.py` from its side's picture with chance from the seed (apart from
  the dice). What the pupil has done is an admin event; lessons are told at the end of a record, on the last letter it writes to
  them.
"""

from pbem.campaign.records import Cause, Record, State
from pbem.handlers import letters
from pbem.handlers.deadlines import DueTime, deadline, due, next_due, running_out
from pbem.handlers.digests import daily
from pbem.handlers.evenings import is_missed, missed
from pbem.handlers.hearing import accepts, sense, unheard
from pbem.handlers.host import host
from pbem.handlers.liaison import liaison
from pbem.handlers.nightly import campaign_night, nightly
from pbem.handlers.pausing import outage
from pbem.handlers.refusing import MOST_AN_HOUR, held, is_told, refused
from pbem.handlers.start import opening_admin, start
from pbem.handlers.unit_of_work import CampaignContext

__all__ = [
    "MOST_AN_HOUR",
    "CampaignContext",
    "DueTime",
    "accepts",
    "campaign_night",
    "daily",
    "deadline",
    "due",
    "held",
    "host",
    "is_missed",
    "is_told",
    "letter",
    "liaison",
    "missed",
    "next_due",
    "nightly",
    "opening_admin",
    "outage",
    "refused",
    "running_out",
    "sense",
    "start",
    "unheard",
]


def letter(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: a commander's, or the host's."""
    of = host if state.admin.seats[cause.seat].role == "host" else letters.letter
    return of(table, state, cause)
