"""What IMAP servers do to a client that a real one here cannot be made to do: played by a scripted client."""

import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from imapclient import IMAPClient

from pbem.admin.doctor import _putting_away
from pbem.mail.account import Account
from pbem.mail.inbox import FetchedMail, InboxError, imap
from pbem.mail.inbox.imap import ImapInbox

RAW = b"From: alice@example.org\r\nSubject: x\r\n\r\nPASS\r\n"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


@dataclass
class Script:
    """A mailbox as IMAPClient would show it. bodies: what BODY[] gives, one answer after another, the last for ever."""

    uids: list[int] = field(default_factory=lambda: [1, 2])
    validity: int = 7
    capabilities: tuple[str, ...] = ("IDLE", "MOVE", "UIDPLUS")
    bodies: dict[int, list[bytes | None]] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    done_says: list[tuple[Any, ...]] = field(default_factory=list)
    did: list[tuple[Any, ...]] = field(default_factory=list)
    readable: bool = True

    def select_folder(self, name: str, readonly: bool = False) -> dict[bytes, int]:
        return {b"UIDVALIDITY": self.validity}

    def has_capability(self, name: str) -> bool:
        return name in self.capabilities

    def folder_exists(self, name: str) -> bool:
        return True

    def noop(self) -> None:
        """Nothing new."""

    def search(self, what: object) -> list[int]:
        newest = int(what[1].partition(":")[0]) if isinstance(what, list) else 0
        return [uid for uid in self.uids if uid >= newest]

    def fetch(self, uids: list[int], what: list[str]) -> dict[int, dict[bytes, Any]]:
        if "RFC822.SIZE" in what:
            return {u: {b"RFC822.SIZE": self.sizes.get(u, len(RAW)), b"INTERNALDATE": NOON + timedelta(minutes=u)} for u in uids}
        self.did.append(("body", *uids))
        found = {uid: self._body(uid) for uid in uids}
        return {uid: {b"BODY[]": body} for uid, body in found.items() if body is not None}

    def _body(self, uid: int) -> bytes | None:
        bodies = self.bodies.get(uid, [RAW])
        return bodies.pop(0) if len(bodies) > 1 else bodies[0]

    def idle(self) -> None:
        self.did.append(("idle",))

    def socket(self) -> socket.socket:
        return one_end(self.readable)

    def idle_done(self) -> tuple[str, list[tuple[Any, ...]]]:
        return "Idle terminated", self.done_says

    def move(self, uids: list[int], folder: str) -> None:
        self.did.append(("move", *uids))

    def copy(self, uids: list[int], folder: str) -> None:
        self.did.append(("copy", *uids))

    def delete_messages(self, uids: list[int], silent: bool) -> None:
        self.did.append(("delete", *uids))

    def uid_expunge(self, uids: list[int]) -> None:
        self.did.append(("uid expunge", *uids))

    def expunge(self) -> None:
        raise AssertionError("a bare EXPUNGE takes other people's mail along")

    def add_flags(self, uids: list[int], flags: list[bytes], silent: bool) -> None:
        self.did.append(("flag", *uids))

    def shutdown(self) -> None:
        self.did.append(("hung up",))


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    found = Script()
    monkeypatch.setattr("pbem.mail.inbox.imap.connected", lambda account: found)
    return found


@pytest.fixture
def inbox(script: Script) -> ImapInbox:
    return ImapInbox(Account("127.0.0.1", 1, security="none"))


def one_end(readable: bool) -> socket.socket:
    """A socket whose other end has said something, or is silent."""
    end, other = socket.socketpair()
    if readable:
        other.sendall(b"*")
    _ends.extend((end, other))
    return end


_ends: list[socket.socket] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _ends:
        _ends.pop().close()


def raws(found: list[FetchedMail]) -> list[bytes | None]:
    return [mail.raw for mail in found]


def test_a_wake_up_that_came_together_with_the_beginning_of_idle_shows_at_its_end(script: Script, inbox: ImapInbox) -> None:
    list(inbox.fetch(set()))
    script.done_says = [(3, b"EXISTS")]
    assert inbox.wait(0.01)


def test_an_idle_that_is_silent_before_its_time_is_a_dead_link_and_does_not_spin(script: Script, inbox: ImapInbox) -> None:
    list(inbox.fetch(set()))
    script.done_says = [(b"BYE", b"gone")]  # what talking to the dead link brings
    with pytest.raises(InboxError):
        inbox.wait(30)
    assert script.did.count(("idle",)) == 1
    assert script.did[-1] == ("hung up",)


def test_a_part_of_a_mail_is_not_taken_for_it_and_comes_whole_later(script: Script, inbox: ImapInbox) -> None:
    script.bodies[1] = [RAW[:20], RAW[:20], RAW, RAW]
    assert [m.transport for m in inbox.fetch(set())] == ["imap:INBOX:7:2"], "two answers that differ: later"
    assert raws(list(inbox.fetch({"imap:INBOX:7:2"}))) == [RAW]


def test_a_server_with_a_wrong_idea_of_a_size_is_believed_the_second_time(script: Script, inbox: ImapInbox) -> None:
    script.sizes[1] = len(RAW) + 3
    assert raws(list(inbox.fetch(set()))) == [RAW, RAW]


