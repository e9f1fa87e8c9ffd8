"""Who the referee is: his address, the secret of his data folder from which tokens and Message-IDs come, whom he trusts."""

import secrets
from pathlib import Path

from pbem.config import Config
from pbem.disk import Disk
from pbem.mail.compose import Mailbox
from pbem.mail.trust import Trust


def mailbox(config: Config) -> Mailbox:
    """The referee's own address."""
    settings = config.settings.mailbox
    return Mailbox(settings.address, settings.name, settings.domain or settings.address.rpartition("@")[2])


def trust(config: Config) -> Trust:
    """Whose word on a sender is taken."""
    settings = config.settings.trust
    return Trust(settings.authserv_id, settings.dkim, settings.name_server)


def secret(disk: Disk, path: Path) -> bytes:
    """The secret of this data folder, made on first use."""
    if not path.exists():
        disk.write(path, secrets.token_bytes(32))
    return path.read_bytes()
