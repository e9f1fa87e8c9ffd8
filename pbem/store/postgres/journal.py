"""The journal of a campaign as rows: its lines (`chain.py`, `framing.py`) are the same bytes as a folder's, file by file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

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
    snapshot_text,
)
from pbem.store.framing import framed, lines_in
from pbem.store.ports import LinesDamaged, StoreTrouble
from pbem.store.postgres.server import DatabaseServer
from pbem.store.shelf_ports import Opened


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

    def open(self, allowed: Callable[[Opened], None] = lambda _: None) -> Opened:
        """What stands there. JournalDamaged."""
        opened = self.look()
        allowed(opened)
        return opened

    def look(self) -> Opened:
        """The last file. JournalDamaged."""
        sizes = self.server.ask(
            "select file, sum(length(content))::integer from line where campaign = %s group by file order by file", (self.campaign,)
        )
        *before, (stem, _) = sizes or [(FIRST_FILE, 0)]
        file = self._read(stem, self._lines(stem), None)
        self.full = {f"{name}.jsonl": size for name, size in before}
        self._stand_in(stem, len(file.lines.texts))
        opened = Opened(file.snapshot, file.records, 0, file.links or {0: NO_RECORD}, self.full)
        self._stand_at(ChainLink(opened.number, opened.links[opened.number]), len(opened.records))
        return opened

    def append(self, body: Mapping[str, Any]) -> int:
        """Add a record. StoreTrouble: it is in the journal, or not."""
        link = ChainLink(self.number, self.digest)
        text = record_text(link, body)
        digest, number = digest_of(text), link.number + 1
        self._add(number, text)
        moved = self.server.do(
            "update campaign set last = %s, digest = %s where name = %s and last = %s", (number, digest, self.campaign, link.number)
        )
        if not moved:
            raise StoreTrouble(0, f"another has written record {number} of {self.campaign}", self.server.where)
        self._stand_at(ChainLink(number, digest), self.records_in_file + 1)
        return self.number

    def start_file(self, name_hint: str, snapshot: Mapping[str, Any]) -> str:
        """Begin a file with the state after the last record; its name."""
        found = self.server.ask(
            "select file, sum(length(content))::integer from line where campaign = %s group by file order by file", (self.campaign,)
        )
        self._stand_in(next_name(name_hint, found[-1][0] if found else ""), 0)
        self._add(None, snapshot_text(ChainLink(self.number, self.digest), snapshot))
        self.full = {f"{name}.jsonl": size for name, size in found}
        self.records_in_file = 0
        return self.last

    def settle(self) -> None:
        """A line is there or not."""

    def news(self) -> list[dict[str, Any]]:
        """The records that others have added since."""
        if self.server.ask("select last from campaign where name = %s", (self.campaign,)) == [(self.number,)]:
            return []
        link, found = ChainLink(self.number, self.digest), list[dict[str, Any]]()
        rows = self.server.ask(
            "select file, content from line where campaign = %s and number > %s order by number", (self.campaign, self.number)
        )
        for name, lines in groupby(rows, key=lambda row: str(row[0])):
            file = self._read(name, b"".join(bytes(content) for _, content in lines), link)
            found += file.records
            link = file.link or link
        self.look()
        return found

    def all_records(self) -> Iterator[dict[str, Any]]:
        """Every record from the first, the chain checked through all files and snapshots. JournalDamaged."""
        link: ChainLink | None = ChainLink(0, NO_RECORD)
        for (name,) in self.server.ask("select distinct file from line where campaign = %s order by file", (self.campaign,)):
            file = self._read(name, self._lines(name), link)
            yield from file.records
            link = file.link

    def first_snapshot(self) -> Mapping[str, Any] | None:
        """The state before the first record. LinesDamaged."""
        found = self.server.ask(
            "select content from line where campaign = %s order by file, place limit 1", (self.campaign,)
        )  # fmt: skip
        texts = lines_in(bytes(found[0][0]), f"{FIRST_FILE}.jsonl").texts if found else ()
        return orjson.loads(texts[0])["snapshot"] if texts else None

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Each file by its name, as a folder holds it."""
        for (name,) in self.server.ask("select distinct file from line where campaign = %s order by file", (self.campaign,)):
            yield f"{name}.jsonl", self._lines(name)

    def take_over(self, stem: str, lines: Sequence[bytes]) -> None:
        """The lines of a file as a folder held it; a record's number stands in it."""
        self._stand_in(stem, 0)
        for place, line in enumerate(lines):
            said = orjson.loads(line[9:])
            is_snapshot = place == 0 and said.get("kind") == "snapshot"
            self._insert(None if is_snapshot else said["number"], line)

    def settle_at_end(self) -> None:
        """The campaign says where these lines end. JournalDamaged."""
        self.look()
        self.server.do("update campaign set last = %s, digest = %s where name = %s", (self.number, self.digest, self.campaign))

    def _lines(self, stem: str) -> bytes:
        rows = self.server.ask(
            "select content from line where campaign = %s and file = %s order by place", (self.campaign, stem)
        )  # fmt: skip
        return b"".join(bytes(content) for (content,) in rows)

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
            "insert into line (campaign, file, place, number, content) values (%s, %s, %s, %s, %s)",
            (self.campaign, self._stem, self._places + 1, number, line),
        )
        self._places += 1

    def _stand_at(self, link: ChainLink, records_in_file: int) -> None:
        self.number, self.digest, self.records_in_file = link.number, link.digest, records_in_file

    def _stand_in(self, stem: str, places: int) -> None:
        self._stem, self._places, self.last = stem, places, f"{stem}.jsonl"
