"""Which data folders this program may open: of its own format or an older one, whole, and with their key.

All of it is asked before anything is touched, the lock included, so that a refusal changes nothing.
"""

from pathlib import Path

from pbem.store.folder.disk import Disk
from pbem.store.folder.homes import homes
from pbem.store.ports import DataRefused
from pbem.store.record_schemas import newest_schema

FORMAT = 1
NAME = "version"
BOOK = "mailroom.jsonl"
MOVING = "moving"  # a file: campaigns are moved between this folder and a league, or were moved into one
RESTORING = ".restoring"  # in here lies what `pbem restore` unpacks until it is known to be whole


def present(data: Path) -> None:
    """DataRefused when there is no such folder: a new one in its place would know none of the commanders, and answer nobody."""
    if not data.is_dir():
        raise DataRefused(
            f"{data} is not there: is its disk mounted, is `data` in pbem.toml right? Put it back, or fill it with `pbem restore`;"
            f" a new one is begun with `mkdir -m 700 {data}`"
        )


def check(data: Path) -> None:
    """DataRefused for a folder of a newer program, one half restored, or one without its key."""
    if (data / RESTORING).exists():
        raise DataRefused(f"{data}: half a backup: a restore was cut short; run `pbem restore` again")
    if (data / MOVING).exists():
        words = "its campaigns are a league's now, or a move was cut short: `pbem league import` or `export`, said again, ends it"
        raise DataRefused(f"{data}: {words}")
    found = read(data)
    if found > FORMAT:
        raise newer(data.name, found)
    begun = list(homes(data))
    if begun and not (data / "key").is_file():
        raise DataRefused(f"{data}: half a backup: campaigns are there, but not the file `key`; put it back from a backup")
    if not _is_written(data / BOOK) and any(name for home in begun for name in (home / "letters" / "in").glob("*.eml")):
        raise DataRefused(
            f"{data}: half a backup: letters of campaigns were read, but there is nothing in {BOOK}, which says what was posted;"
            " put it back from a backup, else all letters would go out again"
        )


def _is_written(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def read(data: Path) -> int:
    """The format that the folder says it is of; FORMAT when it says nothing. DataRefused when it is not a number."""
    try:
        return int((data / NAME).read_bytes())
    except FileNotFoundError:
        return FORMAT
    except ValueError:
        raise DataRefused(f"{data / NAME}: no number; put it back from a backup") from None


def mark(disk: Disk, data: Path) -> None:
    """Say which format the folder is of, if it does not say so yet."""
    if not (data / NAME).exists():
        disk.write(data / NAME, b"%d\n" % FORMAT)


def newer(what: str, found: int) -> DataRefused:
    """The refusal of something written by a newer program."""
    return DataRefused(
        f"{what}: written by a newer pbem (format {found}; this one knows {FORMAT}): install that one; nothing was touched"
    )


def check_schema(journal: Path, known: int) -> None:
    """DataRefused when the journal's last file holds a record of a newer schema; asked before it is opened for writing."""
    path = max(journal.glob("*.jsonl"), default=None, key=lambda p: p.stem)
    found = newest_schema(path.read_bytes()) if path else 0
    if found > known:
        raise newer(journal.parent.name, found)
