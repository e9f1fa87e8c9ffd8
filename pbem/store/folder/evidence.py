"""What the other files of a campaign prove that its journal holds.

A journal that lost its last records, or the end of the last one, looks like one that was never longer; a line that lost its
newline looks like one that a killed writer left behind. But what is made from a record is made after it is durable: the index,
the letters of ours, the place of the letter that came, the book's word that one was posted. None of them can be ahead of it.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from pbem.kernel.values import Value, field
from pbem.store.folder.disk import Disk
from pbem.store.folder.index import FolderIndex
from pbem.store.folder.spool import arrived
from pbem.store.ports import Opened

Posted = Mapping[str, Collection[str]]
_SPOOL_ID = re.compile(r"\d{8}T\d{12}Z-[0-9a-f]{16}-[0-9a-f]{16}")
RECENT = 50  # letters that came: so many of the last are looked for in the journal whenever it is opened


class Evidence(Value):
    """records, digest: the last record that the index tells of, None where it tells nothing; files: the sizes of the journal's
    files before its last one then; letters: by seat the number of its last letter that was frozen, or given to a carrier;
    came: the letters that were handled, by spool id.
    """

    records: int | None = None
    digest: str = ""
    files: Mapping[str, int] = field(default_factory=dict)
    letters: Mapping[str, int] = field(default_factory=dict)
    came: tuple[str, ...] = ()


def gathered(home: Path, posted: Posted) -> Evidence:
    """The evidence in a campaign's folder, and that of the book: by seat the numbers of its letters that were posted.

    To be gathered before the journal is read: a writer may be at work meanwhile.
    """
    stored = FolderIndex(Disk(), home / "index.json").read()
    told = stored["checkpoint"][0] if stored and stored["checkpoint"] else {}
    given = {seat: max(map(counted, numbers)) for seat, numbers in posted.items() if numbers}
    letters = Counter(given) | Counter(frozen(home))
    known = "digest" in told
    return Evidence(
        told["records"] if known else None, told.get("digest", ""), told.get("files", {}), letters, tuple(came(home)),
    )  # fmt: skip


def frozen(home: Path) -> dict[str, int]:
    """By seat, the number of its last letter that lies in letters/out."""
    return {seat.name: max(numbers) for seat in _folders(home / "letters" / "out") if (numbers := list(_numbers(seat)))}


def is_letter(cause: str) -> bool:
    """Is this cause, by its id, a letter as it lay in the spool?"""
    return _SPOOL_ID.fullmatch(cause) is not None


def came(home: Path) -> list[str]:
    """The spool ids of the letters that lie in letters/in, in the order of their arrival."""
    names = (name.removesuffix(".eml") for name in names_in(home / "letters" / "in") if name.endswith(".eml"))
    return sorted(filter(is_letter, names))


def lacking(proved: Evidence, opened: Opened, folder: Path) -> str:
    """What the journal in a folder lacks by its index, in words; "" when all is there."""
    for name, size in proved.files.items():
        path = folder / name
        there = path.stat().st_size if path.is_file() else None
        if there != size:
            return f"journal/{name} " + ("is missing" if there is None else f"holds {there} bytes, and held {size}")
    if proved.records is None:
        return ""
    if opened.number < proved.records:
        return f"the journal ends with record {opened.number}, and index.json tells of record {proved.records}"
    if opened.links.get(proved.records, proved.digest) != proved.digest:
        return f"record {proved.records} is not the one that index.json tells of"
    return ""


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


def _numbers(seat: Path) -> Iterator[int]:
    for name in names_in(seat):
        number = name.removesuffix(".eml").rpartition("-")[2]
        if name.endswith(".eml") and number.isdecimal():
            yield int(number)


def counted(number: str) -> int:
    """15 for "A-15", and for that letter posted once more ("A-15 again …")."""
    return int(number.partition(" ")[0].rpartition("-")[2])


def _folders(folder: Path) -> list[Path]:
    return [folder / name for name in sorted(names_in(folder))]


def names_in(folder: Path) -> frozenset[str]:
    """What lies in a folder, but for what is being written; of one that is not there nothing."""
    try:
        return frozenset(name for name in os.listdir(folder) if not name.startswith("."))  # noqa: PTH208
    except (FileNotFoundError, NotADirectoryError):
        return frozenset()
