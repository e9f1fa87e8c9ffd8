"""STATUS: where the campaign stands."""

from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.telling import hosts_view
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase
from pbem.letters.host import digest, wanting
from pbem.orders.tree import Verb


def _status(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    admin, view = work.state.admin, hosts_view(work, work.table.pace.zone)
    return (*digest(admin, view, work.cause.at), *wanting(admin, view, work.cause.at))


WORD = HostWord(
    Verb("status", ("status",), "question", phrase("where the campaign stands")),
    phrase("STATUS prints the digest now.\n\n    STATUS"),
    240,
    do=_status,
    changes=False,
    stages=ANY,
)
