"""FORMAT: letters of text alone, or with a page and pictures."""

from pbem.campaign.admin_events import WishKept
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _wished(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    plain = "text" in act.words
    work.put(WishKept(seat.id, plain, seat.bare, seat.digest))
    return [say("your letters are text alone now") if plain else say("your letters come with a page and pictures now")]


WORD = Word(
    Verb(
        "format", ("format (text|html)",), "letter", phrase("letters of text alone, or with a page and pictures"), ("does", "files")
    ),
    phrase(
        "FORMAT TEXT asks for letters of text alone, which hold everything that is said; FORMAT HTML for letters\n"
        "that have a page and pictures too, as they are at first.\n\n    FORMAT TEXT\n    FORMAT HTML"
    ),
    acts={"wishes": _wished},
    by=FIELD,
)
