"""Reading holds against anything: arbitrary bytes, bombs, and the stdlib as the oracle of plain MIME."""

import email
import email.policy
import time
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letter import REFUSALS, Letter, Machine, Unreadable
from pbem.mail.reading import MOST_LINES, examine, read

HEAD = (
    b"From: Alice <alice@example.org>\r\nTo: referee+nijmegen-abcdefghijklmnop@example.net\r\n"
    b"Subject: Re: [nijmegen]\r\nMessage-ID: <a@example.org>\r\n"
)
MULTIPART = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
HTML = HEAD + b"Content-Type: text/html\r\n\r\n"
FLOWED = HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n"
UTF8 = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"

PIECES = st.sampled_from(
    [
        b"From: ", b"Subject: =?utf-8?q?", b"?=", b"alice@example.org", b"\r\n", b"\n", b"\r", b"\n\n", b" ", b"\t", b"\0",
        b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: text/html\n", b"Content-Type: text/plain; charset=",
        b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n", b"--b\n", b"--b--\n",
        b"BEGIN ORDERS", b"END ORDERS", b"> ", b"-- \n", b"On 1 Jan x wrote:", b"From: a\nSent: b\nTo: c\n", b"<div>", b"<br>",
        b"</blockquote>", b"<blockquote>", b"format=flowed", b"utf-16", b"\xff\xfe", b"=3D", b"idna", b";" * 9, b'"', b"(", b"*0*=",
        b"Content-Type: message/rfc822\n", b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"-----BEGIN PGP SIGNATURE-----\n",
    ]
)  # fmt: skip


@given(st.one_of(st.binary(max_size=400), st.lists(st.one_of(PIECES, st.binary(max_size=4)), max_size=60).map(b"".join)))
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    found = examine(raw)
    assert isinstance(found, Letter | Machine | Unreadable)
    assert found == examine(raw)


@given(st.lists(st.one_of(PIECES, st.binary(max_size=4)), max_size=60).map(b"".join))
def test_no_body_makes_it_raise(body: bytes) -> None:
    for head in (MULTIPART, HTML, FLOWED, UTF8, HEAD):
        found = examine(head + body)
        assert not isinstance(found, Unreadable) or found.reason in REFUSALS


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_lines_are_numbered_as_they_stand_in_the_text(text: str) -> None:
    found = examine(UTF8 + text.encode())
    if isinstance(found, Letter) and not found.fenced:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        numbers = [number for number, _ in found.lines]
        assert numbers == sorted(set(numbers))
        assert all(line in lines[number - 1] for number, line in found.lines if line.isprintable() and text.isprintable())


WORDS = st.text(st.sampled_from("abzÄß 08.12;:/é☂"), min_size=1, max_size=90).filter(str.strip)


@given(st.lists(WORDS, min_size=1, max_size=8), st.sampled_from(["quoted-printable", "base64", "8bit"]), st.booleans())
def test_the_stdlib_reads_the_same_text(lines: list[str], encoding: str, wrapped: bool) -> None:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"] = "alice@example.org", "referee@example.net"
    message.set_content("\n".join(lines) + "\n", cte=encoding)
    if wrapped:
        message.add_attachment(b"\0\1", maintype="image", subtype="png", filename="x.png")
    raw = message.as_bytes()
    oracle = email.message_from_bytes(raw, policy=email.policy.default).get_body(("plain",))
    assert oracle is not None
    found = examine(raw)
    assert isinstance(found, Letter)
    assert [text for _, text in found.lines] == oracle.get_content().replace("\r", "").strip("\n").split("\n")


