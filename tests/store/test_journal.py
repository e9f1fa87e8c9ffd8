"""The journal: nothing acknowledged is lost, nothing half done is seen, no tampering goes unnoticed."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.store.chain import JournalDamaged
from pbem.store.codec import dumps
from pbem.store.folder.append_log import read_lines
from pbem.store.folder.disk import Disk
from pbem.store.folder.journal import FolderJournal
from pbem.store.framing import framed
from pbem.store.shelf_ports import Opened

from .failing_disk import DEATHS, FAULTS, FailingDisk, Trouble, endings

Fresh = Callable[[int], Path]
Body = dict[str, Any]


def opened(folder: Path, disk: Disk | None = None) -> FolderJournal:
    journal = FolderJournal(disk or Disk(), folder / "journal")
    journal.open()
    return journal


def bodies(folder: Path) -> list[Body]:
    return [record["body"] for record in FolderJournal(Disk(), folder / "journal").all_records()]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "journal").iterdir())


@pytest.fixture
def two_files(tmp_path: Path) -> Path:
    """A journal with records 1 and 2 in T000 and, after a snapshot, 3 and 4 in T001."""
    journal = opened(tmp_path)
    journal.append({"n": 1})
    journal.append({"n": 2})
    journal.start_file("T001", {"state": "after 2"})
    journal.append({"n": 3})
    journal.append({"n": 4})
    return tmp_path


def test_records_are_numbered_and_chained(two_files: Path) -> None:
    records = list(FolderJournal(Disk(), two_files / "journal").all_records())
    assert [record["number"] for record in records] == [1, 2, 3, 4]
    assert records[0]["previous"] == "0" * 64
    assert len({record["previous"] for record in records}) == 4
    assert names(two_files) == ["T000.jsonl", "T001.jsonl"]


def test_opening_gives_the_last_file_alone(two_files: Path) -> None:
    found = FolderJournal(Disk(), two_files / "journal").open()
    assert found.snapshot == b'{"state":"after 2"}'
    assert [(record["number"], record["body"]) for record in found.records] == [(3, {"n": 3}), (4, {"n": 4})]
    assert found.torn == 0


def test_an_empty_journal_opens_empty_and_begins_with_record_1(tmp_path: Path) -> None:
    journal = FolderJournal(Disk(), tmp_path / "journal")
    assert journal.open() == Opened(None, [], 0, {0: "0" * 64}, {})
    assert journal.append({}) == 1
    assert names(tmp_path) == ["T000.jsonl"]


def test_a_reopened_journal_goes_on_where_it_stopped(two_files: Path) -> None:
    journal = opened(two_files)
    assert (journal.number, journal.records_in_file) == (4, 2)
    assert journal.append({"n": 5}) == 5
    assert bodies(two_files) == [{"n": n} for n in (1, 2, 3, 4, 5)]


def test_looking_is_reading_without_a_trace(two_files: Path) -> None:
    path = two_files / "journal" / "T001.jsonl"
    path.write_bytes(path.read_bytes() + b"torn")
    before = path.read_bytes()
    journal = FolderJournal(Disk(), two_files / "journal")
    assert journal.look().torn == 4
    assert len(list(journal.all_records())) == 4
    assert (path.read_bytes(), journal.disk.operations) == (before, 0)
    assert journal.open().torn == 4
    assert journal.look().torn == 0


def test_a_file_is_called_as_wished_or_continues_the_last_name(two_files: Path) -> None:
    journal = opened(two_files)
    made = [journal.start_file(hint, {}).stem for hint in ("T001", "T000", "T002", "T002", "T010", "T003")]
    assert made == ["T001+0001", "T001+0002", "T002", "T002+0001", "T010", "T010+0001"]
    assert journal.records_in_file == 0
    journal.append({"n": 5})
    assert [body["n"] for body in bodies(two_files)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("hint", ["", "../T001", "T+1", ".T1", "T 1"])
def test_a_name_that_is_no_plain_word_is_refused(two_files: Path, hint: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        opened(two_files).start_file(hint, {})


def test_a_journal_must_be_opened_before_it_grows(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="not open"):
        FolderJournal(Disk(), tmp_path / "journal").append({})


HEAD = framed(dumps({"kind": "snapshot", "number": 4, "previous": "", "snapshot": {}}))


@pytest.mark.parametrize("left", range(len(HEAD)))
def test_a_last_file_with_only_a_torn_first_line_is_passed_over(two_files: Path, left: int) -> None:
    (two_files / "journal" / "T002.jsonl").write_bytes(HEAD[:left])
    assert FolderJournal(Disk(), two_files / "journal").look().torn == left
    found = FolderJournal(Disk(), two_files / "journal").open()
    assert (found.snapshot, len(found.records), found.torn) == (b'{"state":"after 2"}', 2, left)
    assert names(two_files) == ["T000.jsonl", "T001.jsonl"]


def test_a_last_line_torn_at_any_byte_is_cut(two_files: Path) -> None:
    path = two_files / "journal" / "T001.jsonl"
    content = path.read_bytes()
    last = len(framed(read_lines(path).texts[-1]))
    for cut in range(1, last):
        path.write_bytes(content[:-cut])
        found = FolderJournal(Disk(), two_files / "journal").open()
        assert ([record["number"] for record in found.records], found.torn) == ([3], last - cut)
        assert path.read_bytes() == content[:-last]


@pytest.mark.parametrize("name", ["T000.jsonl", "T001.jsonl"])
def test_a_changed_byte_in_the_middle_is_damage_and_is_left_alone(two_files: Path, name: str) -> None:
    path = two_files / "journal" / name
    spoiled = path.read_bytes().replace(b'"number":', b'"numbed":', 1)
    path.write_bytes(spoiled)
    with pytest.raises(JournalDamaged, match=f"{name}, line 1: ") as told:
        bodies(two_files)
    assert (told.value.file, told.value.line) == (name, 1)
    assert path.read_bytes() == spoiled


def rewrite(path: Path, line: int, change: Callable[[Body], Any]) -> None:
    """Change one line and give it a fitting checksum, as a forger would."""
    texts = list(read_lines(path).texts)
    record = orjson.loads(texts[line - 1])
    texts[line - 1] = dumps(change(record))
    path.write_bytes(b"".join(map(framed, texts)))


@pytest.mark.parametrize(
    ("name", "line", "change", "found_at"),
    [
        ("T000.jsonl", 1, lambda record: {**record, "body": {"n": 9}}, ("T000.jsonl", 2)),
        ("T000.jsonl", 2, lambda record: {**record, "body": {"n": 9}}, ("T001.jsonl", 1)),
        ("T000.jsonl", 2, lambda record: {**record, "number": 7}, ("T000.jsonl", 2)),
        ("T001.jsonl", 1, lambda record: {**record, "number": 7}, ("T001.jsonl", 1)),
        ("T001.jsonl", 2, lambda record: {**record, "body": {"n": 9}}, ("T001.jsonl", 3)),
        ("T001.jsonl", 3, lambda record: {**record, "previous": "0" * 64}, ("T001.jsonl", 3)),
        ("T001.jsonl", 3, lambda record: {"body": record["body"]}, ("T001.jsonl", 3)),
        ("T001.jsonl", 3, lambda record: [record], ("T001.jsonl", 3)),
    ],
)
def test_a_forged_line_breaks_the_chain(
    two_files: Path, name: str, line: int, change: Callable[[Body], Any], found_at: tuple[str, int]
) -> None:
    rewrite(two_files / "journal" / name, line, change)
    with pytest.raises(JournalDamaged) as told:
        bodies(two_files)
    assert (told.value.file, told.value.line) == found_at


def test_opening_checks_the_chain_of_the_last_file(two_files: Path) -> None:
    rewrite(two_files / "journal" / "T001.jsonl", 2, lambda record: {**record, "body": {"n": 9}})
    with pytest.raises(JournalDamaged, match="hash of the record before"):
        opened(two_files)


def test_a_changed_snapshot_is_no_link_of_the_chain(two_files: Path) -> None:
    rewrite(two_files / "journal" / "T001.jsonl", 1, lambda head: {**head, "snapshot": {"made": "again"}})
    assert len(bodies(two_files)) == 4
    assert FolderJournal(Disk(), two_files / "journal").open().snapshot == b'{"made":"again"}'


def test_a_file_that_is_missing_breaks_the_chain(two_files: Path) -> None:
    (two_files / "journal" / "T000.jsonl").unlink()
    with pytest.raises(JournalDamaged, match="record 2, but record 0"):
        bodies(two_files)


def test_a_torn_tail_before_another_file_is_damage(two_files: Path) -> None:
    path = two_files / "journal" / "T000.jsonl"
    path.write_bytes(path.read_bytes() + b"torn")
    with pytest.raises(JournalDamaged, match="a file follows"):
        bodies(two_files)


class Writer:
    """Writes a little campaign and remembers what was acknowledged."""

    def __init__(self) -> None:
        self.kept: list[int] = []

    def __call__(self, disk: Disk, folder: Path) -> None:
        self.kept = []
        journal = opened(folder, disk)
        self.add(journal)
        self.add(journal)
        journal.start_file("T001", {"after": 2})
        self.add(journal)
        journal.start_file("T002", {"after": 3})
        journal.start_file("T002", {"after": 3})
        self.add(journal)

    def add(self, journal: FolderJournal) -> None:
        number = journal.number + 1
        journal.append({"n": number, "words": "as many as a letter has " * 4})
        self.kept.append(number)


def check_after(folder: Path, kept: list[int]) -> list[int]:
    """What a new process finds: all that was acknowledged, at most one record more, and it can go on."""
    journal = FolderJournal(Disk(), folder / "journal")
    found = journal.open()
    numbers = [body["n"] for body in bodies(folder)]
    assert numbers in (kept, [*kept, len(kept) + 1])
    after = orjson.loads(found.snapshot)["after"] if found.snapshot else 0
    assert [record["number"] for record in found.records] == numbers[after:]
    assert journal.append({"n": len(numbers) + 1}) == len(numbers) + 1
    assert [path.suffix for path in (folder / "journal").iterdir()] == [".jsonl"] * len(names(folder))
    return numbers


@pytest.mark.parametrize("trouble", DEATHS)
def test_killed_at_any_step_the_journal_holds_what_was_acknowledged(fresh: Fresh, trouble: Trouble) -> None:
    writer = Writer()
    results = {(len(writer.kept), len(check_after(end.folder, writer.kept))) for end in endings(fresh, writer, trouble)}
    assert {kept for kept, _ in results} == {0, 1, 2, 3}


@pytest.mark.parametrize("trouble", FAULTS)
def test_after_a_fault_at_any_step_the_same_journal_goes_on(fresh: Fresh, trouble: Trouble) -> None:
    def work(disk: Disk, folder: Path) -> None:
        assert isinstance(disk, FailingDisk)
        journal = patiently(disk, lambda: opened(folder, disk))
        for step in "aasas":
            patiently(disk, partial(take, journal, step))
        assert journal.number == 3

    def patiently(disk: FailingDisk, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except OSError:
            disk.make_room()
            return act()

    def take(journal: FolderJournal, step: str) -> None:
        if step == "a":
            journal.append({"n": journal.number + 1})
        else:
            journal.start_file("T001", {"after": journal.number})

    for end in endings(fresh, work, trouble):
        assert end.trouble is None
        assert [body["n"] for body in bodies(end.folder)] == [1, 2, 3]
        found = FolderJournal(Disk(), end.folder / "journal").open()
        assert (found.snapshot, found.records, found.torn, found.number) == (b'{"after":3}', [], 0, 3)


@pytest.mark.parametrize("trouble", FAULTS)
def test_after_a_failed_file_start_the_old_file_may_grow_on(fresh: Fresh, trouble: Trouble) -> None:
    def prepare(n: int) -> Path:
        folder = fresh(n)
        opened(folder).append({"n": 1})
        return folder

    def work(disk: Disk, folder: Path) -> None:
        journal = opened(folder, disk)
        try:
            journal.start_file("T001", {"after": 1})
        finally:
            assert isinstance(disk, FailingDisk)
            disk.make_room()
            journal.append({"n": 2})

    start_file_takes = 5 if trouble == "broken" else 4  # an fsync of the folder needs no room
    ends = list(islice(endings(prepare, work, trouble), start_file_takes))
    assert [bool(end.trouble) for end in ends] == [True] * start_file_takes
    for end in ends:
        assert bodies(end.folder) == [{"n": 1}, {"n": 2}]
        assert names(end.folder) == ["T000.jsonl"]


class StubbornDisk(FailingDisk):
    """When an append fails, even the cutting back fails."""

    def _cut_back(self, handle: int, path: Path, length: int, new: bool) -> None:
        raise OSError("no cutting back")


def test_a_file_is_started_only_after_a_failed_append_is_fixed(tmp_path: Path) -> None:
    opened(tmp_path).append({"n": 1})
    disk = StubbornDisk(2, "broken")
    journal = opened(tmp_path, disk)
    with pytest.raises(OSError, match="no cutting back"):
        journal.append({"n": "never"})
    journal.start_file("T001", {"after": 1})
    journal.append({"n": 2})
    assert bodies(tmp_path) == [{"n": 1}, {"n": 2}]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=50)
@given(
    st.lists(st.dictionaries(st.text(max_size=3), json_values, max_size=3) | st.sampled_from(["T001", "T002"])),
    st.data(),
)
def test_any_bodies_come_back_whatever_files_they_went_to(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Body | str], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    journal = opened(folder)
    for step in steps:
        if data.draw(st.booleans()):
            journal = opened(folder)
        if isinstance(step, str):
            journal.start_file(step, {"number": journal.number})
        else:
            journal.append(step)
    assert bodies(folder) == [step for step in steps if not isinstance(step, str)]


def test_an_append_costs_the_same_steps_however_long_the_journal_is(tmp_path: Path) -> None:
    disk = Disk()
    journal = opened(tmp_path, disk)
    costs = []
    for n in range(300):
        before = disk.operations
        journal.append({"n": n})
        costs.append(disk.operations - before)
    assert costs == [4] + [2] * 299
