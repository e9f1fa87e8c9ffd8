"""The record of a cause and the state that records fold into: the one place where both are defined.

Nothing here decides anything: `handlers` makes records, `service.open_campaign` writes them down, and whoever opens the
journal folds them with the same functions.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, Union

import msgspec
import orjson

from pbem.campaign.admin_events import AdminEvent
from pbem.campaign.calendars import CalendarEntry
from pbem.campaign.state import AdminState
from pbem.documents.document import Document
from pbem.engine.opaque import OpaqueBoard, OpaqueEvent, OpaquePicture, OpaqueSeen
from pbem.engine.play import fold, fold_picture
from pbem.engine.run_observations import LineBegan, LineEnded, ManeuverHalted, MessageHeard, RunStopped
from pbem.engine.situation import Control, Situation
from pbem.kernel.decisions import Decision
from pbem.kernel.dice import Throw
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Instant, Value, field, replace
from pbem.rulesets.form import Ruleset, Station
from pbem.store.codec import Codec, CodecError, dumps
from pbem.store.recasts import recast
from pbem.store.renames import RENAMES

SCHEMA = 2
W = TypeVar("W", bound="_WrittenStand")
REMEMBERED = 2000  # how many causes are remembered, to know a letter that a crash left in the spool


class Cause(Value):
    """Why the referee acts. id: unique for ever; at: when it came (UTC).

    kind: start | letter | deadline | run | held | refused | host | outage | missed | digest | daily | liaison; words of a host's:
    "each" if he says it of every campaign, of the liaison: what, and of which battle; answers: the number of our letter it replies
    to; lines: what is to be read; left_out: what not;
    form: the part of play that the order form they stand in is for; beside: what stands beside a form in the quoted report;
    house: the addresses of the host who says it from the shell; own: the referee's address, of a letter or the host's words;
    nights: of a digest: (host's seat, another campaign of his, what is told of it), no campaign when another's tells him of this;
    wants: of a digest: (host's seat, another campaign, what waits for the host's word there); mailroom: (host's seat, what is to be
    known of letters and of the disk);
    gone: the number of our letter that it replies to, when another lies here under it (answers is "" then).
    """

    kind: str
    id: str
    at: Instant
    seat: str = ""
    sha256: str = ""
    message_id: str = ""
    answers: str = ""
    lines: tuple[NumberedLine, ...] = ()
    left_out: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    form: str = ""
    beside: tuple[NumberedLine, ...] = ()
    house: tuple[str, ...] = ()
    own: str = ""
    nights: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    gone: str = ""
    wants: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    mailroom: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Sent(Value):
    """A letter. n counts the seat's letters; generation: of its reply token; plain: text alone; bare: nothing attached; calendar:
    what changes in its reader's."""

    seat: str
    n: int
    kind: str
    document: Document
    answer: bool
    in_reply_to: str
    generation: int = 1
    plain: bool = False
    bare: bool = False
    calendar: tuple[CalendarEntry, ...] = ()


class Again(Value):
    """A letter that goes out once more, the same bytes."""

    seat: str
    number: str


class DigestLetter(Value):
    """A letter that waits for the seat's digest of the day. at: when it was written; until: when the digest is due; turn: in
    which it was written."""

    at: Instant
    until: Instant
    kind: str
    document: Document
    turn: int = 0


class Holding(Value):
    """A letter to a seat is held for its digest; None: all that was held for it has been told."""

    seat: str
    letter: DigestLetter | None


class Earlier(Value):
    """Where play stood at an earlier moment: all of a state that a rollback brings back."""

    situation: Situation[OpaqueBoard]
    pictures: Mapping[str, OpaquePicture]
    news: Mapping[str, tuple[OpaqueSeen, ...]]
    battles: Mapping[str, tuple[OpaqueSeen, ...]]


class Record(Value):
    """One cause and all that came of it. earlier: a rollback's, before which everything else in the record happens; held:
    what waits from here on for a digest, and what waits no more."""

    cause: Cause
    code: str
    sheet: str
    standing: tuple[tuple[str, int], ...]
    papers: tuple[AdminEvent, ...]
    events: tuple[OpaqueEvent, ...]
    throws: tuple[Throw, ...]
    seen: tuple[tuple[str, OpaqueSeen], ...]
    letters: tuple[Sent | Again, ...]
    earlier: Earlier | None = None
    held: tuple[Holding, ...] = ()


class State(Value):
    """A campaign as its records have made it.

    news: by desk, since the last station; battles: kept for WHY; throws: all dice so far, opened at the end; again:
    letters to post once more (seat, number, cause); annals: what happened, in words, opened at the end too; held: by seat, the
    letters that wait for its digest.
    """

    admin: AdminState
    situation: Situation[OpaqueBoard]
    pictures: Mapping[str, OpaquePicture]
    seed: str
    edition: int = 0
    news: Mapping[str, tuple[OpaqueSeen, ...]] = field(default_factory=dict)
    battles: Mapping[str, tuple[OpaqueSeen, ...]] = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    throws: tuple[Throw, ...] = ()
    again: tuple[tuple[str, str, str], ...] = ()
    annals: tuple[str, ...] = ()
    held: Mapping[str, tuple[DigestLetter, ...]] = field(default_factory=dict)


class _WrittenStand(Value, forbid_unknown_fields=False):
    """Where play stands as it is written, each part as JSON."""

    phase: str
    taken: int
    closed: bool
    owed: msgspec.Raw
    board: msgspec.Raw
    pictures: msgspec.Raw
    news: msgspec.Raw
    battles: msgspec.Raw


class _WrittenState(_WrittenStand, forbid_unknown_fields=False):
    """A state as it is written, each part as JSON."""

    admin: msgspec.Raw = field(name="affairs")
    seed: str
    edition: int
    causes: tuple[str, ...]
    throws: msgspec.Raw
    again: msgspec.Raw
    annals: tuple[str, ...] = ()
    held: msgspec.Raw = msgspec.Raw(b"{}")


@cache
def _codec(event: Any, observation: Any, paper: Any, renamed: tuple[tuple[str, str], ...]) -> Codec:
    """One codec serves all campaigns of a ruleset."""
    return Codec(event, observation, paper, Sent | Again, renames=RENAMES.beside(dict(renamed)))


class RecordCodec:
    """How a ruleset's records and states are written: its codec. admin_events: every class of them, those of single words too."""

    def __init__(self, ruleset: Ruleset, admin_events: tuple[type[AdminEvent], ...]) -> None:
        knowing = ruleset.knowledge
        self.ruleset = ruleset
        self.event = knowing.EVENTS | Control
        self.observation = knowing.OBSERVATIONS | LineBegan | LineEnded | ManeuverHalted | RunStopped | MessageHeard
        self.paper: Any = Union[admin_events]  # noqa: UP007 - as many as there are
        self.codec = _codec(self.event, self.observation, self.paper, tuple(knowing.RENAMED.items()))

    def record_body(self, record: Record) -> dict[str, Any]:
        """A record as the journal takes it, each part of it as it is written."""
        parts: dict[str, Any] = dict(self.codec.pieces(replace(record, earlier=None)))
        del parts["earlier"]
        return {"schema": SCHEMA, **parts, **({"earlier": self._standing(record.earlier)} if record.earlier else {})}

    def record(self, body: Mapping[str, Any]) -> Record:
        """A record read back."""
        decode = self.codec.decode
        return Record(
            cause=decode(Cause, body["cause"]), code=body["code"], sheet=body["sheet"],
            standing=decode(tuple[tuple[str, int], ...], body["standing"]),
            papers=decode(tuple[self.paper, ...], body["papers"]),  # type: ignore[name-defined]
            events=decode(tuple[self.event, ...], body["events"]),  # type: ignore[name-defined]
            throws=decode(tuple[Throw, ...], body["throws"]),
            seen=self._seen(body["seen"]),
            letters=decode(tuple[Sent | Again, ...], body["letters"]),
            earlier=self._earlier(_written(_WrittenStand, dumps(body["earlier"]))) if "earlier" in body else None,
            held=decode(tuple[Holding, ...], body.get("held", [])),
        )  # fmt: skip

    def snapshot(self, state: State) -> dict[str, Any]:
        """A state as plain data."""
        encode = self.codec.encode
        return {
            "schema": SCHEMA, "affairs": encode(state.admin), **self._standing(stand_of(state)), "seed": state.seed,
            "edition": state.edition, "causes": list(state.causes), "throws": encode(state.throws),
            "again": encode(state.again), "annals": list(state.annals), "held": encode(dict(state.held)),
        }  # fmt: skip

    def state(self, data: bytes) -> State:
        """A state read back from its JSON. CodecError."""
        loads, written = self.codec.loads, _written(_WrittenState, data)
        earlier = self._earlier(written)
        return State(
            admin=loads(AdminState, written.admin), situation=earlier.situation, pictures=earlier.pictures,
            seed=written.seed, edition=written.edition, news=earlier.news, battles=earlier.battles, causes=written.causes,
            throws=loads(tuple[Throw, ...], written.throws), again=loads(tuple[tuple[str, str, str], ...], written.again),
            annals=written.annals, held=loads(Mapping[str, tuple[DigestLetter, ...]], written.held),
        )  # fmt: skip

    def same_stand(self, one: Earlier, other: Earlier) -> bool:
        """Does play stand the same, as the journal would write it?"""
        return self._standing(one) == self._standing(other)

    def _standing(self, earlier: Earlier) -> dict[str, Any]:
        """Where play stands, as plain data."""
        encode, situation = self.codec.encode, earlier.situation
        return {
            "phase": situation.phase, "taken": situation.taken, "owed": encode(situation.owed), "closed": situation.closed,
            "board": encode(situation.board), "pictures": encode(dict(earlier.pictures)),
            "news": encode({d: tuple(n) for d, n in earlier.news.items()}),
            "battles": encode({d: tuple(n) for d, n in earlier.battles.items()}),
        }  # fmt: skip

    def _earlier(self, written: _WrittenStand) -> Earlier:
        """Where play stood, read back."""
        loads, knowing = self.codec.loads, self.ruleset.knowledge
        situation = Situation(
            written.phase, loads(knowing.BOARD, written.board), written.taken, loads(tuple[Decision, ...], written.owed),
            written.closed,
        )  # fmt: skip
        pictures = loads(Mapping[str, knowing.PICTURE], written.pictures)  # type: ignore[name-defined]
        return Earlier(situation, pictures, self._learnt(written.news), self._learnt(written.battles))

    def _learnt(self, written: msgspec.Raw) -> Mapping[str, tuple[OpaqueSeen, ...]]:
        """Observations by desk, read back; also in the form of before."""
        observations = Mapping[str, tuple[self.observation, ...]]  # type: ignore[name-defined]
        found = orjson.loads(memoryview(written))
        learnt: Mapping[str, tuple[OpaqueSeen, ...]] = self.codec.decode(
            observations, {desk: [recast(desk, seen) for seen in found[desk]] for desk in found}
        )
        return learnt

    def _seen(self, data: Iterable[list[Any]]) -> tuple[tuple[str, OpaqueSeen], ...]:
        """What each desk learnt, read back; also in the form of before."""
        seen: tuple[tuple[str, OpaqueSeen], ...] = self.codec.decode(
            tuple[tuple[str, self.observation], ...],  # type: ignore[name-defined]
            [[desk, recast(desk, observation)] for desk, observation in data],
        )
        return seen


@cache
def record_codec(ruleset: Ruleset, admin_events: tuple[type[AdminEvent], ...]) -> RecordCodec:
    """That of a ruleset, the same for all of its campaigns."""
    return RecordCodec(ruleset, admin_events)


def _written(kind: type[W], data: bytes) -> W:
    """The parts of what is written. CodecError."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as fault:
        raise CodecError(str(fault)) from fault


def stand_of(state: State) -> Earlier:
    """Where play stands."""
    return Earlier(state.situation, state.pictures, state.news, state.battles)


def taken_back(state: State, earlier: Earlier) -> State:
    """Play stands again where it stood, and other dice fall from here on."""
    return replace(
        state, situation=earlier.situation, pictures=earlier.pictures, news=earlier.news, battles=earlier.battles,
        edition=state.edition + 1,
    )  # fmt: skip


def folded(ruleset: Ruleset, state: State, record: Record) -> State:
    """The state after a record."""
    if record.earlier:
        state = taken_back(state, record.earlier)
    admin = state.admin
    for paper in record.papers:
        admin = paper.apply(admin)
    pictures = {d: fold_picture(ruleset, p, (o for k, o in record.seen if k == d)) for d, p in state.pictures.items()}
    return remembered(ruleset, replace(
        state, admin=admin, situation=fold(ruleset, state.situation, record.events), pictures=pictures,
    ), record)  # fmt: skip


def remembered(ruleset: Ruleset, state: State, record: Record) -> State:
    """The state with the record's news, battles, cause and throws counted in."""
    return replace(
        state,
        news=_news(ruleset, state, record),
        battles=_battles(ruleset, state, record),
        causes=(*state.causes, record.cause.id)[-REMEMBERED:],
        throws=(*state.throws, *record.throws),
        annals=(*state.annals, *ruleset.scenario.annals(state.situation.board, record.events)),
        again=(*state.again, *_again(record))[-REMEMBERED:],
        held=held_after(state.held, record.held),
    )


def held_after(held: Mapping[str, tuple[DigestLetter, ...]], holdings: Iterable[Holding]) -> Mapping[str, tuple[DigestLetter, ...]]:
    """What waits for digests after these. Of several reports the last one's map alone is kept: it shows where things stand."""
    now = dict(held)
    for holding in holdings:
        letter, before = holding.letter, now.pop(holding.seat, ())
        if letter is not None:
            without = (replace(one, document=replace(one.document, map=None)) for one in before)
            before = tuple(without) if letter.document.map else before
            now[holding.seat] = (*before, letter)
    return now


def _again(record: Record) -> tuple[tuple[str, str, str], ...]:
    """Letters to post once more: seat, number, and the cause that asked, which tells one repeat from the next."""
    return tuple((a.seat, a.number, record.cause.id) for a in record.letters if isinstance(a, Again))


def _news(ruleset: Ruleset, state: State, record: Record) -> dict[str, tuple[OpaqueSeen, ...]]:
    """What each desk learnt since its last station: a record that is one has told it all."""
    if station_of(ruleset, record):
        return dict.fromkeys(state.pictures, ())
    fresh = {desk: tuple(o for d, o in record.seen if d == desk) for desk in state.pictures}
    return {desk: (*state.news.get(desk, ()), *fresh[desk]) for desk in state.pictures}


def station_of(ruleset: Ruleset, record: Record) -> Station:
    """The public moment this record holds, "" if none: the same for every desk, so any desk's news tells."""
    return ruleset.reports.station(tuple(o for _, o in record.seen))


def _battles(ruleset: Ruleset, state: State, record: Record) -> dict[str, tuple[OpaqueSeen, ...]]:
    kept = {d: tuple(o for k, o in record.seen if k == d and ruleset.reports.kept(o)) for d in state.pictures}
    return {d: (*state.battles.get(d, ()), *kept[d]) for d in state.pictures}
