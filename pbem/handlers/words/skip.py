"""SKIP: go past the boot camp's lesson."""

from pbem.campaign.admin_events import CampMoved
from pbem.campaign.state import Seat
from pbem.handlers import lessons
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.handlers.words.lesson import unless_pupil
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


def _skip(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """SKIP goes past the lesson."""
    camp = work.state.admin.camp
    assert camp is not None  # the pupil is refused without one
    if not camp.lesson:
        return [say("there is no lesson left to skip")]
    ruleset = work.table.ruleset
    title = lessons.lessons(ruleset)[camp.lesson].title
    work.put(CampMoved(replace(lessons.after(ruleset, camp), skipped=(*camp.skipped, camp.lesson))))
    return [say("skipped: {title}", title=title)]


WORD = Word(
    Verb("skip", ("skip [lesson]",), "letter", phrase("go past the boot camp's lesson"), ("does", "arranges")),
    phrase("SKIP goes past the lesson of a boot camp; LESSON with its number comes back to it.\n\n    SKIP"),
    acts={"arrangements": _skip},
    refuse=unless_pupil,
)
