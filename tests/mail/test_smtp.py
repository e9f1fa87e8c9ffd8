"""The SMTP outbox against a scripted server: every kind of answer becomes the right verdict."""

import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.mail.account import Account
from pbem.mail.outbox import Post, Verdict
from pbem.mail.outbox.smtp import SmtpOutbox

RAW = b"From: referee@example.net\r\nTo: alice@example.org\r\nMessage-ID: <a@b>\r\n\r\n.PASS\r\n"


@dataclass
class Script:
    """A server that answers by the name of the recipient and remembers what it took."""

    taken: list[tuple[str | None, list[str], bytes]] = field(default_factory=list)
    connections: set[int] = field(default_factory=set)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.connections.add(id(session))
        answers = {"busy": "451 try again", "unknown": "550 no such user", "enough": "421 too many"}
        answer = answers.get(address.partition("@")[0], "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        if address.startswith("hangup") and server.transport is not None:
            server.transport.close()
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        if envelope.rcpt_tos[0].startswith("spam"):
            return "554 we do not like it"
        if envelope.rcpt_tos[0].startswith("slow"):
            return "452 disk\x07 full"
        self.taken.append((envelope.mail_from, envelope.rcpt_tos, content))
        return "250 taken as 1"


@pytest.fixture
def script() -> Script:
    return Script()


@contextlib.contextmanager
def serving(script: Script, **options: Any) -> Iterator[int]:
    controller = Controller(script, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def port(script: Script) -> Iterator[int]:
    with serving(script) as port:
        yield port


def outbox(port: int, **changes: object) -> SmtpOutbox:
    given: dict[str, object] = {"host": "127.0.0.1", "port": port, "security": "none", "timeout": 5.0}
    return SmtpOutbox(Account(**(given | changes)), "referee@example.net")  # type: ignore[arg-type]


def posts(*names: str) -> list[Post]:
    return [Post(name, f"{name}@example.org", RAW) for name in names]


def states(verdicts: list[Verdict]) -> list[tuple[str, str]]:
    return [(verdict.ref, verdict.state) for verdict in verdicts]


def test_a_letter_arrives_as_it_was_written(script: Script, port: int) -> None:
    (verdict,) = outbox(port).post(posts("alice"))
    assert verdict == Verdict("alice", "posted", "taken as 1")
    assert script.taken == [("referee@example.net", ["alice@example.org"], RAW)]


def test_a_post_may_name_its_own_envelope_sender(script: Script, port: int) -> None:
    outbox(port).post([Post("1", "alice@example.org", RAW, sender="referee+nijmegen-x@example.net")])
    assert script.taken[0][0] == "referee+nijmegen-x@example.net"


def test_each_letter_has_its_own_verdict_over_one_connection(script: Script, port: int) -> None:
    names = ("alice", "busy", "unknown", "spam", "slow", "bob")
    verdicts = outbox(port).post(posts(*names))
    assert states(verdicts) == list(zip(names, ("posted", "deferred", "refused", "refused", "deferred", "posted"), strict=True))
    assert [verdict.text for verdict in verdicts[1:5]] == [
        "451 try again",
        "550 no such user",
        "554 we do not like it",
        "452 disk  full",
    ]
    assert len(script.connections) == 1


def test_a_bad_address_is_refused_and_the_next_letter_goes_out(port: int) -> None:
    verdicts = outbox(port).post([Post("bad", "alice@example.org>\r\nRCPT TO:<x", RAW), *posts("bob")])
    assert states(verdicts) == [("bad", "refused"), ("bob", "posted")]


@pytest.mark.parametrize("name", ["hangup", "enough"])
def test_a_letter_that_loses_the_link_does_not_block_the_next(script: Script, port: int, name: str) -> None:
    verdicts = outbox(port).post(posts("alice", name, "bob"))
    assert states(verdicts) == [("alice", "posted"), (name, "deferred"), ("bob", "posted")]
    assert len(script.taken) == 2


def test_when_the_link_is_lost_twice_the_rest_waits(script: Script, port: int) -> None:
    verdicts = outbox(port).post(posts("hangup", "hangup2", "bob"))
    assert states(verdicts) == [("hangup", "deferred"), ("hangup2", "deferred"), ("bob", "deferred")]


def test_without_a_server_all_is_deferred() -> None:
    verdicts = outbox(free_port()).post(posts("alice", "bob"))
    assert states(verdicts) == [("alice", "deferred"), ("bob", "deferred")]


def test_a_server_without_tls_gets_nothing_when_tls_is_wanted(script: Script, port: int) -> None:
    for security in ("starttls", "tls"):
        assert outbox(port, security=security, timeout=2.0).post(posts("alice"))[0].state == "deferred"
    assert not script.taken


def test_nothing_to_post_needs_no_server() -> None:
    assert outbox(free_port()).post([]) == []


def allows(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
    return AuthResult(success=data == LoginPassword(b"referee", b"right"), handled=False)


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
@pytest.mark.parametrize(("password", "state"), [("right", "posted"), ("wrong", "deferred")])
def test_a_login_is_asked_for_each_time(script: Script, password: str, state: str) -> None:
    options = {"authenticator": allows, "auth_required": True, "auth_require_tls": False}
    with serving(script, **options) as port:
        verdicts = outbox(port, user="referee", secret=lambda: password).post(posts("alice", "bob"))
    assert states(verdicts) == [("alice", state), ("bob", state)]
