"""The outside of a mail, field by field."""

import pytest

from pbem.mail import mime
from pbem.mail.headers import cover_of
from pbem.mail.letter import Cover

TOKEN, OTHER = "abcdefghij234567", "zyxwvutsrq765432"


def cover(*lines: str) -> Cover:
    raw = ("\r\n".join(("From: ann@a.example", *lines)) + "\r\n\r\nPASS\r\n").encode()
    return cover_of(mime.header_fields(mime.split_header(raw)[0]), raw)


@pytest.mark.parametrize(("lines", "campaign", "token"), [
    (["To: referee@club.example"], "", ""), (["To: referee+spring@club.example"], "spring", ""),
    ([f"To: referee+spring-{TOKEN}@club.example"], "spring", TOKEN),
    ([f"To: referee+spring@club.example, referee+spring-{TOKEN}@club.example"], "spring", TOKEN),
    ([f"To: referee+spring-{TOKEN}@club.example, referee+autumn@club.example"], "spring", TOKEN),
    ([f"To: referee+spring-{TOKEN}@club.example, referee+autumn-{OTHER}@club.example"], "spring", TOKEN),
    ([f"To: referee+autumn-{OTHER}@club.example", f"Delivered-To: referee+spring-{TOKEN}@club.example"], "spring", TOKEN),
    ([f"Cc: referee+spring-{TOKEN}@club.example", "To: bob@b.example"], "spring", TOKEN),
    ([f"To: REFEREE+Spring-{TOKEN.upper()}@CLUB.EXAMPLE"], "spring", TOKEN),
    (["To: referee+spring-abc@club.example"], "spring-abc", ""), ([f"Bcc: referee+spring-{TOKEN}@club.example"], "", ""),
    (["Subject: [spring] orders", "To: referee@club.example"], "spring", ""),
    (["Subject: Re: AW: [Spring] orders", "To: referee+autumn@club.example"], "autumn", ""),
    (["Subject: orders [spring]", "To: referee@club.example"], "", ""),
])  # fmt: skip
def test_the_campaign_and_the_token_stand_in_an_address_or_before_the_subject(lines: list[str], campaign: str, token: str) -> None:
    """One with a token before one without, what the receiving side wrote before what the sender did."""
    found = cover(*lines)
    assert (found.campaign, found.token) == (campaign, token)


def test_what_is_answered_stands_newest_first_and_once() -> None:
    found = cover("In-Reply-To: <c@x>", "References: <a@x> <b@x> <c@x>", "Message-ID: <d@x>")
    assert (found.answers, found.message_id) == (("<c@x>", "<b@x>", "<a@x>"), "<d@x>")
    assert cover().answers == () and cover().message_id == f"<{cover().sha256[:32]}@no-message-id.invalid>"
    many = cover("References: " + " ".join(f"<{n}@x>" for n in range(40)))
    assert many.answers == tuple(f"<{n}@x>" for n in reversed(range(10, 40)))


@pytest.mark.parametrize(("lines", "sender"), [
    ([], "ann@a.example"), (["From: bob@b.example"], ""), (["X-Odd: a\rb"], ""),
    (["Subject: [spring]\r\n folded"], "ann@a.example"),
])  # fmt: skip
def test_a_mail_of_two_froms_or_of_two_readings_is_nobodys(lines: list[str], sender: str) -> None:
    assert cover(*lines).sender == sender


def test_a_subject_is_one_line_of_bounded_length() -> None:
    assert cover("Subject: =?utf-8?q?a=0Db=07c?=").subject == "a b c"
    assert cover(f"Subject: {'x' * 500}").subject == "x" * 300
