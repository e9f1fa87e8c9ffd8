"""(6) Two hundred campaigns in one data directory: `python -m benchmarks.many [CAMPAIGNS]`.

One process polls a Maildir, as the daemon does; orders come in for one campaign after another.
"""

import statistics
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from benchmarks.bench import Row, letter, orders_of, p95, rss_mb, scratch, told
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.mail.compose import reply_address
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Post
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.service.daemon import tick
from pbem.service.directory import mailbox
from pbem.service.open_campaign import Setup
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk

CAMPAIGNS = 200
AT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
REFEREE = "referee@club.example"
SIDES = ("allied", "german")


class House:
    """A data folder with a Maildir on either side."""

    def __init__(self, folder: Path) -> None:
        self.config = Config(Settings(data="data", free_mb=0, pictures=False, mailbox=MailboxSettings(address=REFEREE)), folder)
        self.referee = Referee(self.config)
        self.mail = MaildirOutbox(Disk(), folder / "in")
        self.inbox, self.outbox = MaildirInbox(Disk(), folder / "in" / REFEREE), MaildirOutbox(Disk(), folder / "out")

    def add(self, name: str) -> None:
        """One more campaign, at its first impulse."""
        seats = tuple(Seat(s, s, "commander", f"{s}@{name}.example", s[0].upper()) for s in SIDES)
        setup = Setup(name, library.module_folder("heumen-bridge"), seats, Pace(), seed=name.encode().ljust(32, b"."))
        self.referee.new_campaign(setup, AT)
        for side in SIDES:
            self.referee.take(self.letter(name, side, "ACCEPT\n"), AT, f"{name}/{side}")
        self.referee.work(AT)
        self.referee.post(self.outbox, AT)

    def letter(self, name: str, side: str, text: str) -> bytes:
        """A commander's letter."""
        address = f"{side}@{name}.example"
        secret = token(self.referee.press.key, name, side, address, 1)
        return letter(address, reply_address(mailbox(self.config), name, secret), f"{name}.{side}.{len(text)}", text)

    def polled(self, name: str, text: str) -> float:
        """Milliseconds of the pass of the daemon that finds this letter and posts its receipt."""
        self.mail.post([Post(name, REFEREE, self.letter(name, "allied", text))])
        begun = perf_counter()
        assert tick(self.referee, self.inbox, self.outbox, lambda: AT) == 1
        return (perf_counter() - begun) * 1000


def measure() -> Iterable[Row]:
    """Passes with few campaigns and with many; memory; disk."""
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), CAMPAIGNS)
    with scratch() as folder:
        house = House(folder)
        with house.referee as referee:
            for number in range(count // 10):
                house.add(f"c{number:03}")
            few = rss_mb()
            orders = orders_of(20, *opening(referee))
            early = [house.polled(f"c{n:03}", orders) for n in range(count // 10)]
            for number in range(count // 10, count):
                house.add(f"c{number:03}")
            many = rss_mb()
            late = [house.polled(f"c{n:03}", orders) for n in range(count // 10, count)]
        disk = sum(p.stat().st_size for p in (folder / "data").rglob("*") if p.is_file()) / count / 1024
        begun = perf_counter()
        with Referee(house.config) as again:
            assert len(again.campaigns) == count
            opened = perf_counter() - begun
    medians = f"medians {statistics.median(late):.0f} and {statistics.median(early):.0f} ms"
    beside = f"{count // 10} campaigns: {p95(early):.0f} ms ({medians})"
    yield Row("6a", f"{count} campaigns, letter of 20 orders: poll → receipt posted, p95", p95(late), "ms", beside)
    yield Row("6b", f"memory of the process with {count} campaigns", many, "MB", f"{count // 10} campaigns: {few:.0f} MB")
    yield Row("6c", "memory for one campaign more", (many - few) * 1024 / (count - count // 10), "kB")
    yield Row("6d", "disk for one campaign (module and charts copied)", disk, "kB")
    yield Row("6e", f"opening the data directory of {count} campaigns", opened, "s")


def opening(referee: Referee) -> tuple[object, object, object]:
    """What a commander needs for his first letter."""
    campaign = referee.campaigns["c000"]
    return campaign.table.ruleset, campaign.table.game, campaign.state.pictures["allied"]


if __name__ == "__main__":
    told(measure)
