"""One campaign's journal is damaged: its letters wait where they are, the others play on, and the host is told."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.mail.compose import reply_address
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service import daemon
from pbem.service.config.settings import Config, HostSettings, MailboxSettings, Settings
from pbem.service.directory import mailbox
from pbem.service.open_campaign import CampaignError, Setup
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from tests.acceptance.table import ADDRESS, KEY, PREFIX, SEED, START, Postman

HOST = "host@club.example"


@dataclass
class Hall:
    """Two campaigns of the same two commanders, `north` and `south`, at one inbox."""

    folder: Path
    at: datetime = START
    count: int = 0

    @property
    def config(self) -> Config:
        settings = Settings(
            data="data", free_mb=0, mailbox=MailboxSettings(address="referee@club.example"), host=HostSettings(address=HOST),
            pictures=False,
        )  # fmt: skip
        return Config(settings, self.folder)

    def journal(self, campaign: str) -> Path:
        return max((self.folder / "data" / "campaigns" / campaign / "journal").glob("*.jsonl"))

    def send(self, campaign: str, lines: str, seat: str = "allied", known: bool = True) -> None:
        """A letter comes; `known`: with its token."""
        self.count += 1
        secret = token(KEY, campaign, seat, ADDRESS[seat], 1)
        to = reply_address(mailbox(self.config), campaign, secret) if known else "referee@club.example"
        raw = f"From: {ADDRESS[seat]}\r\nTo: {to}\r\nMessage-ID: <{self.count}@x.example>\r\n\r\n{lines}\r\n"
        new = self.folder / "mail" / "in" / "new"
        new.mkdir(parents=True, exist_ok=True)
        (new / f"{self.count}.host").write_text(raw)

    def tick(self) -> Postman:
        """A pass of a process of its own; what it posted."""
        self.at += timedelta(hours=1)
        postman = Postman()
        with Referee(self.config) as referee:
            daemon.tick(referee, MaildirInbox(Disk(), self.folder / "mail" / "in"), postman, lambda: self.at)
        return postman

    def records(self, campaign: str) -> list[object]:
        """What a campaign's journal holds."""
        return list(campaign_at(self.folder / "data" / "campaigns" / campaign).journal.all_records())

    def waiting(self) -> int:
        return len(list((self.folder / "mail" / "in" / "new").iterdir()))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "key").write_bytes(KEY)
    (tmp_path / "data" / "key").chmod(0o600)
    (tmp_path / "pbem.toml").write_text('data = "data"\n[mailbox]\naddress = "referee@club.example"\n')
    seats = tuple(Seat(side, side, "commander", ADDRESS[side], PREFIX[side]) for side in ("allied", "german"))
    with Referee(hall.config) as referee:
        for name in ("north", "south"):
            referee.new_campaign(Setup(name, library.module_folder("heumen-bridge"), seats, Pace(), seed=SEED), START)
    hall.tick()
    yield hall


def damage(path: Path) -> bytes:
    """Spoil a byte of a journal; the bytes it had."""
    whole = path.read_bytes()
    at = len(whole) // 2
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    return whole


def test_the_letters_of_a_damaged_campaign_wait_and_the_other_plays_on(hall: Hall) -> None:
    whole = damage(hall.journal("north"))
    for name in ("north", "south"):
        hall.send(name, "ACCEPT")
        hall.send(name, "ACCEPT", "german")
    spoiled = hall.journal("north").read_bytes()
    for _ in range(4):  # more often than a letter may be tried
        posted = hall.tick()
    assert hall.waiting() == 2
    assert len(hall.records("south")) == 3
    assert hall.journal("north").read_bytes() == spoiled, "it is left as it is"
    assert not [raw for address in ADDRESS.values() for raw in posted.bags.get(address, []) if b"[north]" in raw]
    hall.journal("north").write_bytes(whole)
    hall.tick()
    assert hall.waiting() == 0
    assert len(hall.records("north")) == 3


def test_a_letter_without_proof_may_be_for_the_damaged_campaign_and_waits_too(hall: Hall) -> None:
    whole = damage(hall.journal("north"))
    hall.send("south", "ACCEPT", known=False)
    assert not hall.tick().bags.get(ADDRESS["allied"])
    assert hall.waiting() == 1
    assert len(hall.records("south")) == 1, "nobody is told that his letter lacks a token"
    hall.journal("north").write_bytes(whole)
    hall.tick()
    assert hall.waiting() == 0


