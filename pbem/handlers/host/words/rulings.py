"""RULINGS: the rulings so far."""

from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.letters.on_file import rulings
from pbem.orders.tree import Verb


def _rulings(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return rulings(work.state.admin) or (say("no rulings yet"),)


WORD = HostWord(
    Verb("rulings", ("rulings",), "question", phrase("the rulings so far")),
    phrase("RULINGS lists the rulings by rule id.\n\n    RULINGS"),
    220,
    do=_rulings,
    changes=False,
    stages=ANY,
)
