"""A club in a folder: pbem.toml, Maildirs as roads, one campaign, and a clock of its own that leaps without an outage."""

import os
import shutil
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem import admin as care
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.modules import library
from pbem.service import daemon
from pbem.service import transports as roads
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.open_campaign import Campaign, Setup
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from pbem.store.folder.journal import FolderJournal
from tests.acceptance.table import ADDRESS, PREFIX, SEED, START, Mail, Opener

SETTINGS = """data = "data"
free_mb = 0
outage_hours = 0
pictures = false
[mailbox]
address = "referee@club.example"
[inbox]
folder = "mail/in"
[outbox]
folder = "mail/out"
"""
SCRIPT = (
    ("allied", "ACCEPT"),
    ("german", "ACCEPT"),
    ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; atack 14.12 hasty"),
    ("allied", "YES"),
    ("allied", "STATUS\nMESSAGE enemy\nYour bridge is lost.\nEND MESSAGE\nRESEND A-3"),
    ("german", "IF SILENT PASS"),
    ("allied", "END IMPULSE"),
    ("german", "1/HG: move 15.09\nAUFKL: recon 14.11"),
    ("german", "END IMPULSE"),
    ("allied", "A/504: recon 13.11"),
    ("allied", "END IMPULSE"),
    ("german", "END IMPULSE"),
)


@dataclass
class Club:
    """A host's folder. Every letter moves the clock on by a minute."""

    folder: Path
    at: datetime = START
    count: int = 0
    opener: Opener = field(default_factory=Opener)

    @property
    def file(self) -> Path:
        return self.folder / "pbem.toml"

    @property
    def config(self) -> Config:
        return configuration.load(self.file)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def now(self) -> datetime:
        return self.at

    def found(self, *campaigns: str) -> "Club":
        """Write the settings and set campaigns up."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.file.write_text(SETTINGS)
        seats = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
        with Referee(self.config) as referee:
            for name in campaigns or ("spring",):
                referee.new_campaign(Setup(name, library.module_folder("heumen-bridge"), seats, Pace(), seed=SEED), self.at)
            referee.post(roads.outbox(self.config), self.at)
        return self

    def letters(self, seat: str, campaign: str = "spring") -> list[Mail]:
        """All letters to a seat, in the order of their numbers."""
        folder = self.data / "campaigns" / campaign / "letters" / "out" / seat
        paths = sorted(folder.glob("*.eml"), key=lambda p: int(p.stem.partition("-")[2]))
        return [self.opener.open(path.read_bytes()) for path in paths]

    def drop(self, seat: str, text: str, campaign: str = "spring", answers: Mail | None = None) -> None:
        """A letter arrives in the mailbox: the answer to the seat's newest letter, or to this one."""
        self.at += timedelta(minutes=1)
        self.count += 1
        last = answers or self.letters(seat, campaign)[-1]
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = ADDRESS[seat], last.reply_to, f"Re: {last.subject}"
        message["Message-ID"], message["In-Reply-To"] = f"<{self.count}.{campaign}@{seat}.example>", last.message_id
        message.set_content(text)
        self.put(f"{self.count}.letter", message.as_bytes())

    def put(self, name: str, raw: bytes) -> None:
        """Something arrives in the mailbox."""
        path = self.folder / "mail" / "in" / "new" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        os.utime(path, (self.at.timestamp(), self.at.timestamp()))

    def tick(self, **time: float) -> None:
        """Time goes by, and the referee does one pass."""
        self.at += timedelta(**time)
        care.tick(self.file, self.now)

    def write(self, seat: str, text: str, campaign: str = "spring", answers: Mail | None = None) -> Mail:
        """A letter, one pass, and the answer."""
        before = len(self.letters(seat, campaign))
        self.drop(seat, text, campaign, answers)
        self.tick()
        return self.letters(seat, campaign)[before]

    def play(self, start: int = 0, stop: int | None = None) -> None:
        """A part of the script, letter by letter."""
        for seat, text in SCRIPT[start:stop]:
            self.write(seat, text)

    def campaign(self, name: str = "spring") -> Campaign:
        """The campaign as a reader sees it."""
        return campaign_at(self.data / "campaigns" / name)

    def state(self, name: str = "spring") -> dict[str, Any]:
        campaign = self.campaign(name)
        return campaign.script.snapshot(campaign.state)

    def records(self, name: str = "spring") -> list[dict[str, Any]]:
        """The journal."""
        return list(FolderJournal(Disk(), self.data / "campaigns" / name / "journal").all_records())

    def posted(self) -> dict[str, bytes]:
        """Every letter that lies with its commander, by place."""
        out = self.folder / "mail" / "out"
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.pbem"))}

    def frozen(self) -> dict[str, bytes]:
        """Every letter as it was frozen."""
        homes = self.data / "campaigns"
        return {path.relative_to(homes).as_posix(): path.read_bytes() for path in sorted(homes.glob("*/letters/out/*/*.eml"))}

    def burnt(self, folder: Path) -> "Club":
        """Another machine with the same mailboxes (times and all), after the disk of this one died."""
        folder.mkdir(mode=0o700)
        if (self.folder / "mail").exists():
            shutil.copytree(self.folder / "mail", folder / "mail")
        return Club(folder, self.at, self.count)


def serving(club: Club, referee: Referee) -> None:
    """One pass of a daemon that holds the folder."""
    inbox, outbox = roads.inbox(club.config), roads.outbox(club.config)
    daemon.tick(referee, inbox, outbox, club.now)
