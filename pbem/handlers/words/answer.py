"""ANSWER: answer a decision that play waits for."""

from pbem.campaign.seats import senior, speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.engine.idiom import stands_on
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


@stands_on("last word")
def _decided(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """A decision is answered by the side's commander, once, in one way; every other answer has its reply."""
    said = work.request.of("answer") if work.request else (act,)
    ways = {other.words for other in said if other.number("N") == act.number("N")}
    return [_unclear(act) if len(ways) > 1 else _note(work, seat, act)]


def _unclear(act: Act) -> str:
    return say("D{number} is answered in two ways: nothing was decided; write one of them", number=act.number("N"))


def _note(work: UnitOfWork, seat: Seat, act: Act) -> str:
    number, owed = act.number("N") or 0, work.owes(seat.side)
    if owed is None or number != owed.number:
        gone = 0 < number <= work.asked(seat.side)
        over = say(": D{number} was answered, or its time ran out, and play has gone on", number=number) if gone else ""
        return say(
            "no decision {number} waits for your answer{over}{owed}",
            number=number,
            over=over,
            owed=say("; D{owed} does", owed=owed.number) if owed else "",
        )
    choice = next((word for word in act.words if word in owed.options), "")
    if not choice:
        return say(
            "D{number} cannot be answered so: {options}",
            number=number,
            options=" | ".join(option.upper() for option in owed.options),
        )
    if not speaks_for_its_side(work.state.admin, seat, work.cause.at):
        first = senior(work.state.admin, seat.side)
        said = say("D{number} is for {first} to answer", number=number, first=work.officer(first))
        return said + work.idiom.behind("last word")
    work.answer(seat.side, choice)
    return f"D{number}: {choice}"


WORD = Word(
    Verb(
        "answer",
        ("answer N (stand|retreat|yield|commit|hold)",),
        "letter",
        phrase("answer a decision that play waits for"),
        ("does", "files", "plays", "leans"),
    ),
    phrase(
        "ANSWER answers a decision by its number when the referee pauses play for it; in a team it is for the side's\n"
        "commander. A decision is made once.\n\n    ANSWER 1 STAND"
    ),
    acts={"decisions": _decided},
)
