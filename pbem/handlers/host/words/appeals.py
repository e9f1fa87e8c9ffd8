"""APPEALS: appeals and leaks that are open."""

from pbem.documents.document import theirs
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.telling import hosts_eyes
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.letters.host import open_appeals, open_leaks
from pbem.orders.tree import Verb


def _appeals(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    admin, eyes = work.state.admin, hosts_eyes(work)
    lines = [
        line
        for a in open_appeals(admin, eyes)
        for line in (
            say("appeal {number} of {seat}, {when}:", number=a.number, seat=work.called(admin.seats[a.seat]), when=a.when),
            *theirs(a.words),
        )
    ]
    lines += [
        say("leak {number}: {letter} came to the {to}; no REMEDY chosen", number=k.number, letter=k.letter, to=work.speaker(k.to))
        for k in open_leaks(admin, eyes)
    ]
    return tuple(lines) or (say("nothing waits"),)


WORD = HostWord(
    Verb("appeals", ("appeals",), "question", phrase("appeals and leaks that are open")),
    phrase("APPEALS lists what waits for you.\n\n    APPEALS"),
    230,
    do=_appeals,
    changes=False,
    stages=ANY,
)
