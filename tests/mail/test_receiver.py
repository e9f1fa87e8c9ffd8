"""The door for mail: 250 only when the letter is safe, later on any doubt, not a word of why."""

import smtplib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.mail.inbox import InboxError
from pbem.mail.inbox.receiver import LARGEST_TAKEN, MOST_TOGETHER, NetworkDoor, ReceiverInbox
from pbem.mail.letter import Letter, Machine
from pbem.mail.mime import LARGEST_MAIL
from pbem.mail.reading import read
from pbem.store.folder.disk import Disk, Kind
from tests.mail.test_smtp import free_port

OURS = "referee@club.example"
RAW = b"From: alice@example.org\r\nTo: referee@club.example\r\nSubject: x\r\n\r\nPASS\r\n.dotted\r\n"


class Door:
    """An open door and what lies behind it."""

    def __init__(self, folder: Path, protocol: str = "lmtp", disk: Disk | None = None, room: Callable[[], bool] = lambda: True):
        self.folder, self.port, self.protocol = folder, free_port(), protocol
        self.inbox = ReceiverInbox(disk or Disk(), folder, NetworkDoor(protocol, self.port), OURS, room)  # type: ignore[arg-type]
        list(self.inbox.fetch(set()))

    def client(self) -> smtplib.SMTP:
        kind = smtplib.LMTP if self.protocol == "lmtp" else smtplib.SMTP
        return kind("127.0.0.1", self.port, local_hostname="mx")

    def hand_over(self, raw: bytes = RAW, to: str = OURS, sender: str = "alice@example.org") -> tuple[int, bytes]:
        """The answer to the letter, or to its recipient when that is refused."""
        with self.client() as client:
            client.ehlo_or_helo_if_needed()
            client.mail(sender)
            code, words = client.rcpt(to)
            return client.data(raw) if code == 250 else (code, words)


@pytest.fixture(params=["lmtp", "smtp"])
def door(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Door]:
    found = Door(tmp_path / "mail", request.param)
    yield found
    found.inbox.close()


def test_what_is_taken_lies_there_whole_with_its_envelope(door: Door) -> None:
    assert door.hand_over(to="referee+nijmegen-x@club.example")[0] == 250
    mails = list(door.inbox.fetch(set()))
    assert [m.raw for m in mails] == [
        b"Return-Path: <alice@example.org>\r\nDelivered-To: referee+nijmegen-x@club.example\r\n" + RAW
    ]
    door.inbox.done([mails[0].transport])
    assert not list(door.inbox.fetch(set()))
    assert [m.raw for m in door.inbox.again()] == [mails[0].raw], "after a restore it is read again"


def test_a_letter_of_nobody_is_a_machines(door: Door) -> None:
    door.hand_over(sender="")
    mail = read(next(iter(door.inbox.fetch(set()))).raw or b"")
    assert isinstance(mail, Machine)
    assert mail.reason == "bounce"


def test_long_lines_and_bytes_of_any_kind_come_through(door: Door) -> None:
    raw = b"From: alice@example.org\r\n\r\n" + b"x" * 30_000 + b"\r\n" + bytes(range(128, 256)) + b"\r\n"
    assert door.hand_over(raw)[0] == 250
    assert (next(iter(door.inbox.fetch(set()))).raw or b"").endswith(raw)


@pytest.mark.parametrize(
    "to", ["alice@club.example", "referee@elsewhere.example", "refereex@club.example", "+x@club.example", "postmaster@club.example"]
)
def test_mail_for_others_is_not_taken(door: Door, to: str) -> None:
    assert door.hand_over(to=to)[0] == 550


def test_one_recipient_a_letter_so_that_one_answer_is_true(door: Door) -> None:
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        client.mail("alice@example.org")
        assert client.rcpt(OURS)[0] == 250
        assert client.rcpt("referee+other@club.example")[0] == 452
        assert client.rcpt("alice@club.example")[0] == 550
        assert client.data(RAW)[0] == 250
    assert len(list(door.inbox.fetch(set()))) == 1


