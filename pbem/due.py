"""A letter of ours that is due: what the courier knows it by, and the fact that his verdict makes."""

from datetime import datetime
from pathlib import Path

from pbem.kernel.values import Value
from pbem.store.mailroom import Deferred, Fact, Posted, Refused


class Due(Value):
    """A frozen letter that the carrier has not taken: seat, its key in the mailroom, its file; to: an address of the seat's
    other than the one its letters go to now; link: its own in the chain, once it is given to the carrier.
    """

    campaign: str
    seat: str
    key: str
    path: Path
    to: str = ""
    link: str = ""

    @property
    def ref(self) -> str:
        """What the courier knows it by."""
        return f"{self.campaign} {self.seat} {self.key}"


def again_key(number: str, cause: str) -> str:
    """What a letter that is posted once more is called in the mailroom."""
    return f"{number} again {cause}"


def fact(due: Due, state: str, text: str, now: datetime) -> Fact:
    """What is noted of a letter after its verdict."""
    if state == "posted":
        return Posted(due.campaign, due.seat, due.key, now, due.link)
    if state == "refused":
        return Refused(due.campaign, due.seat, due.key, text, now)
    return Deferred(due.campaign, due.seat, due.key, text, now)
