"""ZONE: read the clock in your own zone."""

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting
from pbem.campaign.state import Seat
from pbem.campaign.zones import zone_named
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


class ZoneSet(HostingEvent):
    """A seat reads its clocks in a zone."""

    seat: str
    zone: str

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, zones={**hosting.zones, self.seat: self.zone})


def _zone(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    text = act.text() or ""
    name, near = zone_named(text)
    if not name:
        return [
            say("no zone {text!r}", text=text)
            + (say("; did you mean {near}?", near=say(" or ").join(near)) if near else say("; write it like Europe/Amsterdam"))
        ]
    work.put(ZoneSet(seat.id, name))
    return [say("your clock is {name}'s: now {clock}", name=name, clock=clock(work.cause.at, name))]


WORD = Word(
    Verb("zone", ("zone TEXT",), "letter", phrase("read the clock in your own zone"), ("does", "arranges")),
    phrase(
        "ZONE has every hour in your letters told in your own time zone. The campaign's own stays what it was.\n"
        "\n    ZONE Europe/London\n    ZONE America/New_York"
    ),
    acts={"arrangements": _zone},
    events=(ZoneSet,),
)
