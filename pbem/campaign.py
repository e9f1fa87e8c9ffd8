"""One campaign on disk: its folder, its journal, its state; the only writer of them."""

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from pbem import causes, library
from pbem.causes import Table
from pbem.chronicle import SCHEMA, Cause, Record, Script, State, folded
from pbem.command.affairs import Seat
from pbem.command.camp import Camp
from pbem.command.deadlines import Pace
from pbem.command.papers import EffectNoted
from pbem.disk import Disk
from pbem.editions import Editions, module_of
from pbem.kernel import values
from pbem.kernel.values import Value, replace
from pbem.reports.document import Document
from pbem.reports.letterhead import LetterheadError
from pbem.reports.staff_form import dressed
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.module import Fault, ModuleError, load_module
from pbem.staff_forms import Forms, forms, in_force
from pbem.store.codec import CodecError
from pbem.store.index import Index
from pbem.store.journal import Journal, Opened
from pbem.store.lines import LinesDamaged, read_lines
from pbem.store.version import check_schema

RECORDS_A_FILE = 500
RECENT = 2  # records held in memory, whose letters may have to be frozen again; older ones are read from the journal


class CampaignError(Exception):
    """A campaign cannot be made or opened; the words are for the host."""


DAMAGE = (LinesDamaged, CodecError)  # one campaign's journal cannot be read; the others' can


class Setup(Value):
    """What `campaign new` is told: id, module folder, scenario, seats, pace; seed for rehearsals, else secret chance;
    proof: what letters must show, "token" or "token+dkim";
    tempo: by side, "at-once" (which nothing says) or "on-end"; camp: in a boot camp, where its pupil begins.
    """

    id: str
    module: Path
    seats: tuple[Seat, ...]
    pace: Pace
    scenario: str = "scenario-1.toml"
    seed: bytes | None = None
    proof: str = "token"
    tempo: Mapping[str, str] = values.field(default_factory=dict)
    camp: Camp | None = None


def create(disk: Disk, folder: Path, setup: Setup, at: datetime) -> "Campaign":
    """Lay out a campaign's folder (module and charts copied, so that it depends on nothing else) and send invitations.

    The folder becomes a campaign with the first journal file; one that a crash left without it is made again.
    """
    home = folder / setup.id
    if (home / "journal" / "T000.jsonl").exists():
        raise CampaignError(f"there is a campaign {setup.id} already")
    _copy_module(disk, home / "module", setup)
    editions, dress = _editions(home / "module", setup.scenario)
    game, situation, pictures = editions.opening()
    affairs = causes.opening_affairs(setup.id, editions.title, setup.seats, setup.proof, setup.tempo)
    state = State(
        replace(affairs, camp=setup.camp), situation, dict(pictures), (setup.seed or secrets.token_bytes(32)).hex(),
    )  # fmt: skip
    campaign = Campaign(disk, home, Table(editions.ruleset, game, setup.pace, editions), state)
    campaign.forms = dress
    disk.write(home / "campaign.json", campaign.script.codec.dumps(_about(setup, at)))
    campaign.journal.open()
    campaign.journal.start_file("T000", campaign.script.snapshot(state))
    campaign.handle(Cause("start", f"start/{setup.id}", at))
    campaign.write_index()
    return campaign


def open_campaign(disk: Disk, home: Path) -> "Campaign":
    """Open a campaign: the snapshot of its last journal file and the records after it."""
    campaign = _at(disk, home)
    opened = campaign.journal.open()
    campaign.state = _state(campaign.script, opened, home)
    campaign.tail = [campaign.script.record(r["body"]) for r in opened.records[-RECENT:]]
    if not campaign.tail and not campaign.journal.number:
        return campaign
    campaign.write_index()
    return campaign


def read_campaign(home: Path) -> "Campaign":
    """A campaign as a reader sees it; nothing is written."""
    campaign = _at(Disk(), home)
    campaign.state = _state(campaign.script, campaign.journal.look(), home)
    return campaign


def _state(script: Script, opened: Opened, home: Path) -> State:
    if opened.snapshot is None:
        raise CampaignError(f"{home.name}: the journal holds no beginning")
    state = script.state(opened.snapshot)
    for body in opened.records:
        state = folded(script.ruleset, state, script.record(body["body"]))
    return state


def _at(disk: Disk, home: Path) -> "Campaign":
    check_schema(home / "journal", SCHEMA)
    about = _read_about(home)
    editions, dress = _editions(home / "module", about.scenario)
    game, situation, pictures = editions.opening()
    empty = State(causes.opening_affairs(home.name, editions.title, ()), situation, dict(pictures), "")
    campaign = Campaign(disk, home, Table(editions.ruleset, game, about.pace, editions), empty)
    campaign.forms = dress
    return campaign


