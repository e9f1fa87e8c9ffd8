"""`pbem restore`: a backup becomes the data folder again, whole or not at all.

Everything is unpacked into a folder of its own within the data folder, checked against the manifest, and only then
moved to its place. As long as that folder is there no other command opens the data; a restore that was cut short is
begun afresh.
"""

import hashlib
import shutil
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import orjson

from pbem.admin.backup import CONFIGURATION, DATA, MANIFEST, BackupError
from pbem.kernel.i18n import counted
from pbem.kernel.values import Value
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.open_campaign import CampaignError
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from pbem.store.folder.house import AGAIN
from pbem.store.folder.lock import DataLock
from pbem.store.folder.version import FORMAT, RESTORING, newer

_SPOILED = (tarfile.TarError, EOFError, zlib.error, OSError)
HARMLESS = {"lock", RESTORING}


class Found(Value):
    """A backup that is whole: when it was taken, and its files."""

    at: str
    files: Mapping[str, bytes]


def restore(file: Path, archive: Path) -> str:
    """Put a backup in place of an empty data folder; a configuration too, when there is none."""
    found = read_backup(archive)
    disk = Disk()
    if not file.exists():
        disk.write(file, found.files[CONFIGURATION])
    config = configuration.load(file)
    disk.make_folder(config.data)
    with DataLock(config.data / "lock"):
        _refuse_full(config.data)
        _unpack(disk, config.data, found)
    count, aside = _open(config)
    campaigns = counted(count, "{number} campaign", "{number} campaigns")
    sound = "".join(f"{line}\n" for line in aside) or "sound to open\n"
    return (
        f"{config.data}: restored as of {found.at}, {campaigns}, {sound}"
        "The next poll reads the processed mail too: letters that came after the backup are played again, with the same\n"
        "rolls and the same letters; so are letters that came by pipe, if mail/piped is still there, and your own commands (new\n"
        "campaigns, pauses), if mail/said is. Not in it: passwords. Take a new backup when it has caught up.\n"
    )


# ---------------------------------------------------------------- the archive


def read_backup(archive: Path) -> Found:
    """A backup's files, every one as the manifest says. BackupError for anything else, DataRefused for a newer one."""
    if not archive.is_file():
        raise BackupError(f"{archive}: no such file")
    try:
        files = dict(_members(archive))
    except _SPOILED as fault:
        raise BackupError(f"{archive}: half a backup, it ends too early or is spoiled ({type(fault).__name__})") from None
    if MANIFEST not in files:
        raise BackupError(f"{archive}: half a backup, its manifest is missing")
    about = _manifest(archive, files.pop(MANIFEST))
    _compare(archive, files, about.files)
    return Found(about.at, files)


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Plain files under plain names; nothing else is ever in a backup of ours, so nothing else is unpacked."""
    seen: set[str] = set()
    with tarfile.open(archive, "r|gz") as tar:
        for member in tar:
            if not member.isreg() or not _plain(member.name) or member.name in seen:
                raise BackupError(f"{archive}: not a backup of pbem: it holds {member.name!r}")
            seen.add(member.name)
            content = tar.extractfile(member)
            assert content is not None  # a regular file has content
            yield member.name, content.read()


def _plain(name: str) -> bool:
    path = PurePosixPath(name)
    if name in (MANIFEST, CONFIGURATION):
        return True
    parts = path.parts
    inside = path.as_posix() == name and len(parts) > 1 and parts[0] == DATA and parts[1] not in HARMLESS
    return inside and all(part not in ("..", ".") and "\\" not in part and "\0" not in part for part in parts)


class _Manifest(NamedTuple):
    """What a backup says of itself: the form it has, when it was taken, the digests of its files by name."""

    format: int
    at: str
    files: Mapping[str, str]


def _manifest(archive: Path, raw: bytes) -> _Manifest:
    try:
        about = orjson.loads(raw)
        told = _Manifest(about["format"], about["at"], dict(about["files"].items()))
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError):
        raise BackupError(f"{archive}: half a backup, its manifest cannot be read") from None
    if told.format > FORMAT:
        raise newer(archive.name, told.format)
    return told


def _compare(archive: Path, files: Mapping[str, bytes], digests: Mapping[str, str]) -> None:
    lacking = sorted({*digests, CONFIGURATION, f"{DATA}/key"} - set(files))
    if lacking:
        raise BackupError(f"{archive}: half a backup, {lacking[0]} is missing")
    for name, content in files.items():
        if digests.get(name) != hashlib.sha256(content).hexdigest():
            raise BackupError(f"{archive}: half a backup, {name} is not what was backed up")


# ---------------------------------------------------------------- the data folder


def _refuse_full(data: Path) -> None:
    """Only an empty folder, or what a restore left that was cut short, may be filled."""
    if (data / RESTORING).exists():
        return
    there = sorted(path.name for path in data.iterdir() if path.name not in HARMLESS)
    if there:
        raise BackupError(f"{data} is not empty ({there[0]} …): move it away first; nothing was touched")


def _unpack(disk: Disk, data: Path, found: Found) -> None:
    aside = data / RESTORING
    if aside.exists():  # a restore was cut short: all that lies here came from it
        for path in data.iterdir():
            if path.name not in HARMLESS:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.rmtree(aside)
    disk.make_folder(aside)
    for name, content in found.files.items():
        if name != CONFIGURATION:
            path = aside / Path(name).relative_to(DATA)
            disk.make_folder(path.parent)
            disk.write(path, content)
    disk.write(aside / AGAIN, b"")
    for path in sorted(aside.iterdir()):
        disk.move(path, data / path.name)
    aside.rmdir()


def _open(config: Config) -> tuple[int, tuple[str, ...]]:
    """Open it once: torn tails are cut, indexes and letters that are missing made. How many open, and those that do not."""
    try:
        with Referee(config) as referee:
            return len(referee.campaigns), tuple(f"{name} is set aside: {fault}" for name, fault in referee.damaged.items())
    except Exception as fault:
        raise CampaignError(f"restored, but it does not open: {type(fault).__name__}: {fault}") from fault
