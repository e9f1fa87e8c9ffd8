"""One campaign in its folder: its journal, its letters, its copy of the module, its word on itself, its index."""

from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path

from pbem.store.chain import FIRST_FILE
from pbem.store.folder import evidence, footing
from pbem.store.folder.disk import Disk, NewFile
from pbem.store.folder.homes import ABOUT, MODULE, is_born
from pbem.store.folder.index import FolderIndex
from pbem.store.folder.journal import FolderJournal
from pbem.store.folder.letters import FolderLetters
from pbem.store.folder.version import check_schema
from pbem.store.shelf_ports import Evidence, Footing, Opened, Own, Posted, Row, Rows


class FolderShelf:
    """A campaign's folder."""

    def __init__(self, disk: Disk, home: Path) -> None:
        self.disk, self.home, self.name = disk, home, home.name
        self.letters = FolderLetters(home)

    @cached_property
    def journal(self) -> FolderJournal:
        """Its journal; of a campaign that is not open nobody asks for it."""
        return FolderJournal(self.disk, self.home / "journal")

    @cached_property
    def _index(self) -> FolderIndex:
        return FolderIndex(self.disk, self.home / "index.json")

    # ------------------------------------------------------------ its beginning

    def is_begun(self) -> bool:
        """Is this the folder of a campaign, whatever of it is damaged?"""
        return is_born(self.home)

    def begin(self) -> None:
        """What a making that was cut short has left of the journal goes."""
        for path in self.journal.folder.glob("*.jsonl"):
            self.disk.remove(path)

    def sweep(self) -> None:
        """Take away what killed writers left."""
        self.disk.sweep(self.home)

    def check_schema(self, known: int) -> None:
        """DataRefused when a newer program has written records."""
        check_schema(self.journal.folder, known)

    def is_whole(self) -> bool:
        """Does the journal have its beginning?"""
        return (self.journal.folder / f"{FIRST_FILE}.jsonl").is_file()

    def write_about(self, raw: bytes) -> None:
        """From here on the folder is a campaign's."""
        self.disk.write(self.home / ABOUT, raw)

    def about(self) -> bytes:
        """What campaign.json says. FileNotFoundError."""
        return (self.home / ABOUT).read_bytes()

    def write_texts(self, texts: Mapping[str, str]) -> None:
        """Lay a module's texts out."""
        self.disk.lay_out([NewFile(self.home / MODULE / name, text.encode()) for name, text in texts.items()])

    def module(self) -> Mapping[str, bytes]:
        """The files of its module. FileNotFoundError when the folder is missing."""
        folder = self.home / MODULE
        if not folder.is_dir():
            raise FileNotFoundError(folder)
        found = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}

    # ------------------------------------------------------------ what it shows

    def show(self, rows: Rows) -> None:
        """Write the index; torn or behind, it is made again from the journal."""
        self._index.replace(rows)

    def shown(self) -> dict[str, list[Row]] | None:
        """The index; None when it is missing or torn."""
        return self._index.read()

    def shown_bytes(self) -> bytes:
        """The index as it lies there. OSError."""
        return (self.home / "index.json").read_bytes()

    # ------------------------------------------------------------ what proves how far it has come

    def evidence(self, posted: Posted) -> Evidence:
        """To be gathered before the journal is read: a writer may be at work meanwhile."""
        return evidence.gathered(self.home, posted)

    def lacking(self, proved: Evidence, opened: Opened) -> str:
        """What the journal lacks by that evidence, in words; "" when all is there."""
        return evidence.lacking(proved, opened, self.journal.folder)

    def own(self) -> Own:
        """What it began with, as it lies there. OSError."""
        return footing.own_of(self.home)

    def footing(self, by: str, own: Own, heard: tuple[str, ...]) -> Footing:
        """What stands where now. OSError."""
        journal = self.journal
        last = journal.folder / journal.last
        length = journal.length if last.exists() else 0
        files = journal.full | ({journal.last: length} if length else {})
        return Footing(by, files, journal.last, footing.tail_of(str(last), length) if length else 0, own, heard)

    def stands(self, footing_then: Footing, letters: Mapping[str, Collection[str]]) -> bool:
        """Does all of it stand as it did, with nothing beside it that a killed writer left?"""
        names = {seat: {f"{number}.eml" for number in numbers} for seat, numbers in letters.items()}
        return footing.stands(self.home, footing_then, names)

    def came(self) -> list[str]:
        """The spool ids of the letters that lie in letters/in, in the order of their arrival."""
        return evidence.came(self.home)
