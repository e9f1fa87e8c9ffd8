"""HELP: the words of the host."""

from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.telling import is_blind
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase
from pbem.letters.host import host_help
from pbem.orders.tree import Verb


def _help(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return host_help(work.table.words.host, asked.text("TOPIC"), is_blind(work))


WORD = HostWord(
    Verb("help", ("help [TOPIC]",), "question", phrase("the words of the host")),
    phrase("HELP lists your words, or explains one.\n\n    HELP ROLLBACK"),
    250,
    do=_help,
    changes=False,
    stages=ANY,
)
