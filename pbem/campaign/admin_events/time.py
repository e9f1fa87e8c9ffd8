"""Pauses that end by themselves, outages, the digest of a day."""

from datetime import datetime

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting
from pbem.kernel.values import replace


class PauseEnds(HostingEvent):
    """The pause ends by itself."""

    until: datetime | None

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, until=self.until)


class OutageSeen(HostingEvent):
    """The referee was away since then, and no deadline counts ("" = the host let time run again)."""

    since: str

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, outage=self.since)


class DigestSent(HostingEvent):
    """The digest of a day went out. heard, sent: how many letters had come in and gone out by then."""

    date: str
    heard: int = 0
    sent: int = 0

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, digest=self.date, counted=(self.heard, self.sent))
