"""What came and went: letters counted, effects noted, messages on their way, logs."""

from pbem.campaign.admin_events.event import AdminEvent, put
from pbem.campaign.calendars import CalendarEntry
from pbem.campaign.state import AdminState, OnTheWay
from pbem.kernel.values import replace


class EffectNoted(AdminEvent):
    """What a letter did, by its effect key; number is the answer that says so."""

    key: str
    number: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        admin.effects[self.key] = self.number
        return admin


class LettersSent(AdminEvent):
    """The seat's letters are counted up to n."""

    seat: str
    n: int

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, sent={**admin.sent, self.seat: self.n})


class CalendarTold(AdminEvent):
    """A letter put this into its reader's calendar; None: nothing stands there any more."""

    seat: str
    entry: CalendarEntry | None

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, calendars=put(admin.calendars, self.seat, self.entry))


class LetterCame(AdminEvent):
    """A letter of this seat was handled; its Message-ID is what our next answer replies to. hour: "2026-11-23T09", UTC;
    understood: a line of it was, and it did not say once more what the last one had said; says: what one that can change nothing
    is known by."""

    seat: str
    message_id: str
    hour: str = ""
    understood: bool = True
    says: str = ""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        seat, before = self.seat, admin.came.get(self.seat, ("", 0))
        return replace(
            admin,
            last_in={**admin.last_in, seat: self.message_id},
            came={**admin.came, seat: (self.hour, before[1] + 1 if before[0] == self.hour else 1)},
            unheard=put(admin.unheard, seat, 0 if self.understood else admin.unheard.get(seat, 0) + 1),
            last_said=put(admin.last_said, seat, self.says),
        )


class Told(AdminEvent):
    """A seat was told of a thing that is told once a day ("allied/token"), on this date."""

    seat: str
    date: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, told={**admin.told, self.seat: self.date})


class Reported(AdminEvent):
    """A seat's n-th letter was the report of a public moment in a turn."""

    seat: str
    turn: int
    n: int

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        mine = {**admin.reports.get(self.seat, {}), self.turn: self.n}
        return replace(admin, reports={**admin.reports, self.seat: mine})


class MessageHeld(AdminEvent):
    """A message is on its way."""

    message: OnTheWay

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, messages=(*admin.messages, self.message))


class MessagesArrived(AdminEvent):
    """The messages that were on their way have arrived, but for those left."""

    left: tuple[OnTheWay, ...] = ()

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, messages=self.left)


class MessageWritten(AdminEvent):
    """A seat sent a message on this date."""

    seat: str
    date: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        day, count = admin.wrote.get(self.seat, ("", 0))
        return replace(admin, wrote={**admin.wrote, self.seat: (self.date, count + 1 if day == self.date else 1)})


class LogKept(AdminEvent):
    """A commander wrote in his log: opened to all at the end."""

    seat: str
    when: str
    lines: tuple[str, ...]

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, logs=(*admin.logs, (self.seat, self.when, self.lines)))
