"""`pbem backup`: a whole copy of the data folder in one file, taken while the daemon writes.

Why no lock is needed. The daemon holds the lock for as long as it lives, so a backup that waited for it would never
come. It is enough to copy effects before their causes, since everything here either only grows or is made again:

1. The book (mailroom.jsonl) first. What it calls posted has its record by then, and the journal is copied later; what
   it calls fetched lies in the spool by then, or was handled, so spool or journal will have it.
2. The spool, in the direction letters move: new, held, shunt, ignored, and new once more for what `unshunt` puts back
   meanwhile. A letter that leaves before it is read was handled: its record comes with the journal. One that is copied
   and handled after is known by its cause when it is handled again.
3. The frozen letters, before the records they belong to. The other way round a copy could hold a letter whose record it
   lacks, and the letter would stay even if play then took another way.
4. The journals last. A file is never written again once the next has begun, so of the files that are listed at one
   moment only the last can end in a torn line, which is cut at opening.

5. The tombstones of campaigns that have gone, after them all: one whose folder went meanwhile has its tombstone by then.

Left out is what is made again: indexes, the lock, notes of the alert book.
"""

import contextlib
import gzip
import hashlib
import io
import os
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pbem import __version__
from pbem.admin.looking import homes_of
from pbem.kernel.i18n import counted
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.open_campaign import CampaignError
from pbem.store.codec import dumps
from pbem.store.folder.disk import Disk
from pbem.store.folder.gone import tombstones
from pbem.store.folder.version import BOOK, FORMAT, NAME

MANIFEST = "MANIFEST.json"
CONFIGURATION = "pbem.toml"
DATA = "data"
SPOOL = ("new", "later", "held", "shunt", "ignored", "later", "new")
ATTEMPTS = 10  # at copying journals whose files go away meanwhile: only a failed start of a file takes one away


class BackupError(CampaignError):
    """A backup cannot be made or restored; the words are for the host."""


@dataclass(slots=True)
class Chest:
    """An archive in the making, and the digest of everything in it."""

    tar: tarfile.TarFile
    at: datetime
    digests: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, data: bytes) -> None:
        """Add a file, once."""
        if name not in self.digests:
            member = tarfile.TarInfo(name)
            member.size, member.mode, member.mtime = len(data), 0o600, int(self.at.timestamp())
            self.tar.addfile(member, io.BytesIO(data))
            self.digests[name] = hashlib.sha256(data).hexdigest()

    def close(self) -> None:
        """The manifest comes last: an archive without it is half a backup."""
        about = {"format": FORMAT, "pbem": __version__, "at": self.at.isoformat(), "files": dict(self.digests)}
        self.put(MANIFEST, dumps(about))


def backup(file: Path, target: Path, now: datetime) -> str:
    """Write the backup, for you alone: it holds the secret key and what both sides know."""
    config = configuration.load(file)
    if target.exists():
        raise BackupError(f"{target} is there already; it is left as it is")
    begun = list(homes_of(config))
    if not (config.data / "key").is_file():
        raise BackupError(f"{config.data}: nothing to back up yet")
    part = target.with_name(f".{target.name}.part")
    try:
        count = _write(part, config, file, now)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    Disk().fsync_folder(target.parent)
    size = target.stat().st_size // 1000
    files = counted(count, "{number} file", "{number} files")
    campaigns = counted(len(begun), "{number} campaign", "{number} campaigns")
    return f"{target}: {files}, {campaigns}, {size} kB; keep it secret: it holds all that both sides know\n"


def _write(part: Path, config: Config, file: Path, now: datetime) -> int:
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as out:
        with gzip.GzipFile("", "wb", 6, out, 0) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
            chest = Chest(tar, now)
            chest.put(CONFIGURATION, file.read_bytes())
            for name, data in contents(config):
                chest.put(f"{DATA}/{name}", data)
            chest.close()
        out.flush()
        os.fsync(out.fileno())
    return len(chest.digests) - 1


def contents(config: Config) -> Iterator[tuple[str, bytes]]:
    """Every file of the data folder that cannot be made again, by name, in the order that makes the copy whole."""
    data = config.data
    for name in ("key", NAME, BOOK):
        yield from _read(data, data / name)
    for folder in SPOOL:
        yield from _spool(data, data / "spool" / folder)
    for home in homes_of(config):
        yield from _campaign(data, home)
    for tombstone in tombstones(data):
        yield from _read(data, tombstone)


def _spool(data: Path, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Letters with their sidecars: the bytes are read first, as the sidecar is removed last. Half a pair has moved on."""
    for path in sorted(folder.glob("*.eml")):
        pair = [item for part in (path, path.with_suffix(".json")) for item in _read(data, part)]
        if len(pair) == 2:
            yield from reversed(pair)


def _campaign(data: Path, home: Path) -> Iterator[tuple[str, bytes]]:
    yield from _read(data, home / "campaign.json")
    for part in ("module", "letters"):
        for path in sorted((home / part).rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                yield from _read(data, path)
    yield from _journal(data, home / "journal")


def _journal(data: Path, folder: Path) -> Iterator[tuple[str, bytes]]:
    for _ in range(ATTEMPTS):
        paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stem)
        with contextlib.suppress(FileNotFoundError):
            copies = [(path.relative_to(data).as_posix(), path.read_bytes()) for path in paths]
            yield from copies
            return
    raise BackupError(f"{folder}: its files do not hold still; is the disk full?")


def _read(data: Path, path: Path) -> Iterator[tuple[str, bytes]]:
    with contextlib.suppress(FileNotFoundError):
        yield path.relative_to(data).as_posix(), path.read_bytes()
