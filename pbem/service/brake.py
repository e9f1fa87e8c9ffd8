"""The brake: letters of a seat that sent too many within an hour wait in the spool until that hour is over, and are read then.

Nothing of them is lost: each lies in `later` with the moment at which it is read, so that a restart keeps moment and order.
"""

from collections.abc import Container
from datetime import UTC, datetime, timedelta

from pbem.campaign.state import AdminState
from pbem.handlers import MOST_AN_HOUR
from pbem.kernel.values import Value, replace
from pbem.store.ports import Spool, SpoolEntry

HOUR = timedelta(hours=1)
_STAMP = "%Y-%m-%dT%H"


class BrakedLetter(Value):
    """A letter that waits: its seat, and when it is read."""

    entry: SpoolEntry
    seat: str
    until: datetime


def over_at(admin: AdminState, seat: str, at: datetime, now: datetime) -> datetime | None:
    """When the hour is over that holds too many letters of a seat, for one that counts from `at` on; None when it may be read.

    An hour that our clock has not come to yet was counted by a clock that ran ahead, and brakes nothing.
    """
    stamp, count = admin.came.get(seat, ("", 0))
    if count < MOST_AN_HOUR or not f"{at.astimezone(UTC):{_STAMP}}" <= stamp <= f"{now.astimezone(UTC):{_STAMP}}":
        return None
    return _begun(stamp) + HOUR


def _begun(stamp: str) -> datetime:
    return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)


class Brake:
    """The letters that wait, by their moment and then by their arrival."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._waiting: dict[str, BrakedLetter] = {}

    def open(self) -> None:
        """Find again what waited before a restart."""
        self._waiting = {entry.name: _waiting(entry) for entry in self._spool.sound("later")}

    def put(self, entry: SpoolEntry, seat: str, until: datetime) -> None:
        """A letter waits, and all that wait for the same seat wait as long: they came after it, or with it."""
        there = self._spool.move_to(entry, "later", f"{until.isoformat()} {seat}")
        self._waiting[entry.name] = BrakedLetter(there, seat, until)
        for name, other in self._waiting.items():
            if other.seat == seat and other.until < until:
                self._waiting[name] = replace(other, until=until)

    def next(self, now: datetime, but: Container[str]) -> BrakedLetter | None:
        """The first whose moment has come, but for those of these names."""
        due = (one for one in self._waiting.values() if one.until <= now and one.entry.name not in but)
        return min(due, key=lambda one: (one.until, one.entry.name), default=None)

    def soonest(self, but: Container[str]) -> datetime | None:
        """When the first of them is to be read."""
        return min((one.until for one in self._waiting.values() if one.entry.name not in but), default=None)

    def until(self, entry: SpoolEntry) -> datetime | None:
        """The moment of a letter that waits; None for any other."""
        found = self._waiting.get(entry.name)
        return found.until if found else None

    def gone(self, name: str) -> None:
        """A letter is handled, or lies elsewhere."""
        self._waiting.pop(name, None)


def _waiting(entry: SpoolEntry) -> BrakedLetter:
    """As its sidecar says; one that says nothing is read at once."""
    moment, _, seat = entry.reason.partition(" ")
    try:
        return BrakedLetter(entry, seat, datetime.fromisoformat(moment))
    except ValueError:
        return BrakedLetter(entry, seat, entry.arrival)
