"""Signals: SIGHUP takes a new configuration over without losing a letter, SIGTERM finishes the letter in hand."""

import logging
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.campaign.records import Cause
from pbem.mail.inbox import never
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.service import daemon
from pbem.service import transports as roads
from pbem.service.config.settings import load
from pbem.service.config.words import template
from pbem.service.worker import Worker
from tests.acceptance.table import Table, recorded

MAILBOX = {"mailbox.address": "referee@club.example", "free_mb": 0, "pictures": False}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "pbem.toml"
    file.write_text(template(MAILBOX))
    return file


@pytest.fixture
def table(tmp_path: Path, file: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.referee.reconfigure(load(file))
    yield table
    table.close()


@pytest.fixture
def stop() -> Iterator[daemon.Stop]:
    """A stop that hears real signals, which are put back afterwards."""
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    stop = daemon.Stop()
    stop.listen()
    yield stop
    for number, handler in before.items():
        signal.signal(number, handler)


def serve(table: Table, file: Path, stop: daemon.Stop, monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], None]) -> list[Path]:
    """Serve until the acts, one a wait, are done. Returns the inboxes that were waited at."""
    todo = list(acts)
    waited: list[Path] = []

    def wait(inbox: MaildirInbox, seconds: float, off: Callable[[], bool] = never) -> bool:
        waited.append(inbox._folder)
        if not todo:
            stop.asked = True
            return False
        todo.pop(0)()
        return off()

    monkeypatch.setattr(MaildirInbox, "wait", wait)
    config = load(file)
    daemon.serve(table.referee, daemon.Roads(roads.inbox(config), roads.outbox(config)), lambda: table.at, stop, file)
    return waited


def drop(folder: Path, name: str, raw: bytes) -> None:
    (folder / "new").mkdir(parents=True, exist_ok=True)
    (folder / "new" / name).write_bytes(raw)


def hang_up() -> None:
    os.kill(os.getpid(), signal.SIGHUP)


def causes(table: Table) -> list[str]:
    return [f"{record.cause.kind} {record.cause.seat}".strip() for record in recorded(table)]


def test_a_new_configuration_is_taken_over_and_no_letter_is_lost(
    table: Table, file: Path, stop: daemon.Stop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "mail" / "in", tmp_path / "mail" / "new-in"
    drop(old, "one", table.letter("allied", "ACCEPT"))
    drop(new, "two", table.letter("german", "ACCEPT"))

    def moves() -> None:
        changes = {"inbox.folder": "mail/new-in", "outbox.folder": "mail/new-out", "mailbox.name": "New name"}
        file.write_text(template(MAILBOX | changes | {"poll_seconds": 7}))
        table.referee.take(table.letter("allied", "HELP"), table.at, "pipe:1")
        hang_up()

    waited = serve(table, file, stop, monkeypatch, moves)
    assert waited == [old, new]
    assert sorted(causes(table)) == ["letter allied", "letter allied", "letter german", "start"]
    assert not [*(old / "new").iterdir(), *(new / "new").iterdir(), *table.referee.spool.entries("new")]
    assert table.referee.config.settings.poll_seconds == 7
    posted = [path.read_bytes() for path in sorted((tmp_path / "mail" / "new-out").rglob("new/*"))]
    assert len(posted) >= 2 and all(raw.startswith(b'From: "New name" <referee@club.example>') for raw in posted)


def test_a_letter_that_comes_while_it_reloads_is_handled_once(
    table: Table, file: Path, stop: daemon.Stop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handled: list[str] = []
    handle = Worker.handle

    def hangs_up_meanwhile(worker: Worker, *work: object) -> None:
        hang_up()
        handled.append("before")
        handle(worker, *work)  # type: ignore[arg-type]
        handled.append("after")

    monkeypatch.setattr(Worker, "handle", hangs_up_meanwhile)
    drop(tmp_path / "mail" / "in", "one", table.letter("allied", "ACCEPT"))
    drop(tmp_path / "mail" / "in", "two", table.letter("german", "ACCEPT"))
    serve(table, file, stop, monkeypatch)
    assert handled == ["before", "after"] * 2
    assert sorted(causes(table)) == ["letter allied", "letter german", "start"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[mailbox\n", "line"),
        (template(MAILBOX) + "zork = 1\n", "league.zork: no such setting"),
        (template(MAILBOX | {"data": "elsewhere"}), "data: the data folder cannot change"),
        (template(MAILBOX | {"inbox.folder": "pbem.toml/in"}), "File exists"),
    ],
)
def test_a_broken_configuration_is_logged_and_the_old_one_kept(
    table: Table, file: Path, stop: daemon.Stop, tmp_path: Path, text: str, said: str,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    before = table.referee.config

    def breaks() -> None:
        file.write_text(text)
        drop(tmp_path / "mail" / "in", "one", table.letter("allied", "ACCEPT"))
        hang_up()

    waited = serve(table, file, stop, monkeypatch, breaks)
    (error,) = (record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR)
    assert error.startswith("the configuration was not taken over, the old one stays")
    assert said in error
    assert set(waited) == {tmp_path / "mail" / "in"}
    assert table.referee.config is before
    assert causes(table) == ["start", "letter allied"]


def test_sigterm_finishes_the_letter_in_hand_and_leaves_the_next(
    table: Table, file: Path, stop: daemon.Stop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = Worker.handle

    def stops_meanwhile(worker: Worker, *work: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        handle(worker, *work)  # type: ignore[arg-type]

    monkeypatch.setattr(Worker, "handle", stops_meanwhile)
    drop(tmp_path / "mail" / "in", "one", table.letter("allied", "ACCEPT"))
    drop(tmp_path / "mail" / "in", "two", table.letter("german", "ACCEPT"))
    serve(table, file, stop, monkeypatch)
    assert len(causes(table)) == 2
    (left,) = table.referee.spool.entries("new")
    assert left.sha256 not in {record.cause.sha256 for record in recorded(table) if isinstance(record.cause, Cause)}
    answered = list((tmp_path / "mail" / "out").rglob("new/*"))
    assert len(answered) == 1, "its answer goes out too"
