"""The form of a host's word: how it is written and explained, why it is refused, what is read before it is done, what it does."""

from collections.abc import Callable

from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value
from pbem.letters.host_table import ANY, BEFORE_THE_END, HostTable, HostVerb
from pbem.orders.tree import Act

__all__ = ["ANY", "BEFORE_THE_END", "Body", "HostWord", "SaidWord", "commander", "granted", "unless_seat", "word_of"]

Body = tuple[NumberedLine, ...]


class SaidWord(Value):
    """A word, and the lines that are another's letter (AS)."""

    act: Act
    body: Body = ()

    def text(self, slot: str) -> str:
        """What was said for a slot, "" for nothing."""
        return self.act.text(slot) or ""


def granted(work: UnitOfWork, asked: SaidWord) -> str:
    """No reason against it."""
    return ""


def _nothing(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return ()


class HostWord(HostVerb):
    """A word of the host's, as it is handled; `HostVerb` says how it is written and explained, when and by whom it may be said.

    refuse(work, asked) -> why it is not done (a reason a line), or ""; state(work, asked) -> lines to read before it is
    done; do(work, asked) -> lines that say what was done; read(work, asked) -> what was understood of it, lines that hold whatever
    comes between. A question does nothing but answer.
    """

    refuse: Callable[[UnitOfWork, SaidWord], str] = granted
    do: Callable[[UnitOfWork, SaidWord], tuple[str, ...]] = _nothing
    state: Callable[[UnitOfWork, SaidWord], tuple[str, ...]] = _nothing
    read: Callable[[UnitOfWork, SaidWord], tuple[str, ...]] = _nothing


def word_of(table: HostTable, act: Act) -> HostWord:
    """The word of the table's that an act was read by."""
    found = table.named(act.verb)
    assert isinstance(found, HostWord)
    return found


def commander(work: UnitOfWork, name: str) -> Seat | str:
    """The seat of a side that is called so, or why there is none."""
    found = {s.id: s for s in work.seats} | {s.side: s for s in reversed(work.seats)}
    if name in found:
        return found[name]
    return say("{name} is nobody here: write {seats}", name=name, seats=say(" or ").join(sorted({s.id for s in work.seats})))


def unless_seat(work: UnitOfWork, asked: SaidWord) -> str:
    """It is said of a seat of a side's."""
    found = commander(work, asked.text("SEAT"))
    return found if isinstance(found, str) else ""
