"""Ten thousand letters to forty campaigns through Dovecot and Postfix, while the daemon is killed and its links are cut.

Every letter has a mark that it files in its writer's log: each must be filed, and once. Among them are letters that come
twice, letters of machines, and letters without a token; none of the latter two may have an answer. `make soak` runs it;
PBEM_SOAK_LETTERS takes fewer. Figures are printed at the end.
"""

import contextlib
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.mail.compose import reply_address
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.config import settings as configuration
from pbem.service.directory import mailbox
from pbem.service.open_campaign import Setup
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee

from .cable import Cable
from .correspondence import CONFIGURATION, SIDES, Office
from .running import DOMAIN, PASSWORD, Dovecot, Postfix, wait_until

LETTERS = int(os.environ.get("PBEM_SOAK_LETTERS", "10000"))
CAMPAIGNS = 40
TROUBLES = 50
QUIET_FROM = 0.6  # the share of the letters after which nothing is killed or cut, so that memory can be looked at
OUTSTANDING = 400  # letters in the mailbox at a time
SLACK_MB = 8.0  # growth of the quiet part, for the 1,000 letters that each campaign's journal keeps more of

TWICE, MACHINE, NOBODY = 20, 25, 50  # every so manieth letter comes twice, is a machine's, lacks its token
HEXES = ("11.11", "12.10", "11.12", "12.11", "11.10", "12.12", "13.11", "14.12")
UNITS = {"allied": ("A/504", "B/504", "C/504", "I/504"), "german": ("1/HG", "AUFKL", "HQHENKE")}


