"""CALENDAR: the own deadlines for the calendar."""

from pbem.campaign.admin_events.event import AdminEvent, with_seat
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


class CalendarWished(AdminEvent):
    """A seat wants its deadlines for its calendar, or wants them no more."""

    seat: str
    on: bool

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return with_seat(admin, self.seat, calendar=self.on)


def _wished(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    on = "on" in act.words
    work.put(CalendarWished(seat.id, on))
    if on:
        return [say("your deadlines now come for your calendar too (due.ics)")]
    return [say("your deadlines no longer come for your calendar; those in it are cancelled")]


WORD = Word(
    Verb("calendar", ("calendar (on|off)",), "letter", phrase("your deadlines for your calendar"), ("does", "files")),
    phrase(
        "CALENDAR ON encloses your deadline for your calendar (due.ics) in each letter that sets one, moves it or ends\n"
        "it: an event with an alarm a day before, which moves with the deadline and is cancelled when the {moment}\n"
        "closes. It names the campaign and the {moment}, nothing else of the game. Each seat of a team has its own. It is\n"
        "off at first, and it comes with ATTACHMENTS OFF too.\n\n    CALENDAR ON\n    CALENDAR OFF"
    ),
    acts={"wishes": _wished},
    events=(CalendarWished,),
)
