"""RESUME: let time run again."""

from pbem.handlers import pausing
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _no_resume(work: UnitOfWork, asked: SaidWord) -> str:
    admin = work.state.admin
    return "" if admin.paused or admin.hosting.outage else say("the campaign is not paused")


def _resume(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    pausing.resume(work)
    return (say("resumed; both sides are told"),)


WORD = HostWord(
    Verb("resume", ("resume PART",), "letter", phrase("let time run again")),
    phrase(
        "RESUME ends a pause, or the standstill after an outage. The running {moment} gets its whole time afresh.\n"
        "\n    RESUME {part}"
    ),
    20,
    refuse=_no_resume,
    do=_resume,
    stages=ANY,
)
