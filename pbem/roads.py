"""The roads of mail that the configuration names: where letters come from and where they go."""

from pbem.config import Config
from pbem.disk import Disk
from pbem.mail.inbox import Inbox
from pbem.mail.inbox.imap import ImapInbox
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox import Outbox
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.mail.outbox.smtp import SmtpOutbox


def inbox(config: Config) -> Inbox:
    """The inbox."""
    settings = config.settings.inbox
    if settings.kind == "imap":
        return ImapInbox(settings.account(config.base), settings.folder or "INBOX", settings.processed)
    return MaildirInbox(Disk(), config.path(settings.folder or "mail/in"))


def outbox(config: Config) -> Outbox:
    """The outbox."""
    settings = config.settings.outbox
    if settings.kind == "smtp":
        return SmtpOutbox(settings.account(config.base), config.settings.mailbox.address)
    return MaildirOutbox(Disk(), config.path(settings.folder or "mail/out"))
