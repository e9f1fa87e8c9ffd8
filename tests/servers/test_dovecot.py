"""The IMAP inbox against a real Dovecot."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from imapclient import IMAPClient

from pbem.mail.account import Account
from pbem.mail.inbox import InboxError
from pbem.mail.inbox.imap import ImapInbox
from pbem.mail.mime import LARGEST_HEADER

from .cable import Cable
from .running import PASSWORD, Dovecot

RAW = b"From: alice@example.org\r\nSubject: x\r\n\r\nPASS\r\n"


def account(server: Dovecot, **changes: object) -> Account:
    given: dict[str, object] = {
        "host": "127.0.0.1",
        "port": server.port,
        "user": "referee",
        "secret": lambda: PASSWORD,
        "security": "none",
        "timeout": 10.0,
    }
    return Account(**(given | changes))  # type: ignore[arg-type]


@pytest.fixture
def inbox(dovecot: Dovecot) -> Iterator[ImapInbox]:
    inbox = ImapInbox(account(dovecot))
    yield inbox
    inbox.close()


@pytest.fixture
def plain_inbox(plain_dovecot: Dovecot) -> Iterator[ImapInbox]:
    inbox = ImapInbox(account(plain_dovecot))
    yield inbox
    inbox.close()


@pytest.fixture
def client(dovecot: Dovecot) -> Iterator[IMAPClient]:
    with IMAPClient("127.0.0.1", dovecot.port, ssl=False, timeout=10) as client:
        client.login("referee", PASSWORD)
        yield client


def transports(inbox: ImapInbox, known: set[str] | None = None) -> list[str]:
    return [mail.transport for mail in inbox.fetch(known or set())]


def test_a_mail_comes_as_it_lies_there(dovecot: Dovecot, inbox: ImapInbox) -> None:
    raw = RAW + bytes(range(128, 256)) + b"\r\n.\r\n" * 3
    dovecot.deliver("referee", raw)
    (mail,) = inbox.fetch(set())
    assert (mail.raw, mail.size, mail.oversized) == (raw, len(raw), False)
    assert mail.transport.startswith("imap:INBOX:")
    assert mail.arrival.tzinfo is UTC


def test_arrival_is_when_the_server_took_it(client: IMAPClient, inbox: ImapInbox) -> None:
    later = datetime(2020, 11, 26, 20, 30, tzinfo=UTC)  # Dovecot keeps no date of the future
    for at in (later, later - timedelta(hours=2)):
        client.append("INBOX", RAW, msg_time=at)
    assert [mail.arrival for mail in inbox.fetch(set())] == [later - timedelta(hours=2), later]


def test_seen_or_not_makes_no_difference(client: IMAPClient, inbox: ImapInbox) -> None:
    client.append("INBOX", RAW, flags=[b"\\Seen"])
    assert len(transports(inbox)) == 1


def test_fetching_does_not_mark_a_mail_as_seen(client: IMAPClient, inbox: ImapInbox) -> None:
    client.append("INBOX", RAW)
    assert len(transports(inbox)) == 1
    client.select_folder("INBOX", readonly=True)
    assert len(client.search("UNSEEN")) == 1


def test_a_known_mail_is_not_fetched_again(dovecot: Dovecot, inbox: ImapInbox) -> None:
    dovecot.deliver("referee", RAW)
    known = set(transports(inbox))
    dovecot.deliver("referee", RAW)
    fresh = transports(inbox, known)
    assert len(fresh) == 1
    assert not known & set(fresh)


def test_more_mails_than_one_batch(dovecot: Dovecot, inbox: ImapInbox) -> None:
    for _ in range(230):
        dovecot.deliver("referee", RAW)
    found = transports(inbox)
    assert len(set(found)) == 230
    inbox.done(found)
    assert not transports(inbox)


def test_of_an_oversized_mail_only_the_header_comes(dovecot: Dovecot) -> None:
    inbox = ImapInbox(account(dovecot), largest=10_000)
    dovecot.deliver("referee", RAW + b"x" * 20_000)
    (mail,) = inbox.fetch(set())
    assert mail.oversized
    assert mail.size > 20_000
    assert (mail.raw or b"").startswith(b"From: alice@example.org\r\nSubject: x\r\n")
    assert len(mail.raw or b"") < 100
    inbox.close()


def test_of_a_header_without_end_no_more_comes_than_a_letter_may_have(dovecot: Dovecot) -> None:
    inbox = ImapInbox(account(dovecot))
    dovecot.deliver("referee", b"From: alice@example.org\r\n" + b"X-A: y\r\n" * 200_000 + b"\r\nPASS\r\n")
    (mail,) = inbox.fetch(set())
    assert mail.oversized and len(mail.raw or b"") == LARGEST_HEADER + 1
    inbox.close()


def test_what_is_done_lies_in_processed(dovecot: Dovecot, inbox: ImapInbox, client: IMAPClient) -> None:
    dovecot.deliver("referee", RAW)
    dovecot.deliver("referee", RAW)
    first, second = transports(inbox)
    inbox.done([first])
    inbox.done([first, "imap:INBOX:1:999", "nonsense"])
    assert transports(inbox) == [second]
    assert client.select_folder("Processed")[b"EXISTS"] == 1


def test_without_move_it_is_copied_and_only_that_mail_expunged(plain_dovecot: Dovecot, plain_inbox: ImapInbox) -> None:
    plain_dovecot.deliver("referee", RAW)
    plain_dovecot.deliver("referee", RAW)
    first, second = transports(plain_inbox)
    with IMAPClient("127.0.0.1", plain_dovecot.port, ssl=False, timeout=10) as other:
        other.login("referee", PASSWORD)
        assert not other.has_capability("MOVE")
        other.select_folder("INBOX")
        other.delete_messages([int(second.rpartition(":")[2])])
        plain_inbox.done([first])
        assert transports(plain_inbox) == [second]
        assert other.select_folder("INBOX.Processed")[b"EXISTS"] == 1


def test_a_new_uidvalidity_makes_every_mail_new(inbox: ImapInbox, client: IMAPClient, dovecot: Dovecot) -> None:
    box = ImapInbox(account(dovecot), mailbox="Campaign")
    client.create_folder("Campaign")
    client.append("Campaign", RAW)
    old = transports(box)
    client.delete_folder("Campaign")
    time.sleep(1.1)  # Dovecot takes the second of its clock
    client.create_folder("Campaign")
    client.append("Campaign", RAW)
    new = transports(box, set(old))
    assert len(old) == len(new) == 1
    assert old != new
    box.done(old)
    assert transports(box) == new
    box.close()
    client.delete_folder("Campaign")


def later(action: Callable[[], object], seconds: float = 0.5) -> threading.Timer:
    timer = threading.Timer(seconds, action)
    timer.start()
    return timer


def test_idle_wakes_when_a_mail_comes(dovecot: Dovecot, inbox: ImapInbox) -> None:
    assert not transports(inbox)
    timer = later(lambda: dovecot.deliver("referee", RAW))
    begun = time.monotonic()
    assert inbox.wait(30)
    assert time.monotonic() - begun < 10
    assert len(transports(inbox)) == 1
    timer.join()


def test_idle_ends_in_time_without_news(dovecot: Dovecot, inbox: ImapInbox) -> None:
    dovecot.deliver("referee", RAW)
    assert len(transports(inbox)) == 1
    begun = time.monotonic()
    assert not inbox.wait(1)
    assert 0.9 < time.monotonic() - begun < 8
    assert not inbox.wait(0.1)


def test_a_mail_between_fetch_and_wait_is_noticed(dovecot: Dovecot, inbox: ImapInbox) -> None:
    assert not transports(inbox)
    dovecot.deliver("referee", RAW)
    begun = time.monotonic()
    assert inbox.wait(30)
    assert time.monotonic() - begun < 5


def test_without_idle_it_asks_now_and_then(plain_dovecot: Dovecot, plain_inbox: ImapInbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.inbox.imap.POLL_SECONDS", 0.1)
    assert not transports(plain_inbox)
    assert not plain_inbox.wait(0.3)
    timer = later(lambda: plain_dovecot.deliver("referee", RAW))
    assert not plain_inbox.hears
    end = time.monotonic() + 20
    while not plain_inbox.wait(20):
        assert time.monotonic() < end
    timer.join()


def test_a_server_that_says_bye_is_trouble_once_and_then_well_again(dovecot: Dovecot, inbox: ImapInbox) -> None:
    assert not transports(inbox)
    timer = later(dovecot.stop)
    with pytest.raises(InboxError):
        inbox.wait(60)
    timer.join()
    with pytest.raises(InboxError):
        transports(inbox)
    dovecot.start()
    dovecot.deliver("referee", RAW)
    assert inbox.wait(10)
    assert len(transports(inbox)) == 1


def test_a_link_cut_during_idle_is_trouble_at_once_and_does_not_spin(dovecot: Dovecot) -> None:
    with Cable(dovecot.port) as cable:
        inbox = ImapInbox(account(dovecot, port=cable.port))
        assert not transports(inbox)
        timer = later(cable.cut)
        begun, used = time.monotonic(), time.process_time()
        with pytest.raises(InboxError):
            inbox.wait(60)
        assert time.monotonic() - begun < 10
        assert time.process_time() - used < 2
        timer.join()
        dovecot.deliver("referee", RAW)
        assert len(transports(inbox)) == 1
        assert cable.connections == 2
        inbox.close()


def test_a_link_cut_between_two_polls_is_made_afresh(dovecot: Dovecot) -> None:
    with Cable(dovecot.port) as cable:
        inbox = ImapInbox(account(dovecot, port=cable.port))
        assert not transports(inbox)
        cable.cut()
        dovecot.deliver("referee", RAW)
        with pytest.raises(InboxError):
            transports(inbox)
        assert len(transports(inbox)) == 1
        inbox.close()


def test_a_link_that_dies_without_a_word_is_given_up(dovecot: Dovecot) -> None:
    with Cable(dovecot.port) as cable:
        inbox = ImapInbox(account(dovecot, port=cable.port, timeout=1.0))
        assert not transports(inbox)
        cable.freeze()
        begun = time.monotonic()
        with pytest.raises(InboxError):
            inbox.wait(2)
        assert time.monotonic() - begun < 10


def test_a_link_cut_in_the_middle_of_a_mail_loses_nothing(dovecot: Dovecot) -> None:
    big = RAW + b"x" * 60 * 1024
    for _ in range(8):
        dovecot.deliver("referee", big)
    with Cable(dovecot.port) as cable:
        inbox = ImapInbox(account(dovecot, port=cable.port))
        fetching = inbox.fetch(set())
        first = next(fetching)
        cable.cut()
        with pytest.raises(InboxError):
            list(fetching)
        rest = list(inbox.fetch({first.transport}))
        assert [mail.raw for mail in [first, *rest]] == [big] * 8
        inbox.close()


def test_a_wrong_password_is_trouble(dovecot: Dovecot) -> None:
    with pytest.raises(InboxError):
        transports(ImapInbox(account(dovecot, secret=lambda: "wrong")))


def test_a_missing_mailbox_is_trouble(dovecot: Dovecot) -> None:
    inbox = ImapInbox(account(dovecot), mailbox="Nowhere")
    with pytest.raises(InboxError):
        transports(inbox)
    inbox.close()


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_the_line_is_secured(dovecot: Dovecot, security: str) -> None:
    dovecot.deliver("referee", RAW)
    port = dovecot.tls_port if security == "tls" else dovecot.port
    safe = account(dovecot, security=security, port=port, ca_file=str(dovecot.ca_file))
    inbox = ImapInbox(safe)
    assert len(transports(inbox)) == 1
    assert not inbox.wait(0.3)
    inbox.close()


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_certificate_that_nobody_vouches_for_is_refused(dovecot: Dovecot, security: str) -> None:
    port = dovecot.tls_port if security == "tls" else dovecot.port
    with pytest.raises(InboxError, match="CERTIFICATE_VERIFY_FAILED"):
        transports(ImapInbox(account(dovecot, security=security, port=port)))


def test_closing_twice_is_harmless(dovecot: Dovecot, inbox: ImapInbox) -> None:
    assert not transports(inbox)
    inbox.close()
    inbox.close()
    assert not transports(inbox)
