"""A side let its time pass without a word: it is counted, and in the end told to who can do something about it."""

from pbem.campaign.admin_events import SilenceCounted
from pbem.campaign.seats import senior
from pbem.campaign.state import Seat
from pbem.handlers.telling import is_blind
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.letters.host import host_letter
from pbem.letters.short_letters import notice


def count(work: UnitOfWork, side: str, done: tuple[str, ...] = ()) -> None:
    """Nobody of the side closed it: the second time in a row a seat's senior is told, the third the host, the fourth calls for the
    bench. Who said that he would be away is not counted, nor are those of its seats that were done.
    """
    hosting = work.state.admin.hosting
    for seat in work.state.admin.seats_of(side):
        if not seat.commands or seat.id in done or hosting.away(seat.id, work.cause.at):
            continue
        times = hosting.silences.get(seat.id, 0) + 1
        work.put(SilenceCounted(seat.id, times))
        if times > 1:
            _report(work, seat, times)


def _report(work: UnitOfWork, seat: Seat, times: int) -> None:
    first = senior(work.state.admin, seat.side)
    if times == 2 and first and first.id != seat.id:
        lines = (
            say(
                "{seat} has not written for {moments} in a row.",
                seat=work.called(seat),
                moments=work.idiom.many(times),
            ),
        )
        work.send(notice(work.desk(first), say("SILENCE"), say("{seat} is silent", seat=work.called(seat)), lines))
        return
    if is_blind(work):  # how the other side's parts of play end is no knowledge of a host who plays
        return
    asks = say("Call somebody from the bench to take the seat.") if times > 3 else say("Write to that person another way.")
    for host in work.hosts:
        lines = (
            say(
                "{seat}, {address}, has not written for {moments} in a row. {asks}",
                seat=work.called(seat),
                address=seat.address,
                moments=work.idiom.many(times),
                asks=asks,
            ),
        )
        work.send(host_letter(work.desk(host), say("{seat} is silent", seat=work.called(seat)), lines))
