"""A data folder as a store: what lies in it, and the one who holds its lock."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path

from pbem.store.folder import gone
from pbem.store.folder.disk import Disk, NewFile
from pbem.store.folder.fact_file import FactFile
from pbem.store.folder.homes import homes
from pbem.store.folder.letters import LetterFile
from pbem.store.folder.lock import DataLock
from pbem.store.folder.shelf import FolderShelf
from pbem.store.folder.spool import FolderSpool
from pbem.store.folder.version import BOOK, check, mark
from pbem.store.ports import DataRefused
from pbem.store.shelf_ports import FrozenLetter, NewLetter

AGAIN = "again"  # a file: the next fetch reads the processed mail too (after a restore, or at the host's word)
LENGTH = 32  # bytes of the secret


class FolderStore:
    """A data folder."""

    def __init__(self, disk: Disk, data: Path) -> None:
        self.files, self.data = disk, data
        self.spool = FolderSpool(disk, data / "spool")
        self.book = FactFile(disk, data / BOOK)
        self._lock = DataLock(data / "lock")

    # ------------------------------------------------------------ held, and made ready

    def hold(self) -> None:
        """Take the lock. DataRefused, DataLocked."""
        check(self.data)
        self.files.make_folder(self.data)
        self._lock.__enter__()

    def release(self) -> None:
        """Let go of it."""
        self._lock.__exit__(None, None, None)

    def begin(self) -> None:
        """Make ready: what killed writers left goes, but for campaigns', which are swept when they are opened."""
        self.files.sweep(self.data, {str(home) for home in homes(self.data)})
        mark(self.files, self.data)
        gone.finish(self.files, self.data)

    def key(self) -> bytes:
        """The secret of this data folder, made on first use. DataRefused for one that is not whole."""
        path = self.data / "key"
        if not path.exists():
            self.files.write(path, secrets.token_bytes(LENGTH))
        key = path.read_bytes()
        if len(key) != LENGTH:
            raise DataRefused(f"{path}: not the key that was made here, which has {LENGTH} bytes; put it back from a backup")
        return key

    # ------------------------------------------------------------ one writer

    @property
    def is_shared(self) -> bool:
        """It has one writer."""
        return False

    def turn(self) -> AbstractContextManager[object]:
        """What is kept is durable at once, each thing by itself."""
        return nullcontext()

    def look_ahead(self) -> None:
        """To look is cheap here."""

    def look_afresh(self) -> None:
        """Nothing is known ahead."""

    def claim(self, name: str, wait: bool = True) -> bool:
        """It is the one writer's."""
        del name, wait
        return True

    def news(self) -> tuple[str, ...]:
        """Nobody else changes anything."""
        return ()

    # ------------------------------------------------------------ campaigns

    def names(self) -> Iterator[str]:
        """All campaigns, in the order of their names."""
        return (home.name for home in homes(self.data))

    def shelf(self, name: str) -> FolderShelf:
        """The shelf of a campaign, that is or may be."""
        return FolderShelf(self.files, self.data / "campaigns" / name)

    def is_gone(self, name: str) -> bool:
        """Was there a campaign of this name, that has gone?"""
        return gone.is_gone(self.data, name)

    def bury(self, name: str, now: datetime) -> None:
        """Take a campaign away for good. Repeating it after a crash is right."""
        gone.bury(self.files, self.data, name, now)

    # ------------------------------------------------------------ letters

    def freeze(self, letters: Sequence[NewLetter]) -> None:
        """Write letters that were rendered. A power cut may take one away, never tear it: away, it is made again."""
        files = [NewFile(_path(letter), raw) for letter, raw in letters]
        for folder in dict.fromkeys(path.parent for path, _ in files):
            self.files.make_folder(folder)
        self.files.write_all(files)

    def await_map(self, letter: FrozenLetter, head: bytes) -> None:
        """Who writes it paints it, too, and remembers."""

    def filed(self) -> Iterator[str]:
        """The spool ids of all letters that came and lie with a campaign."""
        return (path.stem for path in (self.data / "campaigns").glob("*/letters/in/*.eml"))

    # ------------------------------------------------------------ what came before

    def is_to_read_again(self) -> bool:
        """Is what was put away in the inbox to be read again?"""
        return (self.data / AGAIN).exists()

    def read_again(self, again: bool) -> None:
        """It is, or it was."""
        if again:
            self.files.write(self.data / AGAIN, b"")
        else:
            self.files.remove(self.data / AGAIN)


def _path(letter: FrozenLetter) -> Path:
    """Where it lies. TypeError for one of another store."""
    if not isinstance(letter, LetterFile):
        raise TypeError(f"no letter of a folder: {letter!r}")
    return letter.path
