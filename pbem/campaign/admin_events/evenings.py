"""Live evenings: offered, taken back, agreed, begun, over."""

from pbem.campaign.admin_events.event import EveningEvent
from pbem.campaign.evenings import Evening, Evenings
from pbem.kernel.values import replace


class LiveOfferGone(EveningEvent):
    """The offer of a side stands no more: taken back, declined, or its hour has come."""

    side: str

    def applied_to(self, evenings: Evenings) -> Evenings:
        """What it comes to."""
        return replace(evenings, offers=tuple(offer for offer in evenings.offers if offer.side != self.side))


class EveningSet(EveningEvent):
    """An evening is agreed (no offer stands then), begins, loses a side, is over."""

    evening: Evening

    def applied_to(self, evenings: Evenings) -> Evenings:
        """What it comes to."""
        return replace(evenings, evening=self.evening, offers=())
