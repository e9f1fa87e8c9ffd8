"""The deadline of a letter in a stock calendar program: it comes in, moves and is cancelled under one name."""

import subprocess
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from tests.acceptance.table import Table, the_clock

from .conftest import needed

pytestmark = pytest.mark.browser
SETTINGS = """\
[calendars]
[[play]]
path = {home}/play
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = {home}/khal.db
"""


def test_khal_takes_a_deadline_in_moves_it_and_shows_that_it_is_cancelled(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    khal, home = needed(request, "khal"), tmp_path / "home"
    (home / "play").mkdir(parents=True)
    (home / "settings").write_text(SETTINGS.format(home=home))

    def run(*words: str) -> str:
        told = subprocess.run(
            [khal, "-c", str(home / "settings"), *words], env={"HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
        return told.stdout

    def taken_in(raw: bytes) -> list[str]:
        """What stands in the calendar once the deadline of a letter is taken in."""
        message = BytesParser(policy=policy.default).parsebytes(raw)
        (part,) = (part for part in message.walk() if part.get_content_type() == "text/calendar")
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        (home / "due.ics").write_bytes(data)
        run("import", "--batch", "-a", "play", str(home / "due.ics"))
        shown = run("list", "--format", "{start} {title} {status} {alarm-symbol}", "2026-11-20", "30d")
        return [" ".join(line.split()) for line in shown.splitlines() if "[test]" in line]

    table = Table(tmp_path / "table")
    try:
        table.begin()
        for words, status in (("CALENDAR ON", "CONFIRMED ⏰"), ("EXTEND", "CONFIRMED ⏰"), ("END IMPULSE", "CANCELLED")):
            running = the_clock(table.campaign.state)
            assert running is not None and running.side == "allied"
            raw = table.write("allied", words).raw
            now = the_clock(table.campaign.state)
            due = now.due if now and now.side == "allied" else running.due
            assert taken_in(raw) == [f"{due:%Y-%m-%d %H:%M} [test] T1.1 due {status}"]
    finally:
        table.close()
