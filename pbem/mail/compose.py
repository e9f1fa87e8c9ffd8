"""From an outgoing letter to the bytes that travel: text and HTML, always the same bytes for the same letter."""

import base64
import hmac
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import format_datetime
from quopri import encodestring
from typing import NamedTuple
from urllib.parse import quote, unquote

from pbem.kernel.values import Value
from pbem.mail.chain import FIELD, ChainPlace, field
from pbem.mail.encoded_words import encoded_words
from pbem.mail.sender import canonical_address, sealed

_LINE_LIMIT = 76
_MOST_REFERENCES = 10
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_FRAGILE_START = re.compile(rb"^(?:From |\.)", re.MULTILINE)
_OURS = re.compile(r"<?([^<>@\s.]+)\.([^<>@\s.]+)\.([^<>@\s.]+)\.(?:([a-z2-7]{8})-)?([a-z2-7]{12})@[^<>@\s]+>?")
_TAPPED = re.compile(r"Re: \[[^]]*\] ([A-Z]+-\d{1,6})(?: ([a-z2-7]{8}))?")
_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")


class Named(NamedTuple):
    """What a letter of ours is called. number: such as "A-15"; imprint: what tells it from another of that number (made when a
    backup was restored and what came after it was played otherwise), eight characters; "" for one of before there were any."""

    campaign: str
    seat: str
    number: str
    imprint: str = ""


class Tapped(NamedTuple):
    """Whose link wrote a mail: the letter's number and imprint, "" and "" for none."""

    number: str = ""
    imprint: str = ""


class Enclosed(Value):
    """A part beside text and page: its file name, its type ("image/png"), its bytes; shown: the page shows it (by `cid`)."""

    name: str
    kind: str
    data: bytes
    shown: bool = False


class Outgoing(Value):
    """A finished letter: `to` is one address, `html` may be empty, `answer` when it replies; place: where it stands in the chain
    of the seat's letters."""

    named: Named
    to: str
    subject: str
    at: datetime
    text: str
    html: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    answer: bool = False
    enclosed: tuple[Enclosed, ...] = ()
    place: ChainPlace = ChainPlace()


class Mailbox(Value):
    """The referee's own address, the name shown with it, and the domain of his Message-IDs."""

    address: str
    name: str
    domain: str


def message_id(key: bytes, named: Named, domain: str) -> str:
    """The Message-ID of a letter, always the same: "<nijmegen.allied.A-15.k7qzm2ab-abcdefghijkl@example.org>"."""
    name = ".".join(_escaped(part) for part in named[:3])
    imprint = f"{named.imprint}-" if named.imprint else ""
    return f"<{name}.{imprint}{_seal(key, named)}@{domain}>"


def parse_message_id(key: bytes, text: str) -> Named | None:
    """The letter of a Message-ID that we made, else None."""
    named, seal = _parts(text)
    return named if named and hmac.compare_digest(seal.encode(), _seal(key, named).encode()) else None


def claimed_id(text: str) -> Named | None:
    """The letter of a Message-ID that looks like one of a referee's; that proves nothing."""
    return _parts(text)[0]


def _parts(text: str) -> tuple[Named | None, str]:
    match = _OURS.fullmatch(text.strip())
    return (Named(unquote(match[1]), unquote(match[2]), unquote(match[3]), match[4] or ""), match[5]) if match else (None, "")


def tap_subject(named: Named) -> str:
    """The subject of an answer that a link in this letter writes: such a mail names no letter that it replies to."""
    return f"Re: [{named.campaign}] {named.number} {named.imprint}".rstrip()


def tapped(subject: str) -> Tapped:
    """The letter whose link wrote a mail with this subject."""
    found = _TAPPED.fullmatch(subject.strip())
    return Tapped(found[1], found[2] or "") if found else Tapped()


def reply_address(mailbox: Mailbox, campaign: str, token: str) -> str:
    """The address to answer to, or (with a return mark) to come back to: "referee+nijmegen-abcdefghijklmnop@example.org"."""
    local, _, domain = mailbox.address.rpartition("@")
    return f"{local}+{campaign}-{token}@{domain}"


