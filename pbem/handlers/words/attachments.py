"""ATTACHMENTS: the report for machines, attached or not."""

from pbem.campaign.admin_events import WishKept
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _wished(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    off = "off" in act.words
    work.put(WishKept(seat.id, seat.plain, off, seat.digest))
    return [say("attachments are off") if off else say("attachments are on")]


WORD = Word(
    Verb("attachments", ("attachments (on|off)",), "letter", phrase("the report for machines, attached or not"), ("does", "files")),
    phrase(
        "ATTACHMENTS OFF leaves picture.json out of your reports: all that is on your map, for programs (HELP\n"
        "PICTURE).\n\n    ATTACHMENTS OFF\n    ATTACHMENTS ON"
    ),
    acts={"wishes": _wished},
    by=FIELD,
)
