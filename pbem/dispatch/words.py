"""Short letters: a word to a seat, a notice, a message."""

from datetime import datetime

from pbem.dispatch.desk import Desk, Out
from pbem.dispatch.on_file import clock_words
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.tongue import say
from pbem.receive import Request
from pbem.reports.document import QUOTED, Block, Document, block


def word(desk: Desk, head: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A few lines of the referee's own accord, to one seat: what has changed in its command."""
    document = Document(subject, ((f"[{desk.affairs.campaign}] {head}", desk.number),), (), (Block("", lines),))
    return Out(desk.seat.id, "notice", document, False, waits=True)


def waits(desk: Desk, request: Request, until: datetime) -> Out:
    """A letter waits by HOLD MY LETTERS: what was read of it, and until when it can be recalled."""
    lines = (
        say("It is carried out {clock} ({time_left}). RECALL takes it back until then.",
            clock=clock(until, desk.zone), time_left=time_left(desk.at, until)),
        say("What was read:"), *(f"  {line.canonical or line.text}" for line in request.written.lines),
    )  # fmt: skip
    return short(desk, "waits", say("your letter waits"), lines)


def short(desk: Desk, kind: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A letter of a few lines: a repeat, a refusal, a notice."""
    head = ((f"[{desk.affairs.campaign}] {subject}", desk.number),)
    return Out(desk.seat.id, kind, Document(subject, head, (), (Block("", lines, "prose"),)), True)


def notice(desk: Desk, head: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A public word of the host's to every seat, with the clock as this seat knows it."""
    told = block("CLOCK", (clock_words(desk),) if desk.affairs.stage == "playing" else ())
    document = Document(subject, ((f"[{desk.affairs.campaign}] {head}", desk.number),), (), (Block("", lines, "prose"), *told))
    return Out(desk.seat.id, "notice", document, False)


def message(desk: Desk, sender: str, lines: tuple[str, ...], when: str = "") -> Out:
    """Somebody's words for this seat, word for word, unverified; marked as quoted, so that no reply takes them for orders.
    when: the impulse they were written in, if a runner brought them.
    """
    sent = ((say("by runner, written in {when}", when=when), ""),) if when else ()
    head = ((say("[{campaign}] MESSAGE from {sender}", campaign=desk.affairs.campaign, sender=sender), desk.number), *sent)
    small = (say("Word for word as it was written; the referee vouches for nothing in it."),)
    words = Block("", tuple(map(quoted, lines)), "quote")
    return Out(
        desk.seat.id, "message", Document(say("message from {sender}", sender=sender), head, (), (words,), small), False, waits=True
    )


def quoted(line: str) -> str:
    """A line of somebody's own words, marked as such; the text marks each line that it is folded into."""
    return f"{QUOTED}{line}".rstrip()
