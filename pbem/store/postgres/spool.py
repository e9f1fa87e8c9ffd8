"""Letters that came, as rows. Each has a lane, in which one letter is handled after the other: its campaign, as far as its address
tells, "" for all that name none."""

import hashlib
from collections.abc import Callable, Container, Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.store.evidence import arrived
from pbem.store.ports import ArrivedMail, Folder, HandledLetter, SpoolDamaged, SpoolEntry
from pbem.store.postgres.server import HOUSE, DatabaseServer
from pbem.store.spool_names import name_of, stamp

_ENTRY = "name, folder, transport, arrival, sha256, size, reason, lane"
_HEADS = """
select distinct on (lane) lane, name, kept < clock_timestamp() - interval '{waited} milliseconds' from (
    select case when exists (select from campaign c where c.name = l.lane) then l.lane else '' end as lane, name, kept
    from letter_in l where folder = 'new' and name <> all (%s) order by name limit {most}
) as fresh order by lane, name
"""
HEADS = 200  # letters among which the first of each lane are looked for
WAITED_MS = 200  # so long a letter is left to the worker that has its campaign at hand


class LaneHead(NamedTuple):
    """The first letter of a lane, and whether it has waited so long that anybody takes it."""

    lane: str
    name: str
    has_waited: bool


Lane = Callable[[ArrivedMail], str]


