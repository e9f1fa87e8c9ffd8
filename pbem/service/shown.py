"""What others must know of a campaign while it is not open: its seats, its clocks, the letters it has written.

It follows from the state alone, is written into the index with what shows that it is of the last record, and is never asked of when
that does not fit: then the campaign is opened, and it is made again. Nothing here is told to anybody.
"""

import zlib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache

import msgspec

from pbem import __version__
from pbem import handlers as causes
from pbem.campaign.deadlines import Pace
from pbem.campaign.hosting import Hosting
from pbem.campaign.records import State
from pbem.campaign.state import AdminState
from pbem.kernel.values import Value
from pbem.store.codec import dumps
from pbem.store.evidence import RECENT, counted, is_letter, of_the_start
from pbem.store.shelf_ports import Footing, Own, Rows, Shelf


class Summary(Value):
    """admin: of them only what others ask for, nothing of what is played; again: letters to post once more, as in the state;
    runs_out: when the next clock runs out, and its kind; faults: of its staff forms, as they were opened.
    """

    admin: AdminState
    pace: Pace
    again: tuple[tuple[str, str, str], ...] = ()
    runs_out: causes.DueTime | None = None
    faults: tuple[str, ...] = ()

    def due(self, now: datetime) -> causes.DueTime | None:
        """When the next cause of the clock is due, and its kind; None if none is up to `now`."""
        return causes.due(self.pace, self.admin, now, self.runs_out)

    def next_due(self, now: datetime) -> datetime | None:
        """The next moment at which something is done without a letter; None while only letters can."""
        return causes.next_due(self.pace, self.admin, now, self.runs_out)


class _Index(Value, forbid_unknown_fields=False):
    """As much of an index as is asked for here."""

    shown: Mapping[str, Summary]
    footing: Mapping[str, Footing]


SHOWN = ("shown", "footing")  # its tables in the index
_READER = msgspec.json.Decoder(_Index)


@cache
def form() -> str:
    """Who shows it, and in which form: what another has written, or has other names for, is made again."""
    return f"{__version__}/{zlib.crc32(dumps(msgspec.json.schema(Summary))):08x}"


def is_of_today(index: Mapping[str, Sequence[Mapping[str, object]]]) -> bool:
    """Did this program write it, in today's form?"""
    return any(row.get("by") == form() for row in index.get("footing", ()))


def shown(state: State, pace: Pace, faults: tuple[str, ...]) -> Summary:
    """What a campaign shows of itself in a state."""
    known = state.admin
    admin = AdminState(
        known.campaign, "", known.seats, known.stage, clocks=known.clocks, sent=known.sent, paused=known.paused, proof=known.proof,
        hosting=Hosting(outage=known.hosting.outage, digest=known.hosting.digest, silences=known.hosting.silences),
        evenings=known.evenings, camp=known.camp, fields=known.fields, battle=known.battle,
    )  # fmt: skip
    return Summary(admin, pace, state.again, causes.running_out(state), faults)


def rows(state: State, shows: Summary, shelf: Shelf, own: Own) -> Rows:
    """The index of a campaign whose journal ends there, and which shows this. OSError."""
    admin, journal = state.admin, shelf.journal
    heard = tuple(filter(is_letter, state.causes[-4 * RECENT :]))
    footing = shelf.footing(form(), own, heard)
    return {
        "seats": [{"seat": s.id, "side": s.side, "role": s.role, "address": s.address, "also": s.also, "left": s.left,
                   "accepted": s.accepted, "letters": admin.sent.get(s.id, 0)} for _, s in sorted(admin.seats.items())],
        "deadlines": [{"side": side, "impulse": running.moment, "due": running.due.isoformat(), "last": running.last.isoformat()}
                      for side, running in sorted(admin.clocks.items())],
        "decisions": [{"number": d.number, "side": d.side} for d in state.situation.owed],
        "checkpoint": [{"records": journal.number, "digest": journal.digest, "files": journal.full,
                        "stage": admin.stage, "phase": state.situation.phase}],
        "shown": [msgspec.to_builtins(shows, str_keys=True)],
        "footing": [msgspec.to_builtins(footing)],
    }  # fmt: skip


def look(shelf: Shelf, posted: Mapping[str, Collection[str]]) -> Summary | None:
    """What a campaign shows by its index; None if that is not of its last record, or if anything is not where it was.

    posted: by seat the numbers of its letters that were posted, by the mailroom's book.
    """
    try:
        index = _READER.decode(shelf.shown_bytes())
        found, footing = index.shown["1"], index.footing["1"]
    except (OSError, msgspec.DecodeError, KeyError):
        return None
    if footing.by != form() or found.admin.campaign != shelf.name:
        return None
    admin = found.admin
    ahead = any(max(map(counted, numbers), default=0) > admin.sent.get(seat, 0) for seat, numbers in posted.items())
    written = {seat: range(1, sent + 1) for seat, sent in admin.sent.items() if seat in admin.seats}
    letters = {seat: {admin.number(seat, n) for n in numbers} for seat, numbers in written.items()}
    if ahead or not shelf.stands(footing, letters):
        return None
    handled = shelf.came()
    known = {*footing.heard, *of_the_start(handled, admin.camp.founded if admin.camp else None)}
    return found if known.issuperset(handled[-RECENT:]) else None
