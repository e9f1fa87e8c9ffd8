"""The staff work of a team: what lies on file, who is done, the H-hour, OPs, who ordered which unit last."""

from datetime import datetime

from pbem.campaign.admin_events.event import AdminEvent, put
from pbem.campaign.staffwork import NOTHING, OnFile, Staffwork
from pbem.campaign.state import AdminState
from pbem.kernel.values import replace


class StaffEvent(AdminEvent):
    """What changes the staff work of a side."""

    side: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state with the side's staff work after it."""
        return replace(admin, staffwork={**admin.staffwork, self.side: self.applied_to(admin.staff(self.side))})

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """The side's staff work after it."""
        raise NotImplementedError


class OrdersFiled(StaffEvent):
    """A seat's orders lie on file; the ones before are gone. None: they are off it."""

    seat: str
    orders: OnFile | None

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        return replace(staff, files=put(staff.files, self.seat, self.orders))


class SeatDone(StaffEvent):
    """A seat has all its orders in, or has thought better of it."""

    seat: str
    done: bool

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        others = tuple(seat for seat in staff.done if seat != self.seat)
        return replace(staff, done=(*others, self.seat) if self.done else others)


class HourSet(StaffEvent):
    """What is on file runs at this hour; None: at none."""

    at: datetime | None

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        return replace(staff, hour=self.at)


class PointsSpent(StaffEvent):
    """OPs that a seat's orders have spent in this part of play."""

    seat: str
    count: int

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        return replace(staff, spent={**staff.spent, self.seat: self.count})


class UnitsOrdered(StaffEvent):
    """Units, by call, that a seat of a team has had activated in this part of play."""

    seat: str
    calls: tuple[str, ...]

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        return replace(staff, ordered={**staff.ordered, **dict.fromkeys(self.calls, self.seat)})


class StaffworkEnded(StaffEvent):
    """The part of play is over, and what was arranged for it."""

    side: str

    def applied_to(self, staff: Staffwork) -> Staffwork:  # noqa: ARG002 - whatever was arranged
        """What it comes to."""
        return NOTHING
