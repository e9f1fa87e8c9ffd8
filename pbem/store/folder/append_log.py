"""A file of lines that only grows (`framing.py`), one fsync each. Journal and mailroom stand on it; a torn tail is cut when it is
opened."""

from pathlib import Path

from pbem.store.folder.disk import Disk
from pbem.store.framing import Lines, framed, lines_in


def read_lines(path: Path) -> Lines:
    """All lines of a file, without changing it; a missing file has none. LinesDamaged."""
    return lines_in(path.read_bytes() if path.exists() else b"", path.name)


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
