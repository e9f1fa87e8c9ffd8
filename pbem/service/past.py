"""What a journal tells of the past of its campaign, from the first record on."""

from collections.abc import Iterator

from pbem.campaign.records import Record, RecordCodec, State, folded
from pbem.service.damage import REMEDY, Damaged
from pbem.store.shelf_ports import Journal


def past(script: RecordCodec, journal: Journal) -> Iterator[tuple[State, Record]]:
    """Every record of a journal, each with the state before it."""
    return ((before, record) for before, record, _ in steps(script, journal))


def steps(script: RecordCodec, journal: Journal) -> Iterator[tuple[State, Record, State]]:
    """Every record of a journal between the states before and after it, folded from the first snapshot."""
    before = script.state(first_snapshot(journal))
    for body in journal.all_records():
        record = script.record(body["body"])
        after = folded(script.ruleset, before, record)
        yield before, record, after
        before = after


def first_snapshot(journal: Journal) -> bytes:
    """The state before the first record, as JSON. LinesDamaged; Damaged when not even that line is whole."""
    snapshot = journal.first_snapshot()
    if snapshot is None:
        raise Damaged(f"the journal holds no beginning; {REMEDY}")
    return snapshot
