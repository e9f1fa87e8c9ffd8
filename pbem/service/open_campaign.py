"""One campaign on disk: its folder, its journal, its state; the only writer of them."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from pbem import handlers as causes
from pbem.campaign.admin_events import EffectNoted
from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.deadlines import Pace
from pbem.campaign.records import SCHEMA, Cause, Record, RecordCodec, State, folded
from pbem.campaign.staff_forms import Forms
from pbem.campaign.state import Seat
from pbem.documents.document import Document
from pbem.documents.letterhead import LetterheadError
from pbem.documents.staff_form import dressed
from pbem.handlers import CampaignContext
from pbem.kernel import values
from pbem.kernel.values import Value, replace
from pbem.modules import library
from pbem.rulesets.tocs.module import Fault
from pbem.service import damage, own_files
from pbem.service.damage import REMEDY, Damaged
from pbem.service.due_times import Clockwork
from pbem.store import evidence
from pbem.store.append_log import read_lines
from pbem.store.disk import Disk
from pbem.store.homes import is_born
from pbem.store.index import Index, Rows
from pbem.store.journal import FIRST_FILE, Journal, Opened
from pbem.store.spool import arrived
from pbem.store.version import check_schema

RECORDS_A_FILE = 500
NOTHING_POSTED: evidence.Posted = {}
RECENT = 2  # records held in memory, whose letters may have to be frozen again; older ones are read from the journal


class CampaignError(Exception):
    """A campaign cannot be made or opened; the words are for the host."""


class Setup(Value):
    """What `campaign new` is told: id, module folder, scenario, seats, pace; seed for rehearsals, else secret chance;
    proof: what letters must show, "token" or "token+dkim"; tempo: by side, "at-once" (which nothing
    says) or "on-end"; camp: in a boot camp, where its pupil begins; files: the module's, when its folder is not at hand.
    """

    id: str
    module: Path
    seats: tuple[Seat, ...]
    pace: Pace
    scenario: str = "scenario-1.toml"
    seed: bytes | None = None
    proof: str = "token"
    tempo: Mapping[str, str] = values.field(default_factory=dict)
    camp: BootCamp | None = None
    files: Mapping[str, str] = values.field(default_factory=dict)


def create(disk: Disk, folder: Path, setup: Setup, at: datetime) -> "Campaign":
    """Lay out a campaign's folder (module and charts copied, so that it depends on nothing else) and send invitations.

    The folder becomes a campaign with campaign.json; what a crash left without it is made again.
    """
    home = folder / setup.id
    if is_born(home):
        raise CampaignError(f"there is a campaign {setup.id} already")
    files = setup.files or library.module_files(setup.module)
    digests = own_files.copy_module(disk, home / own_files.MODULE, files, setup.scenario)
    editions, dress = own_files.module_in(home / own_files.MODULE, setup.scenario)
    game, situation, pictures = editions.opening()
    affairs = causes.opening_affairs(setup.id, editions.title, setup.seats, setup.proof, setup.tempo)
    state = State(
        replace(affairs, camp=setup.camp), situation, dict(pictures), (setup.seed or secrets.token_bytes(32)).hex(),
    )  # fmt: skip
    campaign = Campaign(disk, home, CampaignContext(editions.ruleset, game, setup.pace, editions), state)
    campaign.forms = dress
    for path in (home / "journal").glob("*.jsonl"):
        disk.remove(path)
    campaign.journal.open()
    campaign.journal.start_file(FIRST_FILE, campaign.script.snapshot(state))
    own_files.write_about(disk, home, own_files.About(setup.id, setup.scenario, setup.pace, at, digests))
    campaign.handle(Cause("start", f"start/{setup.id}", at))
    campaign.write_index()
    return campaign


def open_campaign(disk: Disk, home: Path, posted: evidence.Posted = NOTHING_POSTED) -> "Campaign":
    """Open a campaign: the snapshot of its last journal file and the records after it, if all is there that other files prove.

    posted: by seat the numbers of its letters that were posted, by the mailroom's book. Damaged, and nothing is changed.
    """
    campaign, proved = _at(disk, home, posted)
    with damage.judged():
        opened = campaign.journal.open(lambda found: _stand(campaign, found, proved))
        campaign.tail = [campaign.script.record(r["body"]) for r in opened.records[-RECENT:]]
    if campaign.tail or campaign.journal.number:
        campaign.write_index()
    return campaign


def read_campaign(home: Path, posted: evidence.Posted = NOTHING_POSTED) -> "Campaign":
    """A campaign as a reader sees it; nothing is written. Damaged."""
    campaign, proved = _at(Disk(), home, posted)
    with damage.read():
        _stand(campaign, campaign.journal.look(), proved)
    return campaign


def _stand(campaign: "Campaign", opened: Opened, proved: evidence.Evidence) -> None:
    """Where the journal brings a campaign. Damaged when it lacks what other files prove."""
    if not (campaign.journal.folder / f"{FIRST_FILE}.jsonl").is_file():
        raise Damaged(f"journal/{FIRST_FILE}.jsonl is missing; {REMEDY}")
    if lacks := evidence.lacking(proved, opened, campaign.journal.folder):
        raise Damaged(f"{lacks}; {REMEDY}", f"{damage.BLUNT}; {REMEDY}")
    if opened.snapshot is None:
        raise Damaged(f"the journal holds no beginning; {REMEDY}")
    if proved.records is None:  # without the index nothing tells of the files before the last but the chain
        for _ in campaign.journal.all_records():
            pass
    state = campaign.script.state(opened.snapshot)
    for body in opened.records:
        state = folded(campaign.script.ruleset, state, campaign.script.record(body["body"]))
    campaign.state = state
    if lost := _unrecorded(campaign, proved):
        raise Damaged(f"{lost}; {REMEDY}", f"{damage.BLUNT}; {REMEDY}")


def _unrecorded(campaign: "Campaign", proved: evidence.Evidence) -> str:
    """A letter of either direction that no record knows, in words; "" when there is none."""
    ahead = evidence.unrecorded(proved, campaign.state.affairs.sent)
    if ahead:
        named = ", ".join(f"{n} of {seat}" for seat, n in ahead.items())
        return f"letters were written that no record knows, the last of each seat: number {named}"
    strange, camp = set(evidence.unheard_of(proved, campaign.state.causes)), campaign.state.affairs.camp
    if camp and camp.founded:  # the letter that asked for the camp is the start's, as often as it came
        asking = {name.split("-")[1] for name in proved.came if arrived(name) == camp.founded}
        strange = {name for name in strange if name.split("-")[1] not in asking}
    if strange:
        strange -= campaign.causes()
    return f"letters were handled that no record knows: {', '.join(sorted(strange))}" if strange else ""


def _at(disk: Disk, home: Path, posted: evidence.Posted) -> tuple["Campaign", evidence.Evidence]:
    """A campaign at its opening, and what proves how far it has come, which is gathered before the journal is read. Damaged."""
    proved = evidence.gathered(home, posted)
    check_schema(home / "journal", SCHEMA)
    with damage.read():
        about, editions, dress = own_files.opened(home)
        game, situation, pictures = editions.opening()
    empty = State(causes.opening_affairs(home.name, editions.title, ()), situation, dict(pictures), "")
    campaign = Campaign(disk, home, CampaignContext(editions.ruleset, game, about.pace, editions), empty)
    campaign.forms = dress
    return campaign, proved


def finish_start(campaign: "Campaign") -> None:
    """A crash between the first snapshot and the first record: the campaign starts now, at the time it was to."""
    if not campaign.state.causes:
        campaign.handle(Cause("start", f"start/{campaign.id}", own_files.read_about(campaign.home).born))
        campaign.write_index()


class Campaign:
    """A campaign held open. tail: the last records since the snapshot, RECENT at most."""

    def __init__(self, disk: Disk, home: Path, table: CampaignContext, state: State) -> None:
        self.disk, self.home, self.state = disk, home, state
        self._table = replace(table, past=self.past)
        self.script = RecordCodec(table.ruleset)
        self.journal = Journal(disk, home / "journal")
        self.index = Index(disk, home / "index.json")
        self.tail: list[Record] = []
        self.forms = Forms({})
        self._clockwork = Clockwork()

    def dressed(self, document: Document, side: str) -> Document:
        """A document as the staff of a side writes it. A form that fails in the end leaves it plain, and the host is told."""
        form = self.forms.by_side.get(side)
        if form is None:
            return document
        try:
            return dressed(document, form)
        except LetterheadError as fault:
            found = Fault(f"staff/{form.name}.j2", "", fault.line, fault.words)
            self.forms = replace(self.forms, faults=(*self.forms.faults, *(() if found in self.forms.faults else (found,))))
            return document

    @property
    def id(self) -> str:
        """The campaign's id."""
        return self.home.name

    @property
    def table(self) -> CampaignContext:
        """What does not change while nothing happens: the ruleset, the pace, and the game that is in force now."""
        return self._table.at(self.state)

    def due(self, now: datetime) -> causes.DueTime | None:
        """When the next cause of the clock is due, and its kind; None if none is up to `now`."""
        return self._clockwork.due(self._table, self.state, now)

    def next_due(self, now: datetime) -> datetime | None:
        """The next moment at which something is done here without a letter; None while only letters can."""
        return self._clockwork.next_due(self._table, self.state, now)

    def handle(self, cause: Cause) -> Record | None:
        """One cause, one record, one fsync. None if the cause was handled before (a crash came between).

        The index is behind after it, until `write_index`.
        """
        if cause.id in self.state.causes:
            return None
        kinds = {"start": causes.start, "letter": causes.letter, "deadline": causes.deadline, "held": causes.held,
                 "refused": causes.refused, "host": causes.host, "outage": causes.outage, "digest": causes.nightly,
                 "missed": causes.missed, "daily": causes.daily}  # fmt: skip
        record, state = kinds[cause.kind](self.table, self.state, cause)
        self.journal.append(self.script.record_body(record))
        self.state = self._noted(record, state)
        self.tail = [*self.tail[1 - RECENT :], record]
        self._turn_page(record)
        return record

    def _noted(self, record: Record, state: State) -> State:
        """File in place what may only be filed once the record is durable."""
        for paper in record.papers:
            if isinstance(paper, EffectNoted):
                state.affairs.effects[paper.key] = paper.number
        return state

    def _turn_page(self, record: Record) -> None:
        """A journal file ends at turn's end, or when it is full; the next begins with a snapshot."""
        turn = self._table.ruleset.turn(self.state.situation.board)
        ended = any(type(event).__name__ == "TurnEnded" for event in record.events)
        if ended or self.journal.records_in_file >= RECORDS_A_FILE:
            self.journal.start_file(f"T{turn:03d}", self.script.snapshot(self.state))
            self.tail = []

    def write_index(self) -> None:
        """The small index: made from the state once its records are written, never asked whether something happened."""
        self.index.replace(self._rows())

    def index_fits(self) -> bool:
        """Is the index what it would be, were it written now?"""
        wanted = {table: list(rows) for table, rows in self._rows().items()}
        stored = self.index.read() or {}
        return all(stored.get(table) == orjson.loads(self.script.codec.dumps(rows)) for table, rows in wanted.items())

    def _rows(self) -> Rows:
        affairs = self.state.affairs
        running = affairs.clock
        return {
            "seats": [{"seat": s.id, "side": s.side, "role": s.role, "address": s.address, "also": s.also, "left": s.left,
                       "accepted": s.accepted, "letters": affairs.sent.get(s.id, 0)} for _, s in sorted(affairs.seats.items())],
            "deadlines": [{"side": running.side, "impulse": running.impulse, "due": running.due.isoformat(),
                           "last": running.last.isoformat()}] if running else [],
            "decisions": [{"number": d.number, "side": d.side} for d in self.state.situation.owed],
            "checkpoint": [{"records": self.journal.number, "digest": self.journal.digest, "files": self.journal.full,
                            "stage": affairs.stage, "phase": self.state.situation.phase}],
        }  # fmt: skip

    def past(self) -> Iterator[tuple[State, Record]]:
        """Every record so far, each with the state before it."""
        return ((before, record) for before, record, _ in self.steps())

    def told(self) -> Iterator[tuple[Record, Any]]:
        """Every record so far, with the game that was in force when its letters were written."""
        return ((record, self._table.at(after).game) for _, record, after in self.steps())

    def steps(self) -> Iterator[tuple[State, Record, State]]:
        """Every record so far between the states before and after it, folded from the first snapshot."""
        before = self.script.state(self.first_snapshot())
        for body in self.journal.all_records():
            record = self.script.record(body["body"])
            after = folded(self._table.ruleset, before, record)
            yield before, record, after
            before = after

    def from_the_beginning(self, look: Callable[[State, Record], None] | None = None) -> State:
        """The state folded from the first snapshot through every record, each of which may be looked at (for audit)."""
        state = None
        for before, record, state in self.steps():  # noqa: B007 - the last is wanted
            if look:
                look(before, record)
        return state or self.script.state(self.first_snapshot())

    def causes(self) -> frozenset[str]:
        """The ids of all causes from the first; the state knows the last of them."""
        return frozenset(body["body"]["cause"]["id"] for body in self.journal.all_records())

    def first_snapshot(self) -> Mapping[str, Any]:
        """The state before the first record. LinesDamaged; Damaged when not even that line is whole."""
        lines = read_lines(min((self.home / "journal").glob("*.jsonl"))).texts
        if not lines:
            raise Damaged(f"the journal holds no beginning; {REMEDY}")
        snapshot: Mapping[str, Any] = orjson.loads(lines[0])["snapshot"]
        return snapshot
