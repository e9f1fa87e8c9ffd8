"""A letter of ours as it is compared with replies: its text and its page as streams of letters and digits, folded as orders are."""

import re
from collections.abc import Sequence

from pbem.kernel.values import Value
from pbem.mail import mime
from pbem.mail.headers import decoded
from pbem.mail.html import lines_of_html
from pbem.mail.quotes import is_quoted
from pbem.orders.characters import fold


class LetterStream(Value):
    """A letter's text, or its page, as a stream of letters and digits. starts: where its lines begin; head: how long its first
    line is, foot: the last; foreign: (begin, end) of somebody else's words; tag: how long the campaign's tag is at its head."""

    stream: str
    starts: frozenset[int]
    head: int
    foot: int
    foreign: tuple[tuple[int, int], ...]
    tag: int = 0


class Recalled(Value):
    """A letter that was sent. faces: its text and its page; marks: streams of its subject and of the addresses and names that
    a mail program puts above a quotation."""

    faces: tuple[LetterStream, ...]
    subject: str
    names: tuple[str, ...]


class _Stream(dict[int, str]):
    """What letters and digits a character stands for, as orders are read."""

    def __missing__(self, code: int) -> str:
        plain = "".join(c for c in fold(chr(code)).text if c.isascii() and c.isalnum())
        if len(self) < 1 << 14:
            self[code] = plain
        return plain


_STREAM = _Stream()
_ASCII = {code: _STREAM[code] for code in range(128)}
_LETTERS = bytes(ord(_ASCII.get(code) or "\n") for code in range(256))
_NO_LETTERS = bytes(code for code, plain in _ASCII.items() if not plain)
_NEITHER = _NO_LETTERS.replace(b"\n", b"")
_OTHERS = re.compile(r"[^\x00-\x7f]+")


def stream(text: str) -> str:
    """The letters and digits of a text, in small ASCII."""
    return _ascii(text).translate(_LETTERS, _NO_LETTERS).decode()


def streams(text: str) -> list[str]:
    """The stream of each line of a text."""
    return _ascii(text).translate(_LETTERS, _NEITHER).decode().split("\n")


def _ascii(text: str) -> bytes:
    """A text with what its other characters stand for: bytes are translated ten times as fast as text."""
    return (text if text.isascii() else _OTHERS.sub(lambda found: found[0].translate(_STREAM), text)).encode()


def recalled(raw: bytes) -> Recalled:
    """A letter of ours, from its bytes."""
    header, body = mime.split_header(mime.even_line_ends(raw))
    fields = mime.header_fields(header)
    faces = tuple(_face(lines) for part in mime.walk(fields, body).leaves if (lines := _lines(part)))
    subject = decoded(next(iter(mime.values(fields, "subject")), ""))
    named = [decoded(value) for name in ("from", "reply-to") for value in mime.values(fields, name)]
    found = [text for value in named for text in re.split(r"[<>\"]+", value) if text.strip()]
    return Recalled(faces, stream(subject), tuple(dict.fromkeys(name for name in map(stream, found) if name)))


def _lines(part: mime.MimePart) -> list[str]:
    if part.attached or part.kind not in ("text/plain", "text/html"):
        return []
    text = mime.text_of(part)[0]
    return (lines_of_html(text) or []) if part.kind == "text/html" else text.split("\n")


def _face(lines: Sequence[str]) -> LetterStream:
    pieces = [(line, piece) for line, piece in zip(lines, streams("\n".join(lines)), strict=True) if piece]
    starts, foreign, at = list[int](), list[tuple[int, int]](), 0
    for line, piece in pieces:
        starts.append(at)
        if is_quoted(line):
            begin = foreign.pop()[0] if foreign and foreign[-1][1] == at else at
            foreign.append((begin, at + len(piece)))
        at += len(piece)
    whole = "".join(piece for _, piece in pieces)
    first = pieces[0] if pieces else ("", "")
    tag = re.match(r"\s*\[[^\]]*\]", first[0])
    return LetterStream(whole, frozenset(starts), len(first[1]), len(pieces[-1][1]) if pieces else 0, tuple(foreign),
                len(stream(tag[0])) if tag else 0)  # fmt: skip
