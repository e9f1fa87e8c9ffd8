"""The loop of the daemon: what it does when, and how it behaves in trouble."""

import time
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.inbox import FetchedMail, InboxError, never
from pbem.service import daemon
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.store.mailroom import Deferred
from tests.acceptance.table import START, Table, the_clock


@dataclass
class ScriptedInbox:
    """An inbox that writes down what it is asked; `wait` runs the next act of the script, the last one stops the daemon."""

    stop: daemon.Stop
    acts: list[Callable[[], bool]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    away: bool = False
    mails: list[FetchedMail] = field(default_factory=list)
    seconds: float = 0.0
    hears: bool = True

    def fetch(self, known: Container[str]) -> Iterator[FetchedMail]:
        self._ask("fetch")
        yield from (mail for mail in self.mails if mail.transport not in known)

    def astray(self, known: Container[str], writers: frozenset[str]) -> Iterator[FetchedMail]:
        yield from ()

    def again(self) -> Iterator[FetchedMail]:
        self._ask("again")
        yield from ()

    def done(self, transports: Iterable[str]) -> None:
        self._ask("done")

    def wait(self, seconds: float, off: Callable[[], bool] = never) -> bool:
        self._ask("wait")
        self.seconds = seconds
        if self.acts:
            return self.acts.pop(0)()
        self.stop.asked = True
        return off()

    def close(self) -> None:
        self.asked.append("close")

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.away:
            raise InboxError("nobody answers")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture
def stop() -> daemon.Stop:
    return daemon.Stop()


@pytest.fixture
def inbox(stop: daemon.Stop) -> ScriptedInbox:
    return ScriptedInbox(stop)


def serve(table: Table, inbox: ScriptedInbox) -> None:
    daemon.serve(table.referee, daemon.Roads(inbox, table.postman), lambda: table.at, inbox.stop)


def mail(table: Table, lines: str, arrival: timedelta = timedelta()) -> FetchedMail:
    raw = table.letter("allied", lines)
    return FetchedMail(f"test:{table.count}", START + arrival, raw, len(raw))


def test_a_pass_fetches_handles_posts_tidies_and_then_waits_once(table: Table, inbox: ScriptedInbox) -> None:
    inbox.mails = [mail(table, "ACCEPT")]
    before = len(table.mail("allied"))
    posted = []
    inbox.done = lambda transports: posted.append(len(table.mail("allied")))  # type: ignore[method-assign]
    serve(table, inbox)
    assert inbox.asked == ["fetch", "wait", "close"]
    assert posted == [before + 1], "the answer goes out before the inbox is tidied"
    assert inbox.seconds == table.config.settings.poll_seconds


@pytest.mark.parametrize(("at", "seconds"), [("18:00", 60), ("18:59:30", 30), ("18:59:58", 2), ("19:05", 10), ("21:31", 60)])
def test_the_inbox_is_read_more_often_on_a_live_evening(table: Table, inbox: ScriptedInbox, at: str, seconds: float) -> None:
    table.begin()
    table.write("allied", "LIVE 20:00-22:30")
    table.write("german", "ACCEPT LIVE")
    table.at = datetime.fromisoformat(f"2026-11-23 {at}").replace(tzinfo=UTC)
    serve(table, inbox)
    assert inbox.seconds == seconds


def test_a_piped_letter_ends_the_wait(table: Table, inbox: ScriptedInbox, stop: daemon.Stop) -> None:
    ended: list[bool] = []

    def wait(seconds: float, off: Callable[[], bool] = never) -> bool:
        if ended:
            stop.asked = True
            return False
        ended.append(off())
        table.deliver(table.letter("allied", "ACCEPT"))
        ended.append(off())
        return False

    inbox.wait = wait  # type: ignore[method-assign]
    before = len(table.mail("allied"))
    serve(table, inbox)
    assert ended == [False, True]
    assert len(table.mail("allied")) == before + 1


def test_a_stop_ends_the_wait_and_leaves_the_rest_of_the_letters(table: Table, inbox: ScriptedInbox, stop: daemon.Stop) -> None:
    table.begin()
    inbox.mails = [mail(table, f"HELP {topic}") for topic in ("move", "attack", "recon")]
    looked = iter((False, False, True, True, True, True))

    class StopsSoon(daemon.Stop):
        @property
        def asked(self) -> bool:
            return next(looked)

        @asked.setter
        def asked(self, value: bool) -> None:
            """Only the script decides."""

    inbox.stop = StopsSoon()
    serve(table, inbox)
    assert len(table.referee.spool.entries("new")) == 2
    assert "close" in inbox.asked


def test_without_a_poll_no_deadline_fires(table: Table, inbox: ScriptedInbox) -> None:
    table.begin()
    table.at = START + timedelta(days=30)
    inbox.away = True
    assert daemon.tick(table.referee, inbox, table.postman, lambda: table.at) == 0
    inbox.away = False
    assert daemon.tick(table.referee, inbox, table.postman, lambda: table.at) > 0


def test_an_inbox_that_is_away_is_asked_ever_more_seldom(
    table: Table, inbox: ScriptedInbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox.away = True
    rests: list[float] = []

    def rest(seconds: float, stop: daemon.Stop) -> None:
        rests.append(seconds)
        inbox.away = len(rests) < 6
        stop.asked = len(rests) == 7

    monkeypatch.setattr(daemon, "_rest", rest)

    def goes_away() -> bool:
        inbox.away = True
        return False

    inbox.acts = [lambda: False, goes_away]
    serve(table, inbox)
    assert rests == [2.0, 5.0, 15.0, 60.0, 60.0, 60.0, 2.0]
    assert inbox.asked[:6] == ["fetch"] * 6, "one log-in a pass"


def test_a_full_disk_takes_no_mail_and_does_not_spin(
    tmp_path: Path, table: Table, inbox: ScriptedInbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=table.config.settings.data, mailbox=MailboxSettings(address="referee@club.example"), free_mb=10**12)
    monkeypatch.setattr(table.referee.office, "config", Config(settings, tmp_path))
    rests: list[float] = []

    def rest(seconds: float, stop: daemon.Stop) -> None:
        rests.append(seconds)
        stop.asked = len(rests) == 2

    monkeypatch.setattr(daemon, "_rest", rest)
    table.deliver(table.letter("allied", "ACCEPT"))
    serve(table, inbox)
    assert rests == [2.0, 5.0]
    assert inbox.asked == ["close"]
    assert len(table.referee.spool.entries("new")) == 1


def test_a_rest_ends_at_a_stop(stop: daemon.Stop) -> None:
    stop.asked = True
    begun = time.monotonic()
    daemon._rest(60, stop)
    assert time.monotonic() - begun < 1


def test_it_wakes_when_something_is_due_where_it_hears_of_letters_at_once_too(table: Table, inbox: ScriptedInbox) -> None:
    table.begin()
    table.write("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\nend impulse\n")
    table.write("allied", "END IMPULSE")
    due = table.campaign.state.admin.plans["german"].due
    assert due
    table.at = due - timedelta(seconds=7)
    serve(table, inbox)
    assert inbox.seconds == 7
    inbox.stop.asked, inbox.hears = False, False
    serve(table, inbox)
    assert inbox.seconds == table.config.settings.poll_seconds, "an answer would wait for the next look, and so does a plan"


def test_it_wakes_for_the_hosts_digest_and_for_a_letter_that_was_put_off(table: Table, inbox: ScriptedInbox) -> None:
    assert table.referee.next_due(table.at) is None, "nothing but letters moves a campaign that has not begun"
    table.begin()
    running = the_clock(table.campaign.state)
    assert running and table.referee.next_due(table.at) == running.due
    table.referee.mailroom.note(Deferred("test", "allied", "A-2", "451 later", table.at))
    assert table.referee.next_due(table.at) == table.at + timedelta(seconds=60)
    assert table.referee.next_due(table.at + timedelta(seconds=61)) == running.due, "what cannot be posted wakes nobody again"


def test_a_campaign_whose_clock_stands_still_wakes_nobody(table: Table) -> None:
    table.begin()
    table.referee.stopped["test"] = "a bug"
    assert table.referee.next_due(table.at) is None
