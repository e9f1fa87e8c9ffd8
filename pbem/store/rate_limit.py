"""The last hour: when letters were posted within it, for the limit that a provider sets."""

from collections import deque
from datetime import datetime, timedelta

HOUR = timedelta(hours=1)


class LastHour:
    """Times in the order of the clock; older ones are forgotten as new ones come."""

    def __init__(self) -> None:
        self._times: deque[datetime] = deque()

    def note(self, at: datetime) -> None:
        """A letter was posted. What was noted while the clock ran ahead goes: it would stand here until that hour comes."""
        while self._times and self._times[-1] > at:
            self._times.pop()
        self._times.append(at)
        while self._times[0] <= at - HOUR:
            self._times.popleft()

    def count(self, now: datetime) -> int:
        """How many within the hour before `now`."""
        return sum(now - HOUR < at <= now for at in self._times)
