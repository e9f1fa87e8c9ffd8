"""What a mail server needs to know of us: where it is, how the line is secured, who logs in."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from pbem.kernel.values import Value
from pbem.mail.access import AccessToken

if TYPE_CHECKING:
    import ssl

Security = Literal["tls", "starttls", "none"]


class Account(Value):
    """A login at a mail server.

    secret   called for every login: the password, or an access token (`AccessToken`), with which the login is XOAUTH2
    ca_file  certificates to trust instead of the system's
    timeout  seconds for every single answer of the server
    """

    host: str
    port: int
    user: str = ""
    secret: Callable[[], str] | None = None
    security: Security = "tls"
    ca_file: str | None = None
    timeout: float = 30.0

    @property
    def token(self) -> AccessToken | None:
        """The access token, when that is what logs in."""
        return self.secret if isinstance(self.secret, AccessToken) else None


def tls_context(account: Account) -> "ssl.SSLContext":
    """A context that checks certificate and host name."""
    import ssl

    return ssl.create_default_context(cafile=account.ca_file)
