"""The form of a host's word in hand: why it is refused, what is said before it is done, what it does."""

from collections.abc import Callable

from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.values import Value
from pbem.orders.tree import Act

Body = tuple[tuple[int, str], ...]


class SaidWord(Value):
    """A word, and the lines that are another's letter (AS)."""

    act: Act
    body: Body = ()

    def text(self, slot: str) -> str:
        """What was said for a slot, "" for nothing."""
        return self.act.text(slot) or ""


def _nothing(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return ()


class Handling(Value):
    """refuse(work, asked) -> why it is not done (a reason a line), or ""; state(work, asked) -> lines to read before it is
    done; do(work, asked) -> lines that say what was done; read(work, asked) -> what was understood of it, lines that hold whatever
    comes between. A question does nothing but answer.
    """

    refuse: Callable[[UnitOfWork, SaidWord], str]
    do: Callable[[UnitOfWork, SaidWord], tuple[str, ...]]
    state: Callable[[UnitOfWork, SaidWord], tuple[str, ...]] = _nothing
    read: Callable[[UnitOfWork, SaidWord], tuple[str, ...]] = _nothing


def granted(work: UnitOfWork, asked: SaidWord) -> str:
    """No reason against it."""
    return ""


def commander(work: UnitOfWork, name: str) -> Seat | str:
    """The seat of a side that is called so, or why there is none."""
    found = {s.id: s for s in work.seats} | {s.side: s for s in reversed(work.seats)}
    if name in found:
        return found[name]
    return say("{name} is nobody here: write {seats}", name=name, seats=say(" or ").join(sorted({s.id for s in work.seats})))
