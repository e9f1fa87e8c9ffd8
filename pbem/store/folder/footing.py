"""Where the files of a campaign stood when its index was written: does every one of them stand there still?

It is asked of each campaign when the data folder is opened, so that only those are read whole that have gone on since, or lost
something. Names, sizes and the last bytes of the journal are looked at, no time of a file; what has kept its size and reads
otherwise is found when the campaign is opened.
"""

import os
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path

from pbem.store.folder.homes import ABOUT, MODULE
from pbem.store.shelf_ports import Footing, Own

TAIL = 4096  # bytes at the end of the journal that are compared


def tail_of(path: str, length: int) -> int:
    """The checksum of the end of a file's first `length` bytes. OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        begin = max(0, length - TAIL)
        return zlib.crc32(os.pread(handle, length - begin, begin))
    finally:
        os.close(handle)


def own_of(home: Path) -> Own:
    """What a campaign began with, as it lies in its folder. OSError."""
    root = str(home)
    paths = (f"{folder}/{name}" for folder, _, names in os.walk(f"{root}/{MODULE}") for name in names)
    return Own(_about_of(home), {path.removeprefix(f"{root}/"): os.stat(path).st_size for path in paths})  # noqa: PTH116


def _about_of(home: Path) -> int:
    return zlib.crc32((home / ABOUT).read_bytes())


def stands(home: Path, footing: Footing, letters: Mapping[str, Collection[str]]) -> bool:
    """Does all of it stand as it did, with nothing beside it that a killed writer left? letters: by seat the names of the letters
    that are frozen."""
    root = str(home)
    try:
        return (
            _is_tidy(root)
            and {entry.name: entry.stat().st_size for entry in os.scandir(f"{root}/journal")} == footing.journal
            and tail_of(f"{root}/journal/{footing.last}", footing.journal[footing.last]) == footing.tail
            and _about_of(home) == footing.own.about
            and all(os.stat(f"{root}/{name}").st_size == size for name, size in footing.own.files.items())  # noqa: PTH116
            and _frozen(root) == {seat: set(names) for seat, names in letters.items() if names}
        )
    except (OSError, KeyError):
        return False


def _is_tidy(root: str) -> bool:
    """Does nothing lie in the campaign's folder, or beside its maps, that a killed writer left?"""
    names = os.listdir(root)  # noqa: PTH208
    maps = os.listdir(f"{root}/maps") if "maps" in names else []  # noqa: PTH208
    return not any(name.startswith(".") for name in (*names, *maps))


def _frozen(root: str) -> dict[str, set[str]]:
    """By seat, what lies in its folder of frozen letters; a folder in which nothing lies is none."""
    out = f"{root}/letters/out"
    if not os.path.isdir(out):  # noqa: PTH112
        return {}
    found = {seat: set(os.listdir(f"{out}/{seat}")) for seat in os.listdir(out)}  # noqa: PTH208
    return {seat: names for seat, names in found.items() if names}
