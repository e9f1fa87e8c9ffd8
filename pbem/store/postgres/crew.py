"""Who is at work in a league: each process has a row, says every two seconds that it is there, and beside it what it knows to be
wrong. What the host was told of it is kept in one row, whoever tells.

A process that ends in order takes its row away. One that is killed, or whose machine is gone, leaves it.
"""

import errno
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.store.ports import StoreTrouble
from pbem.store.postgres.server import DatabaseServer

_SEEN = """
insert into at_work (name, role, machine, seen, told) values (%s, %s, %s, clock_timestamp(), %s)
on conflict (name) do update set seen = excluded.seen, told = excluded.told returning name
"""
_ALIVE = "select name from at_work where role = %s and seen > clock_timestamp() - interval '8 seconds' order by name"
FORGOTTEN = timedelta(days=1)  # who has not been seen for so long has no row any more


class Workman(NamedTuple):
    """A process of a league: its name, its role, on which machine, since when, when it was last seen, and what it told then."""

    name: str
    role: str
    machine: str
    since: datetime
    seen: datetime
    told: bytes


class DatabaseCrew:
    """The rows of all who are at work."""

    def __init__(self, server: DatabaseServer) -> None:
        self.server = server

    def beat(self, one: Workman) -> tuple[str, ...]:
        """Somebody is here, and tells; the names of all in the same role who have said so of late."""
        self.server.ask_beside(_SEEN, (one.name, one.role, one.machine, one.told))
        return tuple(str(name) for (name,) in self.server.ask_beside(_ALIVE, (one.role,)))

    def stay_awake(self, name: str) -> None:
        """From now on its word is said by itself every two seconds, however long a letter takes."""
        self.server.stay_awake("update at_work set seen = clock_timestamp() where name = %s", (name,))

    def all(self) -> list[Workman]:
        """Everybody who has a row, the earliest first."""
        rows = self.server.ask("select name, role, machine, since, seen, told from at_work order by since, name")
        return [Workman(name, role, machine, since, seen, bytes(told or b"")) for name, role, machine, since, seen, told in rows]

    def leave(self, name: str) -> None:
        """Somebody is here no more."""
        self.forget((name,))

    def forget(self, names: Iterable[str]) -> None:
        """These have no row any more, nor has anybody who has not been seen for long."""
        self.server.do(
            "delete from at_work where name = any (%s) or seen < clock_timestamp() - %s::interval", (list(names), FORGOTTEN)
        )


class PulseRow:
    """Where the watch of a league keeps its pulse."""

    def __init__(self, server: DatabaseServer) -> None:
        self._server = server

    def read(self) -> bytes:
        """What was kept last. OSError."""
        for (content,) in self._server.ask("select content from watch"):
            return bytes(content)
        raise FileNotFoundError(errno.ENOENT, "no watch was kept yet")

    def write(self, raw: bytes) -> None:
        """Keep it. StoreTrouble."""
        kept = "insert into watch (content) values (%s) on conflict (one) do update set content = excluded.content"
        self._server.do(kept, (raw,))


__all__ = ["DatabaseCrew", "PulseRow", "StoreTrouble", "Workman"]
