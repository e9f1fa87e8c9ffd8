"""Addresses at which nobody sits: machines' and the referee's own. None of them can be given a seat."""

from pbem.kernel.i18n import say
from pbem.mail.automated_mail import is_machines


def nobodys(address: str, own: str) -> str:
    """Why nobody who plays or hosts can have a canonical address, "" when he can. own: the referee's; with a plus-tag it is too."""
    if is_machines(address):
        return say("{address} is a machine's: nobody reads there, and its letters are never answered", address=address)
    if own and _without_tag(address) == _without_tag(own.lower()):
        return say("{address} is the referee's own", address=address)
    return ""


def _without_tag(address: str) -> tuple[str, str]:
    local, _, domain = address.rpartition("@")
    return local.partition("+")[0], domain
