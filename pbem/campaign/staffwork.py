"""Staff work of a team that plays `on-end`: orders on file until their commander lets them run. A fold of admin events."""

from collections.abc import Mapping

from pbem.kernel.values import Instant, Value, field, replace


class OnFile(Value):
    """A seat's orders on file: their lines, and the words that say how they are to run ("spend 4", "carry out what you can")."""

    lines: tuple[str, ...]
    manner: tuple[str, ...] = ()


class Staffwork(Value):
    """What a side has arranged for its running part of play. files: by seat; done: the seats that have said so; hour: the H-hour.

    allotted: OPs by seat; rest: the seat that has what the others leave; turn: the order in which seats run; spent: OPs by seat;
    ordered: the seat whose orders a unit was last activated by, by its call, where orders run as they arrive.
    """

    files: Mapping[str, OnFile] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    hour: Instant | None = None
    allotted: Mapping[str, int] = field(default_factory=dict)
    rest: str = ""
    turn: tuple[str, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)
    ordered: Mapping[str, str] = field(default_factory=dict)


NOTHING = Staffwork()


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
