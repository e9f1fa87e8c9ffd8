"""The index of a campaign: what the journal says, in a form that is quick to ask. Never the truth itself.

It is written whole after the commits of a pass and is rebuilt from the journal whenever it is missing, torn or behind. TinyDB
over a storage of ours, as TinyDB's own writes in place and is spoiled by a full disk.
"""

from pathlib import Path
from typing import Any

from tinydb import TinyDB
from tinydb.queries import QueryLike
from tinydb.storages import Storage

from pbem.store.codec import dumps
from pbem.store.folder.disk import Disk
from pbem.store.shelf_ports import Row, Rows
from pbem.store.shown_tables import in_order, tables, unpacked


class AtomicStorage(Storage):
    """TinyDB's storage through a Disk: a write stands whole or not at all; a file that cannot be read is as none."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self._disk = disk
        self._path = path

    def read(self) -> dict[str, dict[str, Any]] | None:
        """All tables, or None when the file is missing or torn."""
        try:
            return unpacked(self._path.read_bytes())
        except FileNotFoundError:
            return None

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Put all tables in the place of what stood there."""
        plain = {table: {str(number): row for number, row in rows.items()} for table, rows in data.items()}
        self._disk.write(self._path, dumps(plain), "nothing")  # torn or behind, it is made again from the journal


class FolderIndex:
    """One campaign's index file, read afresh for each question, so that the rows given out are the asker's own."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self._storage = AtomicStorage(disk, path)
        self._database = TinyDB(storage=AtomicStorage, disk=disk, path=path)

    def replace(self, data: Rows) -> None:
        """Write all tables at once; a table that is not given is empty. ValueError for a table that is unknown."""
        self._storage.write(tables(data))

    def read(self) -> dict[str, list[Row]] | None:
        """All tables with their rows in order, or None when the index is missing or torn: rebuild it."""
        found = self._storage.read()
        return None if found is None else in_order(found)

    def search(self, table: str, query: QueryLike) -> list[Row]:
        """The rows of a table that fit a TinyDB query, in order; none when the index is missing or torn."""
        found = self._database.table(table, cache_size=0).search(query)
        return [dict(row) for row in sorted(found, key=lambda row: row.doc_id)]
