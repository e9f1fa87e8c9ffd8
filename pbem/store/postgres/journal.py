"""The journal of a campaign as rows: its lines (`chain.py`, `framing.py`) are the same bytes as a folder's, file by file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

import orjson

from pbem.store.chain import (
    FIRST_FILE,
    NO_RECORD,
    ChainLink,
    JournalDamaged,
    JournalFile,
    digest_of,
    next_name,
    read_file,
    record_text,
    snapshot_of,
    snapshot_text,
)
from pbem.store.codec import dumps
from pbem.store.framing import framed, lines_in
from pbem.store.ports import LinesDamaged, StoreTrouble
from pbem.store.postgres.packing import RECORD, deflated, inflated
from pbem.store.postgres.server import DatabaseServer, JournalEnd
from pbem.store.shelf_ports import Opened

REMEMBERED_EACH = 16  # records
REMEMBERED = (
    "select l.file, r.number, r.digest, r.content, r.packing, l.place, l.content, l.packing from remembered r"
    " join line l on l.campaign = r.campaign and l.number = r.number where r.campaign = %s"
)
LAST_LINES = """
select file, place, content, packing from line where campaign = %s
    and file = (select max(file) from line where campaign = %s)
    and place > coalesce((
        select l.place from remembered r join line l on l.campaign = r.campaign and l.number = r.number
        where r.campaign = %s and l.file = (select max(file) from line where campaign = %s)), 0)
