"""RECALL: take back the letters that wait."""

from pbem.campaign.state import Seat
from pbem.handlers.recalling import recall
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Act, Verb


def _recall(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return recall(work, seat)


WORD = Word(
    Verb("recall", ("recall",), "letter", phrase("take back the letters that wait"), ("does", "arranges")),
    phrase("RECALL withdraws what waits by HOLD MY LETTERS. What is executed stays so{by_undoing}.\n\n    RECALL"),
    acts={"arrangements": _recall},
)
