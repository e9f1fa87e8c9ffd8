"""Structured logs: one JSON line each on standard error, with campaign and seat, never a secret."""

import json
import logging
import sys

FIELDS = ("campaign", "seat", "cause", "spool")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; of an exception its type alone, as its text may quote a letter."""
        line = {"at": self.formatTime(record), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            line["exception"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=False)


def configure() -> None:
    """Send all logs of pbem to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger("pbem")
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
