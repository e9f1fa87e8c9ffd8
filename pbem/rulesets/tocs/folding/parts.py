"""Events that come to smaller ones: the board folds those, and the side whose it is is told those."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t

Parts = tuple[t.OwnTold, ...]


def _closed(event: e.ActivationEnded) -> Parts:
    return (t.UnitChanged(event.side, event.unit, "acted"), t.ActivationChanged(event.side, None))


def _halted(event: e.MoveHalted) -> Parts:
    return (t.ActivationChanged(event.side, event.active),)


def _destroyed(event: e.UnitDestroyed) -> Parts:
    return (t.UnitChanged(event.side, event.unit, event.why),)


PARTS: Mapping[type[Value], Callable[[Any], Parts]] = {
    e.ActivationEnded: _closed,
    e.MoveHalted: _halted,
    e.UnitDestroyed: _destroyed,
}
