"""DELEGATE: let another seat of your side order a formation."""

from pbem.campaign.admin_events import Delegated
from pbem.campaign.seats import call_names, commanders, named
from pbem.campaign.state import Seat
from pbem.handlers.authority import whose
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import word
from pbem.orders.tree import Act, Verb


def _given(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return [_note(work, seat, act)]


def _note(work: UnitOfWork, seat: Seat, act: Act) -> str:
    admin, formation = work.state.admin, act.text("FORMATION") or ""
    to = named(admin, seat.side, act.text("SEAT") or "")
    if to is None:
        return say(
            "not delegated: your side has no seat {seat}; there are {call_names}",
            seat=act.text("SEAT"),
            call_names=call_names(admin, seat.side),
        )
    if not to.commands:
        return say("not delegated: nobody gives orders from {seat} now", seat=work.officer(to))
    able = _over(work, seat, formation)
    if seat.id not in (other.id for other in able):
        return say("not delegated: {whose}", whose=whose(work, seat, formation, able)) + work.idiom.behind("command")
    if to.id == seat.id:
        return say("not delegated: {formation} is yours to order already", formation=formation)
    work.put(Delegated(seat.side, formation, to.id, seat.id))
    tell(
        work,
        {to.id, *(other.id for other in able)} - {seat.id},
        say("{seat} has delegated {formation} to {other}", seat=work.officer(seat), formation=formation, other=work.officer(to)),
    )
    return say(
        "{seat} may now order {formation}; so may you, and TAKE BACK {formation} ends it",
        formation=formation,
        seat=work.officer(to),
    )


def _over(work: UnitOfWork, seat: Seat, formation: str) -> tuple[Seat, ...]:
    """Who may order a formation, asked of its headquarters."""
    staff = words(work.table, work.state, seat.side).formations.get(formation, ("",))[0]
    return commanders(work.state.admin, seat.side, work.chain(seat.side, staff))


def tell(work: UnitOfWork, seats: set[str], what: str) -> None:
    for other in sorted(seats):
        held = work.state.admin.seats.get(other)
        if held is not None and held.in_office:
            work.send(word(work.desk(held), say("YOUR COMMAND"), say("the chain of command"), (f"{what}.",)))


WORD = Word(
    Verb(
        "delegate",
        ("delegate FORMATION to SEAT",),
        "letter",
        phrase("let another seat of your side order a formation"),
        ("does", "files"),
    ),
    phrase(
        "DELEGATE lets another seat of your side order one of your formations; you may order it as before. TAKE\n"
        "BACK ends it. Its own commander cannot order meanwhile what you delegate over that seat{by_last_word}.\n"
        "\n"
        "    DELEGATE {formation} TO {other_officer_seat}"
    ),
    acts={"delegation": _given},
    by=FIELD,
)
