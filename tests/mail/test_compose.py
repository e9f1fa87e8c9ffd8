"""Letters on their way out: the same bytes each time, clean for every parser, and never a header from a text."""

import email
import email.policy
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.chain import FIELD, START, link
from pbem.mail.compose import Mailbox, Named, Outgoing, compose, message_id, parse_message_id, reply_address, tap_subject, tapped
from pbem.mail.letter import Letter, Machine
from pbem.mail.reading import examine
from pbem.mail.sender import canonical_address

KEY = b"k" * 32
TOKEN = "abcdefghijklmnop"
MAILBOX = Mailbox("referee@example.net", "The Referee", "example.net")
NAMED = Named("nijmegen", "allied", "A-15", "k7qzm2ab")
AT = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


def outgoing(**changes: object) -> Outgoing:
    given: dict[str, object] = {
        "named": NAMED,
        "to": "alice@example.org",
        "subject": "[nijmegen] T2.1 Allied  A-15",
        "at": AT,
        "text": "T2.1 IS YOURS\n",
        "html": "<p>T2.1 IS YOURS</p>",
    }
    return Outgoing(**(given | changes))  # type: ignore[arg-type]


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def content(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def test_the_headers_of_a_report() -> None:
    message = parsed(compose(outgoing(), MAILBOX, KEY, TOKEN))
    own = message_id(KEY, NAMED, "example.net")
    assert {name: str(value) for name, value in message.items()} == {
        "From": "The Referee <referee@example.net>",
        "To": "alice@example.org",
        "Reply-To": "referee+nijmegen-abcdefghijklmnop@example.net",
        "Subject": "[nijmegen] T2.1 Allied  A-15",
        "Date": "Thu, 26 Nov 2026 19:00:00 +0000",
        "Message-ID": own,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Pbem-Loop": own[1:-1].partition("@")[0].split(".")[-1],
        FIELD: f"{START} {link(START, 'A-15', outgoing().text)}",
        "MIME-Version": "1.0",
        "Content-Type": message["Content-Type"],
    }
    assert not message.defects


def test_an_answer_says_so_and_keeps_the_thread() -> None:
    message = parsed(compose(outgoing(answer=True, in_reply_to="<b@x>", references=("<a@x>", "<b@x>")), MAILBOX, KEY, TOKEN))
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["In-Reply-To"] == "<b@x>"
    assert str(message["References"]).split() == ["<a@x>", "<b@x>"]


def test_a_long_thread_keeps_its_first_and_its_newest() -> None:
    ids = tuple(f"<{n}.{'x' * 150}@example.org>" for n in range(40))
    raw = compose(outgoing(references=ids), MAILBOX, KEY, TOKEN)
    kept = str(parsed(raw)["References"]).split()
    assert kept == [ids[0], *ids[-9:]]
    assert all(len(line) < 998 for line in raw.split(b"\r\n"))


def test_there_is_no_in_reply_to_without_a_letter_to_answer() -> None:
    assert parsed(compose(outgoing(in_reply_to="nonsense"), MAILBOX, KEY, TOKEN))["In-Reply-To"] is None


def test_plain_text_goes_out_as_it_is_written() -> None:
    raw = compose(outgoing(html=""), MAILBOX, KEY, TOKEN)
    assert raw.endswith(b"Content-Transfer-Encoding: 7bit\r\n\r\nT2.1 IS YOURS\r\n")


def test_a_letter_that_comes_back_is_known_as_our_own() -> None:
    found = examine(compose(outgoing(), MAILBOX, KEY, TOKEN))
    assert isinstance(found, Machine)
    assert found.reason == "our own letter"


def test_a_zone_does_not_change_the_bytes() -> None:
    there = AT.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert compose(outgoing(at=there), MAILBOX, KEY, TOKEN) == compose(outgoing(), MAILBOX, KEY, TOKEN)


def test_two_letters_differ_in_boundary_and_id() -> None:
    names = (NAMED, NAMED._replace(number="A-16"), NAMED._replace(imprint="abcdefgh"))  # another letter, another of its number
    made = [parsed(compose(outgoing(named=named), MAILBOX, KEY, TOKEN)) for named in names]
    assert len({message.get_boundary() for message in made}) == 3
    assert len({message["Message-ID"] for message in made}) == 3


TEXTS = st.text(st.characters(codec="utf-8"), max_size=300)
EDGES = st.lists(
    st.sampled_from(["From x", ".", "..", " end ", "é" * 400, "x" * 2000, "\t", "--", "=", "", "☂", "\r", "--=_a"]), max_size=12
).map("\n".join)


@given(st.one_of(TEXTS, EDGES), st.one_of(TEXTS, EDGES))
def test_text_and_html_arrive_as_sent(text: str, html: str) -> None:
    raw = compose(outgoing(text=text, html=html), MAILBOX, KEY, TOKEN)
    assert raw == compose(outgoing(text=text, html=html), MAILBOX, KEY, TOKEN)
    assert raw.isascii()
    assert all(len(line) < 998 and b"\n" not in line and b"\r" not in line for line in raw.split(b"\r\n"))
    assert not any(line == b"." or line.startswith(b"From ") for line in raw.split(b"\r\n"))
    message = parsed(raw)
    assert even(content(message, "plain")) == even(text)
    assert not html or even(content(message, "html")) == even(html)


def even(text: str) -> str:
    """Line ends made equal; the one at the end of all, and NUL, are not kept."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").removesuffix("\n")


@given(TEXTS, TEXTS)
def test_no_text_can_make_a_header(subject: str, name: str) -> None:
    raw = compose(outgoing(subject=subject), Mailbox("referee@example.net", name, "example.net"), KEY, TOKEN)
    plain = compose(outgoing(), MAILBOX, KEY, TOKEN)
    assert parsed(raw).keys() == parsed(plain).keys()
    assert raw.isascii()
    field = next(line for line in raw.replace(b"\r\n ", b" ").split(b"\r\n") if line.startswith(b"From:"))
    assert canonical_address(field[5:].decode()) == "referee@example.net"


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=120))
def test_a_subject_arrives_as_sent(subject: str) -> None:
    message = parsed(compose(outgoing(subject=subject), MAILBOX, KEY, TOKEN))
    assert "".join(str(message["Subject"]).split()) == "".join(subject.split())


@pytest.mark.parametrize("to", ["", "alice", "a@example.org, b@example.org", "a@example.org\r\nBcc: b@x.org", "A <a@x.org>"])
def test_what_is_no_address_is_a_bug(to: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        compose(outgoing(to=to), MAILBOX, KEY, TOKEN)


def test_the_reply_comes_back_with_campaign_and_token() -> None:
    to = reply_address(MAILBOX, "nijmegen", TOKEN)
    found = examine(f"From: alice@example.org\r\nTo: {to}\r\n\r\nPASS\r\n".encode())
    assert isinstance(found, Letter)
    assert (found.campaign, found.token) == ("nijmegen", TOKEN)


@given(*[st.text(st.characters(codec="utf-8"), min_size=1, max_size=5)] * 3, st.sampled_from(["", "k7qzm2ab"]))
def test_a_message_id_of_ours_is_known_again(campaign: str, seat: str, number: str, imprint: str) -> None:
    named = Named(campaign, seat, number, imprint)
    made = message_id(KEY, named, "example.net")
    assert parse_message_id(KEY, made) == named
    assert parse_message_id(b"other key", made) is None
    assert examine(f"In-Reply-To: {made}\r\n\r\nPASS".encode()).answers == (made,)


@pytest.mark.parametrize("text", ["", "<a@b>", "<a.b.c.d@e>", "<nijmegen.allied.A-15.aaaaaaaaaaaa@example.net>", "ü"])
def test_a_foreign_message_id_is_not_ours(text: str) -> None:
    assert parse_message_id(KEY, text) is None


def test_a_changed_message_id_is_not_ours() -> None:
    made = message_id(KEY, NAMED, "example.net")
    assert parse_message_id(KEY, made.replace("A-15", "A-16")) is None
    assert parse_message_id(KEY, made.replace("allied", "german")) is None
    assert parse_message_id(KEY, made.replace("k7qzm2ab", "k7qzm2ac")) is None
    assert parse_message_id(KEY, made.replace("k7qzm2ab-", "")) is None


@pytest.mark.parametrize("named", [Named("nijmegen", "allied", "A-15", "k7qzm2ab"), Named("nijmegen", "allied", "A-15")])
def test_a_link_names_the_very_letter_it_stands_in(named: Named) -> None:
    assert tapped(tap_subject(named)) == (named.number, named.imprint)
    assert not tapped(f"{tap_subject(named)} please").number


def test_the_form_of_a_message_id() -> None:
    made = message_id(KEY, NAMED, "example.net")
    assert made.startswith("<nijmegen.allied.A-15.k7qzm2ab-")
    assert made.endswith("@example.net>")
