"""HALT: discard a march on file."""

from pbem.campaign.admin_events import MarchFiled
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _halted(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """A march comes off file."""
    formation = act.text("FORMATION") or ""
    if formation not in work.state.admin.marches.get(seat.id, {}):
        return [say("no march of {formation} was on file", formation=formation)]
    work.put(MarchFiled(seat.id, formation, ""))
    return [say("the march of {formation} is off file", formation=formation)]


WORD = Word(
    Verb("halt", ("halt FORMATION",), "letter", phrase("discard a march on file"), ("does", "files", "plays")),
    phrase("HALT takes a march off file; the units stay where they are.\n\n    HALT {formation}"),
    acts={"marches": _halted},
)
