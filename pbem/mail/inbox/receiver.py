"""A door of our own for mail: the host's MTA hands letters over by LMTP or SMTP, on the loopback.

What is taken lies in a Maildir, written, fsynced and renamed before the 250 goes out, so the rest is the Maildir inbox.
A letter is known there by its bytes: one that is brought again, since our 250 was lost, is taken and lies there once.
On any doubt the answer is a temporary one and names no reason of ours: the MTA keeps the letter and tries again. One
recipient a letter, because one answer for several would lie to all but one.
"""

import contextlib
import hashlib
import logging
import socket
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.mail.inbox import FetchedMail, InboxError
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.mime import LARGEST_MAIL
from pbem.store.ports import Files

Protocol = Literal["lmtp", "smtp"]
Keep = Callable[[FetchedMail], None]
MOST_TOGETHER = 100  # letters lying in the folder unread before more are put off
LARGEST_TAKEN = 20 * LARGEST_MAIL  # what is too large for a letter is taken and refused by name, up to here
LONGEST_LINE = 64 << 10  # letters with longer lines than the standard allows are read too
IDLE_SECONDS = 60.0

LATER = "451 4.3.0 try again later"
ONE = "452 4.5.3 one recipient at a time"
NOBODY = "550 5.1.1 no such mailbox here"
TAKEN = "250 2.6.0 taken"
log = logging.getLogger("pbem.mail")


class NetworkDoor(NamedTuple):
    """Where mail is handed in: what is spoken there, and the port on loopback. keep: where else a letter is to lie before it is
    taken; OSError when it cannot; let_go: what is done once the door is shut."""

    protocol: Protocol
    port: int
    keep: Keep | None = None
    let_go: Callable[[], None] = lambda: None


class ReceiverInbox(MaildirInbox):
    """A Maildir at `folder` with a door at 127.0.0.1:`port`. address: the mailbox it takes mail for, with any plus part."""

    def __init__(self, disk: Files, folder: Path, door: NetworkDoor, address: str, room: Callable[[], bool]) -> None:
        super().__init__(disk, folder)
        self._disk, self._folder = disk, folder
        self._door = door
        self._handler = _Handler(disk, folder, address, room)
        if keep := door.keep:
            self._handler.kept = lambda name: self._keep(keep, name)
        self._controller: Controller | None = None

    @property
    def port(self) -> int:
        """Where the door is."""
        return self._door.port

    def fetch(self, known: Container[str]) -> Iterator[FetchedMail]:
        """Every mail whose transport is not known, oldest first. From the first fetch on the door is open."""
        self.open()
        return super().fetch(known)

    def _keep(self, keep: Keep, name: str) -> None:
        path = next((found for part in ("new", "cur") for found in (self._folder / part).glob(f"{name}*")), None)
        mail = self._read(f"maildir:{name}", path) if path else None  # None: a look into the folder has taken it already
        if mail is not None:
            keep(mail)

    def close(self) -> None:
        """Shut the door; who is just handing a letter over gets no answer and tries again."""
        controller, self._controller = self._controller, None
        if controller is not None:
            with contextlib.suppress(Exception):  # the thread may have ended by itself
                controller.stop()
        self._door.let_go()

    def open(self) -> None:
        """Open the door, if it is not. InboxError."""
        if self._controller is not None:
            return
        self._disk.sweep(self._folder)
        protocol, port = self._door.protocol, self._door.port
        controller = _Controller(self._handler, hostname="127.0.0.1", port=port)
        controller.protocol = protocol
        try:
            controller.start()
        except (OSError, TimeoutError) as trouble:
            if not controller.loop.is_running():
                controller.loop.close()
            raise InboxError(f"the {protocol} door at 127.0.0.1:{port} cannot be opened: {trouble}") from trouble
        self._controller = controller


class _Lmtp(LMTP):
    line_length_limit = LONGEST_LINE


class _Smtp(SMTP):
    line_length_limit = LONGEST_LINE


class _Controller(Controller):
    """An SMTP or LMTP server that does not give its software away."""

    protocol: Protocol = "lmtp"

    def factory(self) -> SMTP:
        """A server for one connection."""
        server = _Lmtp if self.protocol == "lmtp" else _Smtp
        return server(
            self.handler, hostname=socket.gethostname(), ident="pbem", data_size_limit=LARGEST_TAKEN,
            enable_SMTPUTF8=False, timeout=IDLE_SECONDS, decode_data=False,
        )  # fmt: skip


class _Handler:
    """Takes a letter, or says why not. Runs in a thread of its own and touches nothing but the folder."""

    def __init__(self, disk: Files, folder: Path, address: str, room: Callable[[], bool]) -> None:
        self._disk, self._folder, self._room = disk, folder, room
        self._local, _, self._domain = address.lower().rpartition("@")
        self.kept: Callable[[str], None] = lambda _: None

    async def handle_RCPT(  # noqa: N802 - the names are aiosmtpd's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """One recipient, and it must be ours."""
        del server, session, options
        local, _, domain = address.lower().rpartition("@")
        if (local.partition("+")[0], domain) != (self._local, self._domain):
            return NOBODY
        if envelope.rcpt_tos:
            return ONE
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """The letter is safe, or it stays with the sender."""
        del server, session
        try:
            if not self._room() or len(list((self._folder / "new").iterdir())) >= MOST_TOGETHER:
                return LATER
            self._keep(envelope)
        except Exception as doubt:
            log.warning("a letter was put off: %s", type(doubt).__name__)
            return LATER
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong: later, and no word of it outside."""
        log.warning("at the door: %s", type(error).__name__)
        return LATER

    def _keep(self, envelope: Envelope) -> None:
        content = envelope.content
        assert isinstance(content, bytes)  # text is not asked for (`decode_data`)
        sender = (envelope.mail_from or "").strip("<>")  # nobody's comes as "<>"
        cover = f"Return-Path: <{sender}>\r\nDelivered-To: {envelope.rcpt_tos[0]}\r\n"
        raw = cover.encode("ascii", "replace") + content
        name = f"{hashlib.sha256(raw).hexdigest()[:32]}.pbem"
        if not self._lies_there(name):  # else we died before the sender had our word, and he tries again with the same bytes
            self._disk.write(self._folder / "new" / name, raw)
        self.kept(name)

    def _lies_there(self, name: str) -> bool:
        """Is it safe in one of the folders? Its place in there is made sure of once more."""
        for folder in (self._folder / "new", self._folder / "cur", self._folder / ".Processed" / "cur"):
            if any(folder.glob(f"{name}*")):
                self._disk.fsync_folder(folder)
                return True
        return False
