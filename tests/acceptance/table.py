"""A table to play at: a referee over Maildirs with a fixed clock, and commanders who write and read real letters."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.parser import BytesParser
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pbem import admin as care
from pbem.admin.module_check import _audit_one
from pbem.campaign.deadlines import Pace
from pbem.campaign.records import Record, State
from pbem.campaign.state import Clock, Seat
from pbem.kernel.i18n import ENGLISH, language
from pbem.mail.compose import claimed_id, message_id
from pbem.mail.outbox import Post, PostVerdict
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.open_campaign import Campaign, Setup
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from tests.opened import as_board

START = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
SEED = bytes(range(32))
KEY = bytes(range(100, 132))  # the same tokens in every run, so that letters, nonces and dice are the same too
ADDRESS = {"allied": "al@allied.example", "german": "gustav@german.example"}
PREFIX = {"allied": "A", "german": "G"}
TEAMS = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("allied.504", "allied", "commander", "bert@allied.example", "AB", formations=("504",)),
    Seat("allied.505", "allied", "commander", "carl@allied.example", "AC", formations=("505",)),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
    Seat("german.henke", "german", "commander", "hans@german.example", "GB", formations=("HENKE",)),
    Seat("german.ls", "german", "commander", "ludwig@german.example", "GC", formations=("LS",)),
)
"""Two teams of three; the Landesschützen stand under Henke."""


@dataclass(frozen=True)
class Mail:
    """A letter as a commander sees it. One that was `opened` is read when somebody asks for what it says: most letters of a game
    are answered and no more."""

    to: str
    subject: str
    text: str
    html: str
    message_id: str
    reply_to: str
    raw: bytes
    fields: dict[str, str]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name not in READ_LATER:
                raise AttributeError(name)
            self.__dict__.update(_read(self.raw))
            return self.__dict__[name]


READ_LATER = ("text", "html", "fields")


class Postman:
    """An outbox that keeps what it is given, by address, and always takes it."""

    def __init__(self) -> None:
        self.bags: dict[str, list[bytes]] = {}

    def post(self, posts: object) -> list[PostVerdict]:
        """Take everything."""
        verdicts = []
        for post in posts:  # type: ignore[attr-defined]
            assert isinstance(post, Post)
            self.bags.setdefault(post.to, []).append(post.raw)
            verdicts.append(PostVerdict(post.ref, "posted", "250 ok"))
        return verdicts

    def close(self) -> None:
        """Nothing is held open."""


class QuickDisk(Disk):
    """A disk that does not wait for the platter: nothing is killed here."""

    def wait(self, settle: object, items: object) -> None:
        """It is there as soon as it is written."""


class Opener:
    """Opens letters, each once: a test asks for a seat's whole bag again and again."""

    def __init__(self) -> None:
        self._known: dict[bytes, Mail] = {}

    def open(self, raw: bytes) -> Mail:
        """The letter of these bytes."""
        if raw not in self._known:
            self._known[raw] = opened(raw)
        return self._known[raw]


def recorded(table: "Table") -> list[Record]:
    """Every record of its campaign, read from the journal."""
    return [table.campaign.script.record(record["body"]) for record in table.campaign.journal.all_records()]


class _Headers(HeaderRegistry):
    """Header fields are asked for again and again, are mostly the same in all letters, and dear to parse."""

    __call__ = lru_cache(maxsize=4096)(HeaderRegistry.__call__)


POLICY = policy.default.clone(header_factory=_Headers())
HEAD = re.compile(rb".*?\r?\n\r?\n", re.DOTALL)


def opened(raw: bytes) -> Mail:
    """A letter, parsed."""
    head = HEAD.match(raw)
    message = BytesParser(policy=POLICY).parsebytes(head[0] if head else raw)
    named = {"to": "To", "subject": "Subject", "message_id": "Message-ID", "reply_to": "Reply-To"}
    mail = object.__new__(Mail)
    mail.__dict__.update({name: str(message[field]) for name, field in named.items()}, raw=raw)
    return mail


def _read(raw: bytes) -> dict[str, object]:
    """What is read later of a letter."""
    message = BytesParser(policy=POLICY).parsebytes(raw)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None and html is not None
    return {
        "text": text.get_content().replace("\r\n", "\n"),
        "html": html.get_content(),
        "fields": {k.lower(): str(v) for k, v in message.items()},
    }


def the_clock(state: State) -> Clock | None:
    """The clock of who is awaited, where one side is; None while nobody is."""
    clocks = tuple(state.admin.clocks.values())
    assert len(clocks) <= 1, "several sides are awaited"
    return clocks[0] if clocks else None


def of_old(mail: Mail) -> str:
    """The Message-ID that a letter had when ids told nothing of what it says, which the referee knows still. The bytes of an
    acceptance stir the dice; this way those of a test do not fall otherwise whenever a word of the invitation changes."""
    named = claimed_id(mail.message_id)
    assert named is not None
    return message_id(KEY, named._replace(imprint=""), mail.message_id.rpartition("@")[2].rstrip(">"))


