"""Letters that nobody would write: the letters of the folder mutated byte by byte and line by line, and ones made up whole.

All chance comes from a seed, so that a letter that finds a fault can be made again.
"""

import base64
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.mail.sender import Enrolment, token

KEY = b"f" * 32
SEAT = Enrolment("nijmegen", "allied", "alice@example.org", 1)
TOKEN = token(KEY, SEAT.campaign, SEAT.seat, SEAT.address, SEAT.generation)
LARGE = 8_000  # bytes; a letter over it is taken seldom

PIECES = (
    b"\0", b"\r", b"\n", b"\r\n", b"\n\n", b"\r\n\r\n", b" ", b"\t", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xae",
    b"\xc2\xa0", b"\x1b[2J", b"From: ", b"From: bob@evil.example\r\n", b"<alice@example.org>", b"=?utf-8?q?", b"=?x?b?",
    b"?=", b"(", b'"', b"\\", b",", b";", b"Content-Type: multipart/mixed; boundary=b\n\n--b\n", b"--b--\n",
    b"Content-Type: message/rfc822\n\n", b"Content-Type: text/html\n\n", b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n", b"charset=utf-7", b"charset=utf-16", b"charset=punycode",
    b"charset=idna", b"format=flowed; delsp=yes", b"boundary=", b"name*0*=utf-8''", b"Auto-Submitted: no\n", b"BEGIN ORDERS",
    b"BEGIN ORDERS nijmegen\n", b"END ORDERS\n", b"> ", b"-- \n", b"On 1 Jan 2026 Bob wrote:\n", b"From: x\nSent: y\nTo: z\n",
    b"-----BEGIN PGP SIGNED MESSAGE-----\n\n", b"-----BEGIN PGP SIGNATURE-----\n", b"begin 644 x\n", b"<blockquote>",
    b"<div>", b"<br>", b"</pre>", b"A/504: move 12.10\n", b"END IMPULSE\n", b"YES\n", b"MESSAGE enemy\n", b"END MESSAGE\n",
    b"IF SILENT PASS\n", b"NEW TOKEN\n", b"AFTER BATTLES\n", b"ADD ADDRESS eve@evil.example\n",
    b"; if empty (move 12.11; else", b"))))", b"AGAIN\n", b"CHECK\n", b"99999999999999999999", b"12.10 -> ",
)  # fmt: skip
ORDERS = (
    "A/504: move 12.10", "A,B/504: recon 13.11; attack deliberate", "C/504: probe 13.12; if empty move, else stop",
    "END IMPULSE", "PASS", "STATUS", "COST A/504 to 12.10", "WHAT CAN B/504", "STANDING\nIF SILENT PASS",
    "MESSAGE enemy\nHello.\nEND MESSAGE", "HELP move", "AFTER BATTLES\nA/504: move 12.11\nEND", "3 drop",
    "2 after: I/504: move 12.11", "SPEND 3", "FOR NEXT IMPULSE\nA/504: move 12.12",
)  # fmt: skip
KINDS = (
    "text/plain", "text/plain; charset=utf-8", "text/plain; format=flowed", "text/html", "text/calendar", "message/rfc822",
    "application/pdf", "application/ms-tnef", "multipart/alternative; boundary=%", "multipart/mixed; boundary=%",
    "multipart/signed; boundary=%", "x", "",
)  # fmt: skip
ENCODINGS = (
    "", "7bit", "8bit", "base64", "quoted-printable", "x-uuencode", "binary; x", "base64",
)  # fmt: skip
NAMES = (
    "From", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Sender", "Reply-To", "Precedence",
    "Delivered-To", "Auto-Submitted", "List-Id", "Return-Path", "X-Pbem-Loop", "DKIM-Signature", "Authentication-Results",
    "Content-Disposition", "MIME-Version",
)  # fmt: skip