class DatabaseSpool:
    """The spool of a league. lane: in which a letter goes that has come; claim: of a campaign, or of all that name none ("")."""

    def __init__(self, server: DatabaseServer, lane: Lane) -> None:
        self.server, self._lane = server, lane
        self.prefers: Callable[[str], bool] = lambda _: True
        self.passed_by = False  # does a letter wait that was left to another worker for now?

    # ------------------------------------------------------------ in

    def put(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter in `new`. A transport id that is in the spool already keeps its entry."""
        return self.put_all([ArrivedMail(raw, arrival, transport)])[0]

    def put_all(self, letters: Sequence[ArrivedMail]) -> list[SpoolEntry]:
        """The same for several, all of them or none."""
        if self.server.in_turn:
            return [self._put(letter) for letter in letters]
        with self.server.turn():
            found = [self._put(letter) for letter in letters]
            self.server.wake()
        return found

    def _put(self, letter: ArrivedMail) -> SpoolEntry:
        raw, arrival, transport = letter
        name, digest = name_of(raw, arrival, transport), hashlib.sha256(raw).hexdigest()
        known = self._found("(transport = %s and (folder = 'new' or sha256 = %s)) or name = %s", (transport, digest, name))
        if known:
            return known[0]
        self.server.do(
            "insert into letter_in (name, lane, folder, transport, arrival, sha256, size, raw)"
            " values (%s, %s, 'new', %s, %s, %s, %s, %s) on conflict (name) do nothing",
            (name, self._lane(letter), transport, arrival, digest, len(raw), raw),
        )
        return self._found("name = %s", (name,))[0]

    # ------------------------------------------------------------ what lies there

    def entries(self, folder: Folder = "new") -> list[SpoolEntry]:
        """The letters in a folder, ordered by arrival, then sha256."""
        return self._found("folder = %s", (folder,))

    def sound(self, folder: Folder) -> list[SpoolEntry]:
        """The same: a row is whole."""
        return self.entries(folder)

    def first(self, but: Container[str] = (), lane: str = "") -> SpoolEntry | None:
        """The letter in `new` that comes first of those whose lane can be claimed, which it is from here on; outside of a turn the
        first of all. lane: of this one, which is claimed."""
        names = list(but) if isinstance(but, (frozenset, set, tuple, list)) else []
        if lane:
            return next(iter(self._found("folder = 'new' and name <> all (%s) and lane = %s", (names, lane), 1)), None)
        if not self.server.in_turn:
            return next(iter(self._found("folder = 'new' and name <> all (%s)", (names,), 1)), None)
        for head in self._lanes(names):
            if head in self.claim_lane(head):
                of_it = "lane = %s" if head else "not exists (select from campaign c where c.name = lane) and %s = ''"
                found = self._found(f"folder = 'new' and name <> all (%s) and {of_it}", (names, head), 1)
                if found:
                    return found[0]
        return None

    def _lanes(self, but: list[str]) -> list[str]:
        """Lanes with a letter that is ours to try: those we prefer, then others whose letters have waited."""
        heads = [LaneHead(*row) for row in self.server.ask(_HEADS.format(most=HEADS, waited=WAITED_MS), (but,))]
        ours = [head for head in heads if not head.lane or self.prefers(head.lane)]
        others = [head for head in heads if head not in ours]
        self.passed_by = any(not head.has_waited for head in others)
        late = [head for head in others if head.has_waited]
        return [head.lane for head in (*sorted(ours, key=_by_name), *sorted(late, key=_by_name))]

    def count(self, folder: Folder = "new") -> int:
        """How many lie in a folder."""
        return int(self.server.ask("select count(*) from letter_in where folder = %s", (folder,))[0][0])

    def find(self, name: str) -> SpoolEntry | None:
        """A letter by its name, wherever it lies."""
        return next(iter(self._found("name = %s and folder <> 'filed'", (name,))), None)

    def raw(self, entry: SpoolEntry) -> bytes:
        """The letter's bytes, as they came. SpoolDamaged."""
        found = self.server.ask("select raw from letter_in where name = %s", (entry.name,))
        if not found or hashlib.sha256(found[0][0]).hexdigest() != entry.sha256:
            raise SpoolDamaged(f"{entry.name}: the bytes are not those that came")
        return bytes(found[0][0])

    def older(self, folder: Folder, before: datetime) -> list[str]:
        """The names of a folder's letters that arrived before that time, the oldest first."""
        rows = self.server.ask(
            "select name from letter_in where folder = %s and name < %s order by name", (folder, stamp(before))
        )  # fmt: skip
        return [str(name) for (name,) in rows]

    def newest(self) -> datetime | None:
        """When the last of the letters arrived that lie here."""
        found: datetime | None = self.server.ask("select max(arrival) from letter_in where folder <> 'filed'")[0][0]
        return found

    # ------------------------------------------------------------ claims

    def claim(self, entry: SpoolEntry) -> bool:
        """Is its lane ours until the turn ends, and does it lie there still?"""
        if not self.server.in_turn:
            return True
        found = self.server.ask(
            "select case when exists (select from campaign c where c.name = lane) then lane else '' end from letter_in"
            " where name = %s and folder = %s",
            (entry.name, entry.folder),
        )
        if not found or found[0][0] not in self.claim_lane(found[0][0]):
            return False
        return bool(self._found("name = %s and folder = %s", (entry.name, entry.folder)))

    def claim_lane(self, lane: str, wait: bool = False) -> Container[str]:
        """Try to make a campaign ours until the turn ends, or, for "", the letters that name none. All lanes that are."""
        claimed = self.server.claimed
        if lane in claimed:
            return claimed
        if not lane:
            claimed.update({"": 0} if self.server.try_to_end(HOUSE) else {})
        else:
            skip = "" if wait else "skip locked"
            rows = self.server.ask(f"select last from campaign where name = %s for no key update {skip}", (lane,))
            claimed.update((lane, last) for (last,) in rows)
        return claimed

    # ------------------------------------------------------------ as they lay in a folder

    def take_over(self, entry: SpoolEntry, raw: bytes) -> None:
        """A letter that lay in a folder's spool."""
        lane = self._lane(ArrivedMail(raw, entry.arrival, entry.transport))
        self._insert(
            (entry.name, lane, entry.folder, None, entry.transport, entry.arrival, entry.sha256, entry.size, entry.reason, raw)
        )

    def take_filed(self, name: str, campaign: str, raw: bytes) -> None:
        """A letter that lay with its campaign."""
        digest = hashlib.sha256(raw).hexdigest()
        self._insert((name, campaign, "filed", campaign, f"filed:{name}", arrived(name), digest, len(raw), "", raw))

    def _insert(self, values: Sequence[object]) -> None:
        self.server.do(
            "insert into letter_in (name, lane, folder, campaign, transport, arrival, sha256, size, reason, raw)"
            " values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) on conflict (name) do nothing",
            values,
        )

    def filed_with(self, campaign: str) -> list[str]:
        """The names of all letters that came and lie with a campaign."""
        rows = self.server.ask("select name from letter_in where campaign = %s and folder = 'filed' order by name", (campaign,))
        return [str(name) for (name,) in rows]

    def bytes_of(self, name: str) -> bytes:
        """Those of any letter that came."""
        return bytes(self.server.ask("select raw from letter_in where name = %s", (name,))[0][0])

    def in_lane(self, lane: str) -> list[SpoolEntry]:
        """What lies in the spool for a campaign."""
        return self._found("lane = %s and folder <> 'filed'", (lane,))

    # ------------------------------------------------------------ elsewhere

    def move_to(self, entry: SpoolEntry, folder: Folder, reason: str) -> SpoolEntry:
        """Put a letter into another folder, or give it a new reason."""
        self.server.do("update letter_in set folder = %s, reason = %s where name = %s", (folder, reason, entry.name))
        return self._found("name = %s", (entry.name,))[0]

    def remove(self, entry: SpoolEntry) -> None:
        """Forget a letter that is handled and kept elsewhere."""
        self.server.do("delete from letter_in where name = %s and folder <> 'filed'", (entry.name,))

    def hand_over(self, leaving: Sequence[HandledLetter]) -> None:
        """Let letters that are handled leave the spool and lie each with its campaign."""
        for entry, campaign in leaving:
            self.server.do("update letter_in set folder = 'filed', campaign = %s where name = %s", (campaign, entry.name))

    def throw(self, folder: Folder, name: str) -> None:
        """Throw a letter away."""
        self.server.do("delete from letter_in where name = %s and folder = %s", (name, folder))

    def sweep(self) -> None:
        """Killed writers leave nothing."""

    def _found(self, where: str, parameters: Sequence[object], most: int | None = None) -> list[SpoolEntry]:
        limit = f" limit {most}" if most else ""
        rows = self.server.ask(f"select {_ENTRY} from letter_in where {where} order by name{limit}", parameters)
        return [SpoolEntry(*row) for row in rows]


def _by_name(head: LaneHead) -> str:
    return head.name
