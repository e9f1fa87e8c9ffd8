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
    affairs, table = work.state.affairs, work.table
    if work.state.situation.closed:
        work.put(PlayEnded())
    else:
        side = table.ruleset.phasing(work.state.situation.board)
        named = next(s for s in affairs.seats.values() if s.side == side)
        work.put(ClockSet(deadlines.clock(table.pace, side, work.impulse(named), work.cause.at)))
    extra = _opened(work) if work.state.situation.closed else ()
    for name in sorted(s.id for s in affairs.seats.values() if s.side):
        if work.state.affairs.seats[name].id in work.state.affairs.drafts:
            work.put(DraftDropped(name))
        work.send(station(work.desk(work.state.affairs.seats[name]), extra))


def _opened(work: Work) -> Any:
    affairs = work.state.affairs
    throws = tuple(f"{t.spec} {'+'.join(map(str, t.faces))} [{t.occasion}]" for t in (*work.state.throws, *work.throws))
    return dice_opened(work.state.seed, tuple(sorted(affairs.nonces.items())), throws)
