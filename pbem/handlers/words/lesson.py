"""LESSON: the boot camp's lesson once more."""

from pbem.campaign.admin_events import CampMoved
from pbem.campaign.state import Seat
from pbem.handlers import lessons
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word, unless_played
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb

NO_CAMP = phrase("this campaign is no boot camp (HELP BOOT CAMP)")


def unless_pupil(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """It is for the pupil of a boot camp, in the time of play."""
    camp, verb = work.state.admin.camp, act.verb.upper()
    idle = unless_played(work, seat, act)
    return idle or ("" if camp and seat.id == camp.pupil else f"{verb}: {say(NO_CAMP)}")


def _lesson(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """LESSON shows the lesson again; with a number it goes to that one, afresh."""
    camp, names = work.state.admin.camp, list(lessons.lessons(work.table.ruleset))
    assert camp is not None  # the pupil is refused without one
    number = act.number("N")
    if number is None:
        return []
    if not 1 <= number <= len(names):
        return [say("there is no lesson {number}: they are numbered from 1 to {last}", number=number, last=len(names))]
    name = names[number - 1]
    rest = {"passed": tuple(n for n in camp.passed if n != name), "skipped": tuple(n for n in camp.skipped if n != name)}
    work.put(CampMoved(replace(camp, lesson=name, done=(), **rest)))
    return [say("you are at lesson {number}", number=number)]


WORD = Word(
    Verb("lesson", ("lesson [N]",), "letter", phrase("the boot camp's lesson once more"), ("does", "arranges")),
    phrase(
        "LESSON shows the lesson you are at in a boot camp once more; with a number it goes to that one, done already or not\n"
        "(HELP BOOT CAMP).\n\n    LESSON\n    LESSON 3"
    ),
    acts={"arrangements": _lesson},
    refuse=unless_pupil,
)
