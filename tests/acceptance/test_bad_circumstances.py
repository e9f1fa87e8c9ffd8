"""Trouble around the letters: a full disk, a locked folder, a bug, broken modules and configurations, silence."""

import errno
import os
import shutil
import signal
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.handlers.timing import LATE
from pbem.mail.inbox import InboxError
from pbem.mail.parser_process import ReadingRoom
from pbem.mail.reader import Mail
from pbem.modules import library
from pbem.service import daemon
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk, Kind
from pbem.store.ports import DataLocked
from pbem.store.postgres.spool import WAITED_MS
from tests.acceptance.looking import alone, asked, last, records, where, world
from tests.acceptance.table import Table, plain, the_clock
from tests.opened import as_event

# ------------------------------------------------------------ disk and process


class NarrowDisk(Disk):
    """A disk on which a small line still fits, but no record into the journal, as long as it is `full`."""

    full = False

    def operation(self, kind: Kind, path: Path) -> None:
        super().operation(kind, path)
        if self.full and kind == "write" and path.parent.name == "journal":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def test_on_a_full_disk_a_letter_stays_however_often_it_is_tried_and_is_then_handled_once(tmp_path: Path) -> None:
    disk = NarrowDisk()
    table = Table(tmp_path, disk)
    table.begin()
    before, count = world(table), records(table)
    disk.full = True
    table.deliver(table.letter("allied", "A/504: move 12.10"))
    for _ in range(5):
        with pytest.raises(OSError, match="No space"):
            table.run()
        assert len(table.referee.spool.entries("new")) == 1
    assert world(table) == before
    disk.full = False
    table.run()
    assert table.referee.spool.entries("new") == []
    assert table.referee.spool.entries("shunt") == []
    assert records(table) == count + 1
    assert where(table)["A/504"] == "12.10"
    assert "executed" in plain(table.mail("allied")[-1])
    table.close()


class Dead(BaseException):
    """The process is gone."""


def test_a_letter_whose_reader_dies_three_times_is_put_aside_spares_the_others_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.begin()
    deadly, good = table.letter("allied", "A/504: move 12.10"), table.letter("german", "STATUS")
    room = DeadlyRoom(deadly)
    monkeypatch.setattr(table.referee.office, "reading", room)
    table.deliver(deadly)
    table.deliver(good)
    table.run()
    assert room.deaths == 3
    assert "STATUS" in table.mail("german")[-1].text
    (entry,) = table.referee.spool.entries("shunt")
    assert entry.reason == "three attempts to read it did not end"
    room.deadly = b""
    assert table.referee.unshunt(entry.name) == 1
    table.run()
    assert where(table)["A/504"] == "12.10"
    table.close()
    room.close()


class DeadlyRoom(ReadingRoom):
    """A reading room whose reader is killed over one letter, as the kernel does when memory runs out."""

    def __init__(self, deadly: bytes) -> None:
        super().__init__()
        self.deadly, self.deaths = deadly, 0

    def read(self, raw: bytes, oversized: bool = False) -> Mail:
        if raw == self.deadly:
            self.deaths += 1
            self.open()
            os.kill(self.pid, signal.SIGSTOP)
            threading.Timer(0.1, os.kill, (self.pid, signal.SIGKILL)).start()
        return super().read(raw, oversized)


def test_a_letter_that_kills_the_referee_three_times_is_put_aside_and_spares_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*told: object) -> object:
        raise Dead

    table = Table(tmp_path)
    table.begin()
    postman, deadly, good = table.postman, table.letter("allied", "A/504: move 12.10"), table.letter("german", "STATUS")
    table.deliver(deadly)
    if table.referee.store.is_shared:
        time.sleep(WAITED_MS / 1000 + 0.1)  # an attempt at a letter that came a moment ago is not counted
    with monkeypatch.context() as patched:
        patched.setattr("pbem.service.letter_in_hand.identify", dies)
        for _ in range(3):
            with pytest.raises(Dead):
                table.run()
            table.close()
            table = Table(tmp_path, postman=postman)
    table.deliver(good)
    table.run()
    assert len(table.referee.spool.entries("shunt")) == 1
    assert "STATUS" in table.mail("german")[-1].text
    table.close()


def test_without_a_reader_letters_stay_where_they_are_and_nobody_is_blamed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*told: object, **more: object) -> object:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    room = ReadingRoom()
    table.deliver(table.letter("allied", "A/504: move 12.10"))
    with monkeypatch.context() as patched:
        patched.setattr(table.referee.office, "reading", room)
        patched.setattr("pbem.mail.parser_process.subprocess.Popen", none)
        for _ in range(5):
            with pytest.raises(OSError, match="no reader can be started"):
                table.run()
    table.run()
    assert where(table)["A/504"] == "12.10"
    assert table.referee.spool.entries("shunt") == []


