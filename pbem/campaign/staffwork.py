"""Staff work of a team that plays `on-end`: orders on file until their commander lets them run. A fold of admin events."""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from pbem.kernel.values import Value, field, replace


class OnFile(Value):
    """A seat's orders on file: their lines, and the words that say how they are to run ("spend 4", "carry out what you can")."""

    lines: tuple[str, ...]
    manner: tuple[str, ...] = ()


class Staffwork(Value):
    """What a side has arranged for its running impulse. files: by seat; done: the seats that have said so; hour: the H-hour.

    allotted: OPs by seat; rest: the seat that has what the others leave; turn: the order in which seats run; spent: OPs by seat.
    """

    files: Mapping[str, OnFile] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    hour: datetime | None = None
    allotted: Mapping[str, int] = field(default_factory=dict)
    rest: str = ""
    turn: tuple[str, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)


NOTHING = Staffwork()

# ---------------------------------------------------------------- admin events


class OrdersFiled(Value):
    """A seat's orders lie on file; the ones before are gone. None: they are off it."""

    side: str
    seat: str
    orders: OnFile | None


class SeatDone(Value):
    """A seat has all its orders in, or has thought better of it."""

    side: str
    seat: str
    done: bool


class HourSet(Value):
    """What is on file runs at this hour; None: at none."""

    side: str
    at: datetime | None


class OpsAllotted(Value):
    """OPs by seat, and the seat that has what is left."""

    side: str
    shares: Mapping[str, int]
    rest: str
    turn: tuple[str, ...]


class OpsSpent(Value):
    """OPs that a seat's orders have spent in this impulse."""

    side: str
    seat: str
    count: int


class StaffworkEnded(Value):
    """The impulse is over, and what was arranged for it."""

    side: str


StaffPaper = OrdersFiled | SeatDone | HourSet | OpsAllotted | OpsSpent | StaffworkEnded


def file(staff: Staffwork, paper: StaffPaper) -> Staffwork:
    """A side's staff work after an admin event."""
    match paper:
        case OrdersFiled(_, seat, orders):
            files = {s: f for s, f in staff.files.items() if s != seat}
            return replace(staff, files={**files, seat: orders} if orders else files)
        case SeatDone(_, seat, done):
            others = tuple(s for s in staff.done if s != seat)
            return replace(staff, done=(*others, seat) if done else others)
        case HourSet(_, at):
            return replace(staff, hour=at)
        case OpsAllotted(_, shares, rest, turn):
            return replace(staff, allotted=shares, rest=rest, turn=turn)
        case OpsSpent(_, seat, count):
            return replace(staff, spent={**staff.spent, seat: count})
        case StaffworkEnded():
            return NOTHING
    assert_never(paper)


def left_to(staff: Staffwork, seat: str, points: int) -> int | None:
    """OPs that a seat may still spend of `points` in the bank; None when nothing is allotted to it and nothing rests with it."""
    if not staff.allotted:
        return None
    if seat == staff.rest:
        others = sum(max(0, n - staff.spent.get(s, 0)) for s, n in staff.allotted.items() if s != seat)
        return max(0, points - others)
    return max(0, staff.allotted[seat] - staff.spent.get(seat, 0)) if seat in staff.allotted else None


def without(staff: Staffwork, seat: str) -> Staffwork:
    """The staff work once a seat's holder is gone: his orders are off file, and nobody waits for him."""
    files = {name: orders for name, orders in staff.files.items() if name != seat}
    return replace(staff, files=files, done=tuple(name for name in staff.done if name != seat))
