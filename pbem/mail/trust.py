"""Whose word on a sender is taken."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from pbem.kernel.values import Value

UNNAMED = "-"  # the authserv_id of a server that does not name itself (Microsoft 365)
DNS_PORT = 53


class Trust(Value):
    """authserv_id: the name the host's own server signs its verdicts with, UNNAMED for one that gives none, "" for nobody's;
    dkim: signatures are checked here when the server says nothing; name_server: who is asked for their keys, such as
    "127.0.0.1:5353", "" for the system's.
    """

    authserv_id: str = ""
    dkim: bool = False
    name_server: str = ""

    @property
    def asked(self) -> bool:
        """Is anybody's word taken at all?"""
        return bool(self.authserv_id) or self.dkim


def endpoint(name_server: str) -> tuple[str, int]:
    """(address, port) of a name server written as "192.0.2.1", "192.0.2.1:53" or "[2001:db8::1]:53". ValueError."""
    parts = urlsplit(f"//{name_server}")
    if parts.netloc != name_server or "@" in name_server:
        raise ValueError(f"{name_server!r} is not an address with a port")
    return str(ip_address(parts.hostname or "")), parts.port or DNS_PORT
