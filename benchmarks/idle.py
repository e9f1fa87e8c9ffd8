"""(9) A thousand campaigns that nobody writes to: `python -m benchmarks.idle [CAMPAIGNS] [--folder FOLDER]`.

Campaigns of the training module, twelve letters into the game; with a folder they are made there and found there again. Each
opening is a process of its own, so that its memory is that of a referee who has done nothing else. Times are the processor's: an
opening looks at a hundred thousand files, and others use the disk. The clock on the wall stands beside them.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.bench import ROOT, Row, letter, rss_mb, told
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.mail.compose import reply_address
from pbem.mail.directory import Directory
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.letter import Letter
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.mail.sender import Enrolment, Known, identify, token
from pbem.modules import library
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.daemon import tick
from pbem.service.directory import mailbox
from pbem.service.open_campaign import Setup
from pbem.service.referee import Referee
from tests.acceptance.table import START, QuickDisk
from tests.acceptance.turn import OPENING, SEED

CAMPAIGNS, SOME = 1000, 200
SIDES = ("allied", "german")
REFEREE = "referee@club.example"
IMPULSES = 4  # that end without orders
OPENINGS = 3
LEAGUE, SEATS, LETTERS = 10_000, 9, 200  # campaigns and seats of the directory, and letters that are looked up in it
KEY = bytes(range(32))


def configured(folder: Path) -> Config:
    """A house without pictures."""
    return Config(Settings(data="data", free_mb=0, pictures=False, mailbox=MailboxSettings(address=REFEREE)), folder)


def furnish(folder: Path, first: int, last: int) -> None:
    """Campaigns that are played, everything posted; those that are there are left as they are."""
    outbox = MaildirOutbox(QuickDisk(), folder / "out")
    with Referee(configured(folder), QuickDisk()) as referee:
        for name in (f"c{number:04}" for number in range(first, last)):
            if name in referee.campaigns:
                continue
            seats = tuple(Seat(s, s, "commander", f"{s}@{name}.example", s[0].upper()) for s in SIDES)
            campaign = referee.new_campaign(Setup(name, library.module_folder("heumen-bridge"), seats, Pace(), seed=SEED), START)
            ends = ((min(campaign.state.admin.clocks), "END IMPULSE") for _ in range(IMPULSES))
            for count, (side, text) in enumerate(chain(OPENING, ends)):
                referee.take(written(referee, name, side, (count, text)), START, f"{name}/{count}")
                referee.work(START)
            referee.post(outbox, START)


def written(referee: Referee, name: str, side: str, said: tuple[object, str]) -> bytes:
    """A commander's letter."""
    address = f"{side}@{name}.example"
    to = reply_address(mailbox(referee.config), name, token(referee.press.key, name, side, address, 1))
    return letter(address, to, f"{name}.{said[0]}", said[1])


def opened(folder: Path) -> dict[str, float]:
    """One opening, two passes with nothing to do, and a letter to a campaign before and after it is open."""
    before, begun, spent = rss_mb(), perf_counter(), process_time()
    with Referee(configured(folder)) as referee:
        found = {"wall": perf_counter() - begun, "processor": process_time() - spent, "before": before}
        inbox, outbox = MaildirInbox(QuickDisk(), folder / "in"), MaildirOutbox(QuickDisk(), folder / "out")
        for _ in range(2):
            tick(referee, inbox, outbox, lambda: START)
        found["memory"] = rss_mb()
        found["opened"] = getattr(referee.campaigns, "opened", len(referee.campaigns))
        for which in ("closed", "open"):
            spent = process_time()
            referee.take(written(referee, "c0100", "allied", (f"{which}{begun}", "STATUS")), START, f"{which}{begun}")
            referee.work(START)
            found[which] = (process_time() - spent) * 1000
    return found


def openings(folder: Path) -> dict[str, float]:
    """The medians of some, the first not counted: it finds letters that came since."""
    command = [sys.executable, "-m", "benchmarks.idle", "--open", str(folder)]
    runs = [json.loads(subprocess.check_output(command, cwd=ROOT, text=True)) for _ in range(OPENINGS + 1)]
    return {key: statistics.median(run[key] for run in runs[1:]) for key in runs[0]}


def looked_up() -> tuple[float, float]:
    """Milliseconds of processor time until a letter's seat is known, in a league and in a club of ten."""
    return _looked_up(LEAGUE), _looked_up(10)


def _looked_up(campaigns: int) -> float:
    directory = Directory(KEY)
    for number in range(campaigns):
        name = f"c{number:05}"
        directory.enter(name, tuple(Enrolment(name, f"s{s}", f"s{s}@{name}.example", 1) for s in range(SEATS)))
    took = []
    for n in range(LETTERS):
        name, seat = f"c{n * 7919 % campaigns:05}", f"s{n % SEATS}"
        address = f"{seat}@{name}.example"
        mail = Letter(sha256="0" * 64, sender=address, token=token(KEY, name, seat, address, 1), campaign=name)
        spent = process_time()
        who = identify(mail, directory.near(mail), KEY)
        took.append((process_time() - spent) * 1000)
        assert who == Known(name, seat, address)
    return statistics.median(took)


def measure() -> Iterable[Row]:
    """Openings of some and of all, memory, the directory."""
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), CAMPAIGNS)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[sys.argv.index("--folder") + 1] if "--folder" in sys.argv else scratch)
        rows = []
        for number, many in (("9a", min(SOME, count)), ("9b", count)):
            if "--furnished" not in sys.argv:
                furnish(folder, 0, many)
            found = openings(folder)
            beside = f"on the wall {found['wall']:.2f} s; campaigns opened for it and two passes: {found['opened']:.0f}"
            goal = 1.0 if many == CAMPAIGNS else 0.0
            rows.append(
                Row(
                    number,
                    f"opening the data directory of {many:,} campaigns, processor time",
                    found["processor"],
                    "s",
                    beside,
                    goal,
                )
            )
    yield from rows
    goal = 120.0 if count == CAMPAIGNS else 0.0
    yield Row(
        "9c",
        f"memory of the process with {count:,} idle campaigns",
        found["memory"],
        "MB",
        f"before it {found['before']:.0f} MB",
        goal,
    )
    beside = f"the next letter to it: {found['open']:.1f} ms"
    yield Row("9d", "a letter to a campaign that is not open, processor time", found["closed"], "ms", beside)
    league, club = looked_up()
    words = f"whose a letter is: {LEAGUE:,} campaigns of {SEATS} seats"
    yield Row("9e", words, league, "ms", f"10 campaigns: {club:.3f} ms", 1.0)


if __name__ == "__main__":
    if "--open" in sys.argv:
        print(json.dumps(opened(Path(sys.argv[sys.argv.index("--open") + 1]))))
    else:
        told(measure)
