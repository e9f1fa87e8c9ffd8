"""A data folder that became read-only, and a clock that jumps: nothing is lost, nothing is done twice, the words are clear."""

import errno
import logging
import os
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.service import daemon
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk, Kind
from tests.acceptance.table import START, Table
from tests.acceptance.test_killed_on_the_road import WORK, _mailed, _passes, waiting

__all__ = ["waiting"]


class ReadOnly(Disk):
    """A disk that takes no change while it is so."""

    now = False

    def operation(self, kind: Kind, path: Path) -> None:
        if self.now:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        super().operation(kind, path)


def test_letters_stay_in_the_inbox_while_the_data_folder_is_read_only_and_are_then_handled_once(
    waiting: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, disk = tmp_path / "club", ReadOnly()
    shutil.copytree(waiting, folder)
    settings = Settings(data="data", mailbox=MailboxSettings(address="referee@club.example"), free_mb=0, pictures=False)
    config = Config(settings, folder)
    new = folder / "mail" / "in" / "new"
    with Referee(config, disk) as referee:
        ways = daemon.Roads(MaildirInbox(Disk(), folder / "mail" / "in"), MaildirOutbox(Disk(), folder / "mail" / "out"))
        loop = daemon.Daemon(referee, ways, lambda: WORK)
        disk.now = True
        before = sorted(path.name for path in new.iterdir())
        with caplog.at_level(logging.ERROR):
            for _ in range(5):
                assert not loop.passed()[1]
        assert sorted(path.name for path in new.iterdir()) == before
        assert "Read-only file system" in caplog.text
        assert "letters stay where they are" in caplog.text
        disk.now = False
        assert loop.passed()[1]
    shutil.copytree(waiting, tmp_path / "quiet")
    _passes(tmp_path / "quiet", Disk(), (WORK,))
    assert _mailed(folder) == _mailed(tmp_path / "quiet")


def test_a_read_only_data_folder_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Table(tmp_path).close()
    (tmp_path / "pbem.toml").write_text('data = "data"\nfree_mb = 0\n[mailbox]\naddress = "referee@club.example"\n')
    (tmp_path / "data" / "version").unlink()
    disk = ReadOnly()
    disk.now = True
    monkeypatch.setattr("pbem.service.opening.Disk", lambda: disk)
    result = CliRunner().invoke(main, ["--config", str(tmp_path / "pbem.toml"), "--now", f"{START.isoformat()}", "tick"])
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Read-only file system" in result.stderr
    monkeypatch.setattr("pbem.admin.running.Disk", lambda: disk)
    result = CliRunner().invoke(main, ["--config", str(tmp_path / "pbem.toml"), "receive", "-"], input=b"Subject: x\r\n\r\nx\r\n")
    assert result.exit_code == 75, "the carrier keeps the letter"


@pytest.mark.parametrize("hours", [(20, -5, 1), (-10, 8, 1), (-15, -3, 3)])
def test_a_clock_that_jumps_ahead_and_back_changes_nothing(waiting: Path, tmp_path: Path, hours: tuple[int, ...]) -> None:
    """As far as it is no outage: a jump ahead by more than `outage_hours` cannot be told from one."""
    for name, times in (("quiet", (1, 2, 3)), ("jumping", hours)):
        shutil.copytree(waiting, tmp_path / name)
        for hour in times:
            _passes(tmp_path / name, Disk(), (WORK + timedelta(hours=hour),))
    assert _mailed(tmp_path / "jumping") == _mailed(tmp_path / "quiet")