BOMBS = {
    "a nest of multiparts": MULTIPART
    + b"".join(b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (i, i + 1) for i in range(5000)),
    "a nest that opens": HEAD
    + b"Content-Type: multipart/mixed; boundary=b0\r\n\r\n"
    + b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (i, i + 1) for i in range(5000)),
    "thousands of parts": MULTIPART + b"--b\r\n\r\nx\r\n" * 90_000,
    "empty lines": HEAD + b"\r\n" + b"\n" * 1_000_000,
    "On On On": HEAD + b"\r\n" + b"On " * 300_000,
    "lines that open an attribution": HEAD + b"\r\n" + b"On 1 wrote\r\n" * 19_000,
    "lines that close an attribution": HEAD + b"\r\n" + b"On 1 @:\r\n" * 19_000,
    "old headers": HEAD + b"\r\n" + b"From: \r\n" * 19_000,
    "parameters": HEAD + b'Content-Type: multipart/mixed; boundary=b; "' + b";" * 60_000 + b"\r\n\r\nxx",
    "one endless flowed line": FLOWED + b"a \r\n" * 250_000,
    "open tags": HTML + b"<b" * 15_000,
    "a nest of div": HTML + b"<div>" * 15_000,
    "a nest of quotes": HTML + b"<blockquote>x" * 15_000,
    "misnested": HTML + b"<b><p>" * 7_500,
    "too much HTML": HTML + b"<b>" * 100_000,
    "comments in From": b"From: " + b"(" * 500 + b"a@b.c\r\n\r\nx",
    "dashes": HEAD + b"\r\n" + b"-" * 1_000_000,
    "blanks": HEAD + b"\r\n" + b" " * 1_000_000,
    "long ligatures": UTF8 + "\ufdfa".encode() * 340_000,
    "accents in disorder": UTF8 + ("a" + "\u0327\u0301" * 250_000).encode(),
    "accents in a fence": UTF8 + ("BEGIN ORDERS\n" + "a" + "\u0327\u0301" * 90_000 + "\nEND ORDERS\n").encode() * 2,
    "encoded word heads": b"Subject: " + b"=?" * 30_000 + b"\r\n\r\nx",
    "brackets in References": b"References: " + b"<" * 60_000 + b"\r\n\r\nx",
    "no address in To": b"To: " + b"a" * 60_000 + b"\r\n\r\nx",
    "many fences": HEAD + b"\r\n" + b"BEGIN ORDERS\r\nEND ORDERS\r\n" * 9_000,
    "many pages": MULTIPART + (b"--b\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 2_000 + b"\r\n") * 95 + b"--b--\r\n",
    "punycode": HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\n" + b"a" * 900_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_does_not_go_off(name: str) -> None:
    begun = time.process_time()
    found = examine(BOMBS[name])
    assert isinstance(found, Letter | Unreadable)
    assert time.process_time() - begun < 6, "seconds; the worst takes 0.7 alone, quadratic ones take minutes"


def test_a_letter_over_1_mib_is_refused_but_its_sender_is_known() -> None:
    found = examine(HEAD + b"\r\n" + b"x" * (1 << 20))
    assert isinstance(found, Unreadable)
    assert (found.reason, found.sender, found.token) == ("too big", "alice@example.org", "abcdefghijklmnop")


def test_of_an_oversized_letter_the_header_is_enough() -> None:
    found = examine(HEAD + b"\r\n", oversized=True)
    assert isinstance(found, Unreadable)
    assert (found.reason, found.sender) == ("too big", "alice@example.org")


def test_an_oversized_bounce_stays_a_bounce() -> None:
    assert isinstance(examine(b"Return-Path: <>\r\n" + HEAD + b"\r\n", oversized=True), Machine)


def test_a_header_over_64_kib_is_refused() -> None:
    found = examine(b"X-Filler: " + b"x" * 70_000 + b"\r\n" + HEAD + b"\r\nPASS")
    assert isinstance(found, Unreadable)
    assert found.reason == "header too big"


def test_more_lines_than_a_letter_has_are_refused() -> None:
    found = examine(HEAD + b"\r\n" + b"x\n" * (MOST_LINES + 1))
    assert isinstance(found, Unreadable)
    assert found.reason == "too big"


def test_parts_nested_20_deep_are_read_and_21_are_not() -> None:
    def nest(depth: int) -> bytes:
        opened = b"".join(b"Content-Type: multipart/mixed; boundary=b%d.\r\n\r\n--b%d.\r\n" % (i, i) for i in range(depth))
        return HEAD + opened + b"\r\nPASS\r\n" + b"".join(b"--b%d.--\r\n" % i for i in reversed(range(depth)))

    deep, deeper = examine(nest(20)), examine(nest(21))
    assert isinstance(deep, Letter)
    assert deep.lines == ((1, "PASS"),)
    assert isinstance(deeper, Unreadable)
    assert deeper.reason == "broken"


def test_a_fence_inside_an_embedded_message_is_never_read() -> None:
    body = b"--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nBEGIN ORDERS\r\nPASS\r\nEND ORDERS\r\n--b--\r\n"
    found = examine(MULTIPART + body)
    assert isinstance(found, Unreadable)
    assert found.reason == "no text"


def test_answers_come_in_reply_to_first_and_then_the_newest() -> None:
    found = read(HEAD + b"In-Reply-To: <c@x>\r\nReferences: <a@x> <b@x>\r\n <c@x>\r\n\r\nPASS")
    assert found.answers == ("<c@x>", "<b@x>", "<a@x>")


def test_the_fence_token_goes_before_the_one_in_the_address() -> None:
    found = read(HEAD + b"\r\nBEGIN ORDERS arnhem ponmlkjihgfedcba\r\nPASS\r\nEND ORDERS\r\n")
    assert (found.campaign, found.token) == ("arnhem", "ponmlkjihgfedcba")


def test_an_address_that_was_delivered_to_goes_before_one_in_to() -> None:
    found = read(b"Delivered-To: referee+arnhem-ponmlkjihgfedcba@example.net\r\n" + HEAD + b"\r\nPASS")
    assert (found.campaign, found.token) == ("arnhem", "ponmlkjihgfedcba")


def test_a_token_in_upper_case_is_the_same_token() -> None:
    found = read(HEAD.replace(b"abcdefghijklmnop", b"ABCDEFGHIJKLMNOP") + b"\r\nPASS")
    assert found.token == "abcdefghijklmnop"


def test_a_token_in_a_quoted_fence_is_known_but_its_lines_are_not_read() -> None:
    bare = HEAD.replace(b"+nijmegen-abcdefghijklmnop", b"")
    found = read(bare + b"\r\nPASS\r\n\r\n> BEGIN ORDERS nijmegen abcdefghijklmnop\r\n> attack\r\n> END ORDERS\r\n")
    assert isinstance(found, Letter)
    assert (found.token, found.lines, found.fenced) == ("abcdefghijklmnop", ((1, "PASS"),), False)


def test_a_gateway_tag_is_not_taken_for_the_campaign() -> None:
    found = read(b"Subject: [EXTERNAL] AW: Re: [nijmegen] T2.1\r\n\r\nPASS")
    assert found.campaign == "nijmegen"


def test_control_characters_never_leave_the_subject() -> None:
    found = read(b"Subject: =?utf-8?q?a=0D=0ABcc=3A_x?=\r\n\r\nPASS")
    assert found.subject == "a Bcc: x"


def test_a_bug_in_reading_refuses_the_letter_and_not_the_mailroom(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(raw: bytes, oversized: bool) -> Letter:
        raise IndexError

    monkeypatch.setattr("pbem.mail.reading.examine", broken)
    found = read(HEAD)
    assert isinstance(found, Unreadable)
    assert found.reason == "broken"
