"""One campaign on disk: its folder, its journal, its state; the only writer of them."""

import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

import orjson

from pbem import handlers as causes
from pbem.campaign.admin_events import EffectNoted
from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.deadlines import Pace
from pbem.campaign.records import SCHEMA, Cause, Record, State, folded, record_codec
from pbem.campaign.staff_forms import Forms
from pbem.campaign.state import BattleOf, Seat
from pbem.documents.document import Document
from pbem.documents.letterhead import LetterheadError
from pbem.documents.staff_form import dressed
from pbem.engine.opaque import OpaqueGame
from pbem.handlers import CampaignContext
from pbem.handlers.words import words_of
from pbem.kernel import values
from pbem.kernel.values import Value, replace
from pbem.modules import library
from pbem.modules.faults import Fault
from pbem.service import damage, own_files
from pbem.service.damage import REMEDY, Damaged
from pbem.service.past import first_snapshot, past, steps
from pbem.service.shown import SHOWN, Summary, is_of_today, rows, shown
from pbem.store.codec import dumps
from pbem.store.shelf_ports import Evidence, Opened, Own, Posted, Rows, Shelf
from pbem.store.shown_tables import packed

RECORDS_A_FILE = 500
NOTHING_POSTED: Posted = {}
FIRST_FILE = "T000"  # what the journal begins with
FEW = 2  # records that are read as quickly as a state
RECENT = 2  # records held in memory, whose letters may have to be frozen again; older ones are read from the journal


class CampaignError(Exception):
    """A campaign cannot be made or opened; the words are for the host."""


