"""The figures: what is counted, how it is written, and who can read it."""

import re
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Post, PostVerdict
from pbem.service import daemon
from pbem.service.config.settings import Config, MailboxSettings, MetricsSettings, Settings
from pbem.service.metrics import MetricsBoard, Tally
from tests.acceptance.table import Table

NOW = datetime(2026, 11, 24, 20, 0, tzinfo=UTC)


def figures(text: str) -> dict[str, float]:
    """An exposition, read strictly: every sample belongs to a metric that was announced."""
    found: dict[str, float] = {}
    announced: set[str] = set()
    assert text.endswith("\n")
    for line in text.splitlines():
        if match := re.fullmatch(r"# (HELP|TYPE) (\w+) .+", line):
            announced.add(match[2])
            continue
        sample = re.fullmatch(r'((\w+?)(?:_bucket|_sum|_count)?(?:\{\w+="[^"]+"\})?) ([0-9.e+]+)', line)
        assert sample and {sample[2], sample[1].partition("{")[0]} & announced, line
        assert sample[1] not in found, "one sample a name and label"
        found[sample[1]] = float(sample[3])
    return found


@pytest.fixture
def tally() -> Tally:
    return Tally(lambda: NOW)


def test_everything_is_there_from_the_beginning_at_nought(tally: Tally) -> None:
    counts = figures(tally.text())
    assert set(counts.values()) == {0.0}
    for outcome in ("handled", "refused", "held", "ignored", "shunted"):
        assert f'pbem_letters_total{{outcome="{outcome}"}}' in counts
    for verdict in ("posted", "deferred", "refused"):
        assert f'pbem_post_total{{verdict="{verdict}"}}' in counts


def test_seconds_from_arrival_to_record_fall_into_every_slot_that_holds_them(tally: Tally) -> None:
    for seconds in (0.02, 0.3, 7.0, 86400.0):
        tally.letter("handled", NOW - timedelta(seconds=seconds))
    tally.letter("ignored", NOW - timedelta(seconds=5))
    counts = figures(tally.text())
    name = "pbem_arrival_to_record_seconds"
    slots = [counts[f'{name}_bucket{{le="{bound}"}}'] for bound in ("0.05", "0.25", "0.5", "5.0", "10.0", "3600.0", "+Inf")]
    assert slots == [1, 1, 2, 2, 3, 3, 4]
    assert counts[f"{name}_count"] == 4
    assert counts[f"{name}_sum"] == pytest.approx(86407.32)


def test_an_arrival_in_the_future_counts_as_now(tally: Tally) -> None:
    tally.letter("handled", NOW + timedelta(hours=1))
    assert figures(tally.text())["pbem_arrival_to_record_seconds_sum"] == 0


@pytest.fixture
def board(tally: Tally) -> Iterator[MetricsBoard]:
    board = MetricsBoard(tally, 0)
    yield board
    board.close()


def read(port: int, path: str = "/metrics") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        text: str = answer.read().decode()
        return text


def test_they_are_read_over_http(board: MetricsBoard, tally: Tally) -> None:
    tally.polled(NOW)
    assert figures(read(board.port))["pbem_last_poll_timestamp_seconds"] == NOW.timestamp()
    with pytest.raises(urllib.error.HTTPError) as refused:
        read(board.port, "/")
    assert refused.value.code == 404
    refused.value.close()


def test_they_hang_on_loopback_only(board: MetricsBoard) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.2", board.port))  # would fail if every address were taken


def test_a_reader_who_says_nothing_keeps_nobody_waiting(board: MetricsBoard) -> None:
    with socket.create_connection(("127.0.0.1", board.port)):
        assert read(board.port)


# ---------------------------------------------------------------- in the daemon


class Grumbler:
    """An outbox that says of every letter what it was told to."""

    def __init__(self, verdict: Callable[[Post], PostVerdict]) -> None:
        self.verdict = verdict

    def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
        return [self.verdict(post) for post in posts]

    def close(self) -> None:
        """Nothing is held open."""


