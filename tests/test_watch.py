"""Trouble from outside: told once, retried with patience, and the host hears of it once a day."""

import itertools
import logging
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from pbem.campaign.records import Cause, Record
from pbem.handlers.timing import LATE
from pbem.kernel import i18n as tongue
from pbem.mail.account import Account
from pbem.mail.inbox import FetchedMail, InboxError, LoginRefused, MailboxMissing, never
from pbem.mail.outbox import Outbox, Post, PostVerdict
from pbem.mail.outbox.smtp import SmtpOutbox
from pbem.mail.parser_process import ReadingRoom
from pbem.service import alerts as watch
from pbem.service import daemon
from pbem.service.alerts import PAUSES, AlertBook, PulseFile, read_pulse
from pbem.service.config.settings import Config, HostSettings, MailboxSettings, Settings
from pbem.service.open_campaign import Campaign
from pbem.service.outgoing import BACK_OFF
from pbem.store.folder.disk import Disk
from tests.acceptance.table import ADDRESS, START, Postman, Table, the_clock
from tests.acceptance.test_spoken_staff import Bracketed
from tests.mail.test_smtp import free_port

HOST = "host@club.example"


@dataclass
class Door:
    """An inbox that answers with a fault as long as there is one, and counts the knocks."""

    fault: InboxError | None = None
    mails: list[FetchedMail] = field(default_factory=list)
    knocks: int = 0
    hears: bool = True

    def fetch(self, known: Container[str]) -> Iterator[FetchedMail]:
        self.knocks += 1
        if self.fault:
            raise self.fault
        yield from (mail for mail in self.mails if mail.transport not in known)

    def done(self, transports: Iterable[str]) -> None:
        """Nothing is kept."""

    def astray(self, known: Container[str], writers: frozenset[str]) -> Iterator[FetchedMail]:
        yield from ()

    def again(self) -> Iterator[FetchedMail]:
        yield from ()

    def wait(self, seconds: float, off: Callable[[], bool] = never) -> bool:
        return off()

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Barrier(Postman):
    """A carrier that refuses our login as long as it is shut."""

    shut: bool = True
    knocks: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def post(self, posts: Any) -> list[PostVerdict]:
        self.knocks += 1
        if self.shut:
            return [PostVerdict(post.ref, "deferred", "535 no", barred=True) for post in posts]
        return super().post(posts)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def a_pass(table: Table, inbox: Door, outbox: Outbox | None = None) -> None:
    """A pass by a process of its own, as cron makes it."""
    daemon.tick(table.referee, inbox, outbox or table.postman, lambda: table.at)


def configured(table: Table, folder: Path, **settings: Any) -> None:
    given = {"data": str(folder / "data"), "free_mb": 0, "outage_hours": 0, "host": HostSettings(address=HOST), "pictures": False}
    mailbox = MailboxSettings(address="referee@club.example")
    table.referee.reconfigure(Config(Settings(mailbox=mailbox, **(given | settings)), folder))


def notices(table: Table) -> list[EmailMessage]:
    return [BytesParser(policy=policy.default).parsebytes(raw) for raw in table.postman.bags.get(HOST, [])]


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


# ---------------------------------------------------------------- the mailbox


def test_a_mailbox_made_afresh_is_told_though_the_carrier_was_away_or_we_died(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path)
    raws = [table.letter(seat, "ACCEPT") for seat in ("allied", "german")]
    first, second = (FetchedMail(f"imap:INBOX:{n}:1", table.at, raw, len(raw)) for n, raw in zip("78", raws, strict=True))
    a_pass(table, Door(None, [first]), Barrier(shut=False))
    table.referee.fetch(Door(None, [second]))  # and died before the watch wrote anything down
    table.at += timedelta(minutes=1)
    a_pass(table, Door(None, [second]), Barrier())
    assert not notices(table)
    table.at += timedelta(hours=2)
    for _ in range(3):
        a_pass(table, Door(None, [second]))
        table.at += timedelta(hours=13)
    (notice,) = notices(table)
    assert "'INBOX' was recreated (UIDVALIDITY 8)" in notice.get_content()
    assert not read_pulse(table.referee.data).alarms  # type: ignore[union-attr]


