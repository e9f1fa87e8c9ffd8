"""Three letters on the road from a mailbox in Dovecot to the commanders' SMTP server, with trouble at the n-th moment.

Whatever happens, it comes to the same end: each letter fetched, handled and put away once, each answer taken by the server,
and one that it was given twice the same to the last byte.
"""

import contextlib
import itertools
import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from imapclient import IMAPClient

from pbem.mail.account import Account
from pbem.mail.inbox import InboxError
from pbem.mail.inbox.imap import ImapInbox
from pbem.mail.outbox.smtp import SmtpOutbox
from pbem.service import daemon
from pbem.service.alerts import read_pulse
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from tests.acceptance.table import Table
from tests.mail.test_smtp import free_port
from tests.store.failing_disk import FailingDisk, Killed

from .cutting import CuttingCable, Scissors
from .running import PASSWORD, Dovecot

LETTERS = (("allied", "ACCEPT"), ("german", "ACCEPT"), ("allied", "A/504: recon 13.11; attack deliberate\nEND IMPULSE"))
ARRIVAL = datetime(2020, 11, 20, 9, tzinfo=UTC)  # long past: a server takes no letter of tomorrow as of tomorrow
WORK = ARRIVAL + timedelta(minutes=10)
_NUMBERS = itertools.count(1)


@dataclass(frozen=True, slots=True)
class End:
    """records and frozen letters; what the server took, by Message-ID; what lies in the mailbox, what was put away; the spool;
    bars: roads whose login counts as refused.
    """

    records: tuple[str, ...]
    frozen: frozenset[bytes]
    taken: dict[bytes, frozenset[bytes]]
    left: tuple[bytes, ...]
    away: tuple[bytes, ...]
    spool: tuple[str, ...]
    bars: tuple[str, ...]

    def differences(self, other: "End") -> list[str]:
        """The parts in which two ends differ."""
        return [part.name for part in fields(End) if getattr(self, part.name) != getattr(other, part.name)]


@dataclass
class Sink:
    """An SMTP server that asks for a login and takes everything."""

    letters: list[bytes] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take it."""
        assert isinstance(envelope.content, bytes)
        self.letters.append(envelope.content.replace(b"\r\n", b"\n"))
        return "250 taken"


def _lets_in(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
    return AuthResult(success=data == LoginPassword(b"referee", PASSWORD.encode()), handled=False)


@contextlib.contextmanager
def sinking(sink: Sink) -> Iterator[int]:
    """The server at a port."""
    controller = Controller(sink, hostname="127.0.0.1", port=free_port(), authenticator=_lets_in, auth_require_tls=False)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


@dataclass
class Road:
    """The road. waiting: a data folder with a campaign, and the letters that come to it; pictures: are maps painted?"""

    dovecot: Dovecot
    waiting: Path
    letters: tuple[bytes, ...]
    pictures: bool

    def run(self, folder: Path, disk: Disk, scissors: Scissors) -> End:
        """The letters come; a process that the disk may kill, and one after it."""
        shutil.copytree(self.waiting, folder)
        number, sink = next(_NUMBERS), Sink()
        self._deliver(number)
        with (
            sinking(sink) as port,
            CuttingCable(self.dovecot.port, scissors) as imap,
            CuttingCable(port, scissors) as smtp,
        ):
            ways = (number, imap.port, smtp.port)
            try:
                self._passes(folder, disk, ways, (WORK, WORK + timedelta(hours=1)))
            except (Killed, OSError):
                _room(disk)
            self._passes(folder, Disk(), ways, (WORK + timedelta(hours=2), WORK + timedelta(hours=5)))
        return self._end(folder, number, sink)

    def _passes(self, folder: Path, disk: Disk, ways: tuple[int, int, int], times: Iterable[datetime]) -> None:
        number, imap, smtp = ways
        mailbox = MailboxSettings(address="referee@club.example")
        settings = Settings(data="data", mailbox=mailbox, free_mb=0, pictures=self.pictures)
        account = Account("127.0.0.1", imap, "referee", lambda: PASSWORD, "none", timeout=5.0)
        inbox = ImapInbox(account, f"run{number}", f"done{number}")
        outbox = SmtpOutbox(Account("127.0.0.1", smtp, "referee", lambda: PASSWORD, "none", timeout=5.0), "referee@club.example")
        try:
            with Referee(Config(settings, folder), disk) as referee:
                for at in times:
                    try:
                        daemon.tick(referee, inbox, outbox, lambda at=at: at)  # type: ignore[misc]
                        inbox.wait(0.02)
                    except InboxError:
                        pass
                    except OSError:
                        _room(disk)
        finally:
            inbox.close()

    def _deliver(self, number: int) -> None:
        with self._client() as client:
            client.create_folder(f"run{number}")
            for minute, raw in enumerate(self.letters, 1):
                client.append(f"run{number}", raw, (), ARRIVAL + timedelta(minutes=minute))

    def _end(self, folder: Path, number: int, sink: Sink) -> End:
        home = folder / "data" / "campaigns" / "test"
        pulse = read_pulse(folder / "data")
        taken: dict[bytes, set[bytes]] = {}
        for raw in sink.letters:
            taken.setdefault(_message_id(raw), set()).add(raw)
        return End(
            tuple(map(_without_id, campaign_at(home).journal.all_records())),
            frozenset(path.read_bytes() for path in (home / "letters" / "out").rglob("*.eml")),
            {name: frozenset(raws) for name, raws in taken.items()},
            self._raws(f"run{number}"), self._raws(f"done{number}"),
            tuple(sorted(path.name for path in (folder / "data" / "spool").rglob("*.eml"))),
            tuple(sorted(pulse.bars)) if pulse else ("no pulse",),
        )  # fmt: skip

    def _raws(self, name: str) -> tuple[bytes, ...]:
        with self._client() as client:
            if not client.folder_exists(name):
                return ()
            client.select_folder(name)
            uids = client.search("ALL")
            return tuple(sorted(data[b"BODY[]"] for data in client.fetch(uids, ["BODY.PEEK[]"]).values())) if uids else ()

    @contextlib.contextmanager
    def _client(self) -> Iterator[IMAPClient]:
        with IMAPClient("127.0.0.1", self.dovecot.port, ssl=False, timeout=10) as client:
            client.login("referee", PASSWORD)
            yield client


def road(dovecot: Dovecot, folder: Path, pictures: bool) -> Road:
    """A road to a campaign whose invitations are posted."""
    table = Table(folder)
    letters = tuple(table.letter(seat, lines).replace(b"\n", b"\r\n") for seat, lines in LETTERS)
    table.close()
    return Road(dovecot, folder, letters, pictures)


def _room(disk: Disk) -> None:
    if isinstance(disk, FailingDisk):
        disk.make_room()


def _without_id(record: dict[str, Any]) -> str:
    """A record without what it owes to the mailbox's name and UIDVALIDITY."""
    body = json.loads(orjson.dumps(record["body"]))
    body["cause"]["id"] = ""
    return json.dumps(body, sort_keys=True)


def _message_id(raw: bytes) -> bytes:
    return next(line for line in raw.split(b"\n") if line.lower().startswith(b"message-id:"))
