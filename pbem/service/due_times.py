"""What the clocks of a campaign say, reckoned once a record: it is asked of every campaign before every letter."""

from datetime import datetime

from pbem import handlers as causes
from pbem.campaign.records import State
from pbem.handlers import CampaignContext


class Clockwork:
    """Of one campaign."""

    def __init__(self) -> None:
        self._last: tuple[State, causes.DueTime | None] | None = None

    def due(self, table: CampaignContext, state: State, now: datetime) -> causes.DueTime | None:
        """When the next cause of the clock is due, and its kind; None if none is up to `now`."""
        return causes.due(table, state, now, self._runs_out(state))

    def next_due(self, table: CampaignContext, state: State, now: datetime) -> datetime | None:
        """The next moment at which something is done without a letter; None while only letters can."""
        return causes.next_due(table, state, now, self._runs_out(state))

    def _runs_out(self, state: State) -> causes.DueTime | None:
        if self._last is None or self._last[0] is not state:
            self._last = (state, causes.running_out(state))
        return self._last[1]
