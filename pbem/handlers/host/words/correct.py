"""CORRECT: a mistake of the referee's is put right on the board, and both sides are told."""

from pbem.campaign.state import Seat
from pbem.engine.opaque import OpaqueEvent
from pbem.handlers.host.word import HostWord, SaidWord, commander
from pbem.handlers.telling import learnt
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb


def _corrected(work: UnitOfWork, asked: SaidWord) -> tuple[OpaqueEvent, ...] | Refusal:
    seat = commander(work, asked.text("SEAT"))
    if isinstance(seat, str):
        return Refusal("invalid", seat)
    return work.table.ruleset.scenario.correct(work.table.game, work.state.situation.board, seat.side, asked.text("TEXT"))


def _no_correction(work: UnitOfWork, asked: SaidWord) -> str:
    found = _corrected(work, asked)
    return f"{found.words}{f' ({found.rule})' if found.rule else ''}" if isinstance(found, Refusal) else ""


def _correct(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    events, seat = _corrected(work, asked), commander(work, asked.text("SEAT"))
    assert not isinstance(events, Refusal) and isinstance(seat, Seat)
    before = len(work.seen)
    work.happen(events)
    for side in sorted(work.state.pictures):
        told = learnt(work, side, (item for desk, item in work.seen[before:] if desk == side))
        what = say("on your side") if side == seat.side else say("on the other side")
        lines = (
            say("The host has corrected a mistake of the referee {what}. Nothing was rolled.", what=what),
            *(f"  {line}" for line in told),
        )
        for own in work.state.admin.reached(side):
            work.send(notice(work.desk(own), say("CORRECTED"), say("a mistake is put right"), lines))
    return (say("corrected for the {side}: {text}; both sides are told", side=work.speaker(seat.side), text=asked.text("TEXT")),)


WORD = HostWord(
    Verb("correct", ("correct PART SEAT TEXT",), "letter", phrase("put a mistake right on the board")),
    phrase(
        "CORRECT puts right what a fault of the referee's did to a side: a unit's hex, its steps lost, its state, or\n"
        "the owner of a hex. That side reads what was corrected, the other that something was. Not for a host who\n"
        "commands a side.\n"
        "\n"
        "{corrections}"
    ),
    70,
    refuse=_no_correction,
    do=_correct,
    blind=False,
)
