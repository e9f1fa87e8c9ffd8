"""An inbox on an IMAP server.

Truth is our own list of seen UIDs, never the \\Seen flag. Every trouble drops the connection and comes out as
InboxError; the next call connects again. Three traps of IDLE are kept off here: a dead link that answers "no news" at
once for ever, a wake-up that arrives together with the server's "+ idling" and shows only when IDLE ends, and a line
that arrives in two pieces.
"""

import contextlib
import imaplib
import itertools
import logging
import select
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from datetime import datetime

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from pbem.mail.account import Account
from pbem.mail.inbox import NO_SPAM, SPAM, FetchedMail, InboxError, MailboxMissing, never
from pbem.mail.inbox.imap_asking import MailOutside, asked_together, bodies_of, body_of, header_of, outsides_of
from pbem.mail.inbox.imap_login import connected
from pbem.mail.inbox.imap_spam import Stand, claimed, spam_folder, stand
from pbem.mail.mime import LARGEST_HEADER, LARGEST_MAIL

# The first IDLE is short: a mail that comes while it begins is announced in the one packet that no look at the socket shows.
IDLE_SECONDS = (1.0, 4.0, 15.0, 60.0)
POLL_SECONDS = 30.0
LOOK_UP_SECONDS = 0.5  # how often a wait asks whether it is called off; IDLE goes on meanwhile

_BATCH = 100
log = logging.getLogger("pbem.mail")
_TROUBLE = (OSError, EOFError, IMAPClientError, imaplib.IMAP4.error, UnicodeError, ValueError, KeyError)


