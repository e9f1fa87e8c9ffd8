"""What the measurements share: a row of the table, letters of commanders, memory of a process."""

import json
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from email.message import EmailMessage
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

RAM = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. id: which measurement, sorts the table; goal 0: none; more: the goal is a least, not a most."""

    id: str
    what: str
    value: float
    unit: str
    beside: str = ""
    goal: float = 0.0
    more: bool = False

    @property
    def met(self) -> bool:
        """Is the goal met?"""
        return not self.goal or (self.value >= self.goal if self.more else self.value <= self.goal)


def told(measure: Callable[[], Iterable[Row]]) -> None:
    """Measure and print each row as JSON, for run.py, or in words for a person."""
    for row in measure():
        plain = f"{row.id:<4}{row.what:<70}{row.value:>9.2f} {row.unit}"
        print(json.dumps(asdict(row)) if "--json" in sys.argv else plain, flush=True)


def ms(work: Callable[[], object]) -> float:
    """How long it takes, in milliseconds."""
    begun = perf_counter()
    work()
    return (perf_counter() - begun) * 1000


def p95(values: list[float]) -> float:
    """The value that one in twenty exceeds."""
    return statistics.quantiles(values, n=20, method="inclusive")[18]


@contextmanager
def scratch(ram: bool = False) -> Iterator[Path]:
    """A folder on disk, or in memory where the disk's own waiting would hide what is measured."""
    with tempfile.TemporaryDirectory(dir=RAM if ram and RAM.is_dir() else None) as folder:
        yield Path(folder)


def fsync_ms() -> float:
    """One small append and its fsync on the disk that is measured on."""
    with scratch() as folder, (folder / "probe").open("ab", buffering=0) as probe:

        def once() -> None:
            probe.write(b"x" * 500)
            os.fsync(probe.fileno())

        return statistics.median(ms(once) for _ in range(100))


def orders_of(count: int, ruleset: Any, game: Any, picture: Any) -> str:
    """A letter of so many orders that are legal on a picture: acts of units, a few to a line."""
    from pbem.handlers.bot import Commander, Temper
    from pbem.handlers.words import words_of

    for seed in range(200):
        mind = Commander(ruleset, words_of(ruleset), game, random.Random(seed), Temper(noise=0.5))
        lines, orders = [], 0
        for line in mind.letter(picture, end=False).splitlines():
            acts = line.partition(": ")[2].split("; ")[: count - orders]
            orders += len(acts)
            lines.append(f"{line.partition(': ')[0]}: {'; '.join(acts)}" if acts else "")
        if orders == count:
            return "\n".join(filter(None, lines)) + "\n"
    raise RuntimeError(f"no letter of {count} orders")


def letter(sender: str, to: str, number: object, text: str, answers: str = "") -> bytes:
    """A commander's letter as it comes in. answers: the Message-ID of the letter it replies to."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "Re: orders"
    message["Message-ID"] = f"<{number}@{sender.partition('@')[2]}>"
    message["Date"] = "Mon, 23 Nov 2026 09:00:00 +0000"
    if answers:
        message["In-Reply-To"] = answers
    message.set_content(text)
    return message.as_bytes()


def rss_mb(pid: int | str = "self", line: str = "VmRSS") -> float:
    """Resident memory of a process in MB (VmHWM: its highest)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next((int(text.split()[1]) for text in status.splitlines() if text.startswith(f"{line}:")), 0) / 1024  # 0: it ended
