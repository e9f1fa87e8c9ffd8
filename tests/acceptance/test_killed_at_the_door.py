"""Letters handed over by LMTP, by SMTP and by a pipe, struck at the n-th step of the disk: each is taken and handled once.

The carrier is one that keeps a letter until it hears that it is safe (250, exit 0) and brings it again otherwise, to the
next process. `pytest -m soak tests/acceptance/test_killed_at_the_door.py` strikes at every step; here a stride samples them.
"""

import contextlib
import json
import re
import shutil
import smtplib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path

import orjson
import pytest

from pbem import admin as care
from pbem.mail.inbox.receiver import NetworkDoor, ReceiverInbox
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.service import daemon
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk, Kind
from tests.acceptance.table import START, Table
from tests.mail.test_smtp import free_port
from tests.store.failing_disk import DEATHS, FailingDisk, Killed, Trouble

TROUBLES: tuple[Trouble, ...] = (*DEATHS, "full", "broken")
ROADS = ("lmtp", "smtp", "pipe")
STRIDE = 37
LETTERS = (("allied", "ACCEPT"), ("german", "ACCEPT"), ("allied", "A/504: recon 13.11; attack deliberate\nEND IMPULSE"))
OURS = "referee@club.example"
CONFIGURATION = f"""
data = "data"
free_mb = 0
pictures = false
[mailbox]
address = "{OURS}"
"""


class Struck(FailingDisk):
    """A failing disk whose deaths are met in the door's thread too, where they look like any trouble of a disk."""

    def operation(self, kind: Kind, path: Path) -> None:
        try:
            super().operation(kind, path)
        except Killed as death:
            raise OSError(5, "dead") from death

    def put(self, handle: int, data: bytes) -> None:
        try:
            super().put(handle, data)
        except Killed as death:
            raise OSError(5, "dead") from death


@dataclass(frozen=True, slots=True)
class End:
    """records and frozen letters, letters in the commanders' boxes; what lies in the door's folder, and in the spool."""

    records: tuple[str, ...]
    frozen: dict[str, bytes]
    boxes: frozenset[bytes]
    door: tuple[str, ...]
    spool: tuple[str, ...]


@dataclass
class Carrier:
    """Brings letters, each until it is taken, and none before the one before it."""

    road: str
    folder: Path
    left: list[bytes]

    def process(self, disk: Disk, times: Iterable[datetime]) -> None:
        """A process of ours: at each of these times the carrier brings what he has left, and a pass is made."""
        if self.road == "pipe":
            self._pipes(disk)
            self._passes(disk, None, times)
            return
        inbox = ReceiverInbox(disk, self.folder / "mail" / "in", NetworkDoor(self.road, free_port()), OURS, lambda: True)  # type: ignore[arg-type]
        with contextlib.closing(inbox):
            self._passes(disk, inbox, times)

    def _passes(self, disk: Disk, inbox: ReceiverInbox | None, times: Iterable[datetime]) -> None:
        settings = Settings(data="data", mailbox=MailboxSettings(address=OURS), free_mb=0, pictures=False)
        outbox = MaildirOutbox(disk, self.folder / "mail" / "out")
        with Referee(Config(settings, self.folder), disk) as referee:
            for at in times:
                try:
                    if inbox is not None:
                        list(inbox.fetch(referee.mailroom))
                        while self.left and self._handed_over(inbox, self.left[0]):
                            self.left.pop(0)
                        daemon.tick(referee, inbox, outbox, lambda at=at: at)  # type: ignore[misc]
                    else:
                        referee.work(at)
                        referee.post(outbox, at)
                except OSError:
                    _room(disk)

    def _handed_over(self, inbox: ReceiverInbox, raw: bytes) -> bool:
        kind = smtplib.LMTP if self.road == "lmtp" else smtplib.SMTP
        with kind("127.0.0.1", inbox.port, local_hostname="mx", timeout=10) as client:
            client.ehlo_or_helo_if_needed()
            client.mail("al@allied.example")
            client.rcpt(OURS)
            return client.data(raw)[0] == 250

    def _pipes(self, disk: Disk) -> None:
        with pytest.MonkeyPatch.context() as patch, contextlib.suppress(OSError):
            patch.setattr("pbem.admin.running.Disk", lambda: disk)
            patch.setattr("pbem.admin.running.settle", lambda config, now: None)
            while self.left:
                care.receive(self.folder / "pbem.toml", self.left[0], lambda: _at(self.left[0]))
                self.left.pop(0)
        _room(disk)


def _room(disk: Disk) -> None:
    if isinstance(disk, FailingDisk):
        disk.make_room()


def _at(raw: bytes) -> datetime:
    """A letter's time of arrival, the same in every run: by the number in its Message-ID."""
    found = re.search(rb"Message-ID: <(\d+)\.", raw)
    assert found
    return START + timedelta(minutes=int(found[1]))


