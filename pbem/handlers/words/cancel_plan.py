"""CANCEL PLAN: take your plan off file."""

from pbem.campaign.admin_events import PlanDropped
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _cancelled(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    if seat.id not in work.state.admin.plans:
        return [say("no plan was on file")]
    work.put(PlanDropped(seat.id))
    return [say("the plan is off file")]


WORD = Word(
    Verb("cancel plan", ("cancel plan",), "letter", phrase("take your plan off file"), ("bare", "files")),
    phrase("CANCEL PLAN takes the plan for your next {moment} off file.\n\n    CANCEL PLAN"),
    acts={"plan": _cancelled},
)
