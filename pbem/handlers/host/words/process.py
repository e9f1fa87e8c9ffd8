"""PROCESS: close a running part of play now."""

from pbem.handlers import together
from pbem.handlers.host.clocking import first_clock, no_clock
from pbem.handlers.host.word import HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _closing(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    running = first_clock(work)
    if work.state.admin.together:
        return (say("What lies on file for {name} runs now; who has nothing there was silent.", name=running.moment),)
    return (say("{name} of the {side} is closed as silence closes it.", name=running.moment, side=work.speaker(running.side)),)


def _process(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    running = first_clock(work)
    if work.state.admin.together:
        together.carry_out(work)
    else:
        work.fall_silent(running.side)
    return (say("{name} is closed; both sides get their reports", name=running.moment),)


WORD = HostWord(
    Verb("process", ("process PART",), "letter", phrase("close a running {moment} now")),
    phrase(
        "PROCESS closes the {moment} as if its grace were over: the standing order IF SILENT of its side says how.\n"
        "\n"
        "    PROCESS {part}"
    ),
    40,
    refuse=no_clock,
    do=_process,
    state=_closing,
)
