"""Who the referee is: his address, the secret of his data folder from which tokens and Message-IDs come, whom he trusts."""

import secrets
from pathlib import Path

from pbem.mail.compose import Mailbox
from pbem.mail.sender import canonical_address
from pbem.mail.trust import Trust
from pbem.service.config.settings import Config
from pbem.store.folder.disk import Disk
from pbem.store.ports import DataRefused

LENGTH = 32  # bytes of the secret


def mailbox(config: Config) -> Mailbox:
    """The referee's own address."""
    settings = config.settings.mailbox
    return Mailbox(settings.address, settings.name, settings.domain or settings.address.rpartition("@")[2])


def house(config: Config) -> tuple[str, ...]:
    """The addresses of whoever sits at the shell here: the referee's own mailbox, and the host's."""
    settings = config.settings
    found = (canonical_address(text) for text in (settings.mailbox.address, settings.host.address))
    return tuple(address for address in found if address)


def trust(config: Config) -> Trust:
    """Whose word on a sender is taken."""
    settings = config.settings.trust
    return Trust(settings.authserv_id, settings.dkim, settings.name_server)


def secret(disk: Disk, path: Path) -> bytes:
    """The secret of this data folder, made on first use. DataRefused for one that is not whole."""
    if not path.exists():
        disk.write(path, secrets.token_bytes(LENGTH))
    key = path.read_bytes()
    if len(key) != LENGTH:
        raise DataRefused(f"{path}: not the key that was made here, which has {LENGTH} bytes; put it back from a backup")
    return key
