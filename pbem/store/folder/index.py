"""The index of a campaign: what the journal says, in a form that is quick to ask. Never the truth itself.

It is written whole after the commits of a pass and is rebuilt from the journal whenever it is missing, torn or behind. TinyDB
over a storage of ours, as TinyDB's own writes in place and is spoiled by a full disk.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from tinydb import TinyDB
from tinydb.queries import QueryLike
from tinydb.storages import Storage

from pbem.store.codec import dumps
from pbem.store.folder.disk import Disk
from pbem.store.shelf_ports import Row, Rows

TABLES = ("seats", "deadlines", "decisions", "to_post", "checkpoint", "shown", "footing")
OLDEST = frozenset(("seats", "checkpoint"))  # tables that every index has had, whichever version wrote it


class AtomicStorage(Storage):
    """TinyDB's storage through a Disk: a write stands whole or not at all; a file that cannot be read is as none."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self._disk = disk
        self._path = path

    def read(self) -> dict[str, dict[str, Any]] | None:
        """All tables, or None when the file is missing or torn."""
        try:
            content = orjson.loads(self._path.read_bytes())
        except (FileNotFoundError, orjson.JSONDecodeError):
            return None
        return content if _is_tables(content) else None

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
        if unknown := sorted(data.keys() - set(TABLES)):
            raise ValueError(f"no such table: {', '.join(unknown)}")
        tables = {table: _numbered(data.get(table, ())) for table in TABLES}
        self._storage.write(tables)

    def read(self) -> dict[str, list[Row]] | None:
        """All tables with their rows in order, or None when the index is missing or torn: rebuild it."""
        tables = self._storage.read()
        if tables is None:
            return None
        return {table: [rows[number] for number in sorted(rows, key=int)] for table in TABLES for rows in (tables.get(table, {}),)}

    def search(self, table: str, query: QueryLike) -> list[Row]:
        """The rows of a table that fit a TinyDB query, in order; none when the index is missing or torn."""
        found = self._database.table(table, cache_size=0).search(query)
        return [dict(row) for row in sorted(found, key=lambda row: row.doc_id)]


def _numbered(rows: Sequence[Mapping[str, Any]]) -> dict[str, Row]:
    return {str(number): dict(row) for number, row in enumerate(rows, start=1)}


def _is_tables(content: Any) -> bool:
    return isinstance(content, dict) and OLDEST <= set(content) <= set(TABLES) and all(map(_is_table, content.values()))


def _is_table(rows: Any) -> bool:
    return isinstance(rows, dict) and all(n.isdecimal() and isinstance(row, dict) for n, row in rows.items())
