"""A campaign as it was at one moment, to be looked at while a pbem that runs goes on writing.

The journal only grows, and a file of it is never written again once the next has begun: so a copy of the files that are
listed at one moment is the journal as it was then, but for a torn last line. The index is made from the journal and is
copied before it, so that it is never ahead. Module and letters are written once and are looked at where they lie.
"""

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbem.store.folder.disk import other_lives

PREFIX = ".still-"
_NAME = re.compile(rf"{re.escape(PREFIX)}(\d+)-.*", re.DOTALL)
WHERE_THEY_LIE = ("module", "letters", "campaign.json")


@contextlib.contextmanager
def still(home: Path) -> Iterator[Path]:
    """A folder of this campaign's name in which nothing changes, for as long as it is looked at; it lies in the data folder, since
    it holds what both sides know."""
    data = home.parent.parent
    _sweep(data)
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", dir=data) as folder:
        copy = Path(folder) / home.name
        copy.mkdir()
        for name in WHERE_THEY_LIE:
            if (home / name).exists():
                (copy / name).symlink_to((home / name).resolve())
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(home / "index.json", copy / "index.json")
        _copy_journal(home / "journal", copy / "journal")
        yield copy


def _copy_journal(source: Path, target: Path) -> None:
    target.mkdir()
    for path in sorted(source.glob("*.jsonl"), key=lambda path: path.stem):
        with contextlib.suppress(FileNotFoundError):  # a file whose beginning failed has gone again
            shutil.copyfile(path, target / path.name)


def _sweep(data: Path) -> None:
    """Take away what a look left that was killed."""
    for folder in data.glob(f"{PREFIX}*"):
        named = _NAME.fullmatch(folder.name)
        if named and not other_lives(int(named[1])):
            shutil.rmtree(folder, ignore_errors=True)
