"""Structured logs: one JSON line each on standard error, with campaign and seat, never a secret."""

import contextlib
import json
import logging
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

FIELDS = ("campaign", "seat", "cause", "spool", "alarm")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON: time in UTC, level, message, and whichever of FIELDS it carries."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; of an exception its type and place alone, as its text may quote a letter."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1]:
            line |= _exception(record.exc_info[1])
        return json.dumps(line)  # all ASCII: one line in every locale


def _exception(bug: BaseException) -> dict[str, str]:
    last = next(reversed(traceback.extract_tb(bug.__traceback__)), None)
    where = {"where": f"{last.filename}:{last.lineno}"} if last else {}
    number = {"error": bug.strerror} if isinstance(bug, OSError) and bug.strerror else {}
    return {"exception": type(bug).__name__, **number, **where}


def places(bug: BaseException) -> str:
    """Where a bug showed, innermost first: files and lines alone."""
    frames = traceback.extract_tb(bug.__traceback__)[-1:-4:-1]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)


@contextlib.contextmanager
def last_words() -> Iterator[None]:
    """What ends the process is logged like all else (a traceback might quote a letter), and it exits 1."""
    try:
        yield
    except Exception:
        logging.getLogger("pbem").critical("stopped by trouble that should not be; start again", exc_info=True)
        sys.exit(1)


def configure() -> None:
    """Send all logs of pbem to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger("pbem")
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