@pytest.fixture(autouse=True)
def fixed_arrivals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.inbox.maildir._arrival", lambda path: _at(path.read_bytes()))


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[bytes, ...]]:
    """A campaign that waits for its first three letters, and these."""
    folder = tmp_path_factory.mktemp("door") / "club"
    table = Table(folder)
    letters = tuple(table.letter(seat, lines).replace(b"\n", b"\r\n") for seat, lines in LETTERS)
    table.close()
    (folder / "pbem.toml").write_text(CONFIGURATION)
    return folder, letters


def run(road: str, folder: Path, disk: Disk, waiting: tuple[Path, tuple[bytes, ...]]) -> End:
    """A process with this disk, and one with a sound disk after it."""
    shutil.copytree(waiting[0], folder)
    carrier = Carrier(road, folder, list(waiting[1]))
    hour = timedelta(hours=1)
    with contextlib.suppress(Killed, OSError):
        carrier.process(disk, (START + hour, START + 2 * hour))
    carrier.process(Disk(), (START + 3 * hour, START + 4 * hour))
    assert not carrier.left
    return _end(folder)


def _end(folder: Path) -> End:
    home, door = folder / "data" / "campaigns" / "test", folder / "mail" / "in"
    out = home / "letters" / "out"
    return End(
        tuple(_without_id(record["body"]) for record in campaign_at(home).journal.all_records()),
        {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.eml"))},
        frozenset(path.read_bytes() for path in (folder / "mail" / "out").glob("*/new/*")),
        tuple(sorted(path.relative_to(door).as_posix() for path in door.rglob("*") if path.is_file())),
        tuple(sorted(path.name for path in (folder / "data" / "spool").rglob("*.eml"))),
    )


def _without_id(body: object) -> str:
    """A record without the transport in its cause's id."""
    plain = json.loads(orjson.dumps(body))
    plain["cause"]["id"] = ""
    return json.dumps(plain, sort_keys=True)


def faults(road: str, folder: Path, trouble: Trouble, stride: int, waiting: tuple[Path, tuple[bytes, ...]]) -> list[str]:
    """Every step at which the trouble led to another end."""
    sound = Disk()
    quiet = run(road, folder / "quiet", sound, waiting)
    found = []
    for n in range(1 + 7 * TROUBLES.index(trouble) % stride, sound.operations + 1, stride):
        disk = Struck(n, trouble)
        try:
            end = run(road, folder / str(n), disk, waiting)
            found += [f"{n} {disk.failed_step}: {p.name}" for p in fields(End) if getattr(end, p.name) != getattr(quiet, p.name)]
        except Exception as bug:
            found.append(f"{n} {disk.failed_step}: {type(bug).__name__}: {bug}")
        shutil.rmtree(folder / str(n))
    return found


@pytest.mark.parametrize("road", ROADS)
def test_undisturbed_every_letter_is_taken_and_handled(road: str, tmp_path: Path, waiting: tuple[Path, tuple[bytes, ...]]) -> None:
    end = run(road, tmp_path / "quiet", Disk(), waiting)
    assert len(end.records) == 1 + len(LETTERS)
    assert len(end.boxes) == len(end.frozen) - 2, "the postman had the invitations before"
    assert [name.partition("/")[0] for name in end.door] == ([] if road == "pipe" else [".Processed"] * 3)
    assert end.spool == ()


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_struck_at_some_steps_it_comes_to_the_same_end(
    road: str, trouble: Trouble, tmp_path: Path, waiting: tuple[Path, tuple[bytes, ...]]
) -> None:
    assert faults(road, tmp_path, trouble, STRIDE, waiting) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_struck_at_any_step_it_comes_to_the_same_end(
    road: str, trouble: Trouble, tmp_path: Path, waiting: tuple[Path, tuple[bytes, ...]]
) -> None:
    assert faults(road, tmp_path, trouble, 1, waiting) == []


def test_a_letter_brought_again_because_our_word_was_lost_lies_there_once(
    tmp_path: Path, waiting: tuple[Path, tuple[bytes, ...]]
) -> None:
    folder, letters = tmp_path / "club", waiting[1]
    shutil.copytree(waiting[0], folder)
    for brought in ([letters[0]], list(letters), list(letters)):
        Carrier("lmtp", folder, brought).process(Disk(), (START + timedelta(hours=1),))
    assert len(_end(folder).records) == 1 + len(LETTERS)
    assert len(_end(folder).door) == len(LETTERS)


def test_a_letter_piped_again_because_our_exit_was_lost_is_handled_once(
    tmp_path: Path, waiting: tuple[Path, tuple[bytes, ...]]
) -> None:
    folder, letters = tmp_path / "club", waiting[1]
    shutil.copytree(waiting[0], folder)
    for brought in ([letters[0], letters[0]], [letters[0]]):
        Carrier("pipe", folder, brought).process(Disk(), (START + timedelta(hours=1),))
    assert len(_end(folder).records) == 2