class Forge:
    """Makes letters. `proof`: the token that stands in them; the right one, or one that opens nothing."""

    def __init__(self, folder: Path, seed: int, proof: str = "a" * 16) -> None:
        self.chance = random.Random(seed)
        self.proof = proof.encode()
        letters = (path.read_bytes() for path in sorted(folder.glob("*.eml")))
        self.models = [raw.replace(b"abcdefghijklmnop", self.proof) for raw in letters]
        self.small = [raw for raw in self.models if len(raw) <= LARGE]

    def letters(self, count: int) -> Iterator[bytes]:
        """So many letters, two thirds of them mutated ones."""
        for _ in range(count):
            yield self.made_up() if self.chance.random() < 0.33 else self.mutated()

    # ------------------------------------------------------------ mutated

    def mutated(self) -> bytes:
        """A letter of the folder after one to eight accidents."""
        raw = bytearray(self.chance.choice(self.models if self.chance.random() < 0.01 else self.small))
        for _ in range(self.chance.choice((1, 1, 2, 3, 5, 8))):
            self.chance.choice(self._accidents)(self, raw)
        return bytes(raw)

    def _span(self, raw: bytearray) -> tuple[int, int]:
        start = self.chance.randrange(len(raw) + 1)
        return start, min(len(raw), start + self.chance.choice((1, 1, 2, 8, 40, 200)))

    def _flip(self, raw: bytearray) -> None:
        if raw:
            raw[self.chance.randrange(len(raw))] ^= 1 << self.chance.randrange(8)

    def _delete(self, raw: bytearray) -> None:
        start, end = self._span(raw)
        del raw[start:end]

    def _repeat(self, raw: bytearray) -> None:
        start, end = self._span(raw)
        raw[start:start] = raw[start:end] * self.chance.choice((1, 2, 10, 100))

    def _insert(self, raw: bytearray) -> None:
        start, _ = self._span(raw)
        raw[start:start] = self.chance.choice(PIECES) * self.chance.choice((1, 1, 1, 3, 30))

    def _noise(self, raw: bytearray) -> None:
        start, end = self._span(raw)
        raw[start:end] = self.chance.randbytes(end - start)

    def _cut(self, raw: bytearray) -> None:
        del raw[self._span(raw)[0] :]

    def _splice(self, raw: bytearray) -> None:
        other = self.chance.choice(self.small)
        raw[self._span(raw)[0] :] = other[self.chance.randrange(len(other)) :]

    def _shuffle(self, raw: bytearray) -> None:
        lines = raw.split(b"\n")
        one, two = self.chance.randrange(len(lines)), self.chance.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
        raw[:] = b"\n".join(lines)

    def _crossed_line_ends(self, raw: bytearray) -> None:
        raw[:] = raw.replace(b"\n", self.chance.choice((b"\r\n", b"\r", b"\n\r", b"\r\r\n")))

    def _wrapped(self, raw: bytearray) -> None:
        header, _, body = bytes(raw).partition(b"\n\n")
        head = header + b"\nContent-Type: multipart/mixed; boundary=w\n\n--w\n\n"
        raw[:] = head + body + b"\n--w\n" + self._part(3) + b"\n--w--\n"

    _accidents: tuple[Callable[["Forge", bytearray], None], ...] = (
        _flip, _flip, _delete, _repeat, _insert, _insert, _insert, _noise, _cut, _splice, _shuffle, _crossed_line_ends, _wrapped,
    )  # fmt: skip

    # ------------------------------------------------------------ made up

    def made_up(self) -> bytes:
        """A letter that was never one: fields as they fall, parts in parts."""
        head = b"From: Alice <alice@example.org>\nTo: referee+nijmegen-%s@example.net\n" % self.proof
        fields = (f"{self.chance.choice(NAMES)}: ".encode() + self._words() + b"\n" for _ in range(self.chance.randrange(8)))
        return (head if self.chance.random() < 0.8 else b"") + b"".join(fields) + self._part(0)

    def _part(self, depth: int) -> bytes:
        kind = self.chance.choice(KINDS) if depth < 4 else "text/plain"
        boundary = f"b{self.chance.randrange(4)}"
        encoding = self.chance.choice(ENCODINGS)
        head = f"Content-Type: {kind.replace('%', boundary)}\n" if kind else ""
        head += f"Content-Transfer-Encoding: {encoding}\n" if encoding else ""
        if "%" in kind:
            inner = b"".join(b"--%s\n%s\n" % (boundary.encode(), self._part(depth + 1)) for _ in range(self.chance.randrange(4)))
            return head.encode() + b"\n" + inner + (b"--%s--\n" % boundary.encode()) * (self.chance.random() < 0.8)
        body = self._text()
        return head.encode() + b"\n" + (base64.encodebytes(body) if encoding == "base64" and self.chance.random() < 0.8 else body)

    def _text(self) -> bytes:
        lines = [self.chance.choice(ORDERS) for _ in range(self.chance.randrange(6))]
        text = "\n".join(lines).encode()
        if self.chance.random() < 0.4:
            text = b"BEGIN ORDERS nijmegen %s\n" % self.proof + text + b"\nEND ORDERS\n"
        if self.chance.random() < 0.3:
            text = b"\n".join(b"> " + line for line in text.split(b"\n"))
        return self._words() + b"\n" + text if self.chance.random() < 0.2 else text

    def _words(self) -> bytes:
        return b"".join(
            self.chance.choice(PIECES) if self.chance.random() < 0.6 else self.chance.randbytes(self.chance.randrange(6))
            for _ in range(self.chance.randrange(8))
        )