def test_mails_are_asked_for_together_as_far_as_they_fit_and_a_large_one_by_itself(script: Script, inbox: ImapInbox) -> None:
    script.uids = list(range(1, 61))
    script.bodies = {40: [b"x" * 200_000], 41: [b"x" * 200_000]}
    script.sizes = {40: 200_000, 41: 200_000}
    assert [m.transport for m in inbox.fetch(set())] == [f"imap:INBOX:7:{uid}" for uid in script.uids]
    asked = [uids for what, *uids in script.did if what == "body"]
    assert [len(uids) for uids in asked] == [25, 15, 20]


def test_a_mail_that_somebody_takes_away_between_listing_and_fetching_is_passed_over(script: Script, inbox: ImapInbox) -> None:
    script.bodies[1] = [None]
    assert [m.transport for m in inbox.fetch(set())] == ["imap:INBOX:7:2"]


@pytest.mark.parametrize(
    ("capabilities", "done"),
    [
        (("MOVE", "UIDPLUS"), [("move", 1)]),
        (("UIDPLUS",), [("copy", 1), ("delete", 1), ("uid expunge", 1)]),
        ((), [("flag", 1)]),
    ],
)
def test_mail_is_put_away_as_the_server_can_and_nobody_elses_with_it(
    script: Script, inbox: ImapInbox, capabilities: tuple[str, ...], done: list[tuple[Any, ...]]
) -> None:
    script.capabilities = capabilities
    inbox.done(["imap:INBOX:7:1", "imap:INBOX:7:99", "imap:INBOX:6:2"])
    assert script.did == done


@pytest.mark.parametrize(("capabilities", "moves"), [(("MOVE",), True), (("UIDPLUS",), True), (("IDLE",), False)])
def test_the_doctor_says_what_follows_where_nothing_can_be_put_away(
    script: Script, inbox: ImapInbox, capabilities: tuple[str, ...], moves: bool
) -> None:
    script.capabilities = capabilities
    (found,) = _putting_away(inbox)
    assert found.ok
    assert ("neither MOVE nor UIDPLUS: what was handled stays in the inbox, marked as seen." in found.words) is not moves


def test_a_mailbox_that_was_made_afresh_is_read_whole_and_told(
    script: Script, inbox: ImapInbox, caplog: pytest.LogCaptureFixture
) -> None:
    known = {mail.transport for mail in inbox.fetch(set())}
    assert not caplog.records
    script.validity = 8
    assert len(list(inbox.fetch(known))) == 2
    assert "INBOX was recreated" in caplog.text


class Idle:
    """A client in IDLE; readable: has the server said something? done: what is read at its end."""

    def __init__(self, *done: object, readable: bool = True) -> None:
        self.done, self.readable = list(done), readable

    def idle(self) -> None:
        self.begun = True

    def socket(self) -> socket.socket:
        return one_end(self.readable)

    def idle_done(self) -> tuple[bytes, list[object]]:
        return b"done", self.done


def test_a_wait_without_idle_ends_when_it_is_over_or_called_off() -> None:
    for seconds, least, off in ((0.05, 0.05, bool), (30, 0, lambda: True)):
        begun = time.monotonic()
        assert imap._sleep(seconds, off) is False
        assert least <= time.monotonic() - begun < 0.5


@pytest.mark.parametrize(("done", "new"), [
    ([(1, b"EXISTS")], True), ([(1, b"RECENT")], True), ([(1, b"EXPUNGE")], False), ([], False),
    ([(1, b"FETCH"), (3, b"EXISTS")], True), ([(b"OK", b"still here")], False),
])  # fmt: skip
@pytest.mark.parametrize("readable", [True, False])
def test_new_mail_ends_an_idle_and_so_does_its_time(done: list[object], new: bool, readable: bool) -> None:
    begun = time.monotonic()
    assert imap._idle(Idle(*done, readable=readable), 30 if readable else 0.05, lambda: False) is new
    assert (time.monotonic() - begun >= 0.05) is not readable


def test_an_idle_that_is_called_off_looks_no_more_and_a_dead_link_is_left() -> None:
    assert imap._idle(Idle(readable=False), 30, lambda: True) is False
    with pytest.raises(EOFError):
        imap._idle(Idle((b"BYE", b"gone")), 30, lambda: False)


def speak(listening: socket.socket) -> None:
    """A server whose announcement comes in two pieces, as a slow link or two TLS records bring it."""
    server, _ = listening.accept()
    _ends.append(server)
    server.sendall(b"* OK here\r\n")
    lines = server.makefile("rb")
    for line in lines:
        tag, verb = line.split()[:2] if b" " in line else (b"", line.strip())
        if verb == b"IDLE":
            server.sendall(b"+ idling\r\n")
            time.sleep(0.05)
            server.sendall(b"* 3 EXISTS\r\n* 1 REC")
            time.sleep(0.1)
            server.sendall(b"ENT\r\n")
            idling = tag
        elif verb == b"DONE":
            server.sendall(idling + b" OK idled\r\n")
        elif verb == b"CAPABILITY":
            server.sendall(b"* CAPABILITY IMAP4rev1 IDLE\r\n" + tag + b" OK told\r\n")
        else:
            server.sendall(tag + b" OK done\r\n")


def test_a_line_of_idle_that_comes_in_two_pieces_is_read_whole() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = threading.Thread(target=lambda: speak(listening), daemon=True)
        serving.start()
        client = IMAPClient("127.0.0.1", listening.getsockname()[1], ssl=False, timeout=10)
        client.login("a", "b")
        assert imap._idle(client, 30, lambda: False)
        client.noop()  # the connection is still in step with the server
        client.shutdown()
        serving.join(10)
