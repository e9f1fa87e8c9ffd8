"""Who the referee is: his address, the secret of his data folder from which tokens and Message-IDs come, whom he trusts."""

from pbem.mail.compose import Mailbox
from pbem.mail.sender import canonical_address
from pbem.mail.trust import Trust
from pbem.service.config.settings import Config
from pbem.store.ports import digest_of_mailbox as digest_of


def mailbox(config: Config) -> Mailbox:
    """The referee's own address."""
    settings = config.settings.mailbox
    return Mailbox(settings.address, settings.name, settings.domain or settings.address.rpartition("@")[2])


def house(config: Config) -> tuple[str, ...]:
    """The addresses of whoever sits at the shell here: the referee's own mailbox, and the host's."""
    settings = config.settings
    found = (canonical_address(text) for text in (settings.mailbox.address, settings.host.address))
    return tuple(address for address in found if address)


def mailbox_digest(config: Config) -> str:
    """What tells this league from another, by its mailbox and its key, without telling the key. OSError."""
    return digest_of(config.settings.mailbox.address, (config.data / "key").read_bytes())


def trust(config: Config) -> Trust:
    """Whose word on a sender is taken."""
    settings = config.settings.trust
    return Trust(settings.authserv_id, settings.dkim, settings.name_server)
