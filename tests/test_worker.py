"""The worker forgets a campaign over which anything went wrong: what is durable says where it stands, nothing is set back."""

import errno
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.open_campaign import Campaign
from pbem.service.opening import campaign_at
from pbem.store.folder.journal import FolderJournal
from tests.acceptance.table import Table, begun, recorded


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with begun(tmp_path) as made:
        yield made


def once(what: Callable[..., object], trouble: Exception, after: bool) -> Callable[..., object]:
    """The same, but that it fails the first time, before or after it is done."""
    done: list[bool] = []

    def fails(*told: object, **more: object) -> object:
        if done:
            return what(*told, **more)
        done.append(True)
        if after:
            what(*told, **more)
        raise trouble

    return fails


def stands(table: Table) -> None:
    """What is in memory is what the journal folds to, each cause is recorded once, and every letter of a record is posted."""
    assert campaign_at(table.campaign.home).state == table.campaign.state
    causes = [record.cause.id for record in recorded(table)]
    assert len(causes) == len(set(causes))
    sent = table.campaign.state.admin.sent
    assert {seat: len(table.mail(seat)) for seat in table.address} == {seat: sent[seat] for seat in table.address}


@pytest.mark.parametrize("after", [False, True])
def test_a_bug_while_a_record_is_counted_leaves_what_is_durable(table: Table, monkeypatch: pytest.MonkeyPatch, after: bool) -> None:
    """The record stood in the journal already, and was counted nowhere: the next one went on from the state before it."""
    before = table.campaign
    monkeypatch.setattr(Campaign, "_noted", once(Campaign._noted, RuntimeError("a bug"), after))
    table.deliver(table.letter("allied", "A/504: move 12.10"))
    table.run()
    assert len(table.referee.spool.entries("shunt")) == 1
    assert "STATUS" in table.write("german", "STATUS").text
    assert table.campaign is not before
    assert table.referee.unshunt() == 1
    table.run()
    stands(table)


@pytest.mark.parametrize("after", [False, True])
def test_a_clock_whose_record_stands_is_not_struck_twice(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """The disk fails when a record is there already, or nearly there."""
    quiet = Table(tmp_path / "quiet")
    quiet.begin()
    quiet.wait(days=3, minutes=50)
    monkeypatch.setattr(FolderJournal, "append", once(FolderJournal.append, OSError(errno.EIO, "broken"), after))
    before = table.campaign
    table.at += timedelta(days=3, minutes=50)
    with pytest.raises(OSError, match="broken"):
        table.run()
    table.run()
    assert table.campaign is not before
    assert [record.cause.id for record in recorded(table)] == [record.cause.id for record in recorded(quiet)]
    stands(table)
    quiet.close()


def test_one_over_which_nothing_went_wrong_stays_open(table: Table) -> None:
    before = table.campaign
    table.write("allied", "STATUS")
    assert table.campaign is before
