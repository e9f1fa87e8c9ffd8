"""A file of lines that only grows: `crc32-hex space json newline`, one fsync each. Journal and mailroom stand on it.

A kill or a power cut can spoil the last line only, and shows: its newline is missing, or it has NUL bytes where a
page of it never reached the disk. That is the torn tail, cut at opening. Any other bad line was once written whole
and acknowledged: damage, which is never passed over.
"""

import zlib
from pathlib import Path

from pbem.kernel.values import Value
from pbem.store.folder.disk import Disk
from pbem.store.ports import LinesDamaged


class Lines(Value):
    """The JSON of each whole line; the length in bytes of them all; how many bytes of a torn line follow."""

    texts: tuple[bytes, ...]
    length: int
    torn: int


def framed(text: bytes) -> bytes:
    """The line for a JSON text, newline included."""
    return b"%08x %s\n" % (zlib.crc32(text), text)


def read_lines(path: Path) -> Lines:
    """All lines of a file, without changing it; a missing file has none. LinesDamaged."""
    content = path.read_bytes() if path.exists() else b""
    lines = _split(content)
    texts = []
    length = 0
    for number, line in enumerate(lines, start=1):
        text = _unframed(line)
        if text is None and (number < len(lines) or not _is_torn(line)):
            raise LinesDamaged(path.name, number, "the checksum does not fit")
        if text is not None:
            texts.append(text)
            length += len(line)
    return Lines(tuple(texts), length, len(content) - length)


class LineFile:
    """One such file, held open for appending by its only writer. `open` comes first."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self.disk = disk
        self.path = path
        self._length: int | None = None
        self._uncertain = False

    def open(self, read: Lines | None = None) -> Lines:
        """Read the file, unless it was read before, and cut a torn last line off. LinesDamaged."""
        lines = read or read_lines(self.path)
        if lines.torn:
            self.disk.truncate(self.path, lines.length)
        self._length = lines.length
        self._uncertain = False
        return lines

    def append(self, text: bytes, lasting: bool = True) -> None:
        """Add a line; it is durable on return. After an OSError it is not in the file, or is taken out by `fix`.

        One that need not be `lasting` outlives this process, and a power cut only with the line after it.
        """
        if self._length is None:
            raise RuntimeError(f"{self.path.name} is not open")
        self.repair()
        line = framed(text)
        self._uncertain = True
        self.disk.append(self.path, line, lasting)
        self._uncertain = False
        self._length += len(line)

    def repair(self) -> None:
        """Cut off what a failed append may have left because the disk refused even the cutting back."""
        if not self._uncertain:
            return
        if self.path.exists() and self.path.stat().st_size != self._length:
            self.disk.truncate(self.path, self._length or 0)
        self._uncertain = False


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
