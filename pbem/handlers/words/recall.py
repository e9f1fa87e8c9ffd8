"""RECALL: take back the letters that wait."""

from pbem.campaign.admin_events import (
    WaitOver,
)
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import counted, phrase, say
from pbem.orders.tree import Act, Verb


def recall(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    waiting = [w for w in work.state.admin.hosting.waiting if w.seat == seat.id]
    for letter in waiting:
        work.put(WaitOver(letter.id))
    if not waiting:
        return [say("no letter of yours waits; what was carried out stays carried out (TOCS-1.14-1)")]
    return [say("{letters} recalled: as if never written", letters=counted(len(waiting), "{number} letter", "{number} letters"))]


WORD = Word(
    Verb("recall", ("recall",), "letter", phrase("take back the letters that wait"), ("does", "arranges")),
    phrase("RECALL takes back what waits by HOLD MY LETTERS. What is carried out stays so (TOCS-1.14-1).\n\n    RECALL"),
    acts={"arrangements": recall},
)
