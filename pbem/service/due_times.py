"""What the clocks of all campaigns say. It is asked before every letter; the answer costs the same for many campaigns as for few.

A moment that was computed holds until its campaign shows something else: time going by changes nothing in it, but a clock of the
machine's that is set back does, and then all are computed again.
"""

import heapq
from datetime import datetime

from pbem.kernel.values import Value
from pbem.service.shown import Summary

MOST_DEAD = 64  # moments that hold no more, at the least, before they are cleared away


class StruckClock(Value):
    """A clock that has run out: when, whose, in which part of play, its kind."""

    at: datetime
    campaign: str
    moment: str
    kind: str


class Clockwork:
    """Holds of each campaign what it was last told of it, and the moments at which something is due, the first first."""

    def __init__(self) -> None:
        self._shown: dict[str, Summary] = {}
        self._moments: list[tuple[datetime, str, int]] = []
        self._counts: dict[str, int] = {}  # which of a campaign's moments is the one that holds
        self._new: set[str] = set()
        self._now: datetime | None = None

    def set(self, name: str, shown: Summary | None) -> None:
        """What counts for a campaign from now on; None: its clocks stand still."""
        if shown is None:
            if self._shown.pop(name, None):
                self._counts[name] = self._counts.get(name, 0) + 1
        elif self._shown.get(name) is not shown:
            self._shown[name] = shown
            self._new.add(name)

    def due(self, until: datetime, now: datetime) -> StruckClock | None:
        """The first clock that has run out by then; of those of one moment the first by name."""
        self._compute(now)
        while (first := self._first()) and first[0] <= until:
            at, name, _ = first
            found = self._shown[name].due(until)
            if found and found.at <= at:
                named = min((running.moment for running in self._shown[name].admin.clocks.values()), default="")
                return StruckClock(found.at, name, named, found.kind)
            later = found.at if found else self._shown[name].next_due(until)  # more than a night has gone by
            heapq.heappop(self._moments)
            if later and later > at:
                self._put(later, name)
        return None

    def next(self, now: datetime) -> datetime | None:
        """When the next one runs out, or did."""
        self._compute(now)
        first = self._first()
        return first[0] if first else None

    def _compute(self, now: datetime) -> None:
        """Find the moments of those that show something new."""
        if self._now and now < self._now:
            self._new = set(self._shown)
        self._now = now
        for name in self._new & self._shown.keys():
            at = self._shown[name].next_due(now)
            self._counts[name] = self._counts.get(name, 0) + 1
            if at:
                self._put(at, name)
        self._new.clear()

    def _put(self, at: datetime, name: str) -> None:
        self._counts[name] = self._counts.get(name, 0) + 1
        heapq.heappush(self._moments, (at, name, self._counts[name]))
        if len(self._moments) > MOST_DEAD + 2 * len(self._shown):
            self._moments = [moment for moment in self._moments if self._counts[moment[1]] == moment[2]]
            heapq.heapify(self._moments)

    def _first(self) -> tuple[datetime, str, int] | None:
        """The first moment; those that hold no more are passed over for good."""
        while self._moments and self._counts[self._moments[0][1]] != self._moments[0][2]:
            heapq.heappop(self._moments)
        return self._moments[0] if self._moments else None
