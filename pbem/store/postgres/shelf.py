"""One campaign as rows: its journal, its letters, its copy of the module, its word on itself, what it shows."""

import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from pbem.store.chain import NO_RECORD
from pbem.store.evidence import RECENT, counted, is_letter
from pbem.store.ports import DataRefused
from pbem.store.postgres.journal import LAST_LINES, REMEMBERED, SIZES, DatabaseJournal
from pbem.store.postgres.letters import NUMBERS, DatabaseLetters
from pbem.store.postgres.packing import RECORD, Packed, deflated, inflated
from pbem.store.postgres.pipeline import Row as AnyRow
from pbem.store.postgres.server import DatabaseServer
from pbem.store.record_schemas import newest_schema
from pbem.store.shelf_ports import Evidence, Footing, Opened, Own, Posted, Row, Rows
from pbem.store.shown_tables import in_order, packed, unpacked

_FROZEN = "select seat, number from letter_out where campaign = %s"
_LAST_LINE = "select content, packing from line where campaign = %s order by file desc, place desc limit 1"
_ANY_LINE = "select 1 from line where campaign = %s limit 1"
_MODULE = "select name, sha256 from module where campaign = %s order by name"
_CAME = "select name from letter_in where campaign = %s and folder = 'filed' order by name desc limit %s"
_SHOWN, _SHOWS = "shown, packing", "shown = %s, packing = %s, seq = nextval('moment')"
_ASKED = "select {} from campaign where name = %s"
MOST_TEXTS = 1000  # held in memory: those of about ten modules


