"""Stations: public moments, of which every seat of both sides hears in one letter each."""

from typing import Any

from pbem.causes.work import Work
from pbem.command import deadlines
from pbem.command.affairs import (
    ClockSet,
    DraftDropped,
    PlayEnded,
)
from pbem.dispatch import (
    dice_opened,
    station,
)


def stations(work: Work) -> None:
    """If this record holds a public moment, set the clock and write to every seat of both sides."""
    moment = work.table.ruleset.reports.station(tuple(o for _, o in work.seen))
    if not moment:
        return
    table = work.table
    if moment == "end":
        work.put(PlayEnded())
    else:
        picture = work.state.pictures[min(work.state.pictures)]  # whose is one: every desk knows whose impulse it is
        side, impulse = table.ruleset.phasing(picture), table.ruleset.reports.impulse(picture)
        work.put(ClockSet(deadlines.clock(table.pace, side, impulse, work.cause.at)))
    extra = _opened(work) if moment == "end" else ()
    for seat in work.seats:
        if seat.id in work.state.affairs.drafts:
            work.put(DraftDropped(seat.id))
        work.send(station(work.desk(seat), extra))


def _opened(work: Work) -> Any:
    affairs = work.state.affairs
    throws = tuple(f"{t.spec} {'+'.join(map(str, t.faces))} [{t.occasion}]" for t in (*work.state.throws, *work.throws))
    return dice_opened(work.state.seed, tuple(sorted(affairs.nonces.items())), throws)
