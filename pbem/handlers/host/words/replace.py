"""REPLACE: give a seat to somebody else."""

from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.replacing import hand, unfit
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.mail.sender import canonical_address
from pbem.orders.tree import Verb


def _unfit(work: UnitOfWork, asked: SaidWord) -> str:
    address = canonical_address(asked.text("TEXT"))
    return unfit(work, asked.text("SEAT"), address) if address else say("{text!r} is not a mail address", text=asked.text("TEXT"))


def _replace(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return hand(work, work.state.admin.seats[asked.text("SEAT")], canonical_address(asked.text("TEXT")) or "")


def _who_gives_way(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = work.state.admin.seats[asked.text("SEAT")]
    who = (
        say("{address} holds {seat}, and is shut out at once.", address=seat.address, seat=work.called(seat))
        if seat.address
        else ""
    )
    invited = say("The new holder is invited, and told what the seat knows after ACCEPT. No clock stops.")
    return (who, invited) if who else (invited,)


WORD = HostWord(
    Verb("replace", ("replace SEAT by TEXT",), "letter", phrase("give a seat to somebody else")),
    phrase(
        "REPLACE gives a seat to another address. Who held it is shut out at once; the other is invited, and told\n"
        "what the desk knows after ACCEPT. Anybody who has ever read the other side's mail is refused.\n"
        "\n"
        "    REPLACE {seat} BY carl@c.example"
    ),
    100,
    refuse=_unfit,
    do=_replace,
    state=_who_gives_way,
    stages=ANY,
)
