"""From Maildir to Maildir, struck at the n-th step of the disk: fetched, handled, put away and posted just once.

`pytest -m soak tests/acceptance/test_killed_on_the_road.py` strikes at every step; here a stride samples them.
"""

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.service import daemon
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from tests.acceptance.table import START, Table
from tests.store.failing_disk import DEATHS, FailingDisk, Killed, Trouble

TROUBLES: tuple[Trouble, ...] = (*DEATHS, "full", "broken")
STRIDE = 23
WORK = START + timedelta(minutes=10)
LETTERS = (("allied", "ACCEPT"), ("german", "ACCEPT"), ("allied", "A/504: recon 13.11; attack deliberate\nEND IMPULSE"))


@dataclass(frozen=True, slots=True)
class Mailed:
    """Where everything lies at the end: records, frozen letters, letters in the commanders' boxes, the inbox, the spool."""

    records: tuple[object, ...]
    frozen: dict[str, bytes]
    boxes: dict[str, bytes]
    inbox: tuple[str, ...]
    spool: tuple[str, ...]


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose first three letters lie in the inbox."""
    folder = tmp_path_factory.mktemp("road")
    table = Table(folder)
    new = folder / "mail" / "in" / "new"
    new.mkdir(parents=True)
    for n, (seat, lines) in enumerate(LETTERS, 1):
        file = new / f"{n}.host"
        file.write_bytes(table.letter(seat, lines))
        moment = (START + timedelta(minutes=n)).timestamp()
        os.utime(file, (moment, moment))
    table.close()
    return folder


def _passes(folder: Path, disk: Disk, times: Iterable[datetime]) -> None:
    """A process that makes a pass at each of these times; a pass that a disk cuts short is made again."""
    settings = Settings(data="data", mailbox=MailboxSettings(address="referee@club.example"), free_mb=0, pictures=False)
    with Referee(Config(settings, folder), disk) as referee:
        inbox, outbox = MaildirInbox(disk, folder / "mail" / "in"), MaildirOutbox(disk, folder / "mail" / "out")
        for at in times:
            try:
                daemon.tick(referee, inbox, outbox, lambda at=at: at)  # type: ignore[misc]
            except OSError:
                _room(disk)


def _room(disk: Disk) -> None:
    if isinstance(disk, FailingDisk):
        disk.make_room()


def _struck(waiting: Path, folder: Path, disk: Disk) -> Mailed:
    shutil.copytree(waiting, folder)
    try:
        _passes(folder, disk, (WORK, WORK + timedelta(hours=1)))
    except (Killed, OSError):
        _room(disk)
    _passes(folder, Disk(), (WORK + timedelta(hours=2), WORK + timedelta(hours=3)))
    return _mailed(folder)


def _mailed(folder: Path) -> Mailed:
    home = folder / "data" / "campaigns" / "test"
    mail = folder / "mail"
    there = tuple(sorted(p.relative_to(mail / "in").as_posix() for p in (mail / "in").rglob("*") if p.is_file()))
    spool = folder / "data" / "spool"
    return Mailed(
        tuple(campaign_at(home).journal.all_records()), _contents(home / "letters" / "out"),
        {name: raw for name, raw in _contents(mail / "out").items() if "/tmp/" not in name},
        there, tuple(sorted(p.name for p in spool.rglob("*.eml"))),
    )  # fmt: skip


def _contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def _faults(waiting: Path, folder: Path, trouble: Trouble, stride: int) -> list[str]:
    sound = Disk()
    quiet = _struck(waiting, folder / "quiet", sound)
    faults = []
    for n in range(1 + TROUBLES.index(trouble) % stride, sound.operations + 1, stride):
        disk = FailingDisk(n, trouble)
        try:
            end = _struck(waiting, folder / str(n), disk)
            faults += [f"{n} {disk.failed_step}: {part}" for part in _differences(end, quiet)]
        except Exception as bug:
            faults.append(f"{n} {disk.failed_step}: {type(bug).__name__}: {bug}")
        shutil.rmtree(folder / str(n))
    return faults


def _differences(end: Mailed, quiet: Mailed) -> list[str]:
    return [part.name for part in fields(Mailed) if getattr(end, part.name) != getattr(quiet, part.name)]


def test_undisturbed_three_letters_are_handled_posted_and_put_away(waiting: Path, tmp_path: Path) -> None:
    end = _struck(waiting, tmp_path / "quiet", Disk())
    assert len(end.records) == 1 + len(LETTERS)
    assert end.inbox == tuple(f".Processed/cur/{n}.host:2,S" for n in (1, 2, 3))
    invitations = {end.frozen["allied/A-1.eml"], end.frozen["german/G-1.eml"]}  # the postman had them before
    assert sorted(end.boxes.values()) == sorted(set(end.frozen.values()) - invitations)
    assert end.spool == ()


@pytest.mark.parametrize("trouble", TROUBLES)
def test_letters_on_the_road_struck_at_some_steps_come_to_the_same_end(waiting: Path, tmp_path: Path, trouble: Trouble) -> None:
    assert _faults(waiting, tmp_path, trouble, STRIDE) == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_letters_on_the_road_struck_at_any_step_come_to_the_same_end(waiting: Path, tmp_path: Path, trouble: Trouble) -> None:
    assert _faults(waiting, tmp_path, trouble, 1) == []