class Setup(Value):
    """What `campaign new` is told: id, module folder, scenario, seats, pace; seed for rehearsals, else secret chance;
    proof: what letters must show, "token" or "token+dkim"; tempo: by side, "at-once" (which nothing
    says) or "on-end"; camp: in a boot camp, where its pupil begins; battle: of another
    campaign, which it is; files: the module's, when its folder is not at hand.
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
    battle: BattleOf | None = None
    files: Mapping[str, str] = values.field(default_factory=dict)


def create(shelf: Shelf, setup: Setup, at: datetime) -> "Campaign":
    """Fill a campaign's shelf (module and charts copied, so that it depends on nothing else) and send invitations.

    It becomes a campaign with its word on itself; what a crash left without that is made again.
    """
    if shelf.is_begun():
        raise CampaignError(f"there is a campaign {setup.id} already")
    files = setup.files or library.module_files(setup.module)
    digests = own_files.copy_module(shelf, files, setup.scenario)
    editions, dress = own_files.module_in(shelf, setup.scenario)
    game, situation, pictures = editions.opening()
    admin = causes.opening_admin(setup.id, editions.title, setup.seats, setup.proof, setup.tempo)
    state = State(
        replace(admin, camp=setup.camp, battle=setup.battle), situation, dict(pictures),
        (setup.seed or secrets.token_bytes(32)).hex(),
    )  # fmt: skip
    campaign = Campaign(shelf, CampaignContext(editions.ruleset, game, setup.pace, words_of(editions.ruleset), editions), state)
    campaign.dress(dress)
    shelf.begin()
    campaign.journal.open()
    beginning = campaign.script.snapshot(state)
    campaign.journal.start_file(FIRST_FILE, beginning)
    campaign.state = campaign.script.state(dumps(beginning))  # in the journal's order, as whoever opens it finds it
    own_files.write_about(shelf, own_files.About(setup.id, setup.scenario, setup.pace, at, digests))
    campaign.handle(Cause("start", f"start/{setup.id}", at))
    campaign.write_index()
    return campaign


def open_campaign(shelf: Shelf, posted: Posted = NOTHING_POSTED) -> "Campaign":
    """Open a campaign: the snapshot of its last journal file and the records after it, if all is there that other files prove.

    posted: by seat the numbers of its letters that were posted, by the mailroom's book. Damaged, and nothing is changed.
    """
    campaign, proved = _at(shelf, posted)
    with damage.judged():
        campaign.journal.open(lambda found: _stand(campaign, found, proved))
    shelf.sweep()
    if campaign.journal.number and not campaign.index_fits():
        campaign.write_index()
    return campaign


def read_campaign(shelf: Shelf, posted: Posted = NOTHING_POSTED) -> "Campaign":
    """A campaign as a reader sees it; nothing is written. Damaged."""
    campaign, proved = _at(shelf, posted)
    with damage.read():
        _stand(campaign, campaign.journal.look(), proved)
    return campaign


def _stand(campaign: "Campaign", opened: Opened, proved: Evidence) -> None:
    """Where the journal brings a campaign. Damaged when it lacks what other files prove."""
    if not campaign.shelf.is_whole():
        raise Damaged(f"journal/{FIRST_FILE}.jsonl is missing; {REMEDY}")
    if lacks := campaign.shelf.lacking(proved, opened):
        raise Damaged(f"{lacks}; {REMEDY}", f"{damage.BLUNT}; {REMEDY}")
    if opened.snapshot is None:
        raise Damaged(f"the journal holds no beginning; {REMEDY}")
    if proved.records is None:  # without the index nothing tells of the files before the last but the chain
        for _ in campaign.journal.all_records():
            pass
    state, records = campaign.script.state(opened.snapshot), [campaign.script.record(body["body"]) for body in opened.records]
    for record in records:
        state = folded(campaign.script.ruleset, state, record)
    campaign.state, campaign.tail = state, records[-RECENT:]
    if lost := damage.unrecorded(proved, state, campaign.causes):
        raise Damaged(f"{lost}; {REMEDY}", f"{damage.BLUNT}; {REMEDY}")


def _at(shelf: Shelf, posted: Posted) -> tuple["Campaign", Evidence]:
    """A campaign at its opening, and what proves how far it has come, which is gathered before the journal is read. Damaged."""
    proved = shelf.evidence(posted)
    shelf.check_schema(SCHEMA)
    with damage.read():
        about, editions, dress = own_files.opened(shelf)
        game, situation, pictures = editions.opening()
    empty = State(causes.opening_admin(shelf.name, editions.title, ()), situation, dict(pictures), "")
    campaign = Campaign(shelf, CampaignContext(editions.ruleset, game, about.pace, words_of(editions.ruleset), editions), empty)
    campaign.dress(dress)
    return campaign, proved


def finish_start(campaign: "Campaign") -> None:
    """A crash between the first snapshot and the first record: the campaign starts now, at the time it was to."""
    if not campaign.state.causes:
        campaign.handle(Cause("start", f"start/{campaign.id}", own_files.read_about(campaign.shelf).born))
        campaign.write_index()


class Campaign:
    """A campaign held open. tail: the last records since the snapshot, RECENT at most; behind: is its index?"""

    def __init__(self, shelf: Shelf, table: CampaignContext, state: State) -> None:
        self.shelf, self.state = shelf, state
        self.script = record_codec(table.ruleset, table.words.admin_events)
        self.journal = shelf.journal
        script, journal = self.script, self.journal
        self._table = replace(table, past=lambda: past(script, journal))  # nothing in it holds the campaign: let go, it goes
        self.tail: list[Record] = []
        self.behind = False
        self.forms = Forms({})
        self._faults: tuple[str, ...] = ()
        self._own: Own | None = None
        self._shown: tuple[State, Summary] | None = None

    def dress(self, forms: Forms) -> None:
        """From now on the staffs write in these forms."""
        self.forms, self._faults = forms, tuple(map(str, forms.faults))

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
        return self.shelf.name

    @property
    def home(self) -> Path:
        """Where a host finds it, and maps are painted."""
        return self.shelf.home

    @property
    def table(self) -> CampaignContext:
        """What does not change while nothing happens: the ruleset, the pace, and the game that is in force now."""
        return self._table.at(self.state)

    def due(self, now: datetime) -> causes.DueTime | None:
        """When the next cause of the clock is due, and its kind; None if none is up to `now`."""
        return self.shown.due(now)

    @property
    def shown(self) -> Summary:
        """What others must know of it while it is not open; computed once a record."""
        if self._shown is None or self._shown[0] is not self.state:
            self._shown = (self.state, shown(self.state, self._table.pace, self._faults))
        return self._shown[1]

    def handle(self, cause: Cause) -> Record | None:
        """One cause, one record, one fsync. None if the cause was handled before (a crash came between).

        The index is behind after it, until `write_index`.
        """
        if cause.id in self.state.causes:
            return None
        kinds = {"start": causes.start, "letter": causes.letter, "deadline": causes.deadline, "held": causes.held,
                 "refused": causes.refused, "host": causes.host, "outage": causes.outage, "digest": causes.nightly,
                 "missed": causes.missed, "daily": causes.daily, "run": causes.deadline, "liaison": causes.liaison}  # fmt: skip
        record, state = kinds[cause.kind](self.table, self.state, cause)
        self.journal.append(self.script.record_body(record))
        self.behind = True
        self.state = self._noted(record, state)
        self.tail = [*self.tail[1 - RECENT :], record]
        self._turn_page(record)
        self.journal.remember(lambda: self.script.snapshot(self.state))
        return record

    def _noted(self, record: Record, state: State) -> State:
        """File in place what may only be filed once the record is durable."""
        for paper in record.papers:
            if isinstance(paper, EffectNoted):
                state.admin.effects[paper.key] = paper.number
        return state

    def catch_up(self) -> None:
        """Go on after the records that others have written since."""
        for body in self.journal.news():
            record = self.script.record(body["body"])
            self.state = folded(self.script.ruleset, self.state, record)
            self.tail = [*self.tail[1 - RECENT :], record]

    def _turn_page(self, record: Record) -> None:
        """A journal file ends at turn's end, or when it is full; the next begins with a snapshot."""
        turn = self._table.ruleset.sequence.turn(self.state.situation.board)
        ended = any(self._table.ruleset.sequence.ends_turn(event) for event in record.events)
        if ended or self.journal.records_in_file >= RECORDS_A_FILE:
            page = self.script.snapshot(self.state)
            self.journal.start_file(f"T{turn:03d}", page)
            self.state, self.tail = self.script.state(dumps(page)), []

    def write_index(self) -> None:
        """The small index: made from the state once its records are written, never asked whether something happened."""
        self.shelf.show(self._rows())
        self.behind = False

    def put_by(self) -> None:
        """It is let go: where several work, whoever takes it over finds its state if more than a few records follow on the last."""
        self.journal.remember(lambda: self.script.snapshot(self.state), FEW)

    def index_fits(self, of_any_form: bool = False) -> bool:
        """Is the index what it would be, were it written now? of_any_form: what another program shows in it is not looked at."""
        now = self._rows()
        with contextlib.suppress(OSError):
            if self.shelf.shown_bytes() == packed(now):
                return True
        stored = self.shelf.shown() or {}
        other = of_any_form and not is_of_today(stored)
        return all(stored.get(table) == orjson.loads(dumps(now[table])) for table in now if not (other and table in SHOWN))

    def _rows(self) -> Rows:
        if self._own is None:  # it does not change while it is played
            self._own = self.shelf.own()
        return rows(self.state, self.shown, self.shelf, self._own)

    def past(self) -> Iterator[tuple[State, Record]]:
        """Every record so far, each with the state before it."""
        return past(self.script, self.journal)

    def told(self) -> Iterator[tuple[Record, OpaqueGame]]:
        """Every record so far, with the game that was in force when its letters were written."""
        return ((record, self._table.at(after).game) for _, record, after in self.steps())

    def steps(self) -> Iterator[tuple[State, Record, State]]:
        """Every record so far between the states before and after it, folded from the first snapshot."""
        return steps(self.script, self.journal)

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

    def first_snapshot(self) -> bytes:
        """The state before the first record, as JSON. LinesDamaged; Damaged when not even that line is whole."""
        return first_snapshot(self.journal)
