"""HOLD MY LETTERS: let your letters wait, so that you can recall them."""

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


class RecallSet(HostingEvent):
    """A seat's letters wait so many minutes."""

    seat: str
    minutes: int

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, recall={**hosting.recall, self.seat: self.minutes})


MOST_MINUTES = 60


def _hold(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    minutes = 0 if act.says("off") else act.number("N") or 0
    if minutes > MOST_MINUTES:
        return [say("letters wait {most_minutes} minutes at the most", most_minutes=MOST_MINUTES)]
    work.put(RecallSet(seat.id, minutes))
    if not minutes:
        return [say("your letters no longer wait")]
    long = counted(minutes, "{number} minute", "{number} minutes")
    return [say("your letters now wait {minutes} before they run", minutes=long), say("RECALL takes them back in that time")]


WORD = Word(
    Verb(
        "hold my letters",
        ("hold my letters (N|off)",),
        "letter",
        phrase("let your letters wait, so that you can recall them"),
        ("does", "arranges"),
    ),
    phrase(
        "HOLD MY LETTERS makes each of your letters that acts wait so many minutes, 60 at the most.\n"
        "RECALL within that time withdraws it. OFF ends it. No deadline runs out over a letter that"
        " waits.\n"
        "\n    HOLD MY LETTERS 10\n    HOLD MY LETTERS OFF"
    ),
    acts={"arrangements": _hold},
    events=(RecallSet,),
)
