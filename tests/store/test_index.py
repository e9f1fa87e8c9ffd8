"""The index: whole or absent, equal after a rebuild, and safe from those who read it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinydb import TinyDB, where

from pbem.store.folder.disk import Disk
from pbem.store.folder.index import AtomicStorage, FolderIndex
from pbem.store.shown_tables import TABLES

from .failing_disk import DEATHS, FAULTS, Trouble, endings

Fresh = Callable[[int], Path]

OLD: dict[str, list[dict[str, Any]]] = {
    "seats": [{"seat": "allied.504", "addresses": ["a@example.org"]}, {"seat": "german", "addresses": []}],
    "deadlines": [{"at": "2026-11-26T19:00:00Z", "kind": "impulse"}],
    "decisions": [],
    "to_post": [{"seat": "german", "number": f"A-{n}"} for n in range(1, 13)],
    "checkpoint": [{"record": 17}],
    "shown": [],
    "footing": [],
}
NEW = {**OLD, "checkpoint": [{"record": 18}], "to_post": []}

rows = st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=3) | st.lists(st.integers(0, 9)), max_size=3))


@given(st.fixed_dictionaries(dict.fromkeys(TABLES, rows)))
def test_what_is_replaced_reads_back_in_order(tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]) -> None:
    index = FolderIndex(Disk(), tmp_path_factory.mktemp("index") / "index.json")
    index.replace(data)
    assert index.read() == data


def test_a_missing_index_is_none(tmp_path: Path) -> None:
    index = FolderIndex(Disk(), tmp_path / "index.json")
    assert index.read() is None
    assert index.search("seats", where("seat") == "german") == []
    assert list(tmp_path.iterdir()) == []


def test_an_index_torn_at_any_byte_is_none(tmp_path: Path) -> None:
    path = tmp_path / "index.json"
    FolderIndex(Disk(), path).replace(NEW)
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        assert FolderIndex(Disk(), path).read() is None


@pytest.mark.parametrize("content", [b"[]", b"{}", b'{"seats": {}}', b'"x"', b"\xff"])
def test_an_index_of_another_form_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index.json").write_bytes(content)
    assert FolderIndex(Disk(), tmp_path / "index.json").read() is None


def test_rows_are_found_by_a_query_and_always_fresh(tmp_path: Path) -> None:
    index = FolderIndex(Disk(), tmp_path / "index.json")
    index.replace(OLD)
    assert [row["number"] for row in index.search("to_post", where("seat") == "german")][8:10] == ["A-9", "A-10"]
    index.replace(NEW)
    assert index.search("to_post", where("seat") == "german") == []


def test_changing_what_was_found_changes_nothing_stored(tmp_path: Path) -> None:
    index = FolderIndex(Disk(), tmp_path / "index.json")
    index.replace(OLD)
    index.search("seats", where("seat") == "allied.504")[0]["addresses"].append("b@example.org")
    assert index.read() == OLD


def test_a_table_not_given_is_empty_and_an_unknown_one_refused(tmp_path: Path) -> None:
    index = FolderIndex(Disk(), tmp_path / "index.json")
    index.replace({"checkpoint": [{"record": 1}]})
    assert index.read() == {**{table: [] for table in TABLES}, "checkpoint": [{"record": 1}]}
    with pytest.raises(ValueError, match="no such table: seat"):
        index.replace({"seat": []})


def test_the_file_is_a_tinydb_like_any_other(tmp_path: Path) -> None:
    FolderIndex(Disk(), tmp_path / "index.json").replace(OLD)
    database = TinyDB(storage=AtomicStorage, disk=Disk(), path=tmp_path / "index.json")
    database.table("decisions").insert({"id": "D4"})
    again = FolderIndex(Disk(), tmp_path / "index.json").read()
    assert again == {**OLD, "decisions": [{"id": "D4"}]}


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_in_trouble_at_any_step_the_index_is_old_or_new(fresh: Fresh, trouble: Trouble) -> None:
    def prepare(n: int) -> Path:
        folder = fresh(n)
        FolderIndex(Disk(), folder / "index.json").replace(OLD)
        return folder

    def work(disk: Disk, folder: Path) -> None:
        FolderIndex(disk, folder / "index.json").replace(NEW)

    for end in endings(prepare, work, trouble):
        assert FolderIndex(Disk(), end.folder / "index.json").read() in (OLD, NEW)
        end.disk.make_room()
        if trouble in FAULTS:
            work(end.disk, end.folder)
            assert FolderIndex(end.disk, end.folder / "index.json").read() == NEW
