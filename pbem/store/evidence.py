"""What letters prove of the journal of their campaign, however it is kept: one of ours is made from a record, and one that came is
filed after it was handled."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from pbem.store.shelf_ports import Evidence

_SPOOL_ID = re.compile(r"\d{8}T\d{12}Z-[0-9a-f]{16}-[0-9a-f]{16}")
RECENT = 50  # letters that came: so many of the last are looked for in the journal whenever it is opened


def arrived(name: str) -> datetime:
    """The time that a name begins with."""
    return datetime.strptime(name.partition("Z-")[0], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)


def is_letter(cause: str) -> bool:
    """Is this cause, by its id, a letter as it lay in the spool?"""
    return _SPOOL_ID.fullmatch(cause) is not None


def counted(number: str) -> int:
    """15 for "A-15", and for that letter posted once more ("A-15 again …")."""
    return int(number.partition(" ")[0].rpartition("-")[2])


def unrecorded(proved: Evidence, sent: Mapping[str, int]) -> dict[str, int]:
    """By seat, the number of its last letter, where that is one that no record wrote. sent: how many letters records wrote."""
    return {seat: number for seat, number in sorted(proved.letters.items()) if number > sent.get(seat, 0)}


def unheard_of(proved: Evidence, causes: Collection[str]) -> tuple[str, ...]:
    """Of the last letters that were handled those that are not among these causes: a record of each must be further back."""
    return tuple(name for name in proved.came[-RECENT:] if name not in causes)


def of_the_start(came: Collection[str], at: datetime | None) -> frozenset[str]:
    """Of letters that were handled those that asked for the campaign, as often as they came: the start knows them. at: when they
    asked; None when the host made it."""
    asking = {name.split("-")[1] for name in came if at and arrived(name) == at}
    return frozenset(name for name in came if name.split("-")[1] in asking)
