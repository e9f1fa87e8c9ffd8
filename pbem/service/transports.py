"""The transports of mail that the configuration names: where letters come from and where they go.

What speaks with servers is loaded by those who have them: it takes 5 MB.
"""

import shutil
from collections.abc import Callable
from typing import Protocol

from pbem.mail.inbox import FetchedMail, Inbox
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Outbox
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.mail.outbox.signing import KeyUnfit, signer
from pbem.service import opening
from pbem.service.config.settings import Config, ConfigError


class Keeper(Protocol):
    """Who keeps a letter that a door has taken where the next look into its folder would bring it."""

    def answers(self) -> bool:
        """Can letters be kept now?"""
        ...

    def keep(self, mail: FetchedMail) -> None:
        """Keep one, durable on return. OSError."""
        ...

    def close(self) -> None:
        """Let go of what it holds; the door is shut."""
        ...


def inbox(config: Config, keeper: Keeper | None = None) -> Inbox:
    """The inbox. keeper: who keeps elsewhere what a door has taken, before the answer."""
    settings = config.settings.inbox
    if settings.kind == "imap":
        from pbem.mail.inbox.imap import ImapInbox

        return ImapInbox(settings.account(config.base), settings.folder or "INBOX", settings.processed, spam=settings.spam)
    folder = config.path(settings.folder or "mail/in")
    if settings.kind in ("lmtp", "smtp"):
        from pbem.mail.inbox.receiver import NetworkDoor, ReceiverInbox

        return ReceiverInbox(
            opening.files(),
            folder,
            NetworkDoor(settings.kind, settings.port, keeper.keep, keeper.close)
            if keeper
            else NetworkDoor(settings.kind, settings.port),
            config.settings.mailbox.address,
            lambda: room(config) and (keeper is None or keeper.answers()),
        )
    return MaildirInbox(opening.files(), folder)


def open_door(inbox: Inbox) -> None:
    """If it is a door, open it now, and not with the first look behind it. InboxError."""
    if isinstance(inbox, MaildirInbox):
        inbox.open()


def room(config: Config) -> bool:
    """Is there as much free disk as the configuration asks for?"""
    return free(config) >= config.settings.free_mb * 1_000_000


def free(config: Config) -> int:
    """Free bytes where the data folder lies."""
    return shutil.disk_usage(config.data).free


def outbox(config: Config) -> Outbox:
    """The outbox."""
    settings = config.settings.outbox
    if settings.kind == "smtp":
        from pbem.mail.outbox.smtp import SmtpOutbox

        return SmtpOutbox(settings.account(config.base), config.settings.mailbox.address, _signer(config))
    return MaildirOutbox(opening.files(), config.path(settings.folder or "mail/out"))


def _signer(config: Config) -> Callable[[bytes], bytes] | None:
    settings = config.settings.outbox
    if not settings.dkim_selector:
        return None
    domain = config.settings.mailbox.address.rpartition("@")[2]
    try:
        return signer(settings.dkim_selector, domain, config.path(settings.dkim_key_file))
    except KeyUnfit as fault:
        raise ConfigError(f"outbox.{fault}") from None
