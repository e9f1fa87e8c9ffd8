"""Who the referee is: his address, and the secret of his data folder from which tokens and Message-IDs come."""

import secrets
from pathlib import Path

from pbem.config import Config
from pbem.disk import Disk
from pbem.mail.compose import Mailbox


def mailbox(config: Config) -> Mailbox:
    """The referee's own address."""
    settings = config.settings.mailbox
    return Mailbox(settings.address, settings.name, settings.domain or settings.address.rpartition("@")[2])


def secret(disk: Disk, path: Path) -> bytes:
    """The secret of this data folder, made on first use."""
    if not path.exists():
        disk.write(path, secrets.token_bytes(32))
    return path.read_bytes()
