"""Where letters come from: transports of raw mails, each of which keeps a mail until it is safe with us.

Here is what every inbox offers (`Inbox`), and how it fails; IMAP, Maildir and the door for LMTP and SMTP stand beside it. What a
mail says is read elsewhere (`mail/reading.py`). First file: this one, then `maildir.py`.

Decided:
- 2026-11-22 The door for LMTP and SMTP delivers into a Maildir, so that everything behind it is the Maildir inbox and a restore
  reads it again; one recipient a letter, because aiosmtpd gives one answer for several.
- 2026-11-22 The spam folder is looked into, never changed: only a letter with all its proofs is read there, what a forger put
  there is told nobody. A letter moved from there to the inbox by hand is a repeat.
"""

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import datetime
from typing import Protocol

from pbem.kernel.values import Value

SPAM = "spam:"  # how the transport of a mail from the spam folder begins
NO_SPAM = "-"  # the name of a spam folder that is not to be looked into
SPAM_NAMES = frozenset((
    "junk", "spam", "junk e-mail", "junk email", "junk mail", "junk-e-mail", "bulk mail", "bulk", "spamverdacht", "spam-verdacht",
    "unerwünscht", "unerwünschte e-mail", "unerwünschte werbung", "courrier indésirable", "indésirables", "pourriel", "pourriels",
    "spams", "correo no deseado", "no deseado", "correo basura", "posta indesiderata", "indesiderata", "lixo eletrônico",
    "lixo eletrónico", "email de lixo", "e-mail de lixo", "ongewenste e-mail", "ongewenste mail", "ongewenst", "uønsket mail",
    "uønsket e-mail", "uønsket post", "uønsket e-post", "useriøs e-post", "søppelpost", "skräppost", "roskaposti", "roskapostit",
    "wiadomości-śmieci", "wiadomości śmieci", "niechciane", "nevyžádaná pošta", "nevyžádané", "nevyžiadaná pošta", "levélszemét",
    "mesaje nedorite", "e-mail nedorit", "ανεπιθύμητη αλληλογραφία", "ανεπιθύμητα", "gereksiz e-posta", "gereksiz", "istenmeyen",
    "i̇stenmeyen", "önemsiz e-posta", "önemsiz", "спам", "нежелательная почта", "небажана пошта", "нежелана поща", "neželjena pošta",
    "neželena pošta", "rämpspost", "mēstules", "surogātpasts", "šlamštas", "brukalas", "דואר זבל", "البريد غير الهام", "迷惑メール",
    "垃圾邮件", "垃圾郵件", "스팸", "스팸메일함", "스팸함", "정크 메일",
))  # fmt: skip  # in small letters, as mail programs of many tongues call it
MOST_TOGETHER, LARGEST_TOGETHER = 50, 4 << 20  # mails, and bytes, that are kept in memory until they are kept on disk


def is_spam_name(name: str) -> bool:
    """Is a folder called as one for spam is?"""
    return unicodedata.normalize("NFC", name).casefold() in SPAM_NAMES


class FetchedMail(Value):
    """One mail as it lay in the inbox.

    transport  name of the copy, the same for as long as it lies there: the key for "seen before"
    arrival    when the receiving server took it, UTC
    raw        its bytes; of an oversized mail only the header
    size       bytes of the whole mail
    """

    transport: str
    arrival: datetime
    raw: bytes | None
    size: int
    oversized: bool = False


class InboxError(Exception):
    """The inbox cannot be reached or answered nonsense; trying again later is right."""


class LoginRefused(InboxError):  # noqa: N818 (what happened, named as the field names it)
    """The server does not want our name and password. Trying again at once may lock the account."""


class MailboxMissing(InboxError):  # noqa: N818
    """We are in, but there is no such mailbox: renamed, or misspelt."""


def claims(header: bytes, writers: Iterable[str]) -> bool:
    """Does one of these addresses stand in a header? No proof of anything, but enough to leave the rest of the spam alone."""
    plain = header.lower()
    return any(writer.encode() in plain for writer in writers)


def never() -> bool:
    """Nothing calls the waiting off."""
    return False


def handfuls(mails: Iterable[FetchedMail]) -> Iterator[list[FetchedMail]]:
    """The mails, several at a time; when the inbox fails, what it gave before comes first."""
    hand: list[FetchedMail] = []
    try:
        for mail in mails:
            hand.append(mail)
            if len(hand) >= MOST_TOGETHER or sum(len(m.raw or b"") for m in hand) >= LARGEST_TOGETHER:
                yield hand
                hand = []
    except InboxError:
        if hand:
            yield hand
        raise
    if hand:
        yield hand


class Inbox(Protocol):
    """A transport of incoming mail. Every method but `close` may raise InboxError; the next call starts afresh."""

    @property
    def hears(self) -> bool:
        """Does `wait` end when a letter comes? Else the inbox is looked into from time to time."""
        ...

    def fetch(self, known: Container[str]) -> Iterator[FetchedMail]:
        """Every mail whose transport is not known, oldest first."""
        ...

    def astray(self, known: Container[str], writers: frozenset[str]) -> Iterator[FetchedMail]:
        """Every mail in the spam folder whose transport is not known and whose header names one of these addresses. Nothing is
        changed there, and trouble with that folder is nobody's trouble: it raises nothing."""
        ...

    def done(self, transports: Iterable[str]) -> None:
        """Put these mails out of the way. Called after the commit; harmless when repeated."""
        ...

    def again(self) -> Iterator[FetchedMail]:
        """Every mail that was put out of the way, oldest first: what `done` moved, and keeps. For the day after a restore."""
        ...

    def wait(self, seconds: float, off: Callable[[], bool] = never) -> bool:
        """Wait for news, at most this long; True when there may be some. `off` is asked about twice a second: a True ends it."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...