class KeptTable(NamedTuple):
    """How a table stood: its data folder, the letters by address, the time, how many letters were written."""

    folder: Path
    bags: dict[str, tuple[bytes, ...]]
    at: datetime
    written: int
    brought: tuple[bytes, ...]


_KEPT: dict[str, KeptTable] = {}
_ROOM = tempfile.TemporaryDirectory(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
PATCHES: list[pytest.MonkeyPatch] = []
"""What the test that runs puts in the place of parts of the referee."""


def replaced() -> bool:
    """Has the test that runs put something in another's place?"""
    return any(patch._setattr or patch._setitem for patch in PATCHES)


class Table:
    """A campaign of a module, played by letters. `at` is the time; every letter moves it on by a minute.

    disk: a quick one, unless somebody is to be killed or a disk is to be full; config: of a league, where no folder is played in.
    """

    def __init__(
        self,
        folder: Path,
        disk: Disk | None = None,
        module: str = "heumen-bridge",
        seed: bytes = SEED,
        postman: Postman | None = None,
        pictures: bool = False,
        seats: tuple[Seat, ...] = (),
        tempo: str = "at-once",
        begun: datetime = START,
        config: Config | None = None,
    ) -> None:
        self.opener = Opener()
        mailbox = MailboxSettings(address="referee@club.example")
        settings = Settings(data=str(folder / "data"), mailbox=mailbox, free_mb=0, pictures=pictures)
        if not (folder / "data" / "key").exists():
            (folder / "data").mkdir(parents=True, exist_ok=True)
            (folder / "data" / "key").write_bytes(KEY)
            (folder / "data" / "key").chmod(0o600)
        self.config = config or self.kept(settings, folder)
        self.referee = Referee(self.config, disk or QuickDisk())
        self.referee.__enter__()
        self.postman = postman or Postman()
        self.at = begun
        self.count = 0
        self.brought: list[bytes] = []
        seats = seats or tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
        self.address = {seat.id: seat.address for seat in seats}
        self._opening = ""
        try:
            if "test" not in self.referee.campaigns:
                self._found(self.setup(library.module_folder(module), seats, seed, tempo))
            else:
                self.post()
        except BaseException:
            self.close()  # as the kernel does for a process that died
            raise

    alike = True
    """Of this very class, not of those that follow it: that one that has begun may be a copy, its referee opened again."""

    kept: Callable[[Settings, Path], Config] = staticmethod(Config)
    """Where it is kept, of a table that is told nothing else: in a folder, or with `--kept-in league` in a league."""

    def setup(self, module: Path, seats: tuple[Seat, ...], seed: bytes, tempo: str) -> Setup:
        """The campaign that is played at it."""
        return Setup("test", module, seats, Pace(), seed=seed, tempo=dict.fromkeys(PREFIX, tempo))

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.referee.campaigns["test"]

    def _found(self, setup: Setup) -> None:
        """The campaign is founded and its invitations are posted: once in a process, and copied from then on, where it is a
        shipped module in a plain folder and no test has put anything in the place of what the referee is made of."""
        plain = type(self.referee.disk) is QuickDisk and type(self.postman) is Postman and not self.referee.store.is_shared
        if (
            plain
            and library.module_folder(setup.module.name) == setup.module
            and not (replaced() or self.postman.bags or language() != ENGLISH)
        ):
            self._opening = f"{setup} {self.at} {self.config.settings.pictures}"
        if not self._copied(f"founded {self._opening}"):
            self.referee.new_campaign(setup, self.at)
            self.post()
            self._keep(f"founded {self._opening}")

    def _copied(self, name: str) -> bool:
        """Is the table as one of this name was that was kept?"""
        kept = _KEPT.get(name) if self._opening else None
        if kept is None:
            return False
        self.close()
        shutil.rmtree(self.config.settings.data)
        shutil.copytree(kept.folder, self.config.settings.data)
        self._open_again()
        self.postman.bags = {address: list(bag) for address, bag in kept.bags.items()}
        self.at, self.count, self.brought = kept.at, kept.written, list(kept.brought)
        return True

    def _keep(self, name: str) -> None:
        """Keep how the table stands, for those after it; like theirs, its referee has just opened the folder."""
        if self._opening:
            self.close()
            folder = Path(_ROOM.name) / str(len(_KEPT))
            shutil.copytree(self.config.settings.data, folder)
            bags = {address: tuple(bag) for address, bag in self.postman.bags.items()}
            _KEPT[name] = KeptTable(folder, bags, self.at, self.count, tuple(self.brought))
            self._open_again()

    def restart(self) -> None:
        """The daemon ends, and another opens the folder."""
        self.close()
        self._open_again()

    def _open_again(self) -> None:
        self.referee = Referee(self.config, QuickDisk())
        self.referee.__enter__()

    def close(self) -> None:
        """Let the data folder go."""
        self.referee.__exit__(None, None, None)

    def post(self) -> None:
        """Post what is due."""
        self.referee.post(self.postman, self.at)

    def letter(self, seat: str, lines: str, answers: Mail | None = None, **extra: str) -> bytes:
        """The bytes of a plain reply, as an ordinary mail program writes it."""
        self.count += 1
        message = EmailMessage(policy=POLICY)
        message["From"] = extra.get("sender", self.address[seat])
        last = answers or self.mail(seat)[-1]
        message["To"] = extra.get("to", last.reply_to)
        subject = f"{last.subject.partition('] ')[0]}] invitation" if lines == "ACCEPT" else last.subject  # as in of_old()
        message["Subject"] = f"Re: {subject}"
        message["Message-ID"] = extra.get("message_id", f"<{self.count}.{seat}@{seat}.example>")
        message["In-Reply-To"] = of_old(last) if lines == "ACCEPT" else last.message_id
        message["Date"] = "Mon, 23 Nov 2026 09:00:00 +0000"
        message.set_content(lines)
        return message.as_bytes()

    def write(self, seat: str, lines: str, answers: Mail | None = None) -> Mail:
        """Write a letter, let the referee work and post, and return the answer."""
        return self.send(seat, self.letter(seat, lines, answers))

    def means(self, seat: str, lines: str, answers: Mail | None = None) -> Mail:
        """Write a letter, and the YES that its answer may ask for; the last answer."""
        answer = self.write(seat, lines, answers)
        return self.write(seat, "YES", answer) if "for your YES" in answer.subject else answer

    def send(self, seat: str, raw: bytes) -> Mail:
        """Deliver bytes, let the referee work and post; the seat's answer (its first new letter)."""
        before = len(self.mail(seat))
        self.deliver(raw)
        self.run()
        new = self.mail(seat)[before:]
        assert new, f"no answer to {seat}"
        return new[0]

    def deliver(self, raw: bytes) -> None:
        """A letter arrives."""
        self.brought.append(raw)
        self.at += timedelta(minutes=1)
        self.referee.take(raw, self.at, f"test:{self.at.isoformat()}")

    def run(self) -> None:
        """The referee works and posts."""
        self.referee.work(self.at)
        self.post()

    def wait(self, **time: float) -> None:
        """Time goes by."""
        self.at += timedelta(**time)
        self.run()

    def mail(self, seat: str) -> list[Mail]:
        """All letters of a seat so far."""
        return [self.opener.open(raw) for raw in self.postman.bags.get(self.address[seat], [])]

    def mail_of(self, seat: str, number: int) -> Mail:
        """One letter of a seat, where others may be of text alone."""
        return self.opener.open(self.postman.bags[ADDRESS[seat]][number])

    def begin(self) -> None:
        """Everybody accepts; copied, if nothing has been done at it yet."""
        name = f"begun {self._opening} {self.at} {sorted(self.address)}"
        referee = self.referee
        touched = self.count or referee.campaigns.opened or len(referee.campaigns) > 1 or referee.config is not self.config
        if touched or replaced() or not vars(type(self)).get("alike"):
            self._opening = ""
        if not self._copied(name):
            for seat in self.address:
                self.write(seat, "ACCEPT")
            self._keep(name)

    def token(self, seat: str) -> str:
        """A seat's reply token."""
        return token(self.referee.press.key, "test", seat, self.address[seat], 1)

    @property
    def impulse(self) -> str:
        """`T1.2`."""
        name: str = as_board(self.campaign.state.situation.board).public.impulse_name
        return name

    def phasing(self) -> str:
        """Whose impulse it is."""
        side: str = as_board(self.campaign.state.situation.board).public.phasing
        return side


@contextmanager
def begun(folder: Path, **setting: Any) -> Iterator[Table]:
    """A table at which everybody has accepted, for a test or a file of them; setting: as `Table` takes it."""
    table = Table(folder, **setting)
    table.begin()
    yield table
    table.close()


def unsound(table: Table) -> list[str]:
    """What an audit finds of its campaign, wherever that is kept; the table may be closed."""
    if table.referee.store.is_shared:
        text, clean = league_audit(table.config)
        return [] if clean else [text]
    return _audit_one(table.campaign.home)


def league_audit(config: Config) -> tuple[str, bool]:
    """Loaded by tables that lie in a league: it wants psycopg."""
    from pbem.admin.league import audited

    return audited(config)


def audited(table: Table, file: Path) -> tuple[str, bool]:
    """What an audit says of the house of a table that is closed; file: the configuration of one that is a folder."""
    return league_audit(table.config) if table.referee.store.is_shared else care.audit(file)


def plain(mail: Mail) -> str:
    """The text on one line, for searching."""
    return re.sub(r"\s+", " ", mail.text)
