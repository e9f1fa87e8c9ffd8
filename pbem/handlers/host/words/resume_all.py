"""RESUME ALL: end HOLD ALL."""

from pbem.handlers import pausing
from pbem.handlers.host.clocking import echoes, for_all, not_held
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _no_resume_all(work: UnitOfWork, asked: SaidWord) -> str:
    return not_held(work) if echoes(work) else ""


def _resume_all(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    why = not_held(work)
    if not why:
        pausing.resume(work)
    return for_all(work, "resume all", say("resumed; both sides are told"), why)


WORD = HostWord(
    Verb("resume all", ("resume all",), "letter", phrase("end HOLD ALL")),
    phrase("RESUME ALL lets the campaigns go on that HOLD ALL stopped; one that was paused by itself stays so.\n\n    RESUME ALL"),
    180,
    refuse=_no_resume_all,
    do=_resume_all,
    stages=ANY,
)
