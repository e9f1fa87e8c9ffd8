"""What a seat has arranged with the campaign: absence, zone, letters that wait, extensions, silence, whom it mutes, a draw."""

from pbem.campaign.admin_events.event import HostingEvent, put
from pbem.campaign.hosting import Absence, Hosting, Waiting
from pbem.kernel.values import replace


class AbsenceFiled(HostingEvent):
    """A seat will be away, or (None) is back."""

    seat: str
    absence: Absence | None

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, absences=put(hosting.absences, self.seat, self.absence))


class ZoneSet(HostingEvent):
    """A seat reads its clocks in a zone."""

    seat: str
    zone: str

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, zones={**hosting.zones, self.seat: self.zone})


class RecallSet(HostingEvent):
    """A seat's letters wait so many minutes."""

    seat: str
    minutes: int

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, recall={**hosting.recall, self.seat: self.minutes})


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


class Extended(HostingEvent):
    """A seat has used so many of its extensions."""

    seat: str
    count: int

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, extended={**hosting.extended, self.seat: self.count})


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


class DrawOffered(HostingEvent):
    """The sides whose offer of a draw stands."""

    sides: tuple[str, ...]

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, offers=self.sides)