class ImapInbox:
    """One mailbox of an account. What is done is moved to `processed`, which is made when it is missing. spam: the spam folder's
    name, found by itself when empty."""

    def __init__(
        self, account: Account, mailbox: str = "INBOX", processed: str = "Processed", largest: int = LARGEST_MAIL,
        *, spam: str = NO_SPAM,
    ) -> None:  # fmt: skip
        self._account = account
        self._spam, self._spam_found = spam, ""
        self._looked: Stand | None = None
        self._road = "imap:"
        self._mailbox = mailbox
        self._processed = processed
        self._largest = largest
        self._client: IMAPClient | None = None
        self._validity = 0
        self._newest = 0

    def fetch(self, known: Container[str]) -> Iterator[FetchedMail]:
        """Every mail whose transport "imap:<mailbox>:<uidvalidity>:<uid>" is not known, in the order of arrival."""
        with self._guarded():
            client = self._selected()
            uids = client.search("ALL")
            self._newest = max(uids, default=0)
            unknown = [uid for uid in uids if self._transport(uid) not in known]
            outsides = outsides_of(client, unknown)
        yield from self._all(client, outsides)

    def again(self) -> Iterator[FetchedMail]:
        """Every mail in the processed folder, in the order of arrival, each under a transport of that folder."""
        aside = ImapInbox(self._account, self._processed, self._processed, self._largest)
        try:
            with aside._guarded():
                client = aside._selected()
                outsides = outsides_of(client, client.search("ALL"))
            yield from aside._all(client, outsides)
        finally:
            aside.close()

    def astray(self, known: Container[str], writers: frozenset[str]) -> Iterator[FetchedMail]:
        """Mail of these writers in the spam folder, which is opened when its UIDNEXT has moved: by a connection of its own."""
        try:
            now = self._spam_stand(writers)
            if now is not None and now != self._looked:
                yield from self._looked_through(now, known)
                self._looked = now
        except InboxError as trouble:
            log.warning("the spam folder could not be looked into: %s", trouble)

    def spam_folder(self) -> str:
        """The name of the spam folder that is looked into, "" when there is none."""
        with self._guarded():
            client = self._client or self._selected()
            if not self._spam_found:
                found = spam_folder(client, self._spam)
                ours = ("", self._mailbox, self._folder(client))  # what was put away there is handled
                self._spam_found = NO_SPAM if found in ours else found
            return "" if self._spam_found == NO_SPAM else self._spam_found

    def _spam_stand(self, writers: frozenset[str]) -> Stand | None:
        name = self.spam_folder() if writers and self._spam != NO_SPAM else ""
        with self._guarded():
            return stand(self._client or self._selected(), name, writers) if name else None

    def _looked_through(self, now: Stand, known: Container[str]) -> Iterator[FetchedMail]:
        last = self._looked
        begin = last.next if last and (last.name, last.validity, last.writers) == (now.name, now.validity, now.writers) else 1
        aside = ImapInbox(self._account, now.name, now.name, self._largest)
        aside._road = SPAM
        try:
            with aside._guarded():
                client = aside._selected()
                uids = [uid for uid in client.search(["UID", f"{begin}:*"]) if begin <= uid and aside._transport(uid) not in known]
                outsides = outsides_of(client, claimed(client, uids, now.writers))
            yield from aside._all(client, outsides)
        finally:
            aside.close()

    def _all(self, client: IMAPClient, outsides: list[MailOutside]) -> Iterator[FetchedMail]:
        for together in asked_together(sorted(outsides), self._largest):
            with self._guarded():
                mails = self._several(client, together)
            yield from mails

    def done(self, transports: Iterable[str]) -> None:
        """Move these mails to the processed folder; what has left the mailbox or its UIDVALIDITY is passed over."""
        with self._guarded():
            client = self._selected()
            wanted = set(transports)
            uids = [uid for uid in client.search("ALL") if self._transport(uid) in wanted]
            for start in range(0, len(uids), _BATCH):
                _put_away(client, uids[start : start + _BATCH], self._folder(client))

    def wait(self, seconds: float, off: Callable[[], bool] = never) -> bool:
        """Wait for news by IDLE, or, where the server has none, until it is time to look again.

        Meant to be called once with all the time there is: every call asks the server first, and begins with a short IDLE.
        """
        end = time.monotonic() + seconds
        with self._guarded():
            client = self._client or self._selected()
            if not client.has_capability("IDLE"):
                return _sleep(min(seconds, POLL_SECONDS), off) or self._has_news(client)
            pauses = itertools.chain(IDLE_SECONDS, itertools.repeat(IDLE_SECONDS[-1]))
            while not self._has_news(client):
                left = end - time.monotonic()
                if left <= 0 or off():
                    return False
                if _idle(client, min(left, next(pauses)), off):
                    return True
            return True

    @property
    def hears(self) -> bool:
        """Has the server IDLE?"""
        return self._client is None or bool(self._client.has_capability("IDLE"))

    def moves(self) -> bool:
        """Can what was handled be put away on this server? Else it stays in the mailbox, marked as seen. InboxError."""
        with self._guarded():
            client = self._client or self._selected()
            return bool(client.has_capability("MOVE") or client.has_capability("UIDPLUS"))

    def close(self) -> None:
        """Log out, or just hang up when the server no longer listens."""
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(*_TROUBLE):
                client.logout()

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except InboxError:
            self._drop()
            raise
        except _TROUBLE as trouble:
            self._drop()
            raise InboxError(f"{self._account.host}: {type(trouble).__name__}: {trouble}") from trouble

    def _drop(self) -> None:
        client, self._client, self._spam_found = self._client, None, ""
        if client is not None:
            with contextlib.suppress(*_TROUBLE):
                client.shutdown()

    def _selected(self) -> IMAPClient:
        """A connection with the mailbox selected afresh, so that a changed UIDVALIDITY is seen."""
        if self._client is None:
            self._client = connected(self._account)
        name = self._folder(self._client) if self._mailbox == self._processed else self._mailbox
        validity = _select(self._client, name, readonly=self._road == SPAM)
        if validity != self._validity:
            if self._validity:
                log.warning("the mailbox %s was recreated: all of it is read, and what was handled is known by its effect", name)
            self._validity, self._newest = validity, 0
        return self._client

    def _transport(self, uid: int) -> str:
        return f"{self._road}{self._mailbox}:{self._validity}:{uid}"

    def _has_news(self, client: IMAPClient) -> bool:
        client.noop()  # SEARCH alone answers from what the server told us last, and uses up its announcement
        return any(uid > self._newest for uid in client.search(["UID", f"{self._newest + 1}:*"]))

    def _several(self, client: IMAPClient, outsides: list[MailOutside]) -> list[FetchedMail]:
        """These mails by one question; one whose answer is missing or not of its size is asked for by itself."""
        bodies = bodies_of(client, [uid for _, uid, _ in outsides]) if len(outsides) > 1 else {}
        mails = []
        for arrival, uid, size in outsides:
            raw = bodies.get(uid)
            whole = raw is not None and len(raw) == size
            mails.append(FetchedMail(self._transport(uid), arrival, raw, size) if whole else self._one(client, arrival, uid, size))
        return [mail for mail in mails if mail is not None]

    def _one(self, client: IMAPClient, arrival: datetime, uid: int, size: int) -> FetchedMail | None:
        transport = self._transport(uid)
        if size > self._largest:
            header = header_of(client, uid, LARGEST_HEADER + 1)
            return FetchedMail(transport, arrival, header, size, oversized=True)
        raw = body_of(client, uid)
        if raw is not None and len(raw) != size and body_of(client, uid) != raw:
            return None  # two answers that differ: later. The same one twice: the server's idea of the size is off.
        return raw if raw is None else FetchedMail(transport, arrival, raw, len(raw))

    def _folder(self, client: IMAPClient) -> str:
        name = self._processed
        if client.has_capability("NAMESPACE"):
            personal: Sequence[Sequence[str]] = client.namespace().personal
            prefix = personal[0][0] if personal else ""
            name = name if name.startswith(prefix) else prefix + name
        if not client.folder_exists(name):
            client.create_folder(name)
        return name


