"""A name server on the loopback that holds the keys of `tests.mail.signing`, or behaves badly: for tests of DKIM alone."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import dns.flags
import dns.message
import dns.rdatatype
import dns.rrset

from tests.mail.signing import dns as key_of

CHUNK = 255  # bytes of a text record's string
TTL = 60

Record = Callable[[bytes], bytes | None]


@dataclass
class NameServer:
    """at: how it is written in a configuration; asked: the names that were, in order. A record of None is never answered."""

    at: str
    record: Record
    asked: list[bytes] = field(default_factory=list)

    def answer(self, question: bytes) -> bytes | None:
        """The datagram that answers this one."""
        query = dns.message.from_wire(question)
        name = query.question[0].name
        self.asked.append(name.to_text().encode())
        text = self.record(self.asked[-1])
        if text is None:
            return None
        reply = dns.message.make_response(query, recursion_available=True)
        pieces = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
        if pieces:
            words = " ".join(f'"{piece.decode()}"' for piece in pieces)
            reply.answer.append(dns.rrset.from_text(name, TTL, "IN", "TXT", words))
        return reply.to_wire(max_size=65_000)


def record_of_the_tests(name: bytes) -> bytes:
    """The key of `tests.mail.signing`, whatever the domain; nothing under other selectors."""
    return key_of(name)


def silence(name: bytes) -> None:
    """No answer, ever."""


@contextlib.contextmanager
def name_server(record: Record = record_of_the_tests) -> Iterator[NameServer]:
    """One that runs meanwhile."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))
        server = NameServer(f"127.0.0.1:{line.getsockname()[1]}", record)
        thread = threading.Thread(target=_serve, args=(server, line), daemon=True)
        thread.start()
        yield server
        line.sendto(b"", line.getsockname())  # the end
        thread.join()


def _serve(server: NameServer, line: socket.socket) -> None:
    while True:
        question, asker = line.recvfrom(4096)
        if not question:
            return
        reply = server.answer(question)
        if reply is not None:
            line.sendto(reply, asker)
