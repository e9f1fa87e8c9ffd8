"""The mailroom's book as a file: lines that only grow, each with a fact, or with several that are noted together."""

from collections.abc import Iterator
from pathlib import Path

from pbem.store.codec import CodecError
from pbem.store.facts import Fact, facts_of, line_of
from pbem.store.folder.append_log import LineFile, read_lines
from pbem.store.folder.disk import Disk
from pbem.store.framing import Lines
from pbem.store.ports import LinesDamaged, Noted


class MailroomDamaged(LinesDamaged):
    """A line of the book is not what was written. `line` counts from 1."""


class FactFile:
    """The file, held by its only writer; `open` comes before the first fact is added."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self.path = path
        self._file = LineFile(disk, path)

    def open(self) -> Noted:
        """Read the book; a torn last line is cut. MailroomDamaged."""
        self._file.disk.make_folder(self.path.parent)
        lines = _lines(self.path)
        facts = tuple(_told(self.path, lines))
        self._file.open(lines)
        return Noted(facts, lines.torn)

    def add(self, facts: tuple[Fact, ...], lasting: bool) -> None:
        """Write facts down, in one line and so all or none. After an OSError they are not in the book."""
        self._file.append(line_of(facts), lasting)

    def facts(self) -> Iterator[Fact]:
        """Everything noted, in order, read from the file. MailroomDamaged."""
        return _told(self.path, _lines(self.path))

    def news(self) -> tuple[Fact, ...]:
        """Nobody else notes anything."""
        return ()


def _told(path: Path, lines: Lines) -> Iterator[Fact]:
    """The facts of a book, in order. MailroomDamaged."""
    for at, text in enumerate(lines.texts, start=1):
        try:
            yield from facts_of(text)
        except CodecError as fault:
            raise MailroomDamaged(path.name, at, str(fault)) from fault


def _lines(path: Path) -> Lines:
    try:
        return read_lines(path)
    except LinesDamaged as fault:
        raise MailroomDamaged(fault.file, fault.line, fault.reason) from fault
