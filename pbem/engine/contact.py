"""Contacts: what a desk believes of the enemy at a place, with source and age."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value


class Contact(Value):
    """A contact of one desk.

    number: counted per desk in the order of its own learning, printed `C-7`.
    kinds: what was told of it ("infantry", "vehicles", "guns"), () when nothing was.
    source: an English text, "recon by {who}", and who: what stands in its braces, "E/504"; seen: the part of play it was last
    learnt, "T1.2".
    """

    number: int
    hex: Hex
    kinds: tuple[str, ...]
    source: str
    seen: str
    who: str = ""


def confirm(contacts: tuple[Contact, ...], new: Contact) -> tuple[Contact, ...]:
    """The contacts after `new` was seen: an older one in the same hex keeps its number, and its kinds if none came."""
    for old in contacts:
        if old.hex == new.hex:
            merged = Contact(old.number, old.hex, new.kinds or old.kinds, new.source, new.seen, new.who)
            return tuple(merged if c is old else c for c in contacts)
    return (*contacts, new)


def close(contacts: tuple[Contact, ...], hex_: Hex) -> tuple[Contact, ...]:
    """The contacts without those in `hex_`."""
    return tuple(c for c in contacts if c.hex != hex_)
