"""The whole road: our SMTP, a real Postfix, a real Dovecot, our IMAP, and a person with s-nail at the other end."""

import contextlib
import gc
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.account import Account
from pbem.mail.compose import Mailbox, Named, Outgoing, compose, parse_message_id, reply_address
from pbem.mail.inbox import FetchedMail
from pbem.mail.inbox.imap import ImapInbox
from pbem.mail.letter import Letter, Machine
from pbem.mail.outbox import Post, PostVerdict
from pbem.mail.outbox.smtp import SmtpOutbox
from pbem.mail.reading import read
from pbem.mail.sender import Enrolment, Known, identify, token

from .cable import Cable
from .running import PASSWORD, Dovecot, Postfix, send_with_s_nail

KEY = b"k" * 32
MAILBOX = Mailbox("referee@example.org", "Referee", "example.org")
ALICE = Enrolment("nijmegen", "allied", "alice@example.org", 1)
TOKEN = token(KEY, "nijmegen", "allied", "alice@example.org", 1)


def imap(dovecot: Dovecot, user: str) -> ImapInbox:
    return ImapInbox(Account("127.0.0.1", dovecot.port, user, lambda: PASSWORD, "none", timeout=10.0))


@pytest.fixture
def referee(dovecot: Dovecot, postfix: Postfix) -> Iterator[ImapInbox]:
    inbox = imap(dovecot, "referee")
    yield inbox
    inbox.close()


@pytest.fixture
def alice(dovecot: Dovecot, postfix: Postfix) -> Iterator[ImapInbox]:
    inbox = imap(dovecot, "alice")
    yield inbox
    inbox.close()


def outbox(postfix: Postfix, **changes: object) -> SmtpOutbox:
    given: dict[str, object] = {"host": "127.0.0.1", "port": postfix.port, "security": "none", "timeout": 10.0}
    return SmtpOutbox(Account(**(given | changes)), "referee@example.org")  # type: ignore[arg-type]


def posted(way: SmtpOutbox, letters: list[Post]) -> list[PostVerdict]:
    """The verdicts of one call; the outbox is closed after it."""
    with contextlib.closing(way):
        return way.post(letters)


def report(to: str = "alice@example.org", text: str = "T2.1 IS YOURS\n", number: str = "A-15") -> Post:
    at = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)
    letter = Outgoing(Named("nijmegen", "allied", number), to, "[nijmegen] T2.1", at, text, "<p>☂</p>")
    return Post(number, to, compose(letter, MAILBOX, KEY, TOKEN), reply_address(MAILBOX, "nijmegen", TOKEN))


def next_mail(inbox: ImapInbox) -> FetchedMail:
    found = list(inbox.fetch(set()))
    while not found:
        assert inbox.wait(20), "no mail came"
        found = list(inbox.fetch(set()))
    return found[0]


def test_a_report_reaches_its_commander_unchanged(postfix: Postfix, alice: ImapInbox) -> None:
    post = report(text="From here\n.\n..\n" + "é" * 500 + "\n")
    assert [verdict.state for verdict in posted(outbox(postfix), [post])] == ["posted"]
    raw = next_mail(alice).raw or b""
    assert raw.replace(b"\r\n", b"\n").endswith(post.raw.replace(b"\r\n", b"\n"))
    assert b"Return-Path: <referee+nijmegen-" in raw


@pytest.mark.parametrize("security", ["starttls"])
def test_the_line_to_the_server_is_secured(postfix: Postfix, alice: ImapInbox, security: str) -> None:
    safe = outbox(postfix, security=security, ca_file=str(postfix.ca_file))
    assert posted(safe, [report()])[0].state == "posted"
    assert b"with ESMTPS" in (next_mail(alice).raw or b"")


def test_a_line_whose_other_end_is_silent_is_closed_all_the_same(postfix: Postfix) -> None:
    """TLS wants the other end's leave; a referee who waited for it left its sockets behind, now and then, for the collector."""
    gc.collect()
    with Cable(postfix.port) as cable:
        way = outbox(postfix, port=cable.port, security="starttls", ca_file=str(postfix.ca_file), timeout=1.0)
        assert way.post([report()])[0].state == "posted"
        cable.freeze()
        way.close()
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            del way
            gc.collect()
    assert [str(warning.message) for warning in found if issubclass(warning.category, ResourceWarning)] == []


def test_a_certificate_that_nobody_vouches_for_gets_no_letter(postfix: Postfix) -> None:
    (verdict,) = posted(outbox(postfix, security="starttls"), [report()])
    assert verdict.state == "deferred"
    assert "CERTIFICATE_VERIFY_FAILED" in verdict.text


def test_an_unknown_commander_is_refused_and_the_others_get_theirs(postfix: Postfix, alice: ImapInbox) -> None:
    posts = [report("nobody@example.org", number="A-1"), report("x@elsewhere.example", number="A-2"), report(number="A-3")]
    verdicts = posted(outbox(postfix), posts)
    assert [(verdict.ref, verdict.state) for verdict in verdicts] == [
        ("A-1", "refused"),
        ("A-2", "refused"),
        ("A-3", "posted"),
    ]
    assert next_mail(alice).raw


def test_a_server_that_is_down_defers_and_later_takes_it(postfix: Postfix, alice: ImapInbox) -> None:
    postfix.stop()
    assert [verdict.state for verdict in posted(outbox(postfix), [report(), report()])] == ["deferred", "deferred"]
    postfix.start()
    assert posted(outbox(postfix), [report()])[0].state == "posted"
    assert next_mail(alice).raw


def test_a_letter_sent_with_s_nail_is_fetched_and_read(postfix: Postfix, referee: ImapInbox, tmp_path: Path) -> None:
    to = reply_address(MAILBOX, "nijmegen", TOKEN)
    arguments = ["-r", "Alice <alice@example.org>", "-s", "Re: [nijmegen] T2.1 – Zug", to]
    send_with_s_nail(postfix.port, arguments, "E/504: recon 08.12\nPASS\n\n-- \nAlïce\n", tmp_path)
    mail = next_mail(referee)
    letter = read(mail.raw or b"")
    assert isinstance(letter, Letter)
    assert [text for _, text in letter.lines] == ["E/504: recon 08.12", "PASS"]
    assert letter.left_out.signature == 2
    assert letter.subject == "Re: [nijmegen] T2.1 – Zug"
    assert identify(letter, [ALICE], KEY) == Known("nijmegen", "allied", "alice@example.org")
    referee.done([mail.transport])
    assert not list(referee.fetch(set()))


def test_a_blind_copy_still_shows_the_token(postfix: Postfix, referee: ImapInbox, tmp_path: Path) -> None:
    to = reply_address(MAILBOX, "nijmegen", TOKEN)
    arguments = ["-r", "alice@example.org", "-s", "orders", "-b", to, "bob@example.org"]
    send_with_s_nail(postfix.port, arguments, "PASS\n", tmp_path)
    letter = read(next_mail(referee).raw or b"")
    assert (letter.campaign, letter.token) == ("nijmegen", TOKEN)


def test_a_bounce_of_a_report_names_it_and_is_never_orders(postfix: Postfix, referee: ImapInbox) -> None:
    assert posted(outbox(postfix), [report("gone@example.org")])[0].state == "posted"
    found = read(next_mail(referee).raw or b"")
    assert isinstance(found, Machine)
    assert found.reason == "bounce"
    assert found.status.startswith("5.")
    assert (found.campaign, found.token) == ("nijmegen", TOKEN)
    assert [parse_message_id(KEY, text) for text in found.about] == [Named("nijmegen", "allied", "A-15")]
