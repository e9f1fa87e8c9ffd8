"""TAKE BACK: end a delegation."""

from pbem.campaign.admin_events import Delegated
from pbem.campaign.seats import speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.handlers.words.delegate import tell
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _taken(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return [_note(work, seat, act)]


def _note(work: UnitOfWork, seat: Seat, act: Act) -> str:
    admin, formation = work.state.admin, act.text("FORMATION") or ""
    to, by = admin.delegated.get(seat.side, {}).get(formation, ("", ""))
    if not to:
        return say("not taken back: {formation} is delegated to nobody", formation=formation)
    if seat.id not in (to, by) and not speaks_for_its_side(admin, seat, work.cause.at):
        said = say(
            "not taken back: {by} delegated {formation} to {to}", by=work.officer(by), formation=formation, to=work.officer(to)
        )
        return said + work.idiom.behind("last word")
    work.put(Delegated(seat.side, formation, "", seat.id))
    taker, other = work.officer(seat), work.officer(to)
    tell(work, {to, by} - {seat.id}, say("{seat} has taken {formation} back from {to}", seat=taker, formation=formation, to=other))
    return say("{to} may no longer order {formation}", formation=formation, to=other)


WORD = Word(
    Verb("take back", ("take back FORMATION",), "letter", phrase("end a delegation"), ("does", "files")),
    phrase(
        "TAKE BACK ends a delegation: who gave the formation may, who has it, and the side's commander.\n\n"
        "    TAKE BACK {formation}"
    ),
    acts={"delegation": _taken},
    by=FIELD,
)