@dataclass
class Post:
    """What was put into the mailbox: marks that must be filed once, Message-IDs that nobody may answer."""

    key: bytes
    office: Office
    start: datetime
    marks: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    twice: int = 0

    def put(self, number: int) -> None:
        """Letter n, of a seat whose turn it is, as it came some hours ago: a seat may write sixty an hour."""
        side = ("allied", "german")[number // CAMPAIGNS % 2]
        campaign = f"c{number % CAMPAIGNS}"
        message = self._letter(number, campaign, side)
        if number % MACHINE == 7:
            message["Auto-Submitted"] = "auto-replied"
            self.silent.add(f"<{number}@{side}.example.org>")
        elif number % NOBODY == 9:
            self.silent.add(f"<{number}@{side}.example.org>")
        else:
            self.marks.add(f"{campaign} mark {number}")
        raw = message.as_bytes().replace(b"\n", b"\r\n")
        self._deliver(number, raw)
        if number % TWICE == 3:
            self._deliver(number, raw)
            self.twice += 1

    def _letter(self, number: int, campaign: str, side: str) -> EmailMessage:
        message = EmailMessage()
        address = f"{SIDES[side]}@{DOMAIN}"
        secret = token(self.key, campaign, side, address, 1)
        config = configuration.load(self.office.folder / "pbem.toml")
        to = f"referee@{DOMAIN}" if number % NOBODY == 9 else reply_address(mailbox(config), campaign, secret)
        message["From"], message["To"], message["Subject"] = address, to, "Re: orders"
        message["Message-ID"] = f"<{number}@{side}.example.org>"
        message.set_content(f"LOG\nmark {number}\nEND LOG\n{_rest(number, side)}\n")
        return message

    def _deliver(self, number: int, raw: bytes) -> None:
        box = self.office.dovecot.maildir("referee")
        name = f"{number}.{hashlib.sha256(os.urandom(8)).hexdigest()[:8]}.soak"
        (box / "tmp" / name).write_bytes(raw)
        at = (self.start + timedelta(seconds=number * 1.5)).timestamp()
        os.utime(box / "tmp" / name, (at, at))
        shutil.chown(box / "tmp" / name, "nobody", "nogroup")
        (box / "tmp" / name).rename(box / "new" / name)


def _rest(number: int, side: str) -> str:
    """What a letter wants besides its mark."""
    unit, there = UNITS[side][number // 3 % len(UNITS[side])], HEXES[number // 7 % len(HEXES)]
    if number // CAMPAIGNS % 50 == 40:
        return "CANCEL\nEND IMPULSE ANYWAY"
    wishes = (
        "STATUS", f"{unit}: recon {there}", f"COST {unit} to {there}", f"EZOC WITHIN 2 OF {there}", f"{unit}: move {there}",
    )  # fmt: skip
    return wishes[number % len(wishes)]


@dataclass
class Troublemaker:
    """Kills the daemon and cuts its links, by chance, each time so many more letters have come, until it is enough."""

    office: Office
    cables: tuple[Cable, Cable]
    process: subprocess.Popen[bytes]
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    kills: int = 0
    cuts: int = 0

    def may(self, letters: int) -> None:
        """Do something, if it is time for it."""
        done = self.kills + self.cuts
        if done >= TROUBLES or letters < LETTERS * QUIET_FROM * done / TROUBLES:
            return
        if self.chance.random() < 0.5:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(20)
            self.process = self.office.start()
            self.kills += 1
        else:
            self.chance.choice(self.cables).cut()
            self.cuts += 1


@pytest.mark.soak
@pytest.mark.timeout(5400)
def test_ten_thousand_letters_to_forty_campaigns_while_the_daemon_is_killed(
    dovecot: Dovecot, postfix: Postfix, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Cable(dovecot.tls_port) as imap, Cable(postfix.port) as smtp:
        office = _office(tmp_path, dovecot, postfix, (imap, smtp))
        post = Post((tmp_path / "data" / "key").read_bytes(), office, datetime.now(UTC) - timedelta(seconds=LETTERS * 1.5 + 600))
        with _serving(office, (imap, smtp)) as maker:
            begun = time.monotonic()
            memory = _fed(post, maker, dovecot)
            wait_until(lambda: _lying(dovecot) == 0, 600)
            seconds = time.monotonic() - begun
            wait_until(lambda: _settled(office), 900)
    told = _told(post, maker, memory, seconds)
    with capsys.disabled():
        print(f"\n{told}")
    _judged(post, office, dovecot)
    assert maker.kills + maker.cuts >= TROUBLES
    quiet = [mb for done, mb in memory if done > LETTERS * (QUIET_FROM + 0.1)]
    assert max(quiet) - quiet[0] <= SLACK_MB, memory


def _office(folder: Path, dovecot: Dovecot, postfix: Postfix, cables: tuple[Cable, Cable]) -> Office:
    """A configuration through the cables, and the campaigns."""
    office = Office(folder, dovecot, postfix, "c0")
    assert office.pbem("init", "--address", f"referee@{DOMAIN}").returncode == 0
    text = CONFIGURATION.format(domain=DOMAIN, imap=cables[0].port, smtp=cables[1].port, ca_file=dovecot.ca_file)
    (folder / "pbem.toml").write_text(text)
    (folder / "password").write_text(f"{PASSWORD}\n")
    (folder / "password").chmod(0o600)
    seats = tuple(Seat(side, side, "commander", f"{user}@{DOMAIN}", side[0].upper()) for side, user in SIDES.items())
    with Referee(configuration.load(folder / "pbem.toml")) as referee:
        for number in range(CAMPAIGNS):
            referee.new_campaign(Setup(f"c{number}", library.module_folder("heumen-bridge"), seats, Pace()), datetime.now(UTC))
            for side, user in SIDES.items():
                secret = token(referee.press.key, f"c{number}", side, f"{user}@{DOMAIN}", 1)
                to = reply_address(mailbox(referee.config), f"c{number}", secret)
                raw = f"From: {user}@{DOMAIN}\r\nTo: {to}\r\nMessage-ID: <a{number}@{side}>\r\n\r\nACCEPT\r\n".encode()
                referee.take(raw, datetime.now(UTC) - timedelta(days=1), f"accept:{number}:{side}")
        referee.work(datetime.now(UTC))
    return office


@contextlib.contextmanager
def _serving(office: Office, cables: tuple[Cable, Cable]) -> Iterator[Troublemaker]:
    maker = Troublemaker(office, cables, office.start())
    try:
        yield maker
        maker.process.send_signal(signal.SIGTERM)
        assert maker.process.wait(60) == 0
    finally:
        maker.process.kill()
        maker.process.wait(10)


def _fed(post: Post, maker: Troublemaker, dovecot: Dovecot) -> list[tuple[int, float]]:
    """Put letters in as others are put away; memory of the daemon now and then, as (letters so far, MB)."""
    memory: list[tuple[int, float]] = []
    number, end = 0, time.monotonic() + 3600
    while number < LETTERS:
        assert time.monotonic() < end, "the letters do not get done"
        lying = _lying(dovecot)
        for _ in range(max(0, min(OUTSTANDING - lying, LETTERS - number))):
            post.put(number)
            number += 1
        maker.may(number - lying)
        if not memory or number - memory[-1][0] >= LETTERS // 40:
            memory.append((number, _rss_mb(maker.process.pid)))
        time.sleep(maker.chance.uniform(0.05, 0.15))
    return memory


def _lying(dovecot: Dovecot) -> int:
    box = dovecot.maildir("referee")
    return sum(1 for part in ("new", "cur") for _ in (box / part).iterdir())


def _settled(office: Office) -> bool:
    """Is every letter of ours with the carrier?"""
    time.sleep(2)
    return office.pbem("outbox").stdout.strip() == "nothing waits"


def _rss_mb(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]
    return 0.0


def _told(post: Post, maker: Troublemaker, memory: list[tuple[int, float]], seconds: float) -> str:
    course = ", ".join(f"{done}: {mb:.0f}" for done, mb in memory[:: max(1, len(memory) // 10)])
    return (
        f"{LETTERS} letters ({post.twice} of them twice, {len(post.silent)} of machines or nobody) to {CAMPAIGNS} campaigns in "
        f"{seconds:.0f} s ({LETTERS / seconds:.0f} letters/s); {maker.kills} kills, {maker.cuts} cuts; MB at letter {course}"
    )


def _judged(post: Post, office: Office, dovecot: Dovecot) -> None:
    """Nothing lost, nothing twice, no machine answered; every letter of ours arrived, and one that came twice is the same."""
    filed: Counter[str] = Counter()
    answered: set[str] = set()
    ours: set[bytes] = set()
    for number in range(CAMPAIGNS):
        home = office.folder / "data" / "campaigns" / f"c{number}"
        for record in campaign_at(home).journal.all_records():
            answered.add(record["body"]["cause"]["message_id"])
            papers = (paper for paper in record["body"]["papers"] if paper["_"] == "LogKept")
            filed.update(f"c{number} {line}" for paper in papers for line in paper["lines"])
        ours |= {_message_id(path.read_bytes()) for path in (home / "letters" / "out").rglob("*.eml")}
    assert post.marks - filed.keys() == set(), "lost"
    assert {mark: count for mark, count in filed.items() if count > 1} == {}, "applied twice"
    assert answered & post.silent == set(), "answered machines"
    came: dict[bytes, set[bytes]] = {}
    for user in SIDES.values():
        for path in dovecot.maildir(user).glob("new/*"):
            raw = path.read_bytes()
            came.setdefault(_message_id(raw), set()).add(raw[raw.index(b"Message-ID:") :])
    assert ours - came.keys() == set(), "letters of ours that did not arrive"
    assert [name for name, raws in came.items() if len(raws) > 1] == [], "two letters of one Message-ID"
    assert not list(dovecot.maildir("mallory").glob("new/*"))


def _message_id(raw: bytes) -> bytes:
    return next(line for line in raw.splitlines() if line.lower().startswith(b"message-id:"))
