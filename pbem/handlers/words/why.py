"""WHY: the figures behind a battle."""

from pbem.documents.document import Block, block
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    if desk.admin.stage == "inviting":
        return ()
    number = act.number("N") or 0
    lines = desk.ruleset.reports.why(desk.game, desk.battles, number)
    return block(say("WHY {number}", number=number), tuple(f" {line}" for line in lines))


WORD = Word(
    Verb("why", ("why [battle] N",), "question", phrase("the figures behind a battle")),
    phrase("{figures}\n\n    WHY 3\n    Why battle 3?"),
    by=OBSERVERS,
    answer=_told,
)
