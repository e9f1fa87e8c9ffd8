"""PREVIEW: what PROCESS would do, with other rolls."""

from pbem.handlers import together
from pbem.handlers.host.clocking import first_clock, no_clock
from pbem.handlers.host.word import HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _preview(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    found = together.preview(work) if work.state.admin.together else work.preview(first_clock(work).side)
    return (say("With rolls for this preview alone PROCESS would come to:"), *found)


WORD = HostWord(
    Verb("preview", ("preview PART",), "question", phrase("what PROCESS would do, with other rolls")),
    phrase(
        "PREVIEW shows what PROCESS would set going, with rolls for the preview alone. It tells\n"
        "what neither side knows: not for a host who commands a side.\n"
        "\n"
        "    PREVIEW {part}"
    ),
    50,
    refuse=no_clock,
    do=_preview,
    changes=False,
    blind=False,
)
