"""When the inbox was last read: a note for the host beside the data, written at every poll. It need not be durable."""

import contextlib
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

NAME = "polled"
SET_BACK = timedelta(days=7)  # a clock set back by less is no poll of an earlier day: put right, it would feign an outage


def beat(data: Path, at: datetime) -> None:
    """Note a poll that the inbox answered."""
    last = last_beat(data)
    if last is None or not at < last < at + SET_BACK:
        with contextlib.suppress(OSError):
            (data / NAME).write_text(at.isoformat(), encoding="ascii")  # no data: it does not pass through Disk


def away_since(data: Path, at: datetime, told: Callable[[datetime, datetime], None]) -> None:
    """Tell of the poll before this one, since which nobody was read."""
    last = last_beat(data)
    if last and last < at:
        told(last, at)


def last_beat(data: Path) -> datetime | None:
    """The last poll; None if there was none, or its note is being written."""
    try:
        return datetime.fromisoformat((data / NAME).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