class DatabaseShelf:
    """A campaign's rows. home: a folder of this machine for what can be made again; own: the numbers under which we showed it."""

    def __init__(self, server: DatabaseServer, home: Path, own: set[int]) -> None:
        self.server, self.home, self.name, self._own = server, home, home.name, own
        self.letters = DatabaseLetters(server, self.name)
        self._begun: Own | None = None  # what it began with, once its word on itself was read: that never changes

    @cached_property
    def journal(self) -> DatabaseJournal:
        """Its journal."""
        return DatabaseJournal(self.server, self.name)

    # ------------------------------------------------------------ its beginning

    def is_begun(self) -> bool:
        """Is there a campaign?"""
        return bool(self._asked("about is not null") == [(True,)])

    def begin(self) -> None:
        """What a making that was cut short has left of the journal goes."""
        self._make()
        self.server.do("delete from line where campaign = %s", (self.name,))
        self.server.do("update campaign set last = 0, digest = %s where name = %s", (NO_RECORD, self.name))

    def sweep(self) -> None:
        """Killed writers leave nothing."""

    def check_schema(self, known: int) -> None:
        """DataRefused when a newer program has written records."""
        rows = self.server.ask(_LAST_LINE, (self.name,))
        found = newest_schema(inflated(*rows[0])) if rows else 0
        if found > known:
            raise DataRefused(
                f"{self.name}: written by a newer pbem (format {found}; this one knows {known}): install that one; nothing was"
                " touched"
            )

    def is_whole(self) -> bool:
        """Does the journal have its beginning?"""
        return bool(self.server.ask(_ANY_LINE, (self.name,)))

    def write_about(self, raw: bytes) -> None:
        """From here on it is a campaign."""
        self._make()
        self.server.do("update campaign set about = %s where name = %s", (raw, self.name))

    def about(self) -> bytes:
        """Its word on itself. FileNotFoundError."""
        found = self._asked("about")
        if not found or found[0][0] is None:
            raise FileNotFoundError(self.name)
        raw = bytes(found[0][0])
        self._begun = Own(zlib.crc32(raw), {})
        return raw

    def write_texts(self, texts: Mapping[str, str]) -> None:
        """Keep a module's texts; the same text is kept once, whichever campaigns have it."""
        self.write_files({name: text.encode() for name, text in texts.items()})

    def write_files(self, files: Mapping[str, bytes]) -> None:
        """The same of bytes."""
        self._make()
        self.server.do("delete from module where campaign = %s", (self.name,))
        digests = {name: sha256(raw).hexdigest() for name, raw in files.items()}
        there = {
            digest
            for (digest,) in self.server.ask("select sha256 from text_of_module where sha256 = any (%s)", (list(digests.values()),))
        }
        for name, raw in files.items():
            if digests[name] not in there:
                statement = "insert into text_of_module (sha256, content) values (%s, %s) on conflict do nothing"
                self.server.do(statement, (digests[name], raw))
        self.server.do(
            "insert into module (campaign, name, sha256)"
            " select %s, name, digest from unnest(%s::text[], %s::text[]) as f (name, digest)",
            (self.name, list(digests), list(digests.values())),
        )

    def module(self) -> Mapping[str, bytes]:
        """The files of its module. FileNotFoundError when there are none."""
        rows = self.server.ask(_MODULE, (self.name,))
        if not rows:
            raise FileNotFoundError(self.name)
        known = self.server.texts
        if unknown := sorted({digest for _, digest in rows if digest not in known}):
            found = self.server.ask("select sha256, content from text_of_module where sha256 = any (%s)", (unknown,))
            known.update((digest, bytes(content)) for digest, content in found)
            while len(known) > MOST_TEXTS + len(rows):
                del known[next(iter(known))]
        return {str(name): known[digest] for name, digest in rows}

    # ------------------------------------------------------------ what it shows

    def show(self, rows: Rows) -> None:
        """Keep what it shows, unless another has gone on since."""
        shown, number = deflated(packed(rows), RECORD), self.journal.number
        self.server.at_end(lambda: self._show(shown, number))

    def _show(self, now: Packed, number: int) -> None:
        end = self.server.moved.get(self.name)
        if end is None:
            statement = f"update campaign set {_SHOWS} where name = %s and last = %s returning seq"
            shown = self.server.change(statement, (*now, self.name, number))
        elif end.number == number:
            del self.server.moved[self.name]
            statement = f"update campaign set last = %s, digest = %s, {_SHOWS} where name = %s returning seq"
            shown = self.server.change(statement, (*end, *now, self.name))
        else:
            return
        self.server.afterwards(lambda: self._own.update(int(seq) for (seq,) in shown.rows))

    def shown(self) -> dict[str, list[Row]] | None:
        """What was shown."""
        found = self._asked(_SHOWN)
        stored = unpacked(inflated(*found[0])) if found and found[0][0] is not None else None
        return None if stored is None else in_order(stored)

    def shown_bytes(self) -> bytes:
        """The same as JSON. OSError."""
        found = self._asked(_SHOWN)
        if not found or found[0][0] is None:
            raise FileNotFoundError(self.name)
        return inflated(*found[0])

    # ------------------------------------------------------------ what proves how far it has come

    def evidence(self, posted: Posted) -> Evidence:
        """All of it is written together; it is asked all the same. What an opening asks then is asked with it."""
        for statement, parameters in self._opening() if self.server.in_turn else ():
            self.server.expect(statement, parameters)
        told = self._asked("last, digest")
        given = {seat: max(map(counted, numbers)) for seat, numbers in posted.items() if numbers}
        frozen = Counter[str]()
        for seat, number in self.server.ask(_FROZEN, (self.name,)):
            frozen[seat] = max(frozen[seat], counted(number))
        records, digest = (int(str(told[0][0])), str(told[0][1])) if told else (None, "")
        return Evidence(records, digest, {}, Counter(given) | frozen, tuple(self.came()))

    def lacking(self, proved: Evidence, opened: Opened) -> str:
        """What the journal lacks by that evidence, in words; "" when all is there."""
        if proved.records is None:
            return ""
        if opened.number < proved.records:
            return f"the journal ends with record {opened.number}, and the campaign tells of record {proved.records}"
        if opened.links.get(proved.records, proved.digest) != proved.digest:
            return f"record {proved.records} is not the one that the campaign tells of"
        return ""

    def own(self) -> Own:
        """What it began with."""
        if self._begun is None:
            self.about()
        assert self._begun is not None
        return self._begun

    def footing(self, by: str, own: Own, heard: tuple[str, ...]) -> Footing:
        """What stands where now: the journal's last line tells."""
        return Footing(by, {}, self.journal.last, zlib.crc32(self.journal.digest.encode()), own, heard)

    def stands(self, footing: Footing, letters: Mapping[str, Collection[str]]) -> bool:
        """Does the journal end where it did? What is shown is written with it, and so are the letters."""
        del letters
        found = self._asked("digest")
        return bool(found) and zlib.crc32(str(found[0][0]).encode()) == footing.tail

    def came(self) -> list[str]:
        """The spool ids of the last letters that came, in the order of their arrival."""
        rows = self.server.ask(_CAME, (self.name, 2 * RECENT))
        return sorted(filter(is_letter, (str(name) for (name,) in rows)))

    def _make(self) -> None:
        self.server.do("insert into campaign (name, digest) values (%s, %s) on conflict do nothing", (self.name, NO_RECORD))

    def _asked(self, what: str) -> list[AnyRow]:
        return self.server.ask(_ASKED.format(what), (self.name,))

    def _opening(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        """What is asked when it is opened."""
        columns = (_ASKED.format(column) for column in ("about", _SHOWN))
        for statement in (_FROZEN, _LAST_LINE, _ANY_LINE, _MODULE, SIZES, REMEMBERED, *columns):
            yield statement, (self.name,)
        yield LAST_LINES, (self.name,) * 4
        yield NUMBERS, (self.name,) * 2
        yield _CAME, (self.name, 2 * RECENT)
