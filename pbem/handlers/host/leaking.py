"""LEAKED and REMEDY: a letter came to the other side. What exactly got out, and what is done about it."""

from collections.abc import Iterator

from pbem.campaign.admin_events import LeakNoted, TokenTurned
from pbem.campaign.hosting import Leak
from pbem.campaign.records import DigestLetter, Record, Sent, station_of
from pbem.campaign.state import Seat
from pbem.documents.document import Block, Document, theirs
from pbem.handlers.host.handling import Handling, SaidWord, commander
from pbem.handlers.telling import hosts_eyes, is_blind, of_the_hosts_side
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import TOKEN
from pbem.letters.short_letters import notice

REMEDIES = (
    phrase("Three remedies, one to be chosen and put on record:"),
    phrase("  REMEDY {n} STAND      it stands; what the other side read it may use"),
    phrase("  REMEDY {n} OPEN       the owner gets the last report of the other side in return"),
    phrase("  REMEDY {n} ROLLBACK   play is taken back to before the letter (ROLLBACK … BEFORE {letter})"),
)


def _lines(document: Document) -> tuple[str, ...]:
    """What a letter tells, line by line, without its forms and what stands in every letter."""
    blocks = (line for b in document.blocks if b.kind != "form" and b.title != "CLOCK" for line in b.lines)
    return tuple(dict.fromkeys(line.strip() for line in (*document.wanted, *blocks) if line.strip() and TOKEN not in line))


def _letter(work: UnitOfWork, name: str) -> tuple[Seat, Sent] | None:
    """The letter of a number, and whose it is."""
    for _, record in work.table.past():
        for sent in record.letters:
            if isinstance(sent, Sent) and work.state.admin.number(sent.seat, sent.n) == name:
                return work.state.admin.seats[sent.seat], sent
    return None


def _facts(work: UnitOfWork, name: str, to: str) -> tuple[str, ...]:
    """The lines of a letter that no letter of that side has ever told."""
    found, own = _letter(work, name), set[str]()
    for _, record in work.table.past():
        for sent in record.letters:
            if isinstance(sent, Sent) and work.state.admin.seats[sent.seat].side == to:
                own.update(_lines(sent.document))
    return tuple(line for line in _lines(found[1].document) if line not in own) if found else ()


def _no_leak(work: UnitOfWork, asked: SaidWord) -> str:
    to, found = commander(work, asked.text("SEAT")), _letter(work, asked.text("LETTER"))
    if isinstance(to, str):
        return to
    if is_blind(work) and not of_the_hosts_side(work, asked.text("LETTER")):  # nor how many letters the other side was sent
        return say("a host of this campaign commands a side: LEAKED is for letters of that side")
    if found is None:
        return say("no letter {letter} was written", letter=asked.text("LETTER"))
    return say("{letter} is that side's own letter", letter=asked.text("LETTER")) if found[0].side == to.side else ""


def _statement(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    to = commander(work, asked.text("SEAT"))
    assert isinstance(to, Seat)
    if is_blind(work):
        return (say("A host of this campaign commands a side: what the other side could not have known is told to no host."),)
    facts = _facts(work, asked.text("LETTER"), to.side)
    count = counted(
        len(facts),
        "{number} line of {letter} tells what no letter of {side}'s has told.",
        "{number} lines of {letter} tell what no letter of {side}'s has told.",
        letter=asked.text("LETTER"),
        side=to.side,
    )
    return (count, *theirs(facts, "  "))


def _leaked(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    to, found, name = commander(work, asked.text("SEAT")), _letter(work, asked.text("LETTER")), asked.text("LETTER")
    assert isinstance(to, Seat) and found is not None
    owner = found[0]
    leak = Leak(len(work.state.admin.hosting.leaks) + 1, name, owner.id, to.side, _facts(work, name, to.side))
    work.put(LeakNoted(leak))
    work.put(TokenTurned(owner.id, work.state.admin.seats[owner.id].generation + 1))
    lines = (
        say("Your letter {name} came into the other side's hands. This is what it told them that they could not know:", name=name),
        *theirs(leak.facts, "  "),
        say("Your reply token is turned: this letter brings the new one. The host chooses a remedy and will tell you."),
    )
    desk = work.desk(work.state.admin.seats[owner.id])
    work.send(notice(desk, say("A LETTER WENT ASTRAY"), say("{name} went astray", name=name), lines))
    told = (
        say("A letter that was not yours came to you: {name}.", name=name),
        say("It is on record what it tells. The host chooses a remedy."),
    )
    for seat in work.state.admin.reached(to.side):
        work.send(notice(work.desk(seat), say("A LETTER WENT ASTRAY"), say("a letter went astray"), told))
    remedies = tuple(say(line, n=leak.number, letter=name) for line in REMEDIES)
    return (say("leak {leak} is on record; token of {owner} turned; both are told", leak=leak.number, owner=owner.id), *remedies)


def _open_leak(work: UnitOfWork, asked: SaidWord) -> str:
    leak = _found(work, asked)
    if leak is None or not hosts_eyes(work).sees_seat(work.state.admin, leak.seat):
        return say("there is no leak {number}", number=asked.act.number("N"))
    if leak.remedy:
        return say("leak {leak} is closed: {remedy}", leak=leak.number, remedy=leak.remedy)
    if asked.act.says("open") and is_blind(work):
        return say("a host of this campaign commands a side: OPEN would give him the other side's report")
    if asked.act.says("open") and _report(work, leak) is None:
        return say("{to} has had no report yet: nothing could be given in return", to=leak.to)
    return ""


def _found(work: UnitOfWork, asked: SaidWord) -> Leak | None:
    return next((k for k in work.state.admin.hosting.leaks if k.number == asked.act.number("N")), None)


def _report(work: UnitOfWork, leak: Leak) -> Document | None:
    """The last report of a public moment that was written to the side which read the letter, held for a digest or not."""
    last = None
    for _, record in work.table.past():
        if station_of(work.table.ruleset, record):
            reports = ((seat, letter) for seat, letter in _letters(record) if letter.kind == "sitrep")
            told = [letter.document for seat, letter in reports if work.state.admin.seats[seat].side == leak.to]
            last = told[-1] if told else last
    return last


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
            block = Block("THE OTHER SIDE'S LAST REPORT", theirs(_lines(given)), "quote")
            out = replace(out, document=replace(out.document, blocks=(*out.document.blocks, block)))
        work.send(out)
    then = (say("ROLLBACK {phase} BEFORE {letter} does it.", phase=work.phase, letter=leak.letter),) if choice == "rollback" else ()
    return (say("leak {leak}: {choice}; both sides are told", leak=leak.number, choice=choice), *then)


LEAKING = {
    "leaked": Handling(_no_leak, _leaked, _statement),
    "remedy": Handling(_open_leak, _remedy),
}
