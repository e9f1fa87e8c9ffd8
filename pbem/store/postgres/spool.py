"""Letters that came, as rows. Each has a lane, in which one letter is handled after the other: its campaign, as far as its address
tells, "" for all that name none."""

import hashlib
import time
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.store.evidence import arrived
from pbem.store.ports import ArrivedMail, Folder, HandledLetter, SpoolDamaged, SpoolEntry
from pbem.store.postgres.packing import LETTER, deflated, inflated
from pbem.store.postgres.pipeline import Row
from pbem.store.postgres.server import HOUSE, TRY_TO_END, DatabaseServer
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
_LANES = _HEADS.format(most=HEADS, waited=WAITED_MS)


class LaneHead(NamedTuple):
    """The first letter of a lane, and whether it has waited so long that anybody takes it."""

    lane: str
    name: str
    has_waited: bool


Lane = Callable[[ArrivedMail], str]

_PUT = f"""
insert into letter_in (name, lane, folder, transport, arrival, sha256, size, content, packing)
select %s, %s, 'new', %s, %s, %s, %s, %s, %s
where not exists (select from letter_in where transport = %s and (folder = 'new' or sha256 = %s)) on conflict (name) do nothing
returning {_ENTRY}, pg_notify('pbem_league', 'worker')::text
"""
_KNOWN = "(transport = %s and (folder = 'new' or sha256 = %s)) or name = %s"
_FIRST = (
    f"select {_ENTRY}, content, packing from letter_in where folder = 'new' and name <> all (%s) and {{of_it}}"
    " order by name limit 1"
)
_IN_LANE = _FIRST.format(of_it="lane = %s")
_RAW = "select content, packing from letter_in where name = %s"
_IN_NO_LANE = _FIRST.format(of_it="not exists (select from campaign c where c.name = lane) and %s = ''")
HEADS_SECONDS = 0.5  # so long it is known which letter of each lane comes first


