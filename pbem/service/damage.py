"""A campaign whose files are not whole: it is set aside, its letters wait, the others play on, and the host is told.

What is told has two forms. A host who commands nobody reads all that is known; one who plays a side reads which file it is, and
no number: how many records there are counts the other side's letters.
"""

import contextlib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from pbem.campaign.records import State
from pbem.campaign.seats import led_by
from pbem.campaign.state import Seat
from pbem.modules.faults import ModuleError
from pbem.store import evidence
from pbem.store.codec import CodecError
from pbem.store.ports import LinesDamaged, StoreTrouble
from pbem.store.shelf_ports import Evidence, Row, Shelf

REMEDY = "put it back from a backup"
BLUNT = "the journal is not whole, as other files of the campaign prove"


class Damaged(Exception):  # noqa: N818 (a state of the campaign, named as the field names it)
    """Something is missing, or is not what it was; nothing was changed. str(): what it is; blunt: the same for a host who plays."""

    def __init__(self, words: str, blunt: str = "") -> None:
        super().__init__(words)
        self.blunt = blunt or words


@contextlib.contextmanager
def judged() -> Iterator[None]:
    """Whatever is found damaged within is Damaged."""
    try:
        yield
    except LinesDamaged as fault:
        raise Damaged(f"{fault}; {REMEDY}", f"{fault.file} is not as it was written; {REMEDY}") from fault
    except CodecError as fault:
        raise Damaged(f"a record cannot be read: {fault}; {REMEDY}", f"a record cannot be read; {REMEDY}") from fault
    except ModuleError as fault:
        first = str(fault.faults[0]) if fault.faults else "it cannot be played"
        raise Damaged(f"module/{first}; {REMEDY}", f"module/ cannot be played; {REMEDY}") from fault


@contextlib.contextmanager
def read() -> Iterator[None]:
    """The same where files are read and none is written: one that the system does not give is Damaged too."""
    try:
        with judged():
            yield
    except StoreTrouble:  # a server that does not answer has lost nothing
        raise
    except OSError as trouble:
        name = Path(str(trouble.filename)).name if trouble.filename else "a file"
        raise Damaged(f"{name} cannot be read: {trouble.strerror}; {REMEDY}") from trouble


def unrecorded(proved: Evidence, state: State, causes: Callable[[], Collection[str]]) -> str:
    """A letter of either direction that no record knows, in words; "" when there is none. causes: all of them, from the first."""
    ahead = evidence.unrecorded(proved, state.admin.sent)
    if ahead:
        named = ", ".join(f"{n} of {seat}" for seat, n in ahead.items())
        return f"letters were written that no record knows, the last of each seat: number {named}"
    camp = state.admin.camp
    strange = set(evidence.unheard_of(proved, state.causes)) - evidence.of_the_start(proved.came, camp.founded if camp else None)
    if strange:
        strange -= set(causes())
    return f"letters were handled that no record knows: {', '.join(sorted(strange))}" if strange else ""


def told_of(fault: Damaged, shelf: Shelf, house: tuple[str, ...]) -> str:
    """What the host may read of it. house: the addresses of whoever sits at the shell."""
    return fault.blunt if _is_blind(shelf, house) else str(fault)


def _is_blind(shelf: Shelf, house: tuple[str, ...]) -> bool:
    """Does a host of this campaign play a side? By its index, since more of it may not be readable; without one, he might."""
    stored = shelf.shown()
    try:
        return stored is None or bool(led_by([_seat(row) for row in stored["seats"]], house))
    except KeyError:
        return True


def _seat(row: Row) -> Seat:
    return Seat(row["seat"], row["side"], row["role"], row["address"], "", also=tuple(row["also"]), left=row["left"])
