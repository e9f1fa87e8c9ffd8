"""SETTLE: decide a field battle whose reports differ."""

from pbem.handlers import fields
from pbem.handlers.host.word import HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _disputed(work: UnitOfWork, asked: SaidWord) -> str:
    file = work.state.admin.fields.get(asked.act.number("N") or 0)
    if file is None or file.stage not in ("differ", "host"):
        return say("the reports of battle {number} are not in dispute", number=asked.act.number("N"))
    ways = (*sorted(file.seats), "crt")
    return "" if asked.text("WORD").lower() in ways else say("for whom? {ways}", ways=" | ".join(ways))


def _settle(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    number, way = asked.act.number("N") or 0, asked.text("WORD").lower()
    fields.settle(work, number, "" if way == "crt" else way)
    return (say("battle {number} is decided; both field commanders are told", number=number),)


WORD = HostWord(
    Verb("settle", ("settle N for WORD",), "letter", phrase("decide a field battle whose reports differ")),
    phrase(
        "SETTLE decides a field battle whose two reports differ: what both must know is taken from that side's\n"
        "report, own losses are each side's own word; FOR CRT leaves it to the table. Not for a host who commands\n"
        "a side.\n"
        "\n"
        "    SETTLE 5 FOR {seat}\n"
        "    SETTLE 5 FOR crt"
    ),
    120,
    refuse=_disputed,
    do=_settle,
    blind=False,
)
