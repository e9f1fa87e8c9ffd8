"""How contents lie in a league: in less than their size, and byte for byte what they were; those of older programs too."""

from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.admin import in_a_league as care
from pbem.service.config.settings import load
from pbem.service.league_opening import league_of
from pbem.store.postgres.packing import AS_IT_IS, LETTER, RECORD, beginning, deflated, inflated, primer

from .running import DAILY, PASSWORD, DatabaseProcess
from .test_operated import contents, machine, operated, played_in

__all__ = ["operated"]
KINDS = st.sampled_from((LETTER, RECORD))
PACKED = (
    ("line", "content"),
    ("letter_out", "content"),
    ("letter_in", "content"),
    ("remembered", "content"),
    ("campaign", "shown"),
)


def test_a_primer_that_was_used_is_never_changed() -> None:
    """Whatever lies in a league could not be read any more: make another, under a number of its own."""
    assert {kind: sha256(primer(kind)).hexdigest()[:16] for kind in (LETTER, RECORD)} == {
        LETTER: "896e5041ded4aee6",
        RECORD: "deb8462afdcc2fee",
    }
    assert (AS_IT_IS, LETTER, RECORD) == (0, 1, 2), "numbers stand in rows"


@given(st.one_of(st.binary(max_size=3000), st.text(max_size=3000).map(str.encode)), KINDS, st.integers(0, 3000))
def test_what_is_packed_comes_out_as_it_was_and_so_does_its_beginning(raw: bytes, kind: int, cut: int) -> None:
    content, packing = deflated(raw, kind)
    assert inflated(content, packing) == raw and len(content) <= len(raw)
    assert raw.startswith(beginning(content[:cut], packing))


@given(st.binary(min_size=1, max_size=400), KINDS, st.integers(0, 500), st.integers(0, 255))
def test_what_was_damaged_is_never_taken_for_what_was_packed(raw: bytes, kind: int, at: int, by: int) -> None:
    """Cut short, longer, or with another byte: it comes as it lies, or is what it was (a bit that means nothing)."""
    content = deflated(raw * 50, kind).content
    spoiled = bytearray(content)
    spoiled[at % len(content)] ^= by
    for other in (content[: at % len(content)], content + b"x", bytes(spoiled)):
        assert inflated(other, kind) in (other, raw * 50)
        beginning(other, kind)


def test_letters_and_records_lie_in_a_fraction_of_their_size(operated: Path, tmp_path: Path, postgres: DatabaseProcess) -> None:
    """As an import writes them and as a worker does: so small that nearly all lie in their rows whole."""
    played_in(tmp_path / "folder")
    care.import_folder(operated, tmp_path / "folder" / "data")
    schema = schema_of(operated)
    lines = postgres.asked(f"select content, packing, size from {schema}.line where number is not null")
    letters = postgres.asked(f"select content, packing from {schema}.letter_out")
    assert {packing for _, packing, _ in lines} == {RECORD} and {packing for _, packing in letters} == {LETTER}
    for content, packing, size in lines:
        assert len(inflated(content, packing)) == size  # type: ignore[arg-type]
    for rows, part in ((lines, 4), (letters, 5)):
        lie = sum(len(bytes(content)) for content, *_ in rows)  # type: ignore[call-overload,misc]
        assert lie * part < sum(len(inflated(content, packing)) for content, packing, *_ in rows)  # type: ignore[arg-type,misc]


def test_what_an_older_program_has_written_is_read_and_goes_out_byte_for_byte(
    operated: Path, tmp_path: Path, postgres: DatabaseProcess
) -> None:
    data = tmp_path / "folder" / "data"
    played_in(tmp_path / "folder")
    before = contents(data)
    care.import_folder(operated, data)
    as_it_was(postgres, schema_of(operated))
    assert care.audit(operated) == ("test: sound\n", True)
    care.export_campaign(operated, "test", tmp_path / "out")
    after = contents(tmp_path / "out")
    assert {n: b for n, b in after.items() if n != "mailroom.jsonl"} == {n: b for n, b in before.items() if n != "mailroom.jsonl"}


def test_rows_of_before_the_step_are_read_after_it_and_who_is_at_work_meanwhile_reads_none(
    tmp_path: Path, postgres: DatabaseProcess
) -> None:
    """As the fourth schema had them."""
    name, letter, line = postgres.schema(), b"From: a@b.example\r\n\r\nSTATUS\r\n", b"00000000 {}\n"
    file = machine(tmp_path / "one", postgres, name, "postgres")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.store.postgres.schema.SCHEMA", 4)
        care.init(file, DAILY)
    with psycopg.connect(postgres.database(), autocommit=True, password=PASSWORD) as owner:
        owner.execute(f"set search_path = {name}".encode())
        owner.execute("insert into campaign (name, digest) values ('test', '')")
        owner.execute("insert into line values ('test', 'T000', 1, 1, %s)", (line,))
        owner.execute("insert into letter_out values ('test', 'allied', 'A-1', %s)", (letter,))
        owner.execute(
            "insert into letter_in (name, lane, folder, transport, arrival, sha256, size, raw)"
            " values ('n', 'test', 'new', 't', now(), '', 9, %s)",
            (letter,),
        )
    assert "new steps: 1;" in care.init(file, DAILY)
    store = league_of(load(machine(tmp_path / "one", postgres, name)))
    store.hold()
    shelf = store.shelf("test")
    assert list(shelf.journal.files()) == [("T000.jsonl", line)] and shelf.letters.at("allied", "A-1").raw() == letter
    assert store.spool.bytes_of("n") == letter
    for table in ("letter_in", "letter_out"):
        with pytest.raises(OSError, match='column "raw" does not exist'):
            store.server.ask(f"select raw from {table}")
    store.release()


def schema_of(file: Path) -> str:
    return file.read_text().split('schema_name = "')[1].split('"')[0]


def as_it_was(postgres: DatabaseProcess, schema: str) -> None:
    """All that is packed lies as a program of before the fifth schema has written it."""
    with psycopg.connect(postgres.database(), autocommit=True, password=PASSWORD) as owner:
        for table, column in PACKED:
            rows = owner.execute(f"select ctid::text, {column}, packing from {schema}.{table}".encode()).fetchall()
            for place, content, packing in rows:
                change = f"update {schema}.{table} set {column} = %s, packing = 0 where ctid = %s::tid"
                owner.execute(change.encode(), (inflated(content, packing), place))
        owner.execute(f"update {schema}.line set size = null".encode())
