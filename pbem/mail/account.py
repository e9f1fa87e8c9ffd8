"""What a mail server needs to know of us: where it is, how the line is secured, who logs in."""

import ssl
from collections.abc import Callable
from typing import Literal

from pbem.kernel.values import Value

Security = Literal["tls", "starttls", "none"]


class Account(Value):
    """A login at a mail server.

    secret   called for every login: the password, or an access token when `oauth` is set
    ca_file  certificates to trust instead of the system's
    timeout  seconds for every single answer of the server
    """

    host: str
    port: int
    user: str = ""
    secret: Callable[[], str] | None = None
    security: Security = "tls"
    oauth: bool = False
    ca_file: str | None = None
    timeout: float = 30.0


def tls_context(account: Account) -> ssl.SSLContext:
    """A context that checks certificate and host name."""
    return ssl.create_default_context(cafile=account.ca_file)
