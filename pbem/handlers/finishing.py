"""The end of a cause: the hour of a run is set, what a pupil of the boot camp learnt by it is told, and its record is made."""

from pbem.campaign.records import Record, State
from pbem.handlers import boot_camp as camp
from pbem.handlers.timing import set_run
from pbem.handlers.unit_of_work import UnitOfWork


def finish(work: UnitOfWork) -> tuple[Record, State]:
    """Let the lesson follow what was done, and make the record; the record, and the state after it."""
    set_run(work)
    camp.teach(work)
    return work.record()
