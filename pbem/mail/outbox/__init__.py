"""Where letters go: a transport that says of each letter whether it was taken, must wait, or was refused.

Finished bytes come in (`Post`), a verdict goes out; what a verdict means for a seat is the service's business. First file: this
one, then `smtp.py`; `courier.py` posts beside the work, in a thread of its own.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from pbem.kernel.values import Value

State = Literal["posted", "deferred", "refused"]


class Post(Value):
    """One letter for one address. `sender` is the envelope sender, the outbox's own when empty."""

    ref: str
    to: str
    raw: bytes
    sender: str = ""


class PostVerdict(Value):
    """What became of a post; `text` is the server's word on it. barred: our login was refused, the letter was not even shown;
    away: so was every other, since no server was to be had.
    """

    ref: str
    state: State
    text: str = ""
    barred: bool = False
    away: bool = False


class Far:
    """An outbox at a server: it is mostly waited for."""


class Outbox(Protocol):
    """A transport of outgoing mail. It never raises for the outside world: trouble is "deferred"."""

    def post(self, posts: Sequence[Post]) -> list[PostVerdict]:
        """One verdict for each post, in order."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...