class Full(Disk):
    """A disk that is full at the n-th operation from now on."""

    left = 10**9

    def operation(self, kind: Kind, path: Path) -> None:
        self.left -= 1
        if self.left == 0:
            raise OSError(28, "No space left on device: /home/secret/path")


@pytest.mark.parametrize("at", range(1, 9))
def test_on_a_full_disk_the_letter_stays_with_the_sender(tmp_path: Path, at: int) -> None:
    disk = Full()
    door = Door(tmp_path / "mail", disk=disk)
    disk.left = at
    code, words = door.hand_over()
    taken = [m.raw for m in door.inbox.fetch(set())]
    assert (code == 250) == bool(disk.left > 0) or taken, "a 250 means that it lies there"
    if code == 250:
        assert len(taken) == 1
    else:
        assert (code, words) == (451, b"4.3.0 try again later")
        disk.left = 10**9
        assert door.hand_over()[0] == 250
        assert list(door.inbox.fetch(set()))
    door.inbox.close()


def test_without_room_or_with_too_many_waiting_letters_are_put_off(tmp_path: Path) -> None:
    room = [True]
    door = Door(tmp_path / "mail", room=lambda: room[0])
    room[0] = False
    assert door.hand_over() == (451, b"4.3.0 try again later")
    room[0] = True
    for n in range(MOST_TOGETHER):
        (door.folder / "new" / str(n)).write_bytes(b"x")
    assert door.hand_over()[0] == 451
    door.inbox.close()


def test_what_is_too_large_for_a_letter_is_taken_and_refused_by_name_later(door: Door) -> None:
    assert door.hand_over(b"From: alice@example.org\r\n\r\n" + b"x\r\n" * 500_000)[0] == 250
    mail = next(iter(door.inbox.fetch(set())))
    assert mail.oversized


def test_what_no_letter_is_as_large_as_is_not_taken_at_all(door: Door) -> None:
    """It is said at once, of the size that the MTA tells; up to there a letter is taken and refused by name."""
    assert LARGEST_TAKEN > 10 * LARGEST_MAIL
    for size, code in ((LARGEST_TAKEN, 250), (LARGEST_TAKEN + 1, 552)):
        with door.client() as client:
            client.ehlo_or_helo_if_needed()
            assert client.mail("alice@example.org", [f"SIZE={size}"])[0] == code


def test_nonsense_gets_an_answer_without_our_name(door: Door) -> None:
    import socket

    with socket.create_connection(("127.0.0.1", door.port), 5) as line:
        line.settimeout(5)
        heard = line.recv(1000)
        line.sendall(b"\xff\xfe nonsense\r\nDATA\r\nQUIT\r\n")
        while piece := line.recv(1000):
            heard += piece
    assert b"Python" not in heard
    assert b"aiosmtpd" not in heard
    assert b"Traceback" not in heard


def test_a_hidden_end_of_data_does_not_smuggle_a_second_letter(door: Door) -> None:
    import socket

    hello = b"LHLO mx\r\n" if door.protocol == "lmtp" else b"EHLO mx\r\n"
    body = b"From: alice@example.org\r\n\r\nPASS\n.\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<" + OURS.encode() + b">\r\n\r\n.\r\n"
    with socket.create_connection(("127.0.0.1", door.port), 5) as line:
        line.settimeout(5)
        rcpt = b"RCPT TO:<" + OURS.encode() + b">\r\n"
        answers = line.makefile("rb")
        answers.readline()
        for said in (hello, b"MAIL FROM:<alice@example.org>\r\n", rcpt, b"DATA\r\n", body, b"QUIT\r\n"):
            line.sendall(said)
            while answers.readline()[3:4] == b"-":
                pass
    mails = [m.raw for m in door.inbox.fetch(set())]
    assert len(mails) == 1
    assert isinstance(read(mails[0] or b""), Letter)


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    first = Door(tmp_path / "a")
    second = ReceiverInbox(Disk(), tmp_path / "b", NetworkDoor("lmtp", first.port), OURS, lambda: True)
    with pytest.raises(InboxError, match="cannot be opened"):
        list(second.fetch(set()))
    first.inbox.close()
