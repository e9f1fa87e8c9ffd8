"""MUTE: take no more messages of somebody's."""

from pbem.campaign.admin_events import (
    MessagesMuted,
)
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _mute(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    name, muted = act.text("SEAT") or "", set(work.state.admin.hosting.muted.get(seat.id, ()))
    admin = work.state.admin  # how the enemy has shared out his seats is his secret: of his, the side alone has a name
    known = {"enemy", *(s.side for s in admin.seats.values() if s.side), *(s.id for s in admin.reached(seat.side))} - {seat.id}
    if name not in known:
        return [say("nobody here is called {name}: {known}", name=name, known=", ".join(sorted(known)))]
    off = act.says("unmute")
    work.put(MessagesMuted(seat.id, tuple(sorted(muted - {name} if off else muted | {name}))))
    return [
        say(
            "messages of {name} {what}",
            name=_named(work, name),
            what=say("come to you again") if off else say("come to you no more"),
        )
    ]


def _named(work: UnitOfWork, name: str) -> str:
    """Whose messages they are, by title."""
    if name in work.state.admin.seats:
        return work.officer(name)
    return say("the enemy") if name == "enemy" else say("the {side}", side=work.speaker(name))


WORD = Word(
    Verb("mute", ("mute SEAT", "unmute SEAT"), "letter", phrase("take no more messages of somebody's"), ("does", "arranges")),
    phrase(
        "MUTE lets no more MESSAGEs of a seat's, a side's or ENEMY's come to you; UNMUTE does again. A seat of your own\n"
        "side that writes to you alone is told so; the enemy gets the same answer as if you read it.\n\n    MUTE enemy\n"
        "    UNMUTE enemy"
    ),
    acts={"arrangements": _mute},
)