def compose(outgoing: Outgoing, mailbox: Mailbox, key: bytes, token: str) -> bytes:
    """The letter as bytes with CRLF line ends. ValueError when an address is not one: that is a bug, not a letter."""
    own_id = message_id(key, outgoing.named, mailbox.domain)
    fields = [
        ("From", _mailbox_field(mailbox.name, mailbox.address)),
        ("To", _address(outgoing.to)),
        ("Reply-To", _address(reply_address(mailbox, outgoing.named.campaign, token))),
        ("Subject", _encoded("Subject", outgoing.subject)),
        ("Date", format_datetime(outgoing.at.astimezone(UTC))),
        ("Message-ID", own_id),
        *_thread(outgoing),
        ("Auto-Submitted", "auto-replied" if outgoing.answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        ("X-Pbem-Loop", own_id.strip("<>").partition("@")[0].rpartition(".")[2]),
        (FIELD, field(outgoing.place, outgoing.named.number, outgoing.text)),
        ("MIME-Version", "1.0"),
    ]
    body = _text_part("plain", outgoing.text)
    if outgoing.html:
        shown = [_enclosed(item, cid(outgoing.named, item.name)) for item in outgoing.enclosed if item.shown]
        page = _together("related", (_text_part("html", outgoing.html), *shown), _boundary(key, f"{own_id}/related"))
        body = _together("alternative", (body, page), _boundary(key, own_id))
    apart = [_enclosed(item, "") for item in outgoing.enclosed if not (item.shown and outgoing.html)]
    return _fields(fields) + _together("mixed", (body, *apart), _boundary(key, f"{own_id}/mixed"))


def cid(named: Named, name: str) -> str:
    """The name by which the page of a letter shows an enclosed picture."""
    return ".".join(part for part in (name, named.number, named.imprint, named.campaign) if part) + "@pbem.invalid"


def _seal(key: bytes, named: Named) -> str:
    parts = named if named.imprint else named[:3]
    return base64.b32encode(sealed(key, "message-id", *parts)[:10]).decode().lower()[:12]


def _escaped(part: str) -> str:
    return quote(part, safe="").replace(".", "%2E")


def _boundary(key: bytes, own_id: str) -> str:
    return "=_" + sealed(key, "boundary", own_id).hex()[:32]  # "=_" never stands in quoted-printable


def _fields(fields: Iterable[tuple[str, str]]) -> bytes:
    return b"".join(f"{name}: {value}\r\n".encode("ascii") for name, value in fields)


def _address(text: str) -> str:
    if canonical_address(text) != text.lower():
        raise ValueError(f"not an address: {text!r}")
    return text


def _mailbox_field(name: str, address: str) -> str:
    plain = _CONTROLS.sub(" ", name).strip()
    if not plain:
        return _address(address)
    if plain.isascii():
        return '"' + re.sub(r'(["\\])', r"\\\1", plain) + f'" <{_address(address)}>'
    return f"{_encoded('From', plain)} <{_address(address)}>"


def _encoded(name: str, text: str) -> str:
    """One header value: control characters become blanks, so that no text of a letter can start a header of its own."""
    plain = _CONTROLS.sub(" ", text).strip()
    if plain.isascii() and len(plain) < _LINE_LIMIT - len(name) and "=?" not in plain:
        return plain
    return encoded_words(name, plain)


def _thread(outgoing: Outgoing) -> list[tuple[str, str]]:
    answered = _ID.findall(outgoing.in_reply_to)[:1]
    chain = [found for text in outgoing.references for found in _ID.findall(text)]
    chain = list(dict.fromkeys([*chain, *answered]))
    if len(chain) > _MOST_REFERENCES:
        chain = [chain[0], *chain[1 - _MOST_REFERENCES :]]
    fields = [("In-Reply-To", answered[0])] if answered else []
    return [*fields, ("References", "\r\n ".join(chain))] if chain else fields


def _text_part(subtype: str, text: str) -> bytes:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    lines = lines if lines.endswith("\n") else lines + "\n"
    plain = _is_plain(lines)
    body = lines.encode() if plain else _FRAGILE_START.sub(_hidden, encodestring(lines.encode()))
    head = [
        ("Content-Type", f'text/{subtype}; charset="{"us-ascii" if plain else "utf-8"}"'),
        ("Content-Transfer-Encoding", "7bit" if plain else "quoted-printable"),
    ]
    return _fields(head) + b"\r\n" + body.replace(b"\n", b"\r\n")


def _hidden(match: re.Match[bytes]) -> bytes:
    return b"=%02X" % match[0][0] + match[0][1:]


def _is_plain(text: str) -> bool:
    """Whether the text survives the road as it is: ASCII, short lines, no line ends or starts that relays change."""
    lines = text.split("\n")
    return text.isascii() and not any(
        len(line) > _LINE_LIMIT or line != line.rstrip() or line.startswith(("From ", ".")) for line in lines
    )


def _together(kind: str, parts: tuple[bytes, ...], boundary: str) -> bytes:
    """Parts under one head; a part that is alone stays as it is."""
    if len(parts) == 1:
        return parts[0]
    mark = boundary.encode()
    head = _fields([("Content-Type", f'multipart/{kind}; boundary="{boundary}"')])
    return head + b"".join(b"\r\n--" + mark + b"\r\n" + part for part in parts) + b"\r\n--" + mark + b"--\r\n"


def _enclosed(item: Enclosed, shown_as: str) -> bytes:
    """A part of bytes: shown in the page under a name of its own, or attached."""
    where = "inline" if shown_as else "attachment"
    text = "; charset=utf-8" if item.kind.startswith("text/") else ""
    head = [
        ("Content-Type", f'{item.kind}{text}; name="{item.name}"'),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-Disposition", f'{where}; filename="{item.name}"'),
        *([("Content-ID", f"<{shown_as}>")] if shown_as else []),
    ]
    return _fields(head) + b"\r\n" + base64.encodebytes(item.data).replace(b"\n", b"\r\n")