def test_a_bug_shunts_one_letter_spares_the_others_and_unshunt_has_it_handled(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*told: object) -> object:
        raise RuntimeError(f"a bug over {told[0]!r}")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.service.letter_in_hand.identify", broken)
        table.deliver(table.letter("allied", "A/504: move 12.10"))
        table.run()
    assert where(table)["A/504"] == "12.11"
    asked(table, "german", "STATUS")
    (entry,) = table.referee.spool.entries("shunt")
    assert entry.reason.startswith("RuntimeError at test_bad_circumstances.py:")  # its text would quote the letter
    assert table.referee.unshunt() == 1
    table.run()
    assert where(table)["A/504"] == "12.10"
    assert table.referee.spool.entries("shunt") == []


@pytest.mark.parametrize("damage", ["lost", "torn"])
def test_a_letter_with_a_broken_sidecar_is_put_aside_spares_the_others_and_comes_back(table: Table, damage: str) -> None:
    table.deliver(table.letter("allied", "A/504: move 12.10"))
    table.deliver(table.letter("german", "STATUS"))
    new = table.referee.data / "spool" / "new"
    sidecar = sorted(new.glob("*.json"))[0]
    sidecar.unlink() if damage == "lost" else sidecar.write_bytes(b"{")
    table.run()
    assert "STATUS" in table.mail("german")[-1].text
    assert where(table)["A/504"] == "12.11"
    (entry,) = table.referee.spool.entries("shunt")
    assert (entry.name, entry.reason) == (sidecar.stem, "its sidecar could not be read")
    assert table.referee.unshunt() == 1
    table.run()
    assert where(table)["A/504"] == "12.10"


def test_a_second_referee_of_a_folder_is_told_who_holds_it(table: Table) -> None:
    with pytest.raises(DataLocked, match=str(os.getpid())), Referee(table.config):
        raise AssertionError("two writers")


# ------------------------------------------------------------ the command line


def _pbem(config: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(config), *words], catch_exceptions=False)


def _one_line(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    return line


def test_tick_on_a_locked_folder_says_so_in_one_line(table: Table, config: Path) -> None:
    result = _pbem(config, "tick")
    assert result.exit_code == 2
    assert f"process {os.getpid()}" in _one_line(result)


def test_tick_on_a_full_disk_says_so_in_one_line(table: Table, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*told: object) -> object:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    table.close()
    (table.referee.data / "version").unlink()  # the start has something to write
    monkeypatch.setattr("pbem.store.folder.disk.Disk.append", full)
    monkeypatch.setattr("pbem.store.folder.disk.Disk.write", full)
    result = _pbem(config, "tick")
    assert result.exit_code == 2
    assert "No space left" in _one_line(result)


@pytest.mark.parametrize(
    ("words", "named"),
    [(("campaign", "show", "atlantis"), "atlantis"), (("report", "test", "japanese"), "japanese")],
)
def test_a_campaign_or_a_seat_that_is_not_there_is_named_in_one_line(
    table: Table, config: Path, words: tuple[str, ...], named: str
) -> None:
    result = _pbem(config, *words)
    assert result.exit_code == 2
    assert named in _one_line(result)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("free_mb = 0", "fre_mb = 0", ("fre_mb", "free_mb")),
        ("address =", "adress =", ("mailbox.adress", "did you mean address")),
        ("free_mb = 0", 'free_mb = "much"', ("free_mb", "much", "whole number")),
        ("free_mb = 0", "free_mb =", ("line 2",)),
    ],
)
def test_a_typo_in_the_configuration_is_told_with_file_and_key(config: Path, right: str, wrong: str, said: tuple[str, ...]) -> None:
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace(right, wrong), encoding="utf-8")
    result = _pbem(config, "tick")
    assert result.exit_code == 2
    assert all(word in result.stderr for word in (str(config), *said))


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("module.toml", "zone_letter", "zone_leter"),
        ("oob-allied.toml", 'call = "A/504"', 'call = "B/504"'),
        ("map.toml", "[", "[["),
    ],
)
def test_a_faulty_module_is_told_by_check_with_file_and_place(tmp_path: Path, file: str, right: str, wrong: str) -> None:
    folder = tmp_path / "heumen"
    shutil.copytree(library.module_folder("heumen-bridge"), folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert right in text
    (folder / file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(folder)], catch_exceptions=False)
    assert result.exit_code == 1
    assert file in result.output
    assert "clean" not in result.output


