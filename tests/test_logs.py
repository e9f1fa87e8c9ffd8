"""The log: a JSON line each, with campaign and seat, and never a secret of anybody."""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Post, PostVerdict
from pbem.service import daemon
from pbem.service.logs import JsonLines, configure, last_words
from tests.acceptance.table import Table
from tests.acceptance.turn import SEED, script


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that pbem logs, down to the least of it, in the form of the host's log."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLines())
    pbem = logging.getLogger("pbem")
    level = pbem.level
    pbem.addHandler(handler)
    pbem.setLevel(logging.DEBUG)
    yield text
    pbem.removeHandler(handler)
    pbem.setLevel(level)


def lines(log: io.StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def words(text: str) -> set[str]:
    """Lines worth looking for: what is long enough to say something, in a letter or an answer to one."""
    return {line.strip() for line in text.splitlines() if len(line.strip()) > 8}


class Whimsical:
    """An outbox that takes every second call and repeats each letter's subject in its grumbling."""

    def __init__(self, table: Table) -> None:
        self.table, self.calls = table, 0

    def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
        self.calls += 1
        if self.calls % 2:
            return self.table.postman.post(posts)
        return [PostVerdict(post.ref, "deferred", "451 later") for post in posts]

    def close(self) -> None:
        """Nothing is held open."""


def test_the_log_of_a_played_session_holds_no_secret_and_no_word_of_a_letter(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, seed=SEED)
    inbox = MaildirInbox(table.referee.disk, tmp_path / "in")
    running = daemon.Daemon(table.referee, daemon.Roads(inbox, Whimsical(table)), lambda: table.at)

    def deliver(name: str, raw: bytes) -> None:
        (tmp_path / "in" / "new" / name).write_bytes(raw)
        table.at += timedelta(hours=1)
        running.once()
        running.once()

    written = set()
    for n, (seat, orders) in enumerate(script(table)):
        written |= words(orders)
        deliver(f"letter{n}", table.letter(seat, orders))
    deliver("held", table.letter("german", "A secret without its token", to="referee@club.example"))
    deliver("stranger", table.letter("german", "A stranger's secret", sender="mallory@evil.example", to="referee@club.example"))
    monkeypatch.setattr(table.referee.spool, "raw", _quotes_its_letter)
    deliver("breaks", table.letter("allied", "The bridge is not guarded"))
    text = log.getvalue() + running.tally.text()
    written |= {"A secret without its token", "A stranger's secret", "The bridge is not guarded"}
    written |= {line for seat in ("allied", "german") for mail in table.mail(seat) for line in words(mail.text)}
    secrets = {table.token("allied"), table.token("german"), table.referee.press.key.hex(), SEED.hex(), str(SEED)[2:-1]}
    addresses = {"al@allied.example", "gustav@german.example", "mallory@evil.example"}
    table.close()
    assert len(written) > 100
    assert [line for line in sorted(written | secrets | addresses) if line in text] == []
    handled = [line for line in lines(log) if line["message"] == "handled"]
    assert {(line["campaign"], line["seat"]) for line in handled} >= {("test", "allied"), ("test", "german")}
    assert any(line["message"] == "shunted" and line["exception"] == "ValueError" for line in lines(log))


def _quotes_its_letter(entry: object) -> bytes:
    raise ValueError("cannot read: The bridge is not guarded")


def logged(log: io.StringIO, act: Callable[[logging.Logger], None]) -> dict[str, str]:
    act(logging.getLogger("pbem.test"))
    (line,) = lines(log)
    return line


def test_a_line_says_when_how_bad_and_whose(log: io.StringIO) -> None:
    line = logged(log, lambda to: to.info("handled", extra={"campaign": "spring", "seat": "allied", "cause": "letter", "key": "x"}))
    at = line.pop("at")
    assert datetime.fromisoformat(at).tzinfo is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", at)
    assert line == {"level": "info", "message": "handled", "campaign": "spring", "seat": "allied", "cause": "letter"}


def test_a_message_of_several_lines_is_one_line_of_the_log(log: io.StringIO) -> None:
    assert logged(log, lambda to: to.error("one\ntwo\u2028three"))["message"] == "one\ntwo\u2028three"


def test_what_ends_the_process_is_logged_without_its_words(log: io.StringIO, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended, last_words():
        raise ValueError("MESSAGE enemy: meet me at the bridge")
    assert ended.value.code == 1
    (line,) = lines(log)
    assert (line["level"], line["exception"]) == ("critical", "ValueError")
    assert line["where"].startswith(__file__)
    assert "bridge" not in log.getvalue() + capsys.readouterr().err


def test_of_a_full_disk_the_log_says_so(log: io.StringIO) -> None:
    with pytest.raises(SystemExit), last_words():
        raise OSError(28, "No space left on device", "data/journal")
    assert lines(log)[0]["error"] == "No space left on device"


def test_all_of_it_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    pbem = logging.getLogger("pbem")
    before, level = pbem.handlers[:], pbem.level
    try:
        configure()
        configure()
        logging.getLogger("pbem.service.daemon").info("once")
    finally:
        pbem.handlers[:] = before
        pbem.setLevel(level)
    said = capsys.readouterr()
    assert (said.out, json.loads(said.err)["message"]) == ("", "once")
