"""A line as journal and mailroom hold it, in whatever store: `crc32-hex space json newline`.

A kill or a power cut can spoil the last line of a file only, and shows: its newline is missing, or it has NUL bytes where a
page of it never reached the disk. That is the torn tail. Any other bad line was once written whole and acknowledged: damage,
which is never passed over.
"""

import zlib

from pbem.kernel.values import Value
from pbem.store.ports import LinesDamaged


class Lines(Value):
    """The JSON of each whole line; the length in bytes of them all; how many bytes of a torn line follow."""

    texts: tuple[bytes, ...]
    length: int
    torn: int


def framed(text: bytes) -> bytes:
    """The line for a JSON text, newline included."""
    return b"%08x %s\n" % (zlib.crc32(text), text)


def lines_in(content: bytes, name: str) -> Lines:
    """All lines of a file of this content and name. LinesDamaged."""
    lines = _split(content)
    texts = []
    length = 0
    for number, line in enumerate(lines, start=1):
        text = _unframed(line)
        if text is None and (number < len(lines) or not _is_torn(line)):
            raise LinesDamaged(name, number, "the checksum does not fit")
        if text is not None:
            texts.append(text)
            length += len(line)
    return Lines(tuple(texts), length, len(content) - length)


def _split(content: bytes) -> list[bytes]:
    parts = content.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def _is_torn(line: bytes) -> bool:
    # JSON has no NUL of its own: it writes them as escapes. A whole line beside a NUL was acknowledged: that is damage.
    if not line.endswith(b"\n"):
        return True
    return b"\0" in line and not any(_unframed(part.rstrip(b"\n") + b"\n") for part in line.split(b"\0"))


def _unframed(line: bytes) -> bytes | None:
    checksum, space, text = line[:8], line[8:9], line[9:-1]
    whole = line.endswith(b"\n") and space == b" " and checksum == b"%08x" % zlib.crc32(text)
    return text if whole else None
