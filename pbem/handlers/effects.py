"""What a letter did is noted by what it says, so that the same letter come twice acts once (AGAIN lets it)."""

from pbem.campaign.admin_events import DraftDropped, DraftKept, EffectNoted, LettersSent
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.values import Value
from pbem.letters.desk import Resend
from pbem.letters.short_letters import short


class EffectKeys(Value):
    """By what the letter's effect is known: what it says, and this very letter."""

    said: str
    letter: str


def keys_of(work: UnitOfWork, seat: Seat, request: Request) -> EffectKeys:
    """The keys of a letter, as it stands before anything of it is done."""
    cause = work.cause
    return EffectKeys(
        request.key(work.moment(seat), work.state.edition), request.copy_key(cause.message_id or cause.sha256 or cause.id)
    )


def note_effect(work: UnitOfWork, keys: EffectKeys, number: str, again: bool = True) -> None:
    """The letter had its effect, as the answer of this number says. again: the same words in another letter would
    not act either."""
    if again:
        work.put(EffectNoted(keys.said, number))
    work.put(EffectNoted(keys.letter, number))


def answered_before(work: UnitOfWork, seat: Seat, request: Request) -> str:
    """The number of the letter that answered the same before; "" if it acts, or has none to have."""
    effects, keys = work.state.admin.effects, keys_of(work, seat, request)
    before = effects.get(keys.letter) or (effects.get(keys.said) if "again" not in request.said else None)
    return before or "" if request.acts else ""


def did_something(work: UnitOfWork, filed: int) -> bool:
    """Did a letter change anything but its answer and the draft that it left or took away? filed: admin events before it."""
    return bool(work.events) or any(not isinstance(p, (LettersSent, DraftKept, DraftDropped)) for p in work.papers[filed:])


def repeat(work: UnitOfWork, seat: Seat, number: str) -> None:
    """Its writer is told, and gets the answer again."""
    lines = (
        say("The same orders were answered in {number}, so they were not run again.", number=number),
        say("{number} follows once more. If you meant them twice, write AGAIN above the orders.", number=number),
    )
    work.send(short(work.desk(seat), "repeat", say("a repeat of {number}", number=number), lines))
    work.send(Resend(seat.id, number))
