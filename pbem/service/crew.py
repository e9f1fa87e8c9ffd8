"""The workers of a league that are alive, and which campaigns each of them prefers: those it has at hand, so that none is opened by
one worker after another. By rendezvous hashing a worker that comes or goes moves only its own share.

Preferring is a courtesy: a letter that has waited is taken by anybody (`spool.py`), and what a worker may write is said by its
claim.
"""

import os
import secrets
import socket
import time
from functools import lru_cache
from hashlib import blake2b

from pbem.service.league_opening import DatabaseStore

BEAT_SECONDS = 2.0


class Crew:
    """One of them, and whom it sees beside it."""

    def __init__(self, store: DatabaseStore, role: str) -> None:
        self.store, self.role = store, role
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"
        self.alive: tuple[str, ...] = (self.name,)
        self._beaten = float("-inf")

    def beat(self) -> None:
        """Say that we are here, and look who else is; not more often than every two seconds."""
        if time.monotonic() - self._beaten < BEAT_SECONDS:
            return
        self._beaten = time.monotonic()
        self.alive = self.store.at_work(self.name, self.role)

    def prefers(self, campaign: str) -> bool:
        """Is this campaign ours, of all who are alive?"""
        return _who(self.alive, campaign) in (self.name, "")

    def leave(self) -> None:
        """We are here no more."""
        self.store.leave_work(self.name)


@lru_cache(maxsize=1 << 15)
def _who(alive: tuple[str, ...], campaign: str) -> str:
    """Whose it is, of those who are alive."""
    return max(alive, key=lambda name: _weight(name, campaign), default="")


def _weight(worker: str, campaign: str) -> bytes:
    return blake2b(f"{worker}\0{campaign}".encode(), digest_size=8).digest()