def test_a_notice_is_in_the_language_of_letters_and_the_log_in_english(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    configured(table, tmp_path)
    tongue.speak("xx", Bracketed())
    try:
        a_pass(table, Door(LoginRefused("535 no")))
    finally:
        tongue.speak(tongue.ENGLISH, NullTranslations())
    assert errors(caplog) == ["inbox: the login was refused: 535 no"]
    (notice,) = notices(table)
    outside = re.sub("⟦[^⟧]*⟧", " ", notice.get_content())
    assert outside.split() == ["inbox", "535", "no", *table.at.strftime("%Y-%m-%d %H:%M").split()]
    assert re.sub("⟦[^⟧]*⟧", "", str(notice["Subject"])) == "pbem: "


def test_every_kind_of_alarm_has_a_name_in_the_language_of_letters() -> None:
    """Each alarm that is raised anywhere is called something in the subject of its notice."""
    raised = re.compile(r"""(?:alarm|report)\((?:"([^"]+)"|f"\{(FORM|RECREATED)\}|(SPAM|STORAGE|DATABASE))""")
    names = ("alerts.py", "daemon.py", "health_checks.py", "league_watch.py", "league_work.py", "league_roles.py", "telling.py")
    rooms = (Path(watch.__file__).with_name(name) for name in names)
    sources = [room.read_text(encoding="utf-8") for room in rooms]
    hits = [hit for source in sources for hit in raised.findall(source)]
    named = {plain or vars(watch)[start or alone] for plain, start, alone in hits}
    roles = {f"no {role}" for role in ("worker", "intake", "post", "paint")}
    assert named | roles | {f"{road} login" for road in ("inbox", "outbox")} == set(watch.CALLED)


# ---------------------------------------------------------------- letters put aside


def test_the_host_is_told_of_a_letter_put_aside_once_and_hears_no_word_of_it(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*told: object) -> object:
        raise RuntimeError("A/504: move 12.10")

    configured(table, tmp_path)
    raw = table.letter("allied", "ACCEPT")
    inbox = Door(None, [FetchedMail("t:1", table.at, raw, len(raw))])
    with monkeypatch.context() as patched:
        patched.setattr("pbem.service.letter_in_hand.identify", broken)
        a_pass(table, inbox)
    a_pass(table, inbox)
    (notice,) = notices(table)
    assert "could not be handled: 1" in notice.get_content()
    assert "A/504" not in str(notice)
    assert table.referee.unshunt() == 1
    a_pass(table, inbox)
    pulse = read_pulse(table.referee.data)
    assert pulse is not None and not pulse.alarms
    assert table.campaign.state.admin.seats["allied"].accepted


def test_the_host_is_told_when_no_reader_can_be_had(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configured(table, tmp_path, poll_seconds=1)
    raw = table.letter("allied", "ACCEPT")
    watched = daemon.Daemon(
        table.referee, daemon.Roads(Door(None, [FetchedMail("t:1", table.at, raw, len(raw))]), table.postman), lambda: table.at
    )
    with monkeypatch.context() as patched:
        patched.setattr("sys.path", [])
        patched.setattr(table.referee.office, "reading", ReadingRoom())
        assert not watched.passed()[1]
    assert "no reader can be started: it ended with 1; letters stay" in notices(table)[0].get_content()
    assert watched.passed()[1]
    assert table.campaign.state.admin.seats["allied"].accepted
    assert not watched.watch.pulse.alarms


def test_our_own_letter_forwarded_to_us_is_dropped_and_the_host_told(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path)
    raw = table.postman.bags[ADDRESS["allied"]][0]
    for number, came in enumerate((raw, raw.replace(b"X-Pbem-Loop", b"X-Other").replace(b"Auto-Submitted", b"X-Another"))):
        a_pass(table, Door(None, [FetchedMail(f"t:{number}", table.at, came, len(came))]))
        assert len(table.mail("allied")) == 1
    assert ["came back to us" in notice.get_content() for notice in notices(table)] == [True]
    assert [entry.reason for entry in table.referee.spool.entries("ignored")] == ["our own letter"] * 2
    a_pass(table, Door(None))
    pulse = read_pulse(table.referee.data)
    assert pulse is not None and not pulse.alarms


# ---------------------------------------------------------------- passwords


def test_a_wrong_password_is_tried_ever_more_seldom_and_told_once(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    inbox = Door(LoginRefused("mail.example refuses referee: [AUTHENTICATIONFAILED]"))
    tries = []
    for minute in range(120):
        before = inbox.knocks
        a_pass(table, inbox)
        if inbox.knocks > before:
            tries.append(minute)
        table.at += timedelta(minutes=1)
    gaps = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert gaps[:6] == [1, 2, 4, 8, 15, 15]
    assert max(gaps) == 15
    assert errors(caplog) == ["inbox: the login was refused: mail.example refuses referee: [AUTHENTICATIONFAILED]"]
    book = AlertBook(PulseFile(Disk(), table.referee.data), table.at)
    (said,) = book.shut()  # what `pbem tick` prints, which would else be silent
    assert re.fullmatch(r"inbox: left alone until .* UTC, the login was refused", said)


def test_when_the_password_is_right_again_all_is_as_before(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    inbox = Door(LoginRefused("no"))
    for _ in range(3):
        a_pass(table, inbox)
        table.at += timedelta(minutes=20)
    raw = table.letter("allied", "ACCEPT")
    inbox.fault, inbox.mails = None, [FetchedMail("t:1", table.at, raw, len(raw))]
    before = len(table.mail("allied"))
    a_pass(table, inbox)
    assert len(table.mail("allied")) == before + 1
    assert "over: inbox login" in caplog.text
    pulse = read_pulse(table.referee.data)
    assert pulse is not None and not pulse.bars and not pulse.alarms
    inbox.fault = LoginRefused("no")
    knocks = inbox.knocks
    for _ in range(2):
        a_pass(table, inbox)
        table.at += timedelta(seconds=PAUSES[0])
    assert inbox.knocks == knocks + 2, "the pauses begin afresh"


def test_while_the_login_is_refused_no_deadline_fires(table: Table) -> None:
    table.begin()
    records = table.campaign.journal.number
    table.at += timedelta(days=30)
    inbox = Door(LoginRefused("no"))
    for _ in range(2):
        a_pass(table, inbox)
    assert table.campaign.journal.number == records
    inbox.fault = None
    table.at += timedelta(hours=1)
    a_pass(table, inbox)
    assert table.campaign.journal.number > records


def test_a_daemon_that_was_started_or_reloaded_knocks_once_at_once(table: Table) -> None:
    watch = AlertBook(PulseFile(Disk(), table.referee.data), table.at)
    watch.refused("inbox", "no")
    watch.refused("inbox", "no")
    assert watch.barred("inbox")
    watch.lift()
    assert not watch.barred("inbox")
    watch.refused("inbox", "no")
    assert watch.pulse.bars["inbox"].until - table.at == timedelta(seconds=PAUSES[2]), "the pauses go on growing"


def test_a_carrier_that_refuses_our_login_is_left_alone_and_the_letters_stay_due(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    carrier = Barrier()
    table.deliver(table.letter("allied", "HELP"))
    for _ in range(10):
        a_pass(table, Door(), carrier)
        table.at += timedelta(minutes=1)
    assert carrier.knocks == 4
    assert errors(caplog) == ["outbox: the login was refused: 535 no"]
    carrier.shut = False
    table.at += timedelta(minutes=15)
    a_pass(table, Door(), carrier)
    assert len(carrier.bags["al@allied.example"]) == 1
    a_pass(table, Door(), carrier)
    assert len(carrier.bags["al@allied.example"]) == 1


class Porter:
    """Lets nobody in."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
        self.asked += 1
        return AuthResult(success=False, handled=False)


def test_a_refused_smtp_login_bars_every_letter_with_one_attempt() -> None:
    porter = Porter()
    port = free_port()
    controller = Controller(object(), hostname="127.0.0.1", port=port, authenticator=porter, auth_require_tls=False)
    controller.start()
    try:
        outbox = SmtpOutbox(Account("127.0.0.1", port, "referee", lambda: "wrong", "none"), "referee@club.example")
        verdicts = outbox.post([Post(str(n), "al@allied.example", b"Subject: x\r\n\r\nx\r\n") for n in range(3)])
        outbox.close()
    finally:
        controller.stop()
    assert [(v.state, v.barred) for v in verdicts] == [("deferred", True)] * 3
    assert "wrong" not in str(verdicts)
    assert porter.asked <= 2, "one for each way of logging in"


# ---------------------------------------------------------------- mailbox, disk


def test_a_mailbox_that_was_renamed_is_told_once_by_its_name(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    inbox = Door(MailboxMissing("the mailbox 'Games' cannot be opened (renamed?): select failed"))
    for _ in range(5):
        a_pass(table, inbox)
    assert errors(caplog) == ["inbox: the mailbox 'Games' cannot be opened (renamed?): select failed"]
    assert inbox.knocks == 5
    inbox.fault = None
    a_pass(table, inbox)
    inbox.fault = MailboxMissing("gone again")
    a_pass(table, inbox)
    assert errors(caplog)[1:] == ["inbox: gone again"]


def test_an_inbox_that_cannot_be_read_for_a_quarter_of_an_hour_is_told_once_and_then_well_again(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    configured(table, tmp_path)
    inbox = Door()
    a_pass(table, inbox)
    since = table.at
    inbox.fault = InboxError("nobody answers")
    for minutes in range(20):
        table.at = since + timedelta(minutes=minutes)
        a_pass(table, inbox)
        assert len(notices(table)) == (minutes >= 15)
    assert errors(caplog) == [f"inbox: it could not be read since {since:%Y-%m-%d %H:%M} UTC: no server answers"]
    inbox.fault = None
    a_pass(table, inbox)
    pulse = read_pulse(table.referee.data)
    assert pulse is not None
    assert "poll" not in pulse.alarms


def test_a_refused_login_is_not_told_as_a_server_that_does_not_answer_too(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    configured(table, tmp_path)
    inbox = Door(LoginRefused("no"))
    for _ in range(40):
        a_pass(table, inbox)
        table.at += timedelta(minutes=1)
    assert errors(caplog) == ["inbox: the login was refused: no"]


def test_a_disk_under_the_floor_takes_no_mail_and_tells_the_host_once_a_day(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    configured(table, tmp_path, free_mb=10**12)
    raw = table.letter("allied", "ACCEPT")
    inbox = Door(mails=[FetchedMail("t:1", table.at, raw, len(raw))])
    for _ in range(49):
        a_pass(table, inbox)
        table.at += timedelta(hours=1)
    assert inbox.knocks == 0
    assert [message.split(":")[0] for message in errors(caplog)] == ["disk nearly full"]
    told = notices(table)
    assert len(told) == 3
    assert "no mail is taken" in told[0].get_content()
    assert (told[0]["To"], told[0]["Auto-Submitted"]) == (HOST, "auto-generated")
    assert len({str(message["Message-ID"]) for message in told}) == 3
    configured(table, tmp_path)
    a_pass(table, inbox)
    assert inbox.knocks == 1
    assert len(notices(table)) == 3


def test_a_disk_that_is_full_now_and_then_is_told_once_a_day_too(table: Table, tmp_path: Path) -> None:
    for hour in range(24):
        configured(table, tmp_path, free_mb=10**12 if hour % 2 else 0)
        a_pass(table, Door())
        table.at += timedelta(hours=1)
    assert len(notices(table)) == 1


def test_a_host_without_an_address_is_told_nothing(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path, free_mb=10**12, host=HostSettings())
    before = dict(table.postman.bags)
    a_pass(table, Door())
    assert table.postman.bags == before


def test_a_notice_that_was_not_taken_is_tried_again_in_an_hour(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path, free_mb=10**12)
    tried: list[datetime] = []

    class Busy:
        def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
            tried.append(table.at)
            return [PostVerdict(post.ref, "deferred", "451 later") for post in posts]

        def close(self) -> None:
            """Nothing is held open."""

    for _ in range(13):
        a_pass(table, Door(), Busy())
        table.at += timedelta(minutes=10)
    assert [at - tried[0] for at in tried] == [timedelta(), timedelta(hours=1), timedelta(hours=2)]


def test_a_wrong_password_is_told_to_the_host_too_and_a_notice_holds_no_secret(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path)
    table.begin()
    a_pass(table, Door(LoginRefused("mail.example refuses referee: no")))
    (told,) = notices(table)
    assert "mail.example refuses referee" in told.get_content()
    for seat in ("allied", "german"):
        assert table.token(seat) not in str(told)
        assert f"{seat}.example" not in str(told)


def test_when_the_carrier_refuses_our_login_no_notice_knocks(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path)
    carrier = Barrier()
    table.deliver(table.letter("allied", "HELP"))
    a_pass(table, Door(), carrier)
    assert carrier.knocks == 1


def test_a_watch_that_cannot_be_written_or_read_does_no_harm(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    path = table.referee.data / "watch.json"
    path.write_bytes(b'{"at": "yesterday"')
    a_pass(table, Door())
    assert read_pulse(table.referee.data) is not None
    path.unlink()
    path.mkdir()
    a_pass(table, Door())
    assert "could not be written down" in caplog.text


# ---------------------------------------------------------------- the clock


def test_a_clock_set_back_is_told_once(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    a_pass(table, Door())
    for back, told in ((timedelta(seconds=30), 0), (timedelta(hours=2), 1), (timedelta(), 1)):
        table.at -= back
        a_pass(table, Door())
        assert caplog.text.count("the clock was set back") == told
    assert "set back by 7200 s" in caplog.text


def test_a_clock_set_back_does_not_stretch_a_pause_nor_silence_the_host(table: Table, tmp_path: Path) -> None:
    configured(table, tmp_path)
    inbox = Door(LoginRefused("no"))
    table.at += timedelta(days=40)
    a_pass(table, inbox)
    table.at = START
    a_pass(table, inbox)
    assert inbox.knocks == 2
    table.at += timedelta(days=2)
    a_pass(table, inbox)
    assert len(notices(table)) == 2


def test_a_clock_set_back_fires_no_deadline_twice(table: Table) -> None:
    table.begin()
    running = the_clock(table.campaign.state)
    assert running is not None

    def records() -> int:
        return table.campaign.journal.number

    table.at = running.due
    a_pass(table, Door())
    reminded = records()
    table.at -= timedelta(days=1)
    a_pass(table, Door())
    table.at = running.due + timedelta(minutes=1)
    a_pass(table, Door())
    assert records() == reminded, "one reminder"
    table.at = running.last + LATE
    a_pass(table, Door())
    closed = records()
    assert closed == reminded + 1
    for back in (timedelta(days=3), timedelta(hours=1)):
        table.at = running.last - back
        a_pass(table, Door())
    table.at = running.last + LATE
    a_pass(table, Door())
    assert records() == closed, "silence closes an impulse once"


def test_with_a_clock_set_back_letters_are_read_as_the_mail_server_took_them(table: Table) -> None:
    table.begin()
    later, earlier = table.letter("allied", "HELP move"), table.letter("german", "HELP move")
    at = START + timedelta(hours=3)
    mails = [FetchedMail("t:2", at + timedelta(minutes=1), later, len(later)), FetchedMail("t:1", at, earlier, len(earlier))]
    table.at = START - timedelta(days=1)
    a_pass(table, Door(mails=mails))
    last = [record.cause.seat for record in table.campaign.tail[-2:]]
    assert last == ["german", "allied"]


def test_a_deferred_letter_does_not_wait_until_a_clock_set_back_has_caught_up(table: Table) -> None:
    class Busy:
        def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
            return [PostVerdict(post.ref, "deferred", "451 later") for post in posts]

        def close(self) -> None:
            """Nothing is held open."""

    table.deliver(table.letter("allied", "HELP"))
    table.at += timedelta(days=9)
    a_pass(table, Door(), Busy())
    before = len(table.mail("allied"))
    table.at -= timedelta(days=9)
    a_pass(table, Door())
    assert len(table.mail("allied")) == before + 1


# ---------------------------------------------------------------- letters that nobody takes


def test_a_letter_is_tried_for_days_ever_more_seldom_then_told_to_the_host_and_goes_out_in_the_end(
    table: Table, tmp_path: Path
) -> None:
    class Busy(Postman):
        tried: tuple[datetime, ...] = ()
        told: tuple[str, ...] = ()

        def post(self, posts: Any) -> list[PostVerdict]:
            ours = [post for post in posts if post.to != HOST]
            self.told += tuple(post.raw.decode() for post in posts if post.to == HOST)
            self.tried += (table.at,) * len(ours)
            return [PostVerdict(post.ref, "deferred" if post in ours else "posted", "451 greylisted") for post in posts]

    configured(table, tmp_path)
    table.deliver(table.letter("german", "STATUS"))
    busy, begun = Busy(), table.at
    while table.at < begun + timedelta(days=4):
        a_pass(table, Door(), busy)
        assert busy.told or table.at < begun + timedelta(days=1, hours=1)
        table.at += timedelta(minutes=1 if table.at < begun + timedelta(hours=1) else 15)
    waits = [later - sooner for sooner, later in itertools.pairwise(dict.fromkeys(busy.tried))]
    assert waits == sorted(waits)
    assert waits[0] <= timedelta(minutes=2)
    assert waits[-1] == timedelta(seconds=BACK_OFF[-1])
    assert len(set(busy.tried)) < 40
    assert "letters that no server has taken for a day or more: 1; the oldest is" in busy.told[0]
    before = len(table.postman.bags[ADDRESS["german"]])
    table.at += timedelta(seconds=BACK_OFF[-1])
    a_pass(table, Door())
    assert len(table.postman.bags[ADDRESS["german"]]) == before + 1


def test_a_bug_in_a_deadline_stops_that_campaigns_clock_alone_and_its_next_letter_starts_it_again(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle(campaign: Campaign, cause: Cause) -> Record | None:
        if cause.kind != "letter":
            raise RuntimeError(f"a bug over {cause.id}")
        return handled(campaign, cause)

    table.begin()
    configured(table, tmp_path)
    letter, handled = table.letter("german", "STATUS"), Campaign.handle
    table.at += timedelta(days=30)
    with monkeypatch.context() as patched:
        patched.setattr(Campaign, "handle", handle)
        a_pass(table, Door(None, [FetchedMail("t:1", table.at - timedelta(days=29), letter, len(letter))]))
        told = notices(table)[0].get_content()
        assert "the clock stands still after a bug" in told and "test: RuntimeError at test_watch.py:" in told
        assert "STATUS" in table.mail("german")[-1].text
        assert list(table.referee.stopped) == ["test"]
    before = the_clock(table.campaign.state)
    table.deliver(table.letter("german", "STATUS"))
    table.run()
    assert not table.referee.stopped
    table.run()
    assert the_clock(table.campaign.state) != before, "the clock strikes again"
