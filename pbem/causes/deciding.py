"""Answers to a decision that play waits for: by the side's commander, once, in one way; every other answer has its reply."""

from pbem.causes.work import Work
from pbem.command.affairs import Seat
from pbem.command.seats import senior, speaks_for_its_side
from pbem.kernel.rulebook import rule
from pbem.orders.sheet import Act
from pbem.receive import Request


@rule("MASL-2.1-3")
def decided(work: Work, seat: Seat, request: Request) -> list[str]:
    """ANSWER carried out, or why not; a note on each."""
    said = {(act.number("N"), act.words) for act in request.decisions}
    notes = []
    for act in request.decisions:
        ways = [words for number, words in said if number == act.number("N")]
        notes.append(_unclear(act) if len(ways) > 1 else _answered(work, seat, act))
    return list(dict.fromkeys(notes))


def _unclear(act: Act) -> str:
    return f"D{act.number('N')} is answered in two ways: nothing was decided; write one of them"


def _answered(work: Work, seat: Seat, act: Act) -> str:
    number, control = act.number("N") or 0, work.table.ruleset.control
    picture = work.state.pictures[seat.side]
    owed = control.owes(picture)
    if owed is None or number != owed.number:
        gone = 0 < number <= control.asked(picture)
        over = f": D{number} was answered, or its time ran out, and play has gone on" if gone else ""
        return f"no decision {number} of yours waits for an answer{over}{f'; D{owed.number} does' if owed else ''}"
    choice = next((word for word in act.words if word in owed.options), "")
    if not choice:
        return f"D{number} cannot be answered so: {' | '.join(option.upper() for option in owed.options)}"
    if not speaks_for_its_side(work.state.affairs, seat, work.cause.at):
        first = senior(work.state.affairs, seat.side)
        return f"D{number} is for {first.id if first else 'your commander'} to answer (MASL-2.1-3)"
    work.answer(seat.side, choice)
    return f"D{number}: {choice}"
