"""EXTEND: take an extension."""

from pbem.campaign import deadlines
from pbem.campaign.admin_events import ClockChanged
from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word, unless_played
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


class Extended(HostingEvent):
    """A seat has used so many of its extensions."""

    seat: str
    count: int

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, extended={**hosting.extended, self.seat: self.count})


def _extend(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    running, pace = work.state.admin.clock(seat.side), work.table.pace
    used = work.state.admin.hosting.extended.get(seat.id, 0)
    if running is None:
        return [say("no extension: no clock runs for you")]
    if running.live:
        return [
            say(
                "no extension: a live evening runs; LIVE NO ends it, and your {moment} has its whole time again",
                moment=work.idiom.moment,
            )
        ]
    if used >= pace.extensions:
        return [say("no extension: your {extensions} of this campaign are used; the host can EXTEND", extensions=pace.extensions)]
    work.put(Extended(seat.id, used + 1))
    work.put(ClockChanged(deadlines.put_off(running, pace.extension, work.cause.at)))
    left = pace.extensions - used - 1
    return [
        say(
            "{name} has {hours} more; {such_extensions} left to you",
            name=running.moment,
            hours=counted(pace.extension, "{number} hour", "{number} hours"),
            such_extensions=counted(left, "{number} such extension", "{number} such extensions"),
        )
    ]


WORD = Word(
    Verb("extend", ("extend",), "letter", phrase("take an extension"), ("does", "arranges")),
    phrase(
        "EXTEND gives the running {moment}, if it is yours, another day, without asking anybody: twice in a campaign. The\n"
        "other side is told nothing.\n\n    EXTEND"
    ),
    acts={"arrangements": _extend},
    refuse=unless_played,
    events=(Extended,),
)