class DatabaseSpool:
    """The spool of a league. lane: in which a letter goes that has come; on_claim: called before the answer to a claim is waited
    for, so that what will be asked then is asked with it."""

    def __init__(self, server: DatabaseServer, lane: Lane, on_claim: Callable[[], None]) -> None:
        self.server, self._lane, self._on_claim = server, lane, on_claim
        self.prefers: Callable[[str], bool] = lambda _: True
        self.passed_by = False  # does a letter wait that was left to another worker for now?
        self._heads: list[LaneHead] = []
        self._looked = float("-inf")
        self._at_hand: tuple[str, bytes] = ("", b"")  # the name and bytes of the letter that was claimed last
        self._fresh = ""  # the name of one that was found a moment after it came

    # ------------------------------------------------------------ in

    def put(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter in `new`. A transport id that is in the spool already keeps its entry."""
        return self.put_all([ArrivedMail(raw, arrival, transport)])[0]

    def put_all(self, letters: Sequence[ArrivedMail]) -> list[SpoolEntry]:
        """The same for several, all of them or none."""
        if self.server.in_turn or len(letters) == 1:  # one is a turn by itself
            return self._put(letters)
        with self.server.turn():
            return self._put(letters)

    def _put(self, letters: Sequence[ArrivedMail]) -> list[SpoolEntry]:
        given = [self._values(letter) for letter in letters]
        answers = [self.server.change(_PUT, (*letter, letter.transport, letter.sha256)) for letter in given]
        return [self._kept(letter, answer.rows) for letter, answer in zip(given, answers, strict=True)]

    def _kept(self, letter: "_Arriving", rows: Sequence[Row]) -> SpoolEntry:
        for *entry, _ in rows:
            return SpoolEntry(*entry)
        return self._found(_KNOWN, (letter.transport, letter.sha256, letter.name))[0]

    def _values(self, letter: ArrivedMail) -> "_Arriving":
        raw, arrival, transport = letter
        digest = hashlib.sha256(raw).hexdigest()
        name, lane = name_of(raw, arrival, transport), self._lane(letter)
        return _Arriving(name, lane, transport, arrival, digest, len(raw), *deflated(raw, LETTER))

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
            return self._first_in(_IN_LANE, (names, lane))
        if not self.server.in_turn:
            return next(iter(self._found("folder = 'new' and name <> all (%s)", (names,), 1)), None)
        is_fresh = False
        while self._heads or not is_fresh:
            if not self._heads or time.monotonic() - self._looked > HEADS_SECONDS:
                self._heads, self._looked, is_fresh = self._lanes(names), time.monotonic(), True
            tried = [head for head in self._heads if head.name not in but]
            self._heads = tried[1:]
            if tried and (found := self._found_in(tried[0], names)):
                return found
        return None

    def _found_in(self, head: LaneHead, but: list[str]) -> SpoolEntry | None:
        self._fresh = "" if head.has_waited else head.name
        return self._claimed(head.lane, but)

    def came_now(self, name: str) -> bool:
        """Was it found a moment after it came? Nobody has tried it before then."""
        return name == self._fresh

    def foresee(self) -> None:
        """Which letters come first will be asked, unless it is known."""
        if not self._heads or time.monotonic() - self._looked > HEADS_SECONDS:
            self.server.expect(_LANES, ([],))

    def look_afresh(self) -> None:
        """What came since is not overlooked."""
        self._heads.clear()

    def _claimed(self, lane: str, but: list[str]) -> SpoolEntry | None:
        """The first letter of a lane, if that can be claimed; what others have done with it is asked in one go."""
        statement, asked = _IN_LANE if lane else _IN_NO_LANE, (but, lane)
        return self._first_in(statement, asked) if lane in self.claim_lane(lane, ahead=statement, asked=asked) else None

    def _first_in(self, statement: str, parameters: Sequence[object]) -> SpoolEntry | None:
        for *row, content, packing in self.server.ask(statement, parameters):
            found = SpoolEntry(*row)
            self._at_hand = found.name, inflated(content, packing)
            return found
        return None

    def _lanes(self, but: list[str]) -> list[LaneHead]:
        """Lanes with a letter that is ours to try: those we prefer, then others whose letters have waited."""
        heads = [LaneHead(*row) for row in self.server.ask(_LANES, (but,))]
        ours = [head for head in heads if not head.lane or self.prefers(head.lane)]
        others = [head for head in heads if head not in ours]
        self.passed_by = any(not head.has_waited for head in others)
        late = [head for head in others if head.has_waited]
        return [*sorted(ours, key=_by_name), *sorted(late, key=_by_name)]

    def count(self, folder: Folder = "new") -> int:
        """How many lie in a folder."""
        return int(self.server.ask("select count(*) from letter_in where folder = %s", (folder,))[0][0])

    def find(self, name: str) -> SpoolEntry | None:
        """A letter by its name, wherever it lies."""
        return next(iter(self._found("name = %s and folder <> 'filed'", (name,))), None)

    def raw(self, entry: SpoolEntry) -> bytes:
        """The letter's bytes, as they came. SpoolDamaged."""
        name, raw = self._at_hand
        if name != entry.name:
            found = self.server.ask(_RAW, (entry.name,))
            raw = inflated(*found[0]) if found else b""
        if hashlib.sha256(raw).hexdigest() != entry.sha256:
            raise SpoolDamaged(f"{entry.name}: the bytes are not those that came")
        return raw

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

    def claim_lane(self, lane: str, wait: bool = False, ahead: str = "", asked: Sequence[object] = ()) -> Container[str]:
        """Try to make a campaign ours until the turn ends, or, for "", the letters that name none. All lanes that are. ahead: a
        question that follows when it is ours, with what is asked in it."""
        claimed = self.server.claimed
        if lane in claimed:
            return claimed
        skip = "" if wait else "skip locked"
        statement = f"select last from campaign where name = %s for no key update {skip}" if lane else TRY_TO_END
        claim = self.server.change(statement, (lane or HOUSE,))
        if ahead:
            self.server.expect(ahead, asked)
        self._on_claim()
        for (told,) in claim.rows:
            claimed.update({lane: told} if lane else {"": 0} if told else {})
        return claimed

    # ------------------------------------------------------------ as they lay in a folder

    def take_over(self, entry: SpoolEntry, raw: bytes) -> None:
        """A letter that lay in a folder's spool."""
        lane = self._lane(ArrivedMail(raw, entry.arrival, entry.transport))
        self.server.do(
            "insert into letter_in (name, lane, folder, transport, arrival, sha256, size, reason, content, packing)"
            " values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) on conflict (name) do nothing",
            (
                *(entry.name, lane, entry.folder, entry.transport, entry.arrival, entry.sha256, entry.size, entry.reason),
                *deflated(raw, LETTER),
            ),
        )

    def take_filed(self, campaign: str, letters: Mapping[str, bytes]) -> None:
        """Letters that lay with their campaign, by their names."""
        rows = [
            (name, f"filed:{name}", arrived(name), hashlib.sha256(raw).hexdigest(), len(raw), *deflated(raw, LETTER))
            for name, raw in letters.items()
        ]
        self.server.do(
            "insert into letter_in (name, lane, folder, campaign, transport, arrival, sha256, size, content, packing)"
            " select name, %s, 'filed', %s, transport, arrival, sha256, size, content, packing from"
            " unnest(%s::text[], %s::text[], %s::timestamptz[], %s::text[], %s::integer[], %b::bytea[], %s::smallint[])"
            " as f (name, transport, arrival, sha256, size, content, packing) on conflict (name) do nothing",
            (campaign, campaign, *map(list, zip(*rows, strict=True))),
        )

    def filed_with(self, campaign: str) -> list[str]:
        """The names of all letters that came and lie with a campaign."""
        rows = self.server.ask("select name from letter_in where campaign = %s and folder = 'filed' order by name", (campaign,))
        return [str(name) for (name,) in rows]

    def bytes_of(self, name: str) -> bytes:
        """Those of any letter that came."""
        return inflated(*self.server.ask(_RAW, (name,))[0])

    def in_lane(self, lane: str) -> list[SpoolEntry]:
        """What lies in the spool for a campaign."""
        return self._found("lane = %s and folder <> 'filed'", (lane,))

    # ------------------------------------------------------------ elsewhere

    def move_to(self, entry: SpoolEntry, folder: Folder, reason: str) -> SpoolEntry:
        """Put a letter into another folder, or give it a new reason."""
        moved = f"with {_NO_ATTEMPT} update letter_in set folder = %s, reason = %s where name = %s"
        self.server.do(moved, (entry.name, folder, reason, entry.name))
        return self._found("name = %s", (entry.name,))[0]

    def remove(self, entry: SpoolEntry) -> None:
        """Forget a letter that is handled and kept elsewhere."""
        gone = f"with {_NO_ATTEMPT} delete from letter_in where name = %s and folder <> 'filed'"
        self.server.do(gone, (entry.name, entry.name))

    def hand_over(self, leaving: Sequence[HandledLetter]) -> None:
        """Let letters that are handled leave the spool and lie each with its campaign."""
        for entry, campaign in leaving:
            filed = f"with {_NO_ATTEMPT} update letter_in set folder = 'filed', campaign = %s where name = %s"
            self.server.do(filed, (entry.name, campaign, entry.name))

    def throw(self, folder: Folder, name: str) -> None:
        """Throw a letter away."""
        self.server.do("delete from letter_in where name = %s and folder = %s", (name, folder))

    def sweep(self) -> None:
        """Killed writers leave nothing."""

    def _found(self, where: str, parameters: Sequence[object], most: int | None = None) -> list[SpoolEntry]:
        limit = f" limit {most}" if most else ""
        rows = self.server.ask(f"select {_ENTRY} from letter_in where {where} order by name{limit}", parameters)
        return [SpoolEntry(*row) for row in rows]


_NO_ATTEMPT = "tried as (delete from attempt where name = %s)"


class _Arriving(NamedTuple):
    """What is kept of a letter that comes."""

    name: str
    lane: str
    transport: str
    arrival: datetime
    sha256: str
    size: int
    content: bytes
    packing: int


def _by_name(head: LaneHead) -> str:
    return head.name
