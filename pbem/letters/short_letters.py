"""Short letters: a word to a seat, a notice, a message."""

from datetime import datetime

from pbem.campaign.request import Request
from pbem.documents.document import Block, Document, block, theirs
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.i18n import say
from pbem.letters.desk import Desk, Out
from pbem.letters.on_file import clock_words


def word(desk: Desk, head: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A few lines of the referee's own accord, to one seat: what has changed in its command."""
    document = Document(subject, ((f"[{desk.admin.campaign}] {head}", desk.number),), (), (Block("", lines),))
    return Out(desk.seat.id, "notice", document, False, waits=True)


def waits(desk: Desk, request: Request, until: datetime, notes: tuple[str, ...] = ()) -> Out:
    """A letter waits by HOLD MY LETTERS: what was read of it, and until when it can be recalled; notes: what was done at once."""
    lines = (
        *notes,
        say("Your orders run {clock} ({time_left}). Until then RECALL withdraws them.",
            clock=clock(until, desk.zone), time_left=time_left(desk.at, until)),
        say("What was read:"), *(f"  {line.canonical or line.text}" for line in request.written.lines),
    )  # fmt: skip
    return short(desk, "waits", say("your letter waits"), lines)


def short(desk: Desk, kind: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A letter of a few lines: a repeat, a refusal, a notice."""
    head = ((f"[{desk.admin.campaign}] {subject.upper()}", desk.number),)
    return Out(desk.seat.id, kind, Document(subject, head, (), (Block("", lines, "prose"),)), True)


def asked_back(desk: Desk, subject: str, wanted: str, lines: tuple[str, ...]) -> Out:
    """A word that cannot be taken back is asked about, in a letter of its own."""
    head = ((f"[{desk.admin.campaign}] {subject}", desk.number),)
    document = Document(subject, head, (wanted,), (Block("", lines, "prose"),), taps=("YES", "CANCEL"))
    return Out(desk.seat.id, "asked", document, True)


def notice(desk: Desk, head: str, subject: str, lines: tuple[str, ...]) -> Out:
    """A public word of the host's to every seat, with the clock as this seat knows it."""
    told = block("CLOCK", (clock_words(desk),) if desk.admin.stage == "playing" and not desk.admin.paused else ())
    document = Document(subject, ((f"[{desk.admin.campaign}] {head}", desk.number),), (), (Block("", lines, "prose"), *told))
    return Out(desk.seat.id, "notice", document, False)


def message(desk: Desk, sender: str, lines: tuple[str, ...], when: str = "", how: tuple[str, ...] = ()) -> Out:
    """Somebody's words for this seat, word for word, unverified; marked line by line, so that no reply takes them for orders.
    when: the part of play they were written in, if a runner brought them; how: how the reader answers.
    """
    sent = ((say("by runner, written in {when}", when=when), ""),) if when else ()
    head = ((say("[{campaign}] MESSAGE from {sender}", campaign=desk.admin.campaign, sender=sender), desk.number), *sent)
    small = (say("Word for word as it was written; the referee vouches for nothing in it."),)
    blocks = (Block("", theirs(lines), "quote"), *block("", how, "prose"))
    return Out(
        desk.seat.id, "message", Document(say("message from {sender}", sender=sender), head, (), blocks, small), False, waits=True
    )
