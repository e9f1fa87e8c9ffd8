"""A letter of ours that is due: what the courier knows it by, and the facts that his verdict makes."""

import re
from datetime import datetime

from pbem.kernel.values import Value
from pbem.store.mailroom import Bounced, Deferred, Fact, Posted, Refused
from pbem.store.shelf_ports import FrozenLetter

_STATUS = re.compile(r"(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])")


class Due(Value):
    """A frozen letter that the carrier has not taken: seat, its key in the mailroom, its place; to: an address of the seat's
    other than the one its letters go to now; link: its own in the chain, once it is given to the carrier.
    """

    campaign: str
    seat: str
    key: str
    letter: FrozenLetter
    to: str = ""
    link: str = ""

    @property
    def ref(self) -> str:
        """What the courier knows it by."""
        return f"{self.campaign} {self.seat} {self.key}"


def again_key(number: str, cause: str) -> str:
    """What a letter that is posted once more is called in the mailroom."""
    return f"{number} again {cause}"


def facts(due: Due, state: str, text: str, now: datetime) -> tuple[Fact, ...]:
    """What is noted of a letter after its verdict. One that is refused for good has come back: whichever server says so, its
    address does not work, the host is to hear of it, and the next letters go elsewhere or wait."""
    if state == "posted":
        return (Posted(due.campaign, due.seat, due.key, now, due.link),)
    if state != "refused":
        return (Deferred(due.campaign, due.seat, due.key, text, now),)
    status, number = _STATUS.search(text), due.key.split(" ")[0]
    back = Bounced(due.campaign, due.seat, number, due.to, status[0] if status else "5.0.0", now, f"refused {due.key}")
    return Refused(due.campaign, due.seat, due.key, text, now), back
