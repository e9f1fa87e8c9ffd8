"""What the host has said and done: words that wait for their code, appeals, leaks, words for all campaigns, signs of life."""

from datetime import datetime

from pbem.campaign.admin_events.event import HostingEvent, without
from pbem.campaign.hosting import Appeal, Hosting, Leak, Pending
from pbem.kernel.values import replace


class WordAsked(HostingEvent):
    """A host's word waits for its code."""

    pending: Pending

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, pending={**hosting.pending, self.pending.seat: self.pending})


class WordSpent(HostingEvent):
    """The code of a host's word is used up, or the word is dropped."""

    seat: str

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, pending=without(hosting.pending, self.seat))


class AppealMade(HostingEvent):
    """An appeal, or its answer."""

    appeal: Appeal

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, appeals=(*(a for a in hosting.appeals if a.number != self.appeal.number), self.appeal))


class LeakNoted(HostingEvent):
    """A leak, or the remedy chosen for it."""

    leak: Leak

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, leaks=(*(k for k in hosting.leaks if k.number != self.leak.number), self.leak))


class SaidForAll(HostingEvent):
    """A word that goes for every campaign of its host: its words, and the cause that said it."""

    words: str
    cause: str

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, everywhere=(self.words, self.cause))


class HostHeard(HostingEvent):
    """The host gave a sign of life."""

    at: datetime

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, heard=self.at, warned=False)


class HostMissed(HostingEvent):
    """The host has been silent for so long that the others were told."""

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, warned=True)
