"""When a letter leaves, measured from its own Date, with a real `serve`: what runs by itself (a plan, a letter that could be
recalled, an impulse with nothing left to spend) leaves as soon as an answer does, or the wait would tell one from the other.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs.actions.move import options
from pbem.rulesets.tocs.parts import points
from pbem.service import transports as roads
from pbem.service.config import settings as configuration
from pbem.service.open_campaign import Campaign, Setup
from pbem.service.referee import Referee
from tests.acceptance.table import ADDRESS, PREFIX, SEED, QuickDisk, opened, the_clock
from tests.opened import as_game, as_picture

ROOT = Path(__file__).resolve().parents[2]
POLL = 30  # seconds between two looks: what waits for one is seen at once
ALIKE = 2.0  # seconds
SETTINGS = f"""data = "data"
free_mb = 0
outage_hours = 0
pictures = false
poll_seconds = {POLL}
[mailbox]
address = "referee@club.example"
[inbox]
folder = "mail/in"
[outbox]
folder = "mail/out"
"""
UNITS = ("A/504", "B/504", "C/504", "I/504", "D/505", "E/505")


@dataclass
class House:
    """A data folder whose campaigns stand short of something that is due by itself."""

    folder: Path
    count: int = 0
    read: set[Path] = field(default_factory=set)
    found: dict[str, list[float]] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return self.folder / "pbem.toml"

    def letter(self, campaign: str, seat: str, text: str) -> bytes:
        """An answer to the newest letter of a seat."""
        self.count += 1
        folder = self.folder / "data" / "campaigns" / campaign / "letters" / "out" / seat
        last = opened(max(folder.glob("*.eml"), key=lambda path: int(path.stem.partition("-")[2])).read_bytes())
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = ADDRESS[seat], last.reply_to, f"Re: {last.subject}"
        message["Message-ID"], message["In-Reply-To"] = f"<{self.count}@{seat}.example>", last.message_id
        message.set_content(text)
        return message.as_bytes()

    def deliver(self, campaign: str, seat: str, text: str) -> None:
        """A letter arrives now."""
        raw, box = self.letter(campaign, seat, text), self.folder / "mail" / "in"
        begun = box / "tmp" / f"{self.count}.letter"
        begun.write_bytes(raw)
        begun.rename(box / "new" / begun.name)  # whole, as a Maildir is written

    def delays(self) -> dict[str, list[float]]:
        """By kind of campaign: how long after its Date each letter lay with its commander, in seconds, of those posted by now."""
        for path in self.posted():
            if path not in self.read:
                self.read.add(path)
                header = BytesHeaderParser(policy=policy.default).parsebytes(path.read_bytes())
                kind = str(header["Subject"]).partition("[")[2].partition("-")[0]
                late = path.stat().st_mtime - parsedate_to_datetime(str(header["Date"])).timestamp()
                self.found.setdefault(kind, []).append(late)
        return self.found

    def posted(self) -> Iterator[Path]:
        """The letters that lie with their commanders."""
        return (self.folder / "mail" / "out").rglob("new/*.pbem")


class Author:
    """Writes letters to one campaign on a clock of its own."""

    def __init__(self, house: House, referee: Referee, name: str, at: datetime) -> None:
        self.house, self.referee, self.name, self.at = house, referee, name, at
        seats = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ADDRESS)
        referee.new_campaign(Setup(name, library.module_folder("heumen-bridge"), seats, Pace(), seed=SEED), at)
        for seat in ADDRESS:
            self.write(seat, "ACCEPT")

    @property
    def campaign(self) -> Campaign:
        return self.referee.campaigns[self.name]

    def write(self, seat: str, text: str) -> None:
        self.referee.take(self.house.letter(self.name, seat, text), self.at, f"test:{self.name}:{self.house.count}")
        self.referee.work(self.at)

    def give_up(self) -> None:
        """The campaign is not to be served."""
        home = self.referee.campaigns.pop(self.name).home
        shutil.rmtree(home)


def _plan(author: Author) -> datetime | None:
    author.write("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\nend impulse\n")
    author.write("allied", "END IMPULSE ANYWAY")
    return author.campaign.state.admin.plans["german"].due


def _held(author: Author) -> datetime | None:
    author.write("allied", "HOLD MY LETTERS 10")
    author.write("allied", "END IMPULSE ANYWAY")
    (waiting,) = author.campaign.state.admin.hosting.waiting
    return waiting.until


def _spent(author: Author) -> datetime | None:
    """Every OP goes: the companies scout until they are too tired, then whoever has no orders yet moves a hex on own ground."""
    for call in UNITS * 2:
        if _left(author):
            author.write("allied", f"AGAIN\nCARRY OUT WHAT YOU CAN\n{call}: recon around")
    picture, game = author.campaign.state.pictures["allied"], author.campaign.table.game
    fresh = sorted(u.id for u in as_picture(picture).forces.on_map() if not u.state)
    for unit in fresh:
        onto = [
            text
            for text in options(as_game(game), as_picture(picture), unit)
            if as_picture(picture).public.owner[Hex(text.removeprefix("move "))] == "allied"
        ]
        if onto and _left(author):
            author.write("allied", f"AGAIN\nCARRY OUT WHAT YOU CAN\n{as_picture(picture).forces.counters[unit].call}: {onto[0]}")
    assert not _left(author), "nobody is left to spend its OPs"
    running = the_clock(author.campaign.state)
    return running.spent if running else None


def _left(author: Author) -> int:
    """OPs the side has left."""
    return points.left(as_picture(author.campaign.state.pictures["allied"]))


KINDS: dict[str, Callable[[Author], datetime | None]] = {"plan": _plan, "held": _held, "spent": _spent}
"""What is due by itself, and the letters that lead up to it, all of one moment: when it is due."""


class Leads:
    """How long before it is due those letters come: tried once for each kind."""

    def __init__(self, house: House, referee: Referee) -> None:
        self.house, self.referee, self.found = house, referee, dict[str, timedelta]()
        for kind in KINDS:
            self.found[kind] = self._tried(kind)

    def _tried(self, kind: str) -> timedelta:
        at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
        for n in range(9):
            author = Author(self.house, self.referee, f"probe-{kind}-{n}", at)
            due = KINDS[kind](author)
            author.give_up()
            if due:
                return due - at
        raise AssertionError(f"{kind}: the dice are against it")

    def campaign(self, kind: str, n: int, due: datetime) -> None:
        """A campaign in which something is due at that moment. Where the dice end the turn before it, another in its place."""
        for again in range(9):
            author = Author(self.house, self.referee, f"{kind}-{n}-{again}", due - self.found[kind])
            found = KINDS[kind](author)
            if found and abs(found - due) < timedelta(seconds=1):
                return
            author.give_up()
        raise AssertionError(f"{kind}: the dice are against it")


def _furnished(folder: Path, each: int, gap: float) -> tuple[House, datetime]:
    """A house with so many campaigns of each kind, due one after the other in a little while; and when the last is. On a busy
    machine, where the furnishing takes longer than was thought, it is done once more with more time."""
    for haste in (1.3, 4.0, 12.0):
        house = House(folder / f"in {haste}")
        last = _laid_out(house, (each, gap, haste))
        if last:
            return house, last
    raise AssertionError("the machine is too slow for this test")


def _laid_out(house: House, how: tuple[int, float, float]) -> datetime | None:
    """The campaigns, and when the last of them is due; None when the first was due before all stood."""
    each, gap, haste = how
    for part in ("new", "tmp"):
        (house.folder / "mail" / "in" / part).mkdir(parents=True)
    house.file.write_text(SETTINGS)
    begun, last = time.monotonic(), datetime.now(UTC)
    with Referee(configuration.load(house.file), QuickDisk()) as referee:
        leads = Leads(house, referee)
        took = (time.monotonic() - begun) * each * haste
        first = datetime.now(UTC) + timedelta(seconds=took + 6 + each / 5)
        for n in range(each):
            for place, kind in enumerate(KINDS):
                last = first + timedelta(seconds=gap * (n * len(KINDS) + place))
                leads.campaign(kind, n, last)
        Author(house, referee, "answer-1", datetime.now(UTC) - timedelta(hours=1))
        referee.post(roads.outbox(configuration.load(house.file)), datetime.now(UTC))
        if datetime.now(UTC) >= first - timedelta(seconds=3 + each / 20):
            return None
    for path in list(house.posted()):
        path.unlink()
    return last


DEAF = """
from pbem.cli import main
from pbem.service.referee import Referee
Referee.next_due = lambda referee, now: None
main()
"""
"""The old fault: nothing wakes the daemon but mail and the clock of its looks."""


@contextmanager
def serving(house: House, program: tuple[str, str] = ("-m", "pbem")) -> Iterator[None]:
    """A real daemon."""
    command = [sys.executable, *program, "--config", str(house.file), "serve"]
    daemon = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
        assert daemon.poll() is None
    finally:
        daemon.terminate()
        try:
            daemon.wait(30)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()


def _measured(folder: Path, each: int, gap: float) -> dict[str, list[float]]:
    house, last = _furnished(folder, each, gap)
    with serving(house):
        _until(lambda: all(len(house.delays().get(kind, ())) >= each for kind in KINDS), last + timedelta(seconds=POLL / 3))
        for n in range(each):
            time.sleep(gap * 1.37)
            house.deliver("answer-1", "allied", f"STATUS\n# {n}")
            _until(lambda n=n: len(house.delays().get("answer", ())) > n, datetime.now(UTC) + timedelta(seconds=POLL / 3))  # type: ignore[misc]
    return house.delays()


def _until(there: Callable[[], bool], latest: datetime) -> None:
    while not there() and datetime.now(UTC) < latest:
        time.sleep(0.25)


def _compared(found: dict[str, list[float]], each: int) -> None:
    answers = sorted(found["answer"])
    assert len(answers) >= each
    for kind in KINDS:
        delays = sorted(found.get(kind, ()))
        assert len(delays) >= each, f"{kind}: {len(delays)} letters left"
        for tenth in range(11):
            ours, theirs = (some[(len(some) - 1) * tenth // 10] for some in (delays, answers))
            assert abs(ours - theirs) < ALIKE, f"{kind}: {tenth}/10 leave within {ours:.1f} s, of answers within {theirs:.1f} s"


def test_what_runs_by_itself_leaves_as_soon_after_its_date_as_an_answer(tmp_path: Path) -> None:
    _compared(_measured(tmp_path, 2, 0.7), 2)


def test_a_daemon_that_does_not_wake_for_them_is_found_out(tmp_path: Path) -> None:
    """The old fault planted again: they lie there until it looks, or until a letter comes."""
    house, last = _furnished(tmp_path, 1, 0.7)
    with serving(house, ("-c", DEAF)):
        _until(lambda: bool(house.delays()), last + timedelta(seconds=2 * ALIKE))
        assert not house.delays()
        house.deliver("answer-1", "allied", "STATUS")
        _until(lambda: len(house.delays()) > len(KINDS), datetime.now(UTC) + timedelta(seconds=POLL / 3))
    with pytest.raises(AssertionError, match="leave within"):
        _compared(house.delays(), 1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_no_kind_of_letter_is_told_from_an_answer_by_when_it_leaves(tmp_path: Path) -> None:
    _compared(_measured(tmp_path, 200, 1.0), 200)
