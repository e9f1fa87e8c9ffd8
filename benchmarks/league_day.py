"""(10n) A day of ten thousand campaigns in a league, from one of a hundred: `python -m benchmarks.league_day [CAMPAIGNS]`.

Commanders write when the answering model says that people do, for three simulated days; the last of them counts. Each cause is
handled by a real worker over a real server, and what it took of both their processors is known. Then all causes of that day stand
in a queue a hundredfold, each letter within half an hour of its own, each deadline at its own moment (eight in the evening, for all
of Europe), and so many workers take them in order.
"""

import heapq
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, cast

from benchmarks.bench import Row, scratch, told
from benchmarks.league import folder_and_league, server_ms
from pbem.campaign.deadlines import Pace
from pbem.service.due_times import StruckClock
from pbem.service.referee import Referee
from pbem.simulate.people import answer_at
from pbem.store.ports import SpoolEntry
from tests.league.club import Club, game
from tests.league.running import PASSWORD, DatabaseProcess, server_in, work_folder

CAMPAIGNS, MEANT = 100, 10_000
DAYS = 3
DISK_MS = 5.0  # that a commit waits for a disk of its own
NEAR = timedelta(minutes=30)
GOAL = 60.0  # seconds


class Handled(NamedTuple):
    """A cause: when it came or ran out, how many seconds it took, and whether a clock ran out."""

    at: datetime
    took: float
    is_clock: bool


class PostedLetter(NamedTuple):
    """When a campaign's commander writes next, and which of the game's letters."""

    at: datetime
    name: str
    number: int


class Day:
    """The days of a club whose commanders write by the answering model."""

    def __init__(self, referee: Referee, server: DatabaseProcess, club: Club, at: datetime) -> None:
        self.referee, self.server, self.club, self.at = referee, server, club, at
        self.handled: list[Handled] = []
        self.sent = 0
        self._said, self._chance = game(60), random.Random(4)
        self._mail = [PostedLetter(self._answers(at), name, 0) for name in club.names]
        heapq.heapify(self._mail)

    def _answers(self, opened: datetime) -> datetime:
        return answer_at(opened, Pace().zone, self._chance)

    def play(self) -> None:
        """Letter by letter and clock by clock, each at its time."""
        end, now = self.at + timedelta(days=DAYS), self.at
        with self._timed():
            while (now := self._next(now)) < end:
                while self._mail and self._mail[0].at <= now:
                    self._write(heapq.heappop(self._mail))
                self.referee.work(now)

    def _next(self, now: datetime) -> datetime:
        due = self.referee.next_due(now)
        letter = self._mail[0].at
        return max(now, min(letter, due) if due else letter)

    def _write(self, mail: PostedLetter) -> None:
        """The letters of an evening: orders, a question, the end; a commander of the other side writes when he has read of it."""
        for number in range(mail.number, mail.number + 3):
            said = self._said[number % len(self._said)]
            raw = self.club.letter(mail.name, said, f"day.{number}")
            self.referee.take(raw, mail.at, f"{mail.name}/{number}")
            self.sent += 1
        heapq.heappush(self._mail, PostedLetter(self._answers(mail.at + timedelta(hours=3)), mail.name, mail.number + 3))

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """What each cause takes of worker and server."""
        router, carry = self.referee.router, self.referee.router.carry
        spent = self._spent()

        def timed(cause: StruckClock | SpoolEntry, now: datetime) -> None:
            nonlocal spent
            before = self._spent()
            if self.handled:  # its commit, and the look for this one
                last = self.handled[-1]
                self.handled[-1] = last._replace(took=last.took + before - spent)
            carry(cause, now)
            spent = self._spent()
            is_clock = isinstance(cause, StruckClock)
            at = cause.at if isinstance(cause, StruckClock) else cause.arrival
            self.handled.append(Handled(at, spent - before + DISK_MS / 1000, is_clock))

        router.carry = timed  # type: ignore[method-assign]
        try:
            yield
        finally:
            router.carry = carry  # type: ignore[method-assign]

    def _spent(self) -> float:
        return time.process_time() + server_ms(self.server) / 1000


def latest(causes: list[Handled], workers: int, times: int) -> float:
    """By how many seconds the last clock is late, when each of these comes so many times and so many workers take them in order."""
    chance = random.Random(4)
    queue = sorted(
        cause if cause.is_clock else cause._replace(at=cause.at + NEAR * chance.random()) for cause in causes for _ in range(times)
    )
    free = [queue[0].at] * workers
    late = 0.0
    for at, took, is_clock in queue:
        done = max(heapq.heappop(free), at) + timedelta(seconds=took)
        heapq.heappush(free, done)
        late = max(late, (done - at).total_seconds()) if is_clock else late
    return late


def check(day: Day, server: DatabaseProcess, schema: str) -> None:
    """None lost, none twice; no clock that has run out still runs."""
    day.referee.office.hear()
    assert day.referee.spool.count("new") == 0 and not day.referee.stopped and not day.referee.damaged
    causes = Counter[str]()
    for name in day.club.names:
        campaign = day.referee.campaigns[name]
        causes.update(f"{name} {line['body']['cause']['id']}" for line in campaign.journal.all_records())
        assert all(clock.last > day.handled[-1].at for clock in campaign.state.admin.clocks.values())
    assert set(causes.values()) == {1}, "twice"
    ((kept,),) = server.asked(f"select count(*) from {schema}.letter_in where transport like 'c%/%' and folder = 'filed'")
    assert cast(int, kept) >= day.sent, "lost"


def measure() -> Iterable[Row]:
    """The latest deadline of a day, by how many workers there are."""
    os.environ["PGPASSWORD"] = PASSWORD
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), CAMPAIGNS)
    with work_folder() as home, server_in(home, durable=True, shared_buffers="256MB") as server, scratch(ram=True) as folder:
        yield from a_day(server, folder, min(count, CAMPAIGNS))


def a_day(server: DatabaseProcess, folder: Path, count: int) -> Iterator[Row]:
    """The same."""
    config = folder_and_league(server, folder, count)
    with Referee(config) as referee:
        day = Day(referee, server, Club(folder / "club", count), datetime.now(UTC))
        day.play()
        check(day, server, config.settings.league.schema_name)
    begin = day.at + timedelta(days=DAYS - 1)
    counted = [cause for cause in day.handled if cause.at >= begin]
    clocks = sum(cause.is_clock for cause in counted)
    busy = sum(cause.took for cause in counted) * MEANT / count
    for workers in (2, 4, 1):
        late = latest(counted, workers, MEANT // count)
        beside = f"by {count}: {len(counted)} causes, {clocks} of them clocks; {busy / 3600:.2f} hours of a worker for all"
        what = f"24 hours of {MEANT:,} campaigns: the latest deadline with {workers} workers"
        yield Row("10n", what, late, "s", beside, GOAL if workers == 2 else 0.0)


if __name__ == "__main__":
    told(measure)
