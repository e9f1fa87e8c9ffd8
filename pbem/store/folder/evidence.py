"""What the other files of a campaign prove that its journal holds.

A journal that lost its last records, or the end of the last one, looks like one that was never longer; a line that lost its
newline looks like one that a killed writer left behind. But what is made from a record is made after it is durable: the index,
the letters of ours, the place of the letter that came, the book's word that one was posted. None of them can be ahead of it.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pbem.store.evidence import counted, is_letter
from pbem.store.folder.disk import Disk
from pbem.store.folder.index import FolderIndex
from pbem.store.shelf_ports import Evidence, Opened, Posted


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


def _numbers(seat: Path) -> Iterator[int]:
    for name in names_in(seat):
        number = name.removesuffix(".eml").rpartition("-")[2]
        if name.endswith(".eml") and number.isdecimal():
            yield int(number)


def _folders(folder: Path) -> list[Path]:
    return [folder / name for name in sorted(names_in(folder))]


def names_in(folder: Path) -> frozenset[str]:
    """What lies in a folder, but for what is being written; of one that is not there nothing."""
    try:
        return frozenset(name for name in os.listdir(folder) if not name.startswith("."))  # noqa: PTH208
    except (FileNotFoundError, NotADirectoryError):
        return frozenset()
