"""A whole turn of the training module as a script of letters, and a world that plays it through whatever happens to the disk.

The world delivers as a mail server does: a letter whose delivery was cut off comes again. Between deaths it keeps
what the outside keeps: the letters it was given, and the letters the postman took.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.store.folder.disk import Disk
from tests.acceptance.table import Postman, Table
from tests.opened import as_board
from tests.store.failing_disk import DEATHS, FailingDisk, Killed, Trouble

SEED = bytes([22, 0]) * 16  # by which the turn is short; the script does not depend on it

OPENING = (
    ("allied", "ACCEPT"),
    ("german", "ACCEPT"),
    ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; atack 14.12 hasty"),
    ("allied", "YES"),
    ("allied", "EZOC WITHIN 2 OF 14.12\nMESSAGE enemy\nYour bridge is lost.\nEND MESSAGE\nRESEND A-3"),
    ("german", "IF SILENT PASS"),
    ("allied", "END IMPULSE"),
    ("german", "1/HG: move 15.09\nAUFKL: recon 14.11"),
)  # fmt: skip
MOST_IMPULSES = 20


@dataclass(frozen=True)
class Delivery:
    """A letter as the mail server hands it over: always the same bytes, time and transport id."""

    raw: bytes
    at: datetime
    transport: str


@dataclass(frozen=True)
class End:
    """All that a campaign has come to: its state, its records, its frozen letters, and the letters posted, by Message-ID."""

    state: dict[str, Any]
    records: tuple[dict[str, Any], ...]
    frozen: dict[str, bytes]
    posted: dict[str, frozenset[bytes]]
    left: tuple[str, ...]


def played(folder: Path) -> tuple[tuple[Delivery, ...], End, int]:
    """The script on a sound disk: its letters as delivered, its end, and how many steps the disk took."""
    disk = Disk()
    table = Table(folder, disk, seed=SEED)
    post: list[Delivery] = []
    for seat, lines in script(table):
        raw = table.letter(seat, lines)
        table.deliver(raw)
        post.append(Delivery(raw, table.at, f"test:{table.at.isoformat()}"))
        table.run()
    end = ending(table, table.postman)
    table.close()
    return tuple(post), end, disk.operations


def script(table: Table) -> Iterator[tuple[str, str]]:
    """The opening; then both sides end their impulses until turn 2 begins; then a word in turn 2."""
    yield from OPENING
    for _ in range(MOST_IMPULSES):
        if as_board(table.campaign.state.situation.board).public.turn > 1:
            break
        yield table.phasing(), "END IMPULSE"
    yield "german", "STATUS\nRESEND G-1"


def ending(table: Table, postman: Postman) -> End:
    """What is to be the same, whatever happened on the way."""
    campaign = table.campaign
    out = campaign.home / "letters" / "out"
    frozen = {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    posted: dict[str, set[bytes]] = {}
    for raw in (raw for bag in postman.bags.values() for raw in bag):
        posted.setdefault(_message_id(raw), set()).add(raw)
    spool = table.referee.data / "spool"
    # A sidecar without its letter may stay behind: `put` writes it first and `remove` takes it last.
    left = tuple(sorted(p.relative_to(spool).as_posix() for p in spool.rglob("*.eml")))
    records = tuple(campaign.journal.all_records())
    state = campaign.script.snapshot(campaign.state)
    return End(state, records, frozen, {i: frozenset(raws) for i, raws in posted.items()}, left)


def _message_id(raw: bytes) -> str:
    lines = (line for line in raw.split(b"\n") if line.lower().startswith(b"message-id:"))
    return next(lines).decode().partition(":")[2].strip()


class World:
    """The script played through trouble at the n-th step of the disk."""

    def __init__(self, folder: Path, disk: FailingDisk) -> None:
        self.folder, self.disk = folder, disk
        self.now: Disk = disk
        self.postman = Postman()
        self.table: Table | None = None

    def play(self, post: tuple[Delivery, ...]) -> End:
        """Deliver every letter and let the referee work, fixing what happens on the way."""
        self._through(lambda table: None, None)
        for letter in post:
            self._through(lambda table, letter=letter: _take(table, letter), letter)  # type: ignore[misc]
            self._through(lambda table, letter=letter: _run(table, letter), letter)  # type: ignore[misc]
        table = self._open()
        end = ending(table, self.postman)
        table.close()
        return end

    def _through(self, step: Callable[[Table], None], letter: Delivery | None) -> None:
        """A step; if trouble ends it: a fresh process (or room on the disk), what lies there is handled, the step again."""
        try:
            step(self._open())
        except (Killed, OSError):
            self._repair()
            if letter:
                _run(self._open(), letter)
            step(self._open())

    def _open(self) -> Table:
        if self.table is None:
            self.table = Table(self.folder, self.now, seed=SEED, postman=self.postman)
        return self.table

    def _repair(self) -> None:
        if self.disk.trouble not in DEATHS:
            self.disk.make_room()
            return
        if self.table:
            self.table.close()
        self.table, self.now = None, Disk()


def _take(table: Table, letter: Delivery) -> None:
    table.referee.take(letter.raw, letter.at, letter.transport)


def _run(table: Table, letter: Delivery) -> None:
    table.at = letter.at
    table.run()


def differences(one: End, other: End) -> list[str]:
    """What two ends differ in, in words."""
    parts = ("state", "records", "frozen", "posted", "left")
    return [part for part in parts if getattr(one, part) != getattr(other, part)]


def suffered(folder: Path, n: int, trouble: Trouble, post: tuple[Delivery, ...]) -> tuple[End, FailingDisk]:
    """The end of the script with trouble at step n."""
    disk = FailingDisk(n, trouble)
    return World(folder, disk).play(post), disk
