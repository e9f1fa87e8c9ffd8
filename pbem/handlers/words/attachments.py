"""ATTACHMENTS: maps and the report for machines, enclosed or not."""

from pbem.campaign.admin_events import WishKept
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _wished(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    off = "off" in act.words
    work.put(WishKept(seat.id, seat.plain, off, seat.digest))
    off_now = phrase("attachments are off: your letters bring neither maps nor picture.json; MAP still sends a map")
    return [say(off_now) if off else say("attachments are on")]


WORD = Word(
    Verb(
        "attachments",
        ("attachments (on|off)",),
        "letter",
        phrase("maps and the report for machines, enclosed or not"),
        ("does", "files"),
    ),
    phrase(
        "ATTACHMENTS OFF leaves the maps out of your letters, and picture.json: all that is on your map, for\n"
        "programs (HELP PICTURE). The page stays, and MAP still sends a map when you ask. FORMAT TEXT leaves the\n"
        "page out too.\n\n    ATTACHMENTS OFF\n    ATTACHMENTS ON"
    ),
    acts={"wishes": _wished},
    by=FIELD,
)
