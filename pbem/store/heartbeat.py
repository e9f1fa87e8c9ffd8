"""When the inbox was last read: a note for the host beside the data, written at every poll. It need not be durable."""

import contextlib
from datetime import datetime
from pathlib import Path

NAME = "polled"


def beat(data: Path, at: datetime) -> None:
    """Note a poll that the inbox answered."""
    with contextlib.suppress(OSError):
        (data / NAME).write_text(at.isoformat(), encoding="ascii")  # no data: it does not pass through Disk


def last_beat(data: Path) -> datetime | None:
    """The last poll; None if there was none, or its note is being written."""
    try:
        return datetime.fromisoformat((data / NAME).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
