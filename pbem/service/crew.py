"""Who is at work in a league: each process says that it is there, and what it knows to be wrong.

Workers look whom they have beside them, and which campaigns each of them prefers: those it has at hand, so that none is opened by
one worker after another. By rendezvous hashing a worker that comes or goes moves only its own share. Preferring is a courtesy: a
letter that has waited is taken by anybody (`spool.py`), and what a worker may write is said by its claim.
"""

import os
import secrets
import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b

from pbem.service.league_opening import DatabaseStore, Workman

BEAT_SECONDS = 2.0
NEVER_SEEN = datetime.min.replace(tzinfo=UTC)


def named() -> str:
    """A name for this process."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"


class Crew:
    """One of them, and whom it sees beside it. name: of the process, as long as it lives; told: what it knows to be wrong."""

    def __init__(self, store: DatabaseStore, role: str, name: str = "", told: Callable[[], bytes] = bytes) -> None:
        self.store, self.role, self.name = store, role, name or named()
        self.alive: tuple[str, ...] = (self.name,)
        self._told = told
        self._beaten = float("-inf")

    def beat(self) -> None:
        """Say that we are here, and look who else is; not more often than every two seconds."""
        if time.monotonic() - self._beaten < BEAT_SECONDS:
            return
        self._beaten = time.monotonic()
        here = Workman(self.name, self.role, socket.gethostname(), NEVER_SEEN, NEVER_SEEN, self._told())
        self.alive = self.store.crew.beat(here)

    def stay_awake(self) -> None:
        """From now on this is said by itself, whatever we are busy with."""
        self.beat()
        self.store.crew.stay_awake(self.name)

    def prefers(self, campaign: str) -> bool:
        """Is this campaign ours, of all who are alive?"""
        return _who(self.alive, campaign) in (self.name, "")

    def leave(self) -> None:
        """We are here no more."""
        self.store.crew.leave(self.name)


@lru_cache(maxsize=1 << 15)
def _who(alive: tuple[str, ...], campaign: str) -> str:
    """Whose it is, of those who are alive."""
    return max(alive, key=lambda name: _weight(name, campaign), default="")


def _weight(worker: str, campaign: str) -> bytes:
    return blake2b(f"{worker}\0{campaign}".encode(), digest_size=8).digest()
