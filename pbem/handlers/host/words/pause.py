"""PAUSE: stop the clock."""

from pbem.documents.document import theirs
from pbem.handlers import pausing
from pbem.handlers.host.clocking import no_pause, until
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _how_long(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    """What was understood of a PAUSE: until when, and what is only a remark for the players."""
    end, remark = until(work, asked), asked.text("TEXT")
    lines = [say("Play resumes by itself at {clock}.", clock=clock(end.at, work.table.pace.zone)) if end
             else say("No end is named: it lasts until you say RESUME.")]  # fmt: skip
    if remark:
        lines += [say("Told to the players as your reason:"), *theirs((remark,))]
    return tuple(lines)


def _pause(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    end = until(work, asked)
    pausing.pause(work, "host", end.at if end else None, asked.text("TEXT"))
    return (say("paused; both sides are told"), *([end.note] if end and end.note else []))


WORD = HostWord(
    Verb("pause", ("pause PART [until MOMENT] [TEXT]",), "letter", phrase("stop the clock")),
    phrase(
        "PAUSE stops the clock of the campaign. Both sides are told, with the reason if you give one; orders are\n"
        "turned away, questions answered. UNTIL lets it go on by itself.\n"
        "\n"
        "    PAUSE {part}\n"
        "    PAUSE {part} UNTIL 2026-12-28 20:00 Christmas"
    ),
    10,
    refuse=no_pause,
    do=_pause,
    read=_how_long,
    stages=ANY,
)
