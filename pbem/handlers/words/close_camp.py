"""CLOSE CAMP: end the boot camp."""

from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.handlers.words.lesson import unless_pupil
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _close(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """CLOSE CAMP ends it, and everything is opened."""
    camp = work.state.admin.camp
    assert camp is not None  # the pupil is refused without one
    work.conclude("", say("the boot camp is closed"))
    return [say("the camp is closed; everything is opened in letters of their own")]


WORD = Word(
    Verb("close camp", ("close camp",), "letter", phrase("end the boot camp"), ("does", "arranges")),
    phrase(
        "CLOSE CAMP ends a boot camp at any time. All is opened to you as after the last turn of any campaign, and your\n"
        "certificate says what you have done.\n\n    CLOSE CAMP"
    ),
    acts={"arrangements": _close},
    refuse=unless_pupil,
)