def test_the_host_is_told_and_sees_it(hall: Hall) -> None:
    whole = damage(hall.journal("north"))
    told = hall.tick().bags[HOST]
    assert b"north: " in told[0]
    assert b"journal" in told[0]
    file = hall.folder / "pbem.toml"
    assert "DAMAGED    north: T000.jsonl" in care.status(file, hall.at)
    assert [line.split()[:2] for line in care.list_campaigns(file).splitlines()] == [["south", "inviting"], ["north", "DAMAGED"]]
    text, clean = care.audit(file)
    assert not clean
    assert "south: sound" in text
    hall.journal("north").write_bytes(whole)
    hall.tick()
    assert "DAMAGED" not in care.status(file, hall.at)


# ------------------------------------------------------------ something is missing


def campaign_json(home: Path) -> None:
    (home / "campaign.json").unlink()


def cut_campaign_json(home: Path) -> None:
    (home / "campaign.json").write_bytes((home / "campaign.json").read_bytes()[:40])


def module(home: Path) -> None:
    shutil.rmtree(home / "module")


def a_file_of_the_module(home: Path) -> None:
    (home / "module" / "tables" / "crt.toml").unlink()


def half_a_file_of_the_module(home: Path) -> None:
    path = home / "module" / "map.toml"
    path.write_bytes(path.read_bytes()[:-300])


def journal(home: Path) -> None:
    shutil.rmtree(home / "journal")


def first_file(home: Path) -> None:
    (home / "journal" / "T000.jsonl").unlink()


MISSING: dict[Callable[[Path], None], str] = {
    campaign_json: "campaign.json is missing",
    cut_campaign_json: "campaign.json cannot be read",
    module: "the folder module is missing",
    a_file_of_the_module: "module/tables/crt.toml is missing",
    half_a_file_of_the_module: "module/map.toml is not what the campaign began with",
    journal: "journal/T000.jsonl is missing",
    first_file: "journal/T000.jsonl is missing",
}


@pytest.mark.parametrize("lose", MISSING, ids=lambda lose: lose.__name__)
def test_what_one_campaign_lacks_is_named_and_stops_no_other(hall: Hall, lose: Callable[[Path], None]) -> None:
    home, file = hall.folder / "data" / "campaigns" / "north", hall.folder / "pbem.toml"
    shutil.copytree(home, hall.folder / "whole")
    lose(home)
    left = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    for name in ("north", "south"):
        hall.send(name, "ACCEPT")
    told = hall.tick().bags[HOST][0]
    words = MISSING[lose]
    assert words.encode() in told.replace(b"=\n", b"").replace(b"\n", b" ").replace(b"=3D", b"=")
    assert hall.waiting() == 1, "its letters wait"
    assert len(hall.records("south")) == 2
    assert f"DAMAGED    north: {words}" in care.status(file, hall.at)
    assert "north is set aside: " + words in care.doctor(file, lambda: hall.at, 0)[0]
    text, clean = care.audit(file)
    assert f"north: {words}" in text and "south: sound" in text and not clean
    with pytest.raises(CampaignError, match="north is set aside"):
        care.show(file, "north")
    with pytest.raises(CampaignError, match="there is a campaign north already"), Referee(hall.config) as referee:
        referee.new_campaign(Setup("north", library.module_folder("heumen-bridge"), (), Pace()), hall.at)
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == left, "it is left as it is"
    shutil.rmtree(home)
    (hall.folder / "whole").rename(home)
    hall.tick()
    assert hall.waiting() == 0
    assert len(hall.records("north")) == 2
    assert care.audit(file) == ("north: sound\nsouth: sound\n", True)


def test_a_campaign_whose_making_was_cut_short_is_told_and_can_be_made_again(hall: Hall) -> None:
    home, file = hall.folder / "data" / "campaigns" / "north", hall.folder / "pbem.toml"
    shutil.copytree(home / "module", hall.folder / "data" / "campaigns" / "east" / "module")
    half = "east: its making was cut short before anybody was written to"
    assert half in care.status(file, hall.at) and half in care.audit(file)[0] and half in care.doctor(file, lambda: hall.at, 0)[0]
    assert not any("east" in raw.decode() for raw in hall.tick().bags.get(HOST, []))
    with Referee(hall.config) as referee:
        seats = tuple(Seat(side, side, "commander", ADDRESS[side], PREFIX[side]) for side in ("allied", "german"))
        referee.new_campaign(Setup("east", library.module_folder("heumen-bridge"), seats, Pace(), seed=SEED), hall.at)
    assert care.audit(file) == ("east: sound\nnorth: sound\nsouth: sound\n", True)


def test_what_was_restored_and_does_not_open_is_named(hall: Hall) -> None:
    file, archive = hall.folder / "pbem.toml", hall.folder / "b.tar.gz"
    (hall.folder / "data" / "campaigns" / "north" / "journal" / "T000.jsonl").unlink()
    care.backup(file, archive, hall.at)
    other = hall.folder / "other"
    other.mkdir()
    assert "1 campaign, north is set aside: journal/T000.jsonl is missing" in care.restore(other / "pbem.toml", archive)
