"""The facts of the mailroom's book, and how they stand in its lines.

A spool id is the name of a spool entry; a number is a letter's number within its seat, such as "A-15".
"""

from datetime import datetime

import msgspec

from pbem.kernel.values import Value
from pbem.store.codec import Codec, CodecError


class _Fact(Value, tag=True, tag_field="_"):
    """Carries its name, as the codec writes it."""


class Fetched(_Fact):
    """A letter came in by a transport id and lies in the spool as `spool`; "" when it was too large to be taken."""

    transport: str
    spool: str
    sha256: str
    size: int
    arrival: datetime


class Attempted(_Fact):
    """Noted before a letter is read, so that one that kills its reader is found out."""

    spool: str
    at: datetime


class Excused(_Fact):
    """An attempt ended because the disk was full: it does not count against the letter."""

    spool: str
    at: datetime


class Ignored(_Fact):
    """Machine mail, or nobody's: no answer goes out."""

    spool: str
    reason: str
    at: datetime


class Shunted(_Fact):
    """A letter that could not be handled was put aside for the host."""

    spool: str
    reason: str
    at: datetime


class Held(_Fact):
    """A letter from a seat's address without a valid token waits for the host."""

    spool: str
    campaign: str
    seat: str
    reason: str
    at: datetime


class Thrown(_Fact):
    """Letters put aside so long ago that they are thrown away, an hour after this at the earliest."""

    spools: tuple[str, ...]
    at: datetime


class Posted(_Fact):
    """A letter of ours was accepted by the carrier. link: its own in the chain."""

    campaign: str
    seat: str
    number: str
    at: datetime
    link: str = ""


class Deferred(_Fact):
    """The carrier did not take a letter of ours for now."""

    campaign: str
    seat: str
    number: str
    text: str
    at: datetime


class Refused(_Fact):
    """The carrier refused a letter of ours for good."""

    campaign: str
    seat: str
    number: str
    text: str
    at: datetime


class Bounced(_Fact):
    """A letter that the carrier had taken came back. number: "" when the report does not say which; status: such as "5.1.1";
    spool: the report.
    """

    campaign: str
    seat: str
    number: str
    address: str
    status: str
    at: datetime
    spool: str

    @property
    def hard(self) -> bool:
        """For good, as far as the report goes."""
        return self.status.startswith("5")


class Reached(_Fact):
    """A letter came from an address that ours had come back from: it is alive again."""

    campaign: str
    seat: str
    address: str
    at: datetime


Fact = Fetched | Attempted | Excused | Ignored | Shunted | Held | Posted | Deferred | Refused | Bounced | Reached | Thrown

_CODEC = Codec(Fact)
_READER = msgspec.json.Decoder(Fact | tuple[Fact, ...])  # a long book is read at every start: the codec takes thrice as long


def line_of(facts: tuple[Fact, ...]) -> bytes:
    """One line for these: all or none of them."""
    return _CODEC.dumps(facts[0] if len(facts) == 1 else facts)


def facts_of(text: bytes) -> tuple[Fact, ...]:
    """The facts of a line: one, or several as an array. CodecError."""
    try:
        found = _READER.decode(text)
    except msgspec.DecodeError:  # the codec knows how older programs named them, or says what is wrong
        found = _CODEC.loads(tuple[Fact, ...] if text.startswith(b"[") else Fact, text)
    if found == ():
        raise CodecError("a line without a fact")
    return found if isinstance(found, tuple) else (found,)
