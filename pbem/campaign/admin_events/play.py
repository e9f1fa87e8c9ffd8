"""Whether play goes on, which clock runs, where a boot camp's pupil is."""

from collections.abc import Iterable
from datetime import datetime

from pbem.campaign.admin_events.event import AdminEvent
from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.state import AdminState, Clock
from pbem.documents.plot import TurnFigures
from pbem.kernel.values import replace


class PlayBegan(AdminEvent):
    """Every commander has accepted."""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, stage="playing")


class PlayEnded(AdminEvent):
    """The game is over."""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, stage="over", clocks={}, run_at=None)


class PlayPaused(AdminEvent):
    """The host stopped the clock. how: "host" or "all" (every campaign of the house)."""

    how: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, paused=self.how)


class PlayResumed(AdminEvent):
    """The host let the campaign go on."""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, paused="")


class ClocksSet(AdminEvent):
    """Whom play waits for from here on: these are their clocks, and no others run."""

    clocks: tuple[Clock, ...]

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, clocks=_by_side(self.clocks), run_at=None)


class ClockChanged(AdminEvent):
    """The clock of a side that is awaited runs otherwise."""

    clock: Clock

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, clocks={**admin.clocks, self.clock.side: self.clock})


class RunSet(AdminEvent):
    """Where several sides write at once: when what lies on file runs; None: somebody is waited for."""

    at: datetime | None

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, run_at=self.at)


class FiguresKept(AdminEvent):
    """The figures of a side as a turn began; those of later turns, which were taken back, are gone."""

    side: str
    figures: TurnFigures

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        before = (turn for turn in admin.figures.get(self.side, ()) if turn.turn < self.figures.turn)
        return replace(admin, figures={**admin.figures, self.side: (*before, self.figures)})


class Reminded(AdminEvent):
    """The one reminder of a side's deadline went out; side: "" in what was written when one side at most was awaited."""

    side: str = ""

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        told = (replace(clock, reminded=True) for clock in admin.clocks.values() if self.side in ("", clock.side))
        return replace(admin, clocks={**admin.clocks, **_by_side(told)})


def _by_side(clocks: Iterable[Clock]) -> dict[str, Clock]:
    return {clock.side: clock for clock in clocks}


class CampMoved(AdminEvent):
    """The pupil did a part of his lesson, or is at another one."""

    camp: BootCamp

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, camp=self.camp)
