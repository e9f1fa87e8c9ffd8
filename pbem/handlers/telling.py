"""Telling: a few lines to the seats of one side, or to the host; what a side has learnt, and what a host may be shown."""

from collections.abc import Iterable

from pbem.campaign.eyes import Eyes, eyes
from pbem.campaign.state import Seat
from pbem.engine.opaque import OpaqueSeen
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.letters.desk import seat_title, side_title
from pbem.letters.host import HostsView
from pbem.letters.short_letters import word


def tell_team(work: UnitOfWork, seat: Seat, subject: str, lines: tuple[str, ...]) -> None:
    """Every other seat of the side that is written to."""
    for other in work.state.admin.reached(seat.side):
        if other.id != seat.id:
            work.send(word(work.desk(other), subject.upper(), subject, lines))


def tell_host(work: UnitOfWork, subject: str, lines: tuple[str, ...], but: str = "") -> None:
    """The host and his co-hosts, where they have seats; but the one whom it is about."""
    for seat in work.state.admin.hosts():
        if seat.id != but:
            work.send(word(work.desk(seat), subject.upper(), subject, lines))


def learnt(work: UnitOfWork, side: str, seen: Iterable[OpaqueSeen]) -> tuple[str, ...]:
    """What a side learnt by this, in the words of a receipt."""
    reports, picture = work.table.ruleset.reports, work.state.pictures[side]
    return reports.receipt_lines(work.table.game, picture, tuple(seen))


def hosts_eyes(work: UnitOfWork) -> Eyes:
    """What the hosts of this campaign, or who says this from the shell, may be shown."""
    return eyes(work.state.admin, work.cause.house)


def hosts_view(work: UnitOfWork, zone: str) -> HostsView:
    """How a host sees this campaign, on the clocks of a zone."""
    ruleset, game, seats = work.table.ruleset, work.table.game, work.state.admin.seats.values()
    titles = {
        **{seat.id: seat_title(ruleset, game, seat) for seat in seats},
        **{seat.side: side_title(ruleset, game, seat.side) for seat in seats if seat.side},
    }
    return HostsView(work.phase, zone, hosts_eyes(work), work.table.words.host, titles)


def is_blind(work: UnitOfWork) -> bool:
    """Does a host command a side himself, or sit at its table?"""
    return hosts_eyes(work).blind


def of_the_hosts_side(work: UnitOfWork, letter: str) -> bool:
    """Is this the number of a letter to a seat of the side that a host sits on? Whether there is such a letter is not asked."""
    admin = work.state.admin
    led = (seat for seat in admin.seats.values() if seat.side in hosts_eyes(work).led)
    return letter.rpartition("-")[0] in {seat.prefix for seat in led}
