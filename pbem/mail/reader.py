"""The reader: a process of its own that reads letters within bounds of memory and time, and holds nothing that is secret.

It is asked what a letter is, and whether anybody vouches for its sender (`mail.sender_auth`, and for that it asks the DNS).
Letters are strangers' bytes, and a parser is where they bite: one that eats all memory or never ends takes only this
process with it (`mail.parser_process` starts another). It ends when its other side does.
"""

import math
import resource
import signal
import socket
import struct
import sys
import time

import msgspec

from pbem.kernel.values import Value
from pbem.mail.letter import Letter, Machine, Unreadable
from pbem.mail.trust import Trust

LARGEST_MEMORY = 256 << 20  # bytes of address space; an ordinary letter needs 30 MB, Python and libraries with it
LONGEST_CPU = 5  # seconds of processor for one letter; the worst that is read takes one

Mail = Letter | Machine | Unreadable
KINDS: tuple[type[Mail], ...] = (Letter, Machine, Unreadable)
READY = b"+"
YES, NO = b"y", b"n"
UNBOUNDED = 77  # its exit status when it was not let set bounds for itself

_LENGTH = struct.Struct(">I")
_OVERSIZED, _WHOLE, _VOUCHED = b"1", b"0", b"v"  # what is asked about a letter, in front of it
_BY_WHOM: msgspec.msgpack.Decoder[tuple[Trust, bytes]] = msgspec.msgpack.Decoder(tuple[Trust, bytes])
_DECODERS: tuple[msgspec.msgpack.Decoder[Mail], ...] = tuple(msgspec.msgpack.Decoder(kind) for kind in KINDS)


class Bounds(Value):
    """memory: bytes of address space; cpu: whole seconds of processor for each letter."""

    memory: int = LARGEST_MEMORY
    cpu: int = LONGEST_CPU


def serve(descriptor: int, bounds: Bounds) -> None:
    """Answer questions about letters from this socket until the other side is gone. Only in a process of its own."""
    import pbem.mail.reading  # noqa: F401 (before the first letter's time runs)

    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the referee, who finishes the letter in hand first
        signal.signal(number, signal.SIG_IGN)
    try:
        _lower(resource.RLIMIT_CORE, 0)  # a core would hold somebody's letter
        _lower(resource.RLIMIT_AS, bounds.memory)
    except OSError:  # a filter of system calls; without bounds nothing is read
        sys.exit(UNBOUNDED)
    other = socket.socket(fileno=descriptor)
    other.sendall(READY)
    while (frame := received(other)) is not None:
        _lower(resource.RLIMIT_CPU, math.ceil(time.process_time()) + bounds.cpu)
        send(other, _judged(frame[1:]) if frame[:1] == _VOUCHED else _read(frame[1:], frame[:1] == _OVERSIZED))


def about(raw: bytes, oversized: bool) -> bytes:
    """The question what a letter is."""
    return (_OVERSIZED if oversized else _WHOLE) + raw


def about_sender(raw: bytes, trust: Trust) -> bytes:
    """The question whether anybody vouches for a letter's sender."""
    return _VOUCHED + msgspec.msgpack.encode((trust, raw))


def _read(raw: bytes, oversized: bool) -> bytes:
    from pbem.mail.reading import read

    mail = read(raw, oversized)
    return bytes([KINDS.index(type(mail))]) + msgspec.msgpack.encode(mail)


def _judged(asked: bytes) -> bytes:
    from pbem.mail.sender_auth import vouched

    trust, raw = _BY_WHOM.decode(asked)
    return YES if vouched(raw, trust) else NO


class NoAnswer(Exception):  # noqa: N818 (what happened)
    """What came is no answer: the reader died while it spoke."""


def judged(frame: bytes) -> bool:
    """Whether the answer is that somebody vouches. NoAnswer."""
    if frame not in (YES, NO):
        raise NoAnswer
    return frame == YES


def answered(frame: bytes) -> Mail:
    """What the letter is, as the answer says. NoAnswer."""
    try:
        return _DECODERS[frame[0]].decode(frame[1:])
    except (IndexError, msgspec.MsgspecError) as fault:
        raise NoAnswer from fault


def send(other: socket.socket, frame: bytes) -> None:
    """A frame: its length, and its bytes."""
    other.sendall(_LENGTH.pack(len(frame)) + frame)


def received(other: socket.socket, longest: int = 1 << 32) -> bytes | None:
    """The next frame; None when the other side is gone, or says that it is longer than any."""
    head = _exactly(other, _LENGTH.size)
    length = _LENGTH.unpack(head)[0] if head else longest + 1
    return _exactly(other, length) if length <= longest else None


def _exactly(other: socket.socket, size: int) -> bytes | None:
    data = bytearray(size)
    rest = memoryview(data)
    while rest:
        count = other.recv_into(rest)
        if not count:
            return None
        rest = rest[count:]
    return bytes(data)


def _lower(kind: int, limit: int) -> None:
    """The soft limit, which the kernel heeds; never over the hard one."""
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
