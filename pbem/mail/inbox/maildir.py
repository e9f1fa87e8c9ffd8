"""An inbox that is a Maildir: new/ and cur/ are read, what is done goes to .Processed/cur/.

cur/ is read too because a mail program moves a letter there when somebody looks at it: looked at is not done.
"""

import binascii
import hashlib
import logging
import os
import time
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from imapclient.imap_utf7 import decode

from pbem.mail.inbox import SPAM, FetchedMail, InboxError, MailboxMissing, claims, is_spam_name, never
from pbem.mail.mime import LARGEST_HEADER, LARGEST_MAIL, even_line_ends, header_fields, split_header, values
from pbem.store.ports import Files

_POLL_SECONDS = 0.2
log = logging.getLogger("pbem.mail")


class MaildirInbox:
    """The Maildir at `folder`; it is made when it is missing."""

    hears = True

    def __init__(self, disk: Files, folder: Path, largest: int = LARGEST_MAIL) -> None:
        self._disk = disk
        self._folder = folder
        self._largest = largest
        self._listed: set[str] = set()
        self._passed: set[Path] = set()  # spam that is by none of the writers
        self._writers: frozenset[str] = frozenset()
        for name in ("tmp", "new", "cur", ".Processed/tmp", ".Processed/new", ".Processed/cur"):
            disk.make_folder(folder / name)

    def open(self) -> None:
        """There is no door to it."""

    def fetch(self, known: Container[str]) -> Iterator[FetchedMail]:
        """Every mail whose transport is not known, oldest file first."""
        files = self._files()
        self._listed = set(files)
        unknown = [(transport, path) for transport, path in files.items() if transport not in known]
        for _, transport, path in sorted((_arrival(path), transport, path) for transport, path in unknown):
            mail = self._read(transport, path)
            if mail is not None:
                yield mail

    def again(self) -> Iterator[FetchedMail]:
        """Every mail in .Processed, oldest file first, under the transport it had before."""
        files = self._files(".Processed")
        for _, transport, path in sorted((_arrival(path), transport, path) for transport, path in files.items()):
            mail = self._read(transport, path)
            if mail is not None:
                yield mail

    def astray(self, known: Container[str], writers: frozenset[str]) -> Iterator[FetchedMail]:
        """Mail of these writers in a folder beside, such as .Junk, where a mail server keeps what it takes for spam."""
        if writers != self._writers:
            self._passed.clear()
            self._writers = writers
        try:
            files = {t: p for folder in self._spam_folders() for t, p in self._files(folder).items() if p not in self._passed}
            for _, transport, path in sorted((_arrival(path), f"{SPAM}{transport}", path) for transport, path in files.items()):
                mail = None if transport in known else self._read(transport, path)
                if mail is not None and claims(_from(mail.raw or b""), writers):
                    yield mail
                elif mail is not None:
                    self._passed.add(path)
        except InboxError as trouble:
            log.warning("the spam folder could not be looked into: %s", trouble)

    def _spam_folders(self) -> list[str]:
        found = sorted(path.name for path in self._folder.glob(".*") if (path / "cur").is_dir() and (path / "new").is_dir())
        return [name for name in found if is_spam_name(_as_said(name.rpartition(".")[2]))]

    def done(self, transports: Iterable[str]) -> None:
        """Move these mails to .Processed; one that is gone already is passed over."""
        files = self._files()
        for transport in transports:
            if transport in files:
                base = transport.removeprefix("maildir:")
                self._disk.move(files[transport], self._folder / ".Processed" / "cur" / f"{base}:2,S")

    def keep(self, raw: bytes, at: datetime) -> None:
        """Let a mail that came another way lie among those put away, as of that time; the same bytes lie there once."""
        path = self._folder / ".Processed" / "cur" / f"{hashlib.sha256(raw).hexdigest()[:32]}.pbem:2,S"
        self._disk.write(path, raw)
        os.utime(path, (at.timestamp(), at.timestamp()))

    def wait(self, seconds: float, off: Callable[[], bool] = never) -> bool:
        """Wait until a mail lies there that the last fetch did not see."""
        end = time.monotonic() + seconds
        while not set(self._files()) - self._listed:
            if off() or time.monotonic() >= end:
                return False
            time.sleep(min(_POLL_SECONDS, max(0.0, end - time.monotonic())))
        return True

    def close(self) -> None:
        """Nothing is held open."""

    def _files(self, within: str = "") -> dict[str, Path]:
        try:
            paths = [path for name in ("new", "cur") for path in (self._folder / within / name).iterdir()]
        except OSError as trouble:
            if not (self._folder / within).is_dir():
                raise MailboxMissing(f"there is no Maildir {self._folder / within} (renamed?)") from trouble
            raise InboxError(f"{self._folder}: {trouble.strerror}") from trouble
        return {f"maildir:{path.name.partition(':')[0]}": path for path in paths if not path.name.startswith(".")}

    def _read(self, transport: str, path: Path) -> FetchedMail | None:
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                oversized = size > self._largest
                raw = file.read(LARGEST_HEADER + 1 if oversized else -1)
            return FetchedMail(transport, _arrival(path), raw, size, oversized)
        except FileNotFoundError:
            return None  # its reader moved it meanwhile; the next fetch finds it under its new name
        except OSError as trouble:
            raise InboxError(f"{path}: {trouble.strerror}") from trouble


def _from(raw: bytes) -> bytes:
    header, _ = split_header(even_line_ends(raw[:LARGEST_HEADER]))
    return "\n".join(values(header_fields(header), "from")).encode(errors="replace")


def _arrival(path: Path) -> datetime:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return datetime.fromtimestamp(0, UTC)


def _as_said(name: str) -> str:
    """The name of a folder as people read it: on disk most servers write it as IMAP does (RFC 3501), some as it is."""
    try:
        return str(decode(name.encode("ascii")))
    except (UnicodeError, binascii.Error):
        return name
