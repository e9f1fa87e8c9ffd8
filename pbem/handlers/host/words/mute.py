"""MUTE, UNMUTE: take a seat's messages no more."""

from pbem.campaign.admin_events import MessagesMuted
from pbem.campaign.state import Seat
from pbem.handlers.host.word import ANY, HostWord, SaidWord, commander, unless_seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb


def _mute(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    assert isinstance(seat, Seat)
    muted, off = set(work.state.admin.hosting.muted.get("", ())), asked.act.says("unmute")
    work.put(MessagesMuted("", tuple(sorted(muted - {seat.id} if off else muted | {seat.id}))))
    words = say("carried again") if off else say("no longer carried")
    work.send(
        notice(
            work.desk(seat),
            say("MESSAGES"),
            say("messages · {state}", state=words),
            (say("By the host's word your MESSAGEs are {state}.", state=words),),
        )
    )
    return (say("messages of {seat} are {state}; the seat is told", seat=work.called(seat), state=words),)


WORD = HostWord(
    Verb(
        "mute",
        (
            "mute SEAT",
            "unmute SEAT",
        ),
        "letter",
        phrase("take a seat's messages no more"),
    ),
    phrase("MUTE lets no MESSAGE of a seat's through; UNMUTE does again. The seat is told.\n\n    MUTE {seat}\n    UNMUTE {seat}"),
    190,
    refuse=unless_seat,
    do=_mute,
    stages=ANY,
)
