"""A player's own folder of letters, as his mail program saved it: a file each, Maildirs, mbox files; whatever the line ends."""

import re
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from pbem.kernel.values import Value
from pbem.mail.chain import AGAIN, FIELD
from pbem.mail.compose import claimed_id

_POSTMARK = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n")  # what mbox files put above each letter
_CHAINED = re.compile(rf"\s*([0-9a-f]{{64}})\s+([0-9a-f]{{64}})(\s+{AGAIN})?\s*")


class Page(Value):
    """One of the referee's letters. file: where it lies; number: such as "A-15", n its count; before, own: the links of its chain,
    both "" when it names none; again: it was made again with another text; text: its plain text, "" when that cannot be read."""

    campaign: str
    seat: str
    n: int
    number: str
    file: str
    subject: str
    before: str
    own: str
    again: bool
    text: str

    @property
    def name(self) -> str:
        """What it is called in words."""
        return f"{self.file} ({self.subject})"


def pages(folder: Path) -> list[Page]:
    """The referee's letters in a folder or in one file, by campaign, seat and number; what is none is passed over, as is a copy."""
    found = {(page.campaign, page.seat, page.number, page.before, page.own, page.text): page for page in _pages(folder)}
    return sorted(found.values(), key=lambda page: (page.campaign, page.seat, page.n, page.file))


def _pages(folder: Path) -> Iterator[Page]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
        if path.is_file():
            for raw in _letters(path.read_bytes()):
                message = BytesParser(policy=policy.default).parsebytes(raw)
                yield from _page(path.name, message)


def _letters(raw: bytes) -> list[bytes]:
    """The letters of a file: one, or as many as an mbox file holds."""
    return _POSTMARK.split(raw)[1:] if raw.startswith(b"From ") else [raw]


def _page(file: str, message: EmailMessage) -> Iterator[Page]:
    named = claimed_id(_field(message, "Message-ID"))
    count = named.number.rpartition("-")[2] if named else ""
    if named and count.isdecimal() and count.isascii():
        chained = _CHAINED.fullmatch(_field(message, FIELD))
        before, own, again = chained.groups() if chained else ("", "", None)
        subject = _field(message, "Subject")
        yield Page(named.campaign, named.seat, int(count), named.number, file, subject, before, own, bool(again), _text(message))


def _field(message: EmailMessage, name: str) -> str:
    """The value of a field; of one that the parser chokes on nothing."""
    try:
        return str(message[name] or "").strip()
    except Exception:  # the parser of the standard library raises many things over a broken field
        return ""


def _text(message: EmailMessage) -> str:
    try:
        body = message.get_body(("plain",))
        return str(body.get_content()) if body else ""
    except Exception:  # and over a broken body
        return ""