order by place
"""
SIZES = (
    "select file, sum(coalesce(size, length(content)))::integer, count(*)::integer, count(number)::integer from line"
    " where campaign = %s group by file order by file"
)


class _FileSize(NamedTuple):
    """How many bytes, lines and records a file of the journal has."""

    stem: str
    size: int
    lines: int
    records: int


class _Recalled(NamedTuple):
    """The state that is kept beside the journal, as JSON: after which record, in which line of its file."""

    link: ChainLink
    place: int
    snapshot: bytes


class DatabaseJournal:
    """One campaign's journal. Whoever appends has claimed the campaign; the key of the lines refuses a second record of a number.

    last: the name of the last file; the rest is as `Journal` has it.
    """

    def __init__(self, server: DatabaseServer, campaign: str) -> None:
        self.server, self.campaign = server, campaign
        self.number = 0
        self.digest = NO_RECORD
        self.full: dict[str, int] = {}
        self.records_in_file = 0
        self.last = f"{FIRST_FILE}.jsonl"
        self._stem = FIRST_FILE  # by which files sort, as in a folder
        self._places = 0
        self._kept = 0  # the number of the record after which the state is kept, in the file's first line or beside it

    def open(self, allowed: Callable[[Opened], None] = lambda _: None) -> Opened:
        """What stands there. JournalDamaged."""
        opened = self.look()
        allowed(opened)
        return opened

    def look(self) -> Opened:
        """The last file, or what follows in it on the state that is remembered. JournalDamaged."""
        sizes = self._sizes()
        stem = sizes[-1].stem if sizes else FIRST_FILE
        self.full = {f"{file.stem}.jsonl": file.size for file in sizes[:-1]}
        known = self._recalled(stem)
        if known is None:
            file = self._read(stem, self._last_lines(stem, 0), None)
            opened = Opened(file.snapshot, file.records, 0, file.links or {0: NO_RECORD}, self.full)
            self._kept = opened.number - len(opened.records)
        else:
            file = self._read(stem, self._last_lines(stem, known.place), known.link)
            opened = Opened(known.snapshot, file.records, 0, {known.link.number: known.link.digest, **file.links}, self.full)
            self._kept = known.link.number
        self._stand_in(stem, sizes[-1].lines if sizes else 0)
        self._stand_at(ChainLink(opened.number, opened.links[opened.number]), sizes[-1].records if sizes else 0)
        return opened

    def _sizes(self) -> list[_FileSize]:
        rows = self.server.ask(SIZES, (self.campaign,))
        return [_FileSize(*row) for row in rows]

    def _recalled(self, stem: str) -> _Recalled | None:
        """The state that is remembered, if it is of a record in this file and that record is the one it was made after. One that
        is damaged is none: the journal has it."""
        for file, number, digest, content, packing, place, *line in self.server.ask(REMEMBERED, (self.campaign,)):
            snapshot = inflated(content, packing)
            if file == stem and snapshot.startswith(b"{") and sha256(inflated(*line)[:-1]).hexdigest() == digest:
                return _Recalled(ChainLink(number, digest), place, snapshot)
        return None

    def append(self, body: Mapping[str, Any]) -> int:
        """Add a record. StoreTrouble: it is in the journal, or not."""
        link = ChainLink(self.number, self.digest)
        text = record_text(link, body)
        digest, number = digest_of(text), link.number + 1
        if self.server.claimed.get(self.campaign, link.number) > link.number:
            raise StoreTrouble(0, f"another has written record {number} of {self.campaign}", self.server.where)
        self._add(number, text)
        self.server.move(self.campaign, JournalEnd(number, digest))
        self._stand_at(ChainLink(number, digest), self.records_in_file + 1)
        return self.number

    def start_file(self, name_hint: str, snapshot: Mapping[str, Any]) -> str:
        """Begin a file with the state after the last record; its name."""
        sizes = self._sizes()
        self._stand_in(next_name(name_hint, sizes[-1].stem if sizes else ""), 0)
        self._add(None, snapshot_text(ChainLink(self.number, self.digest), snapshot))
        self.full = {f"{file.stem}.jsonl": file.size for file in sizes}
        self.records_in_file, self._kept = 0, self.number
        return self.last

    def settle(self) -> None:
        """A line is there or not."""

    def remember(self, snapshot: Callable[[], Mapping[str, Any]], after: int = REMEMBERED_EACH) -> None:
        """Keep the state after the last record, when so many have followed on the one that is kept."""
        if self.number - self._kept < after:
            return
        self.server.do(
            "insert into remembered (campaign, number, digest, content, packing) values (%s, %s, %s, %s, %s)"
            " on conflict (campaign) do update set number = excluded.number, digest = excluded.digest, content = excluded.content,"
            " packing = excluded.packing where excluded.number > remembered.number",
            (self.campaign, self.number, self.digest, *deflated(dumps(snapshot()), RECORD)),
        )
        self._kept = self.number

    def news(self) -> list[dict[str, Any]]:
        """The records that others have added since."""
        claimed = self.server.claimed.get(self.campaign)  # since then nobody else has written; we may have
        if claimed is not None and self.number >= claimed:
            return []
        if claimed is None and self.server.ask("select last from campaign where name = %s", (self.campaign,)) == [(self.number,)]:
            return []
        link, found = ChainLink(self.number, self.digest), list[dict[str, Any]]()
        rows = self.server.ask(
            "select file, content, packing from line where campaign = %s and number > %s order by number",
            (self.campaign, self.number),
        )
        for name, lines in groupby(rows, key=lambda row: str(row[0])):
            file = self._read(name, b"".join(inflated(*line) for _, *line in lines), link)
            found += file.records
            link = file.link or link
        *before, last = self._sizes()
        self.full = {f"{file.stem}.jsonl": file.size for file in before}
        self._stand_in(last.stem, last.lines)
        self._stand_at(link, last.records)
        return found

    def all_records(self) -> Iterator[dict[str, Any]]:
        """Every record from the first, the chain checked through all files and snapshots. JournalDamaged."""
        link: ChainLink | None = ChainLink(0, NO_RECORD)
        for (name,) in self.server.ask("select distinct file from line where campaign = %s order by file", (self.campaign,)):
            file = self._read(name, self._lines(name), link)
            yield from file.records
            link = file.link

    def first_snapshot(self) -> bytes | None:
        """The state before the first record, as JSON. LinesDamaged."""
        found = self.server.ask(
            "select content, packing from line where campaign = %s order by file, place limit 1", (self.campaign,)
        )
        texts = lines_in(inflated(*found[0]), f"{FIRST_FILE}.jsonl").texts if found else ()
        return snapshot_of(texts[0]) if texts else None

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Each file by its name, as a folder holds it."""
        for (name,) in self.server.ask("select distinct file from line where campaign = %s order by file", (self.campaign,)):
            yield f"{name}.jsonl", self._lines(name)

    def take_over(self, stem: str, lines: Sequence[bytes]) -> None:
        """The lines of a file as a folder held it; a record's number stands in it."""
        said = [orjson.loads(line[9:]) for line in lines]
        numbers = [None if n == 0 and one.get("kind") == "snapshot" else one["number"] for n, one in enumerate(said)]
        sizes, rows = [len(line) for line in lines], [deflated(line, RECORD) for line in lines]
        self.server.do(
            "insert into line (campaign, file, place, number, size, content, packing) select %s, %s, place, number, size, content,"
            " packing from unnest(%s::integer[], %s::integer[], %b::bytea[], %s::smallint[])"
            " with ordinality as f (number, size, content, packing, place)",
            (self.campaign, stem, numbers, sizes, *map(list, zip(*rows, strict=True))),
        )
        self._stand_in(stem, len(lines))

    def settle_at_end(self) -> None:
        """The campaign says where these lines end. JournalDamaged."""
        self.look()
        self.server.do("update campaign set last = %s, digest = %s where name = %s", (self.number, self.digest, self.campaign))

    def _last_lines(self, stem: str, after: int) -> bytes:
        """Those of the last file after that place, which nearly always is the place of the state that is remembered."""
        rows = self.server.ask(LAST_LINES, (self.campaign,) * 4)
        fits = (rows[0][:2] == (stem, after + 1)) if rows else after > 0
        return b"".join(inflated(*line) for _, _, *line in rows) if fits else self._lines(stem, after)

    def _lines(self, stem: str, after: int = 0) -> bytes:
        rows = self.server.ask(
            "select content, packing from line where campaign = %s and file = %s and place > %s order by place",
            (self.campaign, stem, after),
        )
        return b"".join(inflated(*line) for line in rows)

    def _read(self, stem: str, content: bytes, link: ChainLink | None) -> JournalFile:
        name = f"{stem}.jsonl"
        try:
            lines = lines_in(content, name)
        except LinesDamaged as fault:
            raise JournalDamaged(fault.file, fault.line, fault.reason) from fault
        if lines.torn:
            raise JournalDamaged(name, len(lines.texts) + 1, "the last line is torn")
        return read_file(name, lines, link)

    def _add(self, number: int | None, text: bytes) -> None:
        self._insert(number, framed(text))

    def _insert(self, number: int | None, line: bytes) -> None:
        self.server.do(
            "insert into line (campaign, file, place, number, size, content, packing) values (%s, %s, %s, %s, %s, %s, %s)",
            (self.campaign, self._stem, self._places + 1, number, len(line), *deflated(line, RECORD)),
        )
        self._places += 1

    def _stand_at(self, link: ChainLink, records_in_file: int) -> None:
        self.number, self.digest, self.records_in_file = link.number, link.digest, records_in_file

    def _stand_in(self, stem: str, places: int) -> None:
        self._stem, self._places, self.last = stem, places, f"{stem}.jsonl"
