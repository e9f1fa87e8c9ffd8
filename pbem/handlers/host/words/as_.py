"""AS: the lines below it are carried out as a letter of a seat's."""

from pbem.campaign.state import Seat
from pbem.documents.document import theirs
from pbem.handlers.host.word import HostWord, SaidWord, commander, unless_seat
from pbem.handlers.letters import taken
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Verb


def _writable(work: UnitOfWork, asked: SaidWord) -> str:
    return unless_seat(work, asked) or ("" if asked.body else say("no lines stand below AS"))


def _written(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    lines = tuple(text for _, text in asked.body)
    return (say("As {seat}:", seat=work.called(seat) if isinstance(seat, Seat) else seat), *theirs(lines, "  "))


def _as(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    assert isinstance(seat, Seat)
    taken(work, seat, replace(work.cause, seat=seat.id, lines=asked.body, answers="", left_out=()))
    return (say("handled as a letter of {seat}, who has the receipt", seat=work.called(seat)),)


WORD = HostWord(
    Verb("as", ("as SEAT PART",), "letter", phrase("write in a seat's name")),
    phrase(
        "AS executes the lines below it as that seat's letter, up to END AS or the end: for orders that came by\n"
        "telephone. The seat gets the receipt, which says so. Not for a host who commands a side.\n"
        "\n"
        "    AS {seat} {part}\n"
        "    {order}\n"
        "    END AS"
    ),
    140,
    refuse=_writable,
    do=_as,
    state=_written,
    blind=False,
    body=True,
)
