"""What a bounce says of the letter that came back."""

import pytest

from pbem.mail.letter import Machine
from pbem.mail.reading import read

OURS = "<spring.allied.A-7.aaaaaaaaaaaa@club.example>"


def bounce(*parts: tuple[str, str]) -> Machine:
    """A mail server's report of these parts: (media type, what stands in it)."""
    body = "".join(f"--b\r\nContent-Type: {kind}\r\n\r\n{text}\r\n" for kind, text in parts)
    found = read(
        b"Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: referee@club.example\r\nSubject: Undelivered Mail\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n' + f"{body}--b--\r\n".encode()
    )
    assert isinstance(found, Machine)
    return found


STATUS = ("message/delivery-status", "Reporting-MTA: dns; mx.example\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n")


@pytest.mark.parametrize("kind", ["text/rfc822-headers", "message/rfc822"])
def test_the_letter_that_came_back_is_named_by_its_own_header(kind: str) -> None:
    found = bounce(("text/plain", "Sorry."), STATUS, (kind, f"Message-ID: {OURS}\r\nSubject: x\r\n\r\nbody\r\n"))
    assert (found.about, found.status, found.reason) == ((OURS,), "5.1.1", "bounce")


def test_what_stands_in_another_part_names_no_letter_and_no_status() -> None:
    """Of the words of a report, and of the letter returned, nothing is taken for its code, nor a number out of its words."""
    liar = f"Message-ID: <other@club.example>\r\nStatus: 4.4.4\r\nMessage-ID: {OURS}\r\n"
    assert (bounce(("text/plain", liar)).about, bounce(("text/plain", liar)).status) == ((), "")
    found = bounce(("text/plain", liar), STATUS, ("text/rfc822-headers", f"Status: 4.0.0\r\nMessage-ID: {OURS}\r\n"))
    assert (found.about, found.status) == ((OURS,), "5.1.1")
    found = bounce(("message/delivery-status", "Message-ID: <other@club.example>\r\n\r\nStatus: 4.2.2\r\n"))
    assert (found.about, found.status) == ((), "4.2.2")


def test_no_more_than_five_letters_are_named_and_each_once() -> None:
    names = [f"<n{n}@club.example>" for n in range(7)]
    lines = "".join(f"Message-ID: {name}\r\n" for name in (*names[:1], *names))
    assert bounce(STATUS, ("text/rfc822-headers", lines)).about == tuple(names[:5])
