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
from pbem.mail.outbox import Post, PostVerdict
from pbem.mail.outbox.smtp import SmtpOutbox

RAW = b"From: referee@example.net\r\nTo: alice@example.org\r\nMessage-ID: <a@b>\r\n\r\n.PASS\r\n"


@dataclass
class Script:
    """A server that answers by the name of the recipient and remembers what it took."""

    taken: list[tuple[str | None, list[str], bytes]] = field(default_factory=list)
    connections: set[int] = field(default_factory=set)
    open: list[Any] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.connections.add(id(session))
        self.open.append(server.transport)
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


def posted(way: SmtpOutbox, letters: list[Post]) -> list[PostVerdict]:
    """The verdicts of one call; the outbox is closed after it."""
    with contextlib.closing(way):
        return way.post(letters)


def posts(*names: str) -> list[Post]:
    return [Post(name, f"{name}@example.org", RAW) for name in names]


def states(verdicts: list[PostVerdict]) -> list[tuple[str, str]]:
    return [(verdict.ref, verdict.state) for verdict in verdicts]


def test_a_letter_arrives_as_it_was_written(script: Script, port: int) -> None:
    (verdict,) = posted(outbox(port), posts("alice"))
    assert verdict == PostVerdict("alice", "posted", "taken as 1")
    assert script.taken == [("referee@example.net", ["alice@example.org"], RAW)]


def test_a_post_may_name_its_own_envelope_sender(script: Script, port: int) -> None:
    posted(outbox(port), [Post("1", "alice@example.org", RAW, sender="referee+nijmegen-x@example.net")])
    assert script.taken[0][0] == "referee+nijmegen-x@example.net"


def test_each_letter_has_its_own_verdict_over_one_connection(script: Script, port: int) -> None:
    names = ("alice", "busy", "unknown", "spam", "slow", "bob")
    verdicts = posted(outbox(port), posts(*names))
    assert states(verdicts) == list(zip(names, ("posted", "deferred", "refused", "refused", "deferred", "posted"), strict=True))
    assert [verdict.text for verdict in verdicts[1:5]] == [
        "451 try again",
        "550 no such user",
        "554 we do not like it",
        "452 disk  full",
    ]
    assert len(script.connections) == 1


def test_a_bad_address_is_refused_and_the_next_letter_goes_out(port: int) -> None:
    verdicts = posted(outbox(port), [Post("bad", "alice@example.org>\r\nRCPT TO:<x", RAW), *posts("bob")])
    assert states(verdicts) == [("bad", "refused"), ("bob", "posted")]


@pytest.mark.parametrize("name", ["hangup", "enough"])
def test_a_letter_that_loses_the_link_does_not_block_the_next(script: Script, port: int, name: str) -> None:
    verdicts = posted(outbox(port), posts("alice", name, "bob"))
    assert states(verdicts) == [("alice", "posted"), (name, "deferred"), ("bob", "posted")]
    assert len(script.taken) == 2


def test_when_the_link_is_lost_twice_the_rest_waits(script: Script, port: int) -> None:
    verdicts = posted(outbox(port), posts("hangup", "hangup2", "bob"))
    assert states(verdicts) == [("hangup", "deferred"), ("hangup2", "deferred"), ("bob", "deferred")]


def test_without_a_server_all_is_deferred() -> None:
    verdicts = posted(outbox(free_port()), posts("alice", "bob"))
    assert states(verdicts) == [("alice", "deferred"), ("bob", "deferred")]


def test_a_server_without_tls_gets_nothing_when_tls_is_wanted(script: Script, port: int) -> None:
    for security in ("starttls", "tls"):
        assert posted(outbox(port, security=security, timeout=2.0), posts("alice"))[0].state == "deferred"
    assert not script.taken


def test_nothing_to_post_needs_no_server() -> None:
    assert posted(outbox(free_port()), []) == []


def allows(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
    return AuthResult(success=data == LoginPassword(b"referee", b"right"), handled=False)


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
@pytest.mark.parametrize(("password", "state"), [("right", "posted"), ("wrong", "deferred")])
def test_a_login_is_asked_for_each_time(script: Script, password: str, state: str) -> None:
    options = {"authenticator": allows, "auth_required": True, "auth_require_tls": False}
    with serving(script, **options) as port:
        verdicts = posted(outbox(port, user="referee", secret=lambda: password), posts("alice", "bob"))
    assert states(verdicts) == [("alice", state), ("bob", state)]


def test_the_next_call_goes_over_the_same_connection_until_it_is_closed(script: Script, port: int) -> None:
    way = outbox(port)
    for name in ("alice", "bob"):
        assert states(way.post(posts(name))) == [(name, "posted")]
    assert len(script.connections) == 1
    way.close()
    assert states(posted(way, posts("carol"))) == [("carol", "posted")]
    assert len(script.connections) == 2


def test_a_connection_that_died_while_it_was_quiet_is_made_afresh_and_costs_no_letter(
    script: Script, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.outbox.smtp._QUIET_SECONDS", 0.0)
    way = outbox(port)
    assert states(way.post(posts("alice"))) == [("alice", "posted")]
    for server in script.open:
        server.close()
    assert states(posted(way, posts("bob"))) == [("bob", "posted")]
    assert [to for _, to, _ in script.taken] == [["alice@example.org"], ["bob@example.org"]]


def test_a_server_that_is_away_is_said_to_be(script: Script, port: int) -> None:
    assert [v.away for v in posted(outbox(free_port()), posts("alice", "bob"))] == [True, True]
    assert [v.away for v in posted(outbox(port), posts("busy", "hangup", "alice"))] == [False, False, False]
    assert [v.away for v in posted(outbox(port), posts("hangup", "hangup2", "bob"))] == [False, True, True]
