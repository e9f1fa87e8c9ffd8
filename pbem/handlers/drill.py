"""The referee's own commander: in a boot camp he leads the side that nobody holds, by order letters as anybody writes them.

He is given his side's picture and nothing else. His chance is drawn from the campaign's seed, apart from its dice, so
that the same campaign brings the same letters; and his part of play is one record, which is due until it is written.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from pbem.campaign.admin_events import DraftDropped, SeatDone
from pbem.campaign.receiving import receive
from pbem.handlers import together
from pbem.handlers.bot import Commander, Temper
from pbem.handlers.on_file import filed
from pbem.handlers.orders import orders
from pbem.handlers.stations import stations
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.dice import dice_key, face
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.orders.printer import normalised

T = TypeVar("T")
FINE = 10_000  # parts of one, in chances
MILD = Temper(boldness=0.45, noise=0.15)  # he is there to be learnt from


class Drawn:
    """Chance drawn from a key, by number, for one letter."""

    def __init__(self, key: bytes, occasion: str) -> None:
        self._key, self._occasion, self._count = key, occasion, 0

    def _face(self, sides: int) -> int:
        self._count += 1
        return face(self._key, self._occasion, self._count, 0, sides)

    def choice(self, seq: Sequence[T]) -> T:
        """One of them."""
        return seq[self._face(len(seq)) - 1]

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Mix them."""
        for last in range(len(x) - 1, 0, -1):
            other = self._face(last + 1) - 1
            x[last], x[other] = x[other], x[last]

    def random(self) -> float:
        """Between 0 and 1."""
        return (self._face(FINE) - 1) / FINE


def act(work: UnitOfWork, side: str) -> None:
    """Play the side's part of play, or answer what it is asked: by its standing orders."""
    seat = next(s for s in work.state.admin.seats_of(side) if s.scripted)
    owes = work.owes(side)
    if owes is None:
        text = _letter(work, side)
        lines = tuple(numbered(text.splitlines(), 1))
        request = receive(work.state.admin, seat.id, "", lines, words(work.table, work.state, side))
        work.sheet = normalised(request.written)
        write = filed if work.state.admin.together else orders
        write(work, seat, replace(request.saying("carry out what you can", "carries").saying("yes"), sure=True))
        if seat.id in work.state.admin.drafts:
            work.put(DraftDropped(seat.id))
    if work.state.admin.together:  # he is through, be it without an order, and keeps nobody waiting
        work.put(SeatDone(side, seat.id, True))
        together.clock_over(work, side)
        return
    if owes is not None or _goes_on(work, side):
        work.fall_silent(side)
    stations(work)


def _letter(work: UnitOfWork, side: str) -> str:
    """His orders, from his side's picture."""
    chance = Drawn(dice_key(bytes.fromhex(work.state.seed), [b"drill"]), f"{side}/{work.cause.id}/{work.state.edition}")
    return Commander(work.table.ruleset, work.table.words, work.table.game, chance, MILD).letter(work.state.pictures[side])


def _goes_on(work: UnitOfWork, side: str) -> bool:
    """Does his part of play still run, with nobody else to wait for?"""
    seen = tuple(o for _, o in work.seen)
    return not work.table.ruleset.reports.station(seen) and side in work.awaited.sides
