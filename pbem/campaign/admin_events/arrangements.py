"""What a seat has arranged with the campaign: absence, zone, letters that wait, extensions, silence, whom it mutes, a draw."""

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting, Waiting
from pbem.kernel.values import replace


class LetterWaits(HostingEvent):
    """A letter waits, and may be recalled."""

    waiting: Waiting

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, waiting=(*hosting.waiting, self.waiting))


class WaitOver(HostingEvent):
    """A letter waits no more: carried out, or recalled."""

    id: str

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, waiting=tuple(w for w in hosting.waiting if w.id != self.id))


class SilenceCounted(HostingEvent):
    """So many deadlines in a row went by without a word of this seat's."""

    seat: str
    count: int

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, silences={**hosting.silences, self.seat: self.count})


class MessagesMuted(HostingEvent):
    """Whose messages a seat takes no more."""

    seat: str
    names: tuple[str, ...]

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, muted={**hosting.muted, self.seat: self.names})
