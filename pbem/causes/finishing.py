"""The end of a cause: what a pupil of the boot camp learnt by it is told, and its record is made."""

from pbem.causes import camp
from pbem.causes.work import Work
from pbem.chronicle import Record, State


def finish(work: Work) -> tuple[Record, State]:
    """Let the lesson follow what was done, and make the record; the record, and the state after it."""
    camp.teach(work)
    return work.record()
