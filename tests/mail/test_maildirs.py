"""Maildirs as inbox and outbox."""

import errno
import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.inbox import FetchedMail, Inbox, InboxError
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Outbox, Post
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.store.folder.disk import Disk, Kind

RAW = b"Message-ID: <a@example.net>\r\n\r\nPASS\r\n"


def drop(folder: Path, name: str, raw: bytes = RAW, at: int = 1_000_000) -> Path:
    path = folder / "new" / name
    path.write_bytes(raw)
    os.utime(path, (at, at))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "mail"


@pytest.fixture
def inbox(folder: Path) -> Inbox:
    return MaildirInbox(Disk(), folder)


def test_letters_come_in_the_order_of_arrival(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a", b"second", at=2000)
    drop(folder, "b", b"first", at=1000)
    assert list(inbox.fetch(set())) == [
        FetchedMail("maildir:b", datetime.fromtimestamp(1000, UTC), b"first", 5),
        FetchedMail("maildir:a", datetime.fromtimestamp(2000, UTC), b"second", 6),
    ]


def test_a_known_letter_is_not_fetched_again(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a")
    drop(folder, "b")
    assert [mail.transport for mail in inbox.fetch({"maildir:a"})] == ["maildir:b"]


def test_a_letter_somebody_looked_at_is_the_same_letter(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a").rename(folder / "cur" / "a:2,S")
    assert [mail.transport for mail in inbox.fetch(set())] == ["maildir:a"]


def test_done_puts_letters_out_of_the_way_once(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a")
    for _ in range(2):
        inbox.done(["maildir:a", "maildir:gone"])
    assert not list(inbox.fetch(set()))
    assert (folder / ".Processed/cur/a:2,S").read_bytes() == RAW


def test_of_a_letter_too_big_only_the_head_is_read(folder: Path) -> None:
    inbox = MaildirInbox(Disk(), folder, largest=100_000)
    drop(folder, "a", b"x" * 300_000)
    (mail,) = inbox.fetch(set())
    assert mail.oversized
    assert mail.size == 300_000
    assert len(mail.raw or b"") < 70_000


def test_a_letter_that_vanishes_while_we_look_is_passed_over(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a", at=1)
    gone = drop(folder, "b", at=2)
    fetching = inbox.fetch(set())
    assert next(fetching).transport == "maildir:a"
    gone.unlink()
    assert not list(fetching)


def test_waiting_ends_when_a_letter_comes(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a")
    assert len(list(inbox.fetch(set()))) == 1
    later = threading.Timer(0.3, drop, (folder, "b"))
    later.start()
    begun = time.monotonic()
    assert inbox.wait(20)
    assert time.monotonic() - begun < 10
    later.join()


def test_waiting_without_news_ends_in_time(inbox: Inbox, folder: Path) -> None:
    drop(folder, "a")
    assert len(list(inbox.fetch(set()))) == 1
    assert not inbox.wait(0.3)


def test_a_missing_maildir_is_trouble_and_not_silence(inbox: Inbox, folder: Path) -> None:
    (folder / "new").rmdir()
    with pytest.raises(InboxError):
        list(inbox.fetch(set()))


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return MaildirOutbox(Disk(), tmp_path / "out")


def kept(tmp_path: Path) -> list[Path]:
    return sorted(path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.pbem*"))


def test_a_letter_lies_in_the_maildir_of_its_address(outbox: Outbox, tmp_path: Path) -> None:
    (verdict,) = outbox.post([Post("1", "Alice@example.org", RAW)])
    assert (verdict.ref, verdict.state) == ("1", "posted")
    (path,) = kept(tmp_path)
    assert path.parent == Path("alice@example.org/new")
    assert (tmp_path / "out" / path).read_bytes() == RAW


def test_one_message_id_lies_there_once(outbox: Outbox, tmp_path: Path) -> None:
    posts = [Post("1", "alice@example.org", RAW), Post("2", "alice@example.org", RAW)]
    assert [verdict.state for verdict in outbox.post(posts)] == ["posted", "posted"]
    (path,) = kept(tmp_path)
    (tmp_path / "out" / path).rename(tmp_path / "out" / "alice@example.org" / "cur" / f"{path.name}:2,S")
    assert outbox.post(posts[:1])[0].state == "posted"
    assert len(kept(tmp_path)) == 1


@pytest.mark.parametrize("address", ["", "../x", "a/../../x@example.org", "alice", "/etc/x@example.org"])
def test_no_address_leads_out_of_the_folder(outbox: Outbox, tmp_path: Path, address: str) -> None:
    outbox.post([Post("1", address, RAW)])
    assert sorted(path.name for path in tmp_path.iterdir()) in ([], ["out"])
    assert all(len(path.parts) == 3 for path in kept(tmp_path))


class FullDisk(Disk):
    """A disk on which every write fails."""

    def operation(self, kind: Kind, path: Path) -> None:
        if kind == "write":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_defers(tmp_path: Path) -> None:
    outbox = MaildirOutbox(FullDisk(), tmp_path / "out")
    assert [verdict.state for verdict in outbox.post([Post("1", "alice@example.org", RAW)])] == ["deferred"]
    assert not kept(tmp_path)


def test_what_is_posted_can_be_fetched(outbox: Outbox, tmp_path: Path) -> None:
    outbox.post([Post("1", "alice@example.org", RAW)])
    (mail,) = MaildirInbox(Disk(), tmp_path / "out/alice@example.org").fetch(set())
    assert mail.raw == RAW


def test_the_spam_folder_beside_is_looked_into_for_known_writers_alone(inbox: Inbox, folder: Path) -> None:
    def spam(name: str, sender: str, within: str = ".INBOX.Junk") -> None:
        for part in ("tmp", "new", "cur"):
            (folder / within / part).mkdir(parents=True, exist_ok=True)
        drop(folder / within, name, f"From: {sender}\nTo: alice@example.org\n\nPASS\n".encode())

    def found(*writers: str, known: tuple[str, ...] = ()) -> list[str]:
        return [mail.transport for mail in inbox.astray(known, frozenset(writers))]

    assert found("alice@example.org") == []
    spam("a", "Alice <ALICE@example.org>")
    spam("b", "pills@cheap.example")
    spam("c", "alice@example.org", ".Friends")
    assert found("alice@example.org") == ["spam:maildir:a"]
    assert found("alice@example.org", known=("spam:maildir:a",)) == []
    assert found("pills@cheap.example") == ["spam:maildir:b"], "a campaign that he plays is new"
    inbox.done(["spam:maildir:a"])
    assert len(list((folder / ".INBOX.Junk" / "new").iterdir())) == 2
    assert list(inbox.fetch(set())) == []
