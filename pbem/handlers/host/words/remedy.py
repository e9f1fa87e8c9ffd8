"""REMEDY: what is done about a letter that came to the other side."""

from collections.abc import Iterator

from pbem.campaign.admin_events import LeakNoted
from pbem.campaign.hosting import Leak
from pbem.campaign.records import DigestLetter, Record, Sent, station_of
from pbem.documents.document import Block, Document, theirs
from pbem.handlers.host.leaking import telling_lines
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.telling import hosts_eyes, is_blind
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb


def _open_leak(work: UnitOfWork, asked: SaidWord) -> str:
    leak = _found(work, asked)
    if leak is None or not hosts_eyes(work).sees_seat(work.state.admin, leak.seat):
        return say("there is no leak {number}", number=asked.act.number("N"))
    if leak.remedy:
        return say("leak {leak} is closed: {remedy}", leak=leak.number, remedy=leak.remedy)
    if asked.act.says("open") and is_blind(work):
        return say("a host of this campaign commands a side: OPEN would give that host the other side's report")
    if asked.act.says("open") and _report(work, leak) is None:
        return say("{to} has had no report yet: nothing could be given in return", to=leak.to)
    return ""


def _found(work: UnitOfWork, asked: SaidWord) -> Leak | None:
    return next((k for k in work.state.admin.hosting.leaks if k.number == asked.act.number("N")), None)


def _report(work: UnitOfWork, leak: Leak) -> Document | None:
    """The last report of a public moment that was written to the side which read the letter, held for a digest or not."""
    last = None
    for report in _reports(work, leak.to):
        last = report
    return last


def _reports(work: UnitOfWork, side: str) -> Iterator[Document]:
    """The reports of public moments that were written to a side."""
    stations = (record for _, record in work.table.past() if station_of(work.table.ruleset, record))
    for seat, letter in (written for record in stations for written in _letters(record)):
        if letter.kind == "sitrep" and work.state.admin.seats[seat].side == side:
            yield letter.document


def _letters(record: Record) -> Iterator[tuple[str, Sent | DigestLetter]]:
    """The letters of a record, those held for a digest last, each with its seat."""
    yield from ((sent.seat, sent) for sent in record.letters if isinstance(sent, Sent))
    yield from ((held.seat, held.letter) for held in record.held if held.letter)


def _remedy(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    leak = _found(work, asked)
    assert leak is not None
    choice = next(word for word in ("stand", "open", "rollback") if asked.act.says(word))
    work.put(LeakNoted(replace(leak, remedy=choice)))
    words = {
        "stand": say("Letter {letter} went astray, and it stands.", letter=leak.letter),
        "open": say("Letter {letter} went astray. In return its owner is given the other side's last report.", letter=leak.letter),
        "rollback": say("Letter {letter} went astray. The host takes play back to before it.", letter=leak.letter),
    }[choice]
    given = _report(work, leak) if choice == "open" else None
    for seat in work.seats:
        out = notice(work.desk(seat), say("REMEDY"), say("{letter} · remedy", letter=leak.letter), (words,))
        if given and seat.id == leak.seat:
            block = Block("THE OTHER SIDE'S LAST REPORT", theirs(telling_lines(given)), "quote")
            out = replace(out, document=replace(out.document, blocks=(*out.document.blocks, block)))
        work.send(out)
    then = (say("ROLLBACK {phase} BEFORE {letter} does it.", phase=work.phase, letter=leak.letter),) if choice == "rollback" else ()
    return (say("leak {leak}: {choice}; both sides are told", leak=leak.number, choice=choice), *then)


WORD = HostWord(
    Verb("remedy", ("remedy N (stand|open|rollback)",), "letter", phrase("the remedy for a leak")),
    phrase(
        "REMEDY closes a leak by its number: STAND lets it stand, OPEN gives its owner the other side's last report\n"
        "in return, ROLLBACK puts on record that you take play back to before the letter (with ROLLBACK). OPEN is not\n"
        "for a host who commands a side.\n"
        "\n"
        "    REMEDY 1 OPEN"
    ),
    160,
    refuse=_open_leak,
    do=_remedy,
    stages=ANY,
)
