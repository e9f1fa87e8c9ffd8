"""Campaigns that have gone: their folder is taken away, and a tombstone stays, so that no old letter founds one of them again.

The tombstone is written first, then the folder leaves `campaigns` in one step, then its files go. A crash between any two of
these is made good when the data folder is opened next; a backup that lacks the campaign has its tombstone, being copied after it.
"""

from datetime import datetime
from pathlib import Path

from pbem.store.codec import dumps
from pbem.store.folder.disk import Disk

GONE = "gone"  # the folder of tombstones, and of what is being taken away


def is_gone(data: Path, name: str) -> bool:
    """Was there a campaign of this name, that has gone?"""
    return _tombstone(data, name).exists()


def tombstones(data: Path) -> list[Path]:
    """The file of each, for a backup."""
    return sorted((data / GONE).glob("*.json"))


def bury(disk: Disk, data: Path, name: str, now: datetime) -> None:
    """Take a campaign away for good. Repeating it after a crash is right."""
    disk.make_folder(data / GONE)
    disk.write(_tombstone(data, name), dumps({"campaign": name, "gone": now.isoformat()}))
    _take_away(disk, data, name)


def finish(disk: Disk, data: Path) -> None:
    """Take away what a crash left of campaigns that have their tombstone."""
    for tombstone in tombstones(data):
        _take_away(disk, data, tombstone.stem)


def _take_away(disk: Disk, data: Path, name: str) -> None:
    home, aside = data / "campaigns" / name, data / GONE / name
    disk.remove_tree(aside)  # of the same campaign, which a restore has brought back since
    if home.exists():
        disk.move(home, aside)
        disk.remove_tree(aside)


def _tombstone(data: Path, name: str) -> Path:
    return data / GONE / f"{name}.json"
