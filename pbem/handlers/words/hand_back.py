"""HAND BACK: pass a battle on to another field commander."""

from pbem.campaign.admin_events import FieldFiled
from pbem.campaign.state import Seat
from pbem.handlers.fields import ROLE, give
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


def _handed_back(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """A field commander passes a battle on, to the next of his side, in the end to its commander."""
    number = act.number("N") or 0
    file = work.state.admin.fields.get(number)
    if file is None or file.seats.get(seat.side) != seat.id or seat.role != ROLE:
        return [say("battle {number} is not in your hands as a field commander", number=number)]
    work.put(FieldFiled(number, replace(file, refused=(*file.refused, seat.id))))
    give(work, number, seat.side)
    return [
        say(
            "battle {number} passes to {seats}", number=number, seats=work.officer(work.state.admin.fields[number].seats[seat.side])
        )
    ]


WORD = Word(
    Verb("hand back", ("hand back N",), "letter", phrase("pass a battle on to another field commander"), ("does", "files")),
    phrase(
        "HAND BACK passes a battle that was given to you as a field commander to the next of your side, in the end to\n"
        "its commander (HELP FIELD).\n\n    HAND BACK 5"
    ),
    acts={"battles": _handed_back},
    by=FIELD,
)
