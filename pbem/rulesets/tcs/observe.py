"""Who learns what from an event: what is told as it stands, and what of the enemy is seen. Who is not named learns nothing."""

from collections.abc import Iterator
from typing import get_args

from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.board import Board, apply
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.seeing import tops

_OWN, _PUBLIC = get_args(t.OwnTold), get_args(t.PublicTold)
_VISIBLE = (t.HexEntered, t.ModeChanged, t.Marked, t.Mounted)
"""What an enemy who sees the hex sees."""


@rule("TCSB-2-4", "TCSB-7-3", "TCSB-7-9")
def observe(game: Game, before: Board, event: e.Event) -> tuple[tuple[str, o.Seen], ...]:
    """The observations that an event gives, by desk. before: the board as it stood when it happened."""
    if isinstance(event, _OWN):
        theirs = _seen(game, before, event) if isinstance(event, _VISIBLE) else ()
        return ((event.side, o.OwnEvent(event)), *theirs)
    if isinstance(event, _PUBLIC):
        return tuple((side, o.PublicEvent(event)) for side in sorted(before.forces))
    match event:
        case e.EnemyShown(side, unit, name):
            return ((side, o.EnemySeen(name, tops(game, before, side)[unit], True)),)
        case e.NamesDropped(side, units):
            return ((side, o.EnemiesForgotten(tuple(before.shown[side][unit] for unit in units))),)
    return ()


def _seen(game: Game, before: Board, event: t.OwnTold) -> Iterator[tuple[str, o.Seen]]:
    """What the enemy sees of an own event: counters that he has a name for, as they are now, or that they went out of sight."""
    side = game.other(event.side)
    known = before.shown[side]
    now = tops(game, apply(before, event), side)
    was = tops(game, before, side) if known else {}
    for unit, name in known.items():
        if unit in now and now[unit] != was.get(unit):
            yield side, o.EnemySeen(name, now[unit])
        elif unit in was and unit not in now:
            yield side, o.EnemyHidden(name)
