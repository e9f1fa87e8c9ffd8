"""LEAKED: a letter came to the other side. What exactly got out."""

from pbem.campaign.admin_events import LeakNoted, TokenTurned
from pbem.campaign.hosting import Leak
from pbem.campaign.records import Sent
from pbem.campaign.state import Seat
from pbem.documents.document import theirs
from pbem.handlers.host.leaking import telling_lines
from pbem.handlers.host.word import ANY, HostWord, SaidWord, commander
from pbem.handlers.telling import is_blind, of_the_hosts_side
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import counted, phrase, say
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb

REMEDIES = (
    phrase("Three remedies, one to be chosen and put on record:"),
    phrase("  REMEDY {n} STAND      it stands; what the other side read it may use"),
    phrase("  REMEDY {n} OPEN       the owner gets the last report of the other side in return"),
    phrase("  REMEDY {n} ROLLBACK   play is taken back to before the letter (ROLLBACK … BEFORE {letter})"),
)


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
                own.update(telling_lines(sent.document))
    return tuple(line for line in telling_lines(found[1].document) if line not in own) if found else ()


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
        "{number} line of {letter} tells what no letter to the {side} has told.",
        "{number} lines of {letter} tell what no letter to the {side} has told.",
        letter=asked.text("LETTER"),
        side=work.speaker(to.side),
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
    return (
        say("leak {leak} is on record; token of {owner} turned; both are told", leak=leak.number, owner=work.called(owner)),
        *remedies,
    )


WORD = HostWord(
    Verb("leaked", ("leaked LETTER to SEAT",), "letter", phrase("a letter came to the other side")),
    phrase(
        "LEAKED puts on record that a letter came to the other side: you read exactly which of its lines that side\n"
        "could not have known, its seat's token is turned, and its owner is told which lines are known. Then choose\n"
        "a REMEDY. A host who commands a side is shown none of them, and may name letters of that side alone.\n"
        "\n"
        "    LEAKED A-15 TO {enemy_seat}"
    ),
    150,
    refuse=_no_leak,
    do=_leaked,
    state=_statement,
    stages=ANY,
)