def _read_about(home: Path) -> "About":
    try:
        return Script(next(iter(RULESETS.values()))).codec.loads(About, (home / "campaign.json").read_bytes())
    except FileNotFoundError:
        half = f"{home.name}: half a backup: campaign.json is missing" if (home / "journal").is_dir() else ""
        raise CampaignError(half or f"no campaign {home.name}") from None


class About(Value):
    """What a campaign's folder says of itself beside the journal."""

    id: str
    scenario: str
    pace: Pace
    born: datetime


def _about(setup: Setup, at: datetime) -> About:
    return About(setup.id, setup.scenario, setup.pace, at)


def finish_start(campaign: "Campaign") -> None:
    """A crash between the first snapshot and the first record: the campaign starts now, at the time it was to."""
    if not campaign.state.causes:
        campaign.handle(Cause("start", f"start/{campaign.id}", _read_about(campaign.home).born))
        campaign.write_index()


def _copy_module(disk: Disk, target: Path, setup: Setup) -> None:
    files = library.module_files(setup.module)
    module = load_module(files, scenario=setup.scenario)
    faults = forms(files, module).faults
    if faults:
        raise ModuleError(faults)
    own = library.chart_texts(module.ruleset)
    for name, text in {**{f"tables/{n}": t for n, t in own.items()}, **in_force(files, module), **files}.items():
        disk.make_folder((target / name).parent)
        disk.write(target / name, text.encode())


def _editions(folder: Path, scenario: str) -> tuple[Editions, Forms]:
    """The module in this folder, with every chart in force, and its staff forms."""
    editions = Editions(library.module_files(folder), scenario)
    return editions, _formed(editions.texts, scenario)


@lru_cache(maxsize=64)  # campaigns of one daemon share a module that is the same to the letter
def _formed(texts: tuple[tuple[str, str], ...], scenario: str) -> Forms:
    return forms(dict(texts), module_of(texts, scenario))


class Campaign:
    """A campaign held open. tail: the last records since the snapshot, RECENT at most."""

    def __init__(self, disk: Disk, home: Path, table: Table, state: State) -> None:
        self.disk, self.home, self.state = disk, home, state
        self._table = replace(table, past=self.past)
        self.script = Script(table.ruleset)
        self.journal = Journal(disk, home / "journal")
        self.index = Index(disk, home / "index.json")
        self.tail: list[Record] = []
        self.forms = Forms({})
        self._clock: tuple[State, tuple[datetime, str] | None] | None = None

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
    def table(self) -> Table:
        """What does not change while nothing happens: the ruleset, the pace, and the game that is in force now."""
        return self._table.at(self.state)

    def due(self, now: datetime) -> tuple[datetime, str] | None:
        """When the next cause of the clock is due, and its kind. Asked of every campaign before every letter, so that what a
        record alone can change is reckoned once a record."""
        if self._clock is None or self._clock[0] is not self.state:
            self._clock = (self.state, causes.running_out(self.state))
        return causes.due(self._table, self.state, now, self._clock[1])

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
        affairs = self.state.affairs
        running = affairs.clock
        self.index.replace({
            "seats": [{"seat": s.id, "side": s.side, "address": s.address, "accepted": s.accepted,
                       "letters": affairs.sent.get(s.id, 0)} for s in affairs.seats.values()],
            "deadlines": [{"side": running.side, "impulse": running.impulse, "due": running.due.isoformat(),
                           "last": running.last.isoformat()}] if running else [],
            "decisions": [{"number": d.number, "side": d.side} for d in self.state.situation.owed],
            "checkpoint": [{"records": self.journal.number, "stage": affairs.stage, "phase": self.state.situation.phase}],
        })  # fmt: skip

    def past(self) -> Iterator[tuple[State, Record]]:
        """Every record so far, each with the state before it."""
        state = self.script.state(self.first_snapshot())
        for body in self.journal.all_records():
            record = self.script.record(body["body"])
            yield state, record
            state = folded(self._table.ruleset, state, record)

    def told(self) -> Iterator[tuple[Record, Any]]:
        """Every record so far, with the game that was in force when its letters were written."""
        last = None
        for before, record in self.past():
            if last:
                yield last, self._table.at(before).game
            last = record
        if last:
            yield last, self.table.game

    def from_the_beginning(self) -> tuple[State, int]:
        """The state folded from the first snapshot through every record, and how many there are (for audit)."""
        state = self.script.state(self.first_snapshot())
        count = 0
        for body in self.journal.all_records():
            state = folded(self._table.ruleset, state, self.script.record(body["body"]))
            count += 1
        return state, count

    def first_snapshot(self) -> Mapping[str, Any]:
        """The state before the first record. LinesDamaged; CampaignError when not even that line is whole."""
        lines = read_lines(min((self.home / "journal").glob("*.jsonl"))).texts
        if not lines:
            raise CampaignError(f"{self.home.name}: the journal holds no beginning")
        snapshot: Mapping[str, Any] = orjson.loads(lines[0])["snapshot"]
        return snapshot