def test_the_daemon_counts_what_comes_and_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path)
    inbox = MaildirInbox(table.referee.disk, tmp_path / "in")
    letters = {
        "accept": table.letter("allied", "ACCEPT"),
        "no-token": table.letter("german", "ACCEPT", to="referee@club.example"),
        "stranger": table.letter("german", "ACCEPT", to="referee@club.example", sender="mallory@evil.example"),
        "oversized": table.letter("allied", "x" * 2_000_000),
    }
    for name, raw in letters.items():
        (tmp_path / "in" / "new" / name).write_bytes(raw)
    running = daemon.Daemon(
        table.referee, daemon.Roads(inbox, Grumbler(lambda post: PostVerdict(post.ref, "deferred"))), lambda: table.at
    )
    try:
        running.once()
        read_raw = table.referee.spool.raw
        monkeypatch.setattr(table.referee.spool, "raw", lambda entry: 1 / 0)
        (tmp_path / "in" / "new" / "breaks").write_bytes(table.letter("allied", "HELP"))
        running.once()
        monkeypatch.setattr(table.referee.spool, "raw", read_raw)
    finally:
        table.close()
    counts = figures(running.tally.text())
    outcomes = ("handled", "refused", "held", "ignored", "shunted")
    assert [counts[f'pbem_letters_total{{outcome="{name}"}}'] for name in outcomes] == [1] * 5
    assert counts["pbem_arrival_to_record_seconds_count"] == 1
    assert counts['pbem_post_total{verdict="deferred"}'] >= 3
    assert counts["pbem_last_poll_timestamp_seconds"] == table.at.timestamp()


def test_they_hang_out_while_the_daemon_serves_and_only_if_asked_for(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    table = Table(tmp_path)
    seen: list[str] = []

    class LooksAtTheBoard(MaildirInbox):
        def wait(self, seconds: float, off: object = None) -> bool:
            try:
                seen.append(read(port))
            except urllib.error.URLError:
                seen.append("nothing")
            stop.asked = True
            return False

    for metrics in (MetricsSettings(port=port), MetricsSettings()):
        stop = daemon.Stop()
        mailbox = MailboxSettings(address="referee@club.example")
        settings = Settings(data=str(tmp_path / "data"), mailbox=mailbox, free_mb=0, pictures=False, metrics=metrics)
        table.referee.reconfigure(Config(settings, tmp_path))
        ways = daemon.Roads(LooksAtTheBoard(table.referee.disk, tmp_path / "in"), table.postman)
        daemon.serve(table.referee, ways, lambda: table.at, stop)
    table.close()
    assert figures(seen[0])["pbem_last_poll_timestamp_seconds"] > 0
    assert seen[1] == "nothing"
    with pytest.raises(urllib.error.URLError):
        read(port)


def test_a_port_that_is_taken_is_logged_and_mail_goes_on(
    tmp_path: Path, board: MetricsBoard, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path)
    stop = daemon.Stop()

    class StopsAtOnce(MaildirInbox):
        def wait(self, seconds: float, off: object = None) -> bool:
            stop.asked = True
            return False

    settings = Settings(
        data=str(tmp_path / "data"), mailbox=MailboxSettings(address="referee@club.example"), free_mb=0, pictures=False,
        metrics=MetricsSettings(port=board.port),
    )  # fmt: skip
    table.referee.reconfigure(Config(settings, tmp_path))
    inbox = StopsAtOnce(table.referee.disk, tmp_path / "in")
    (tmp_path / "in" / "new" / "accept").write_bytes(table.letter("allied", "ACCEPT"))
    daemon.serve(table.referee, daemon.Roads(inbox, table.postman), lambda: table.at, stop)
    table.close()
    assert f"no metrics: port {board.port}" in caplog.text
    assert not list((tmp_path / "in" / "new").iterdir())
