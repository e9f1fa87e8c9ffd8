"""What a campaign shows, as it is packed in whatever store: tables by name, their rows by number, as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from pbem.store.codec import dumps
from pbem.store.shelf_ports import Row, Rows

TABLES = ("seats", "deadlines", "decisions", "to_post", "checkpoint", "shown", "footing")
OLDEST = frozenset(("seats", "checkpoint"))  # tables that every index has had, whichever version wrote it


def packed(rows: Rows) -> bytes:
    """All tables; one that is not given is empty. ValueError for a table that is unknown."""
    return dumps(tables(rows))


def tables(rows: Rows) -> dict[str, dict[str, Row]]:
    """The same before it is packed. ValueError for a table that is unknown."""
    if unknown := sorted(rows.keys() - set(TABLES)):
        raise ValueError(f"no such table: {', '.join(unknown)}")
    return {table: _numbered(rows.get(table, ())) for table in TABLES}


def unpacked(raw: bytes) -> dict[str, dict[str, Row]] | None:
    """All tables; None for what is torn, or none of ours."""
    try:
        content = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    return content if _is_tables(content) else None


def in_order(found: Mapping[str, Mapping[str, Row]]) -> dict[str, list[Row]]:
    """Each table's rows, in the order of their numbers."""
    return {table: [rows[number] for number in sorted(rows, key=int)] for table in TABLES for rows in (found.get(table, {}),)}


def _numbered(rows: Sequence[Mapping[str, Any]]) -> dict[str, Row]:
    return {str(number): dict(row) for number, row in enumerate(rows, start=1)}


def _is_tables(content: Any) -> bool:
    return isinstance(content, dict) and OLDEST <= set(content) <= set(TABLES) and all(map(_is_table, content.values()))


def _is_table(rows: Any) -> bool:
    return isinstance(rows, dict) and all(n.isdecimal() and isinstance(row, dict) for n, row in rows.items())
