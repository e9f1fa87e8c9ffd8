"""DONE: all your orders for this part of play are in."""

from pbem.campaign.state import Seat
from pbem.handlers.on_file_run import be_done, unless_on_file
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Act, Verb


def _not_yet(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    return ()


def _done(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return be_done(work, seat)


WORD = Word(
    Verb("done", ("done",), "letter", phrase("all your orders for this {moment} are in"), ("does", "files")),
    phrase(
        "DONE says that your orders are all in, where orders lie on file (HELP TEMPO). When every seat that\n"
        "commands is done everything runs, and the {moment} ends unless something came back. In a team new orders\n"
        "make you not done. Where both sides write at once, a letter of orders says it by itself, and DONE alone\n"
        "that you order nothing; the orders of both sides run together. In reply to a letter from before your\n"
        "last report it does not count.\n\n"
        "    DONE"
    ),
    acts={"staffwork": _not_yet, "running": _done},
    by=FIELD,
    refuse=unless_on_file,
)
