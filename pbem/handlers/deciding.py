"""Answers to a decision that play waits for: by the side's commander, once, in one way; every other answer has its reply."""

from pbem.campaign.request import Request
from pbem.campaign.seats import senior, speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act


@rule("MASL-2.1-3")
def decided(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """ANSWER carried out, or why not; a note on each."""
    said = {(act.number("N"), act.words) for act in request.of("answer")}
    notes = []
    for act in request.of("answer"):
        ways = [words for number, words in said if number == act.number("N")]
        notes.append(_unclear(act) if len(ways) > 1 else _answered(work, seat, act))
    return list(dict.fromkeys(notes))


def _unclear(act: Act) -> str:
    return say("D{number} is answered in two ways: nothing was decided; write one of them", number=act.number("N"))


def _answered(work: UnitOfWork, seat: Seat, act: Act) -> str:
    number, owed = act.number("N") or 0, work.owes(seat.side)
    if owed is None or number != owed.number:
        gone = 0 < number <= work.asked(seat.side)
        over = say(": D{number} was answered, or its time ran out, and play has gone on", number=number) if gone else ""
        return say(
            "no decision {number} of yours waits for an answer{over}{owed}",
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
    if not speaks_for_its_side(work.state.affairs, seat, work.cause.at):
        first = senior(work.state.affairs, seat.side)
        return say(
            "D{number} is for {first} to answer (MASL-2.1-3)", number=number, first=first.id if first else say("your commander")
        )
    work.answer(seat.side, choice)
    return f"D{number}: {choice}"
