"""Letters known by their bytes: a letter that was put away in the inbox has another transport id there, but no other bytes."""

from collections import Counter
from collections.abc import Iterable

from pbem.store.mailroom import Fetched, Mailroom
from pbem.store.ports import FOLDERS, Spool


def known_letters(mailroom: Mailroom, spool: Spool, causes: Iterable[str]) -> Counter[str]:
    """How many letters of these bytes (by digest) came here so far: as fetched, as thrown away, as they lie, as they
    were handled.

    All are asked, since a backup holds the book as it was a moment before spool and journals.
    """
    fetched = {fact.spool for fact in mailroom.facts() if isinstance(fact, Fetched) and fact.spool}
    lying = {entry.name for folder in FOLDERS for entry in spool.entries(folder)}
    return Counter(_bytes_of(name) for name in {*fetched, *mailroom.thrown, *lying, *causes})


def _bytes_of(name: str) -> str:
    """The part of a spool id that tells the bytes."""
    return name.rpartition("-")[0].rpartition("-")[2]