# ------------------------------------------------------------ silence


def _clock(table: Table) -> tuple[datetime, datetime]:
    running = the_clock(table.campaign.state)
    assert running is not None
    return running.due, running.last


def _until(table: Table, moment: datetime) -> None:
    table.at = moment
    table.run()


def _news(table: Table, seat: str, since: int) -> list[str]:
    return [mail.subject for mail in table.mail(seat)[since:]]


def test_a_deadline_reminds_its_owner_once_and_after_grace_silence_closes_the_impulse(table: Table) -> None:
    due, latest = _clock(table)
    ours, theirs = len(table.mail("allied")), len(table.mail("german"))
    _until(table, due - timedelta(seconds=1))
    assert _news(table, "allied", ours) == []
    for moment in (due, due + timedelta(hours=1), latest - timedelta(seconds=1)):
        _until(table, moment)
        assert len(_news(table, "allied", ours)) == 1
    assert "overdue" in _news(table, "allied", ours)[0]
    assert _news(table, "german", theirs) == []
    _until(table, latest + LATE)
    assert table.phasing() == "german"
    assert (len(_news(table, "allied", ours)), len(_news(table, "german", theirs))) == (2, 1)
    assert _closings(table) == ["silence"]


def _closings(table: Table) -> list[str]:
    return [as_event(event).how for event in last(table).events if type(event).__name__ == "ImpulseClosed"]


def test_if_silent_pass_has_the_effect_of_a_written_pass(table: Table) -> None:
    table.write("allied", "IF SILENT PASS")
    due, latest = _clock(table)
    _until(table, due)
    _until(table, latest + LATE)
    assert _closings(table) == ["pass"]


def test_if_silent_pass_closes_by_silence_when_a_unit_was_activated(table: Table) -> None:
    table.write("allied", "IF SILENT PASS\nA/504: move 12.10")
    due, latest = _clock(table)
    _until(table, due)
    _until(table, latest + LATE)
    assert _closings(table) == ["silence"]


def test_no_deadline_fires_before_a_poll_that_began_after_it(table: Table) -> None:
    due, _ = _clock(table)
    late = due + timedelta(days=9)
    assert table.referee.work(late, polled=due - timedelta(seconds=1)) == 0
    assert table.referee.work(late, polled=due) == 1
    assert last(table).cause.kind == "deadline"


class DeadInbox:
    """An inbox that cannot be reached."""

    hears = True

    def __getattr__(self, name: str) -> object:
        raise InboxError("unreachable")


def test_an_inbox_that_cannot_be_read_lets_no_deadline_fire(table: Table) -> None:
    due, _ = _clock(table)
    count = records(table)
    daemon.tick(table.referee, DeadInbox(), table.postman, lambda: due + timedelta(days=9))  # type: ignore[arg-type]
    assert records(table) == count


def test_a_letter_that_came_in_time_counts_though_it_is_read_after_the_deadline(table: Table) -> None:
    due, latest = _clock(table)
    raw = table.letter("allied", "A/504: move 12.10\nEND IMPULSE")
    table.brought.append(raw)
    table.referee.take(raw, due - timedelta(seconds=1), "test:in-time")
    _until(table, latest + timedelta(hours=1))
    assert where(table)["A/504"] == "12.10"
    assert not any("overdue" in mail.subject for mail in table.mail("allied"))
    assert table.phasing() == "german"


def test_a_letter_after_the_grace_finds_the_impulse_closed(table: Table) -> None:
    _, latest = _clock(table)
    table.at = latest + timedelta(hours=1)
    before = len(table.mail("allied"))
    table.deliver(table.letter("allied", "A/504: move 12.10"))
    table.run()
    assert "enemy's impulse" in plain(table.mail("allied")[-1])
    assert len(table.mail("allied")) == before + 3
    assert where(table)["A/504"] == "12.11"


def test_end_impulse_in_the_grace_closes_it_in_its_owners_name(table: Table) -> None:
    due, latest = _clock(table)
    _until(table, due)
    table.write("allied", "END IMPULSE")
    assert _closings(table) == ["end"]
    count = records(table)
    _until(table, latest + LATE)
    assert records(table) == count


def test_a_letter_that_cannot_be_read_as_mail_is_refused_with_the_reason(table: Table) -> None:
    before = world(table)
    form = f"BEGIN ORDERS test {table.token('allied')}\nEND IMPULSE\n"
    assert "END ORDERS" in plain(alone(table, "allied", table.letter("allied", form)))
    assert world(table) == before