def _select(client: IMAPClient, name: str, readonly: bool) -> int:
    """Opens a mailbox; its UIDVALIDITY."""
    try:
        answer = client.select_folder(name, readonly=readonly)
    except imaplib.IMAP4.abort:
        raise
    except IMAPClientError as refusal:
        raise MailboxMissing(f"the mailbox {name!r} cannot be opened (renamed?): {refusal}") from None
    return int(answer[b"UIDVALIDITY"])


def _put_away(client: IMAPClient, uids: list[int], folder: str) -> None:
    """MOVE; without it COPY, flag and expunge only these UIDs: a bare EXPUNGE would take other people's mail along."""
    if client.has_capability("MOVE"):
        client.move(uids, folder)
    elif client.has_capability("UIDPLUS"):
        client.copy(uids, folder)
        client.delete_messages(uids, silent=True)
        client.uid_expunge(uids)
    else:
        client.add_flags(uids, [b"\\Seen"], silent=True)


def _sleep(seconds: float, off: Callable[[], bool]) -> bool:
    """Where the server has no IDLE, a sleep takes its place: one of one length, so that all that leaves waits alike."""
    end = time.monotonic() + seconds
    while not off() and (left := end - time.monotonic()) > 0:
        time.sleep(min(left, LOOK_UP_SECONDS))
    return False


def _idle(client: IMAPClient, seconds: float, off: Callable[[], bool]) -> bool:
    """One IDLE; True when new mail was announced. A link that has died raises: `idle_done` talks to the server.

    It ends as soon as the socket has anything to read, and `idle_done` reads it, waiting for what is missing. A look that reads
    without waiting (idle_check) loses the begun half of a line that comes in two pieces, and takes the rest for nonsense.
    """
    client.idle()
    readable = select.poll()
    readable.register(client.socket(), select.POLLIN)
    end = time.monotonic() + seconds
    while not off() and (left := end - time.monotonic()) > 0:
        if readable.poll(min(left, LOOK_UP_SECONDS) * 1000):
            break
    answers = client.idle_done()[1]
    if any(answer and answer[0] == b"BYE" for answer in answers):
        raise EOFError("the server hung up")
    return any(len(answer) > 1 and answer[1] in {b"EXISTS", b"RECENT"} for answer in answers)
