"""The host stops the clock of a campaign and lets it run again. Both sides hear of it in one letter each."""

from pbem.causes.work import Table, Work
from pbem.chronicle import Cause, Record, State
from pbem.command import deadlines
from pbem.command.affairs import ClockSet, PlayPaused, PlayResumed, Seat
from pbem.dispatch import Answered, notice, receipt
from pbem.receive import Request, only_questions

PAUSED = (
    "The campaign is paused: no clock runs, and nothing but questions is taken.",
    "Send it again when the campaign goes on; a letter will tell you.",
)


def pause(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """The clock stands still. The words of the cause: how ("host" or "all"), then the reason, if one is given."""
    work = Work(table, state, cause)
    if not state.affairs.paused and state.affairs.stage != "over":
        how, *reason = cause.words or ("host",)
        work.put(PlayPaused(how))
        lines = (
            "The host has paused the campaign. No clock runs and no deadline counts.",
            *(f"His reason: {text}" for text in reason if text),
            "Questions are answered as ever; orders, standing orders and messages are taken again when it goes on.",
        )
        _tell(work, "PAUSED", "the campaign is paused", lines)
    return work.record()


def resume(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """Play goes on where it stood; the impulse that was running gets its whole time anew."""
    work = Work(table, state, cause)
    if state.affairs.paused:
        work.put(PlayResumed())
        running = state.affairs.clock
        if running:
            work.put(ClockSet(deadlines.anew(table.pace, running, cause.at)))
        _tell(work, "GOES ON", "the campaign goes on", ("The campaign goes on where it stood. Nothing happened meanwhile.",))
    return work.record()


def _tell(work: Work, head: str, subject: str, lines: tuple[str, ...]) -> None:
    for seat in work.seats:
        work.send(notice(work.desk(seat), head, subject, lines))


def turned_away(work: Work, seat: Seat, request: Request, notes: tuple[str, ...] = ()) -> None:
    """What acts is turned away, with the same words for everybody; what is asked is answered. notes: what was done all the same."""
    work.send(receipt(work.desk(seat), Answered(only_questions(request), refused=PAUSED, notes=notes)))
