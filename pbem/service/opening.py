"""Where a house is kept is chosen here alone: in a folder, or in a database. Every other module of this room knows the ports."""

from pathlib import Path

from pbem.service.config.settings import Config, ConfigError
from pbem.service.open_campaign import NOTHING_POSTED, Campaign, read_campaign
from pbem.store.folder.disk import Disk
from pbem.store.folder.heartbeat import away_since, beat, last_beat
from pbem.store.folder.house import FolderStore
from pbem.store.folder.shelf import FolderShelf
from pbem.store.folder.spool import FolderSpool
from pbem.store.ports import Files, Spool, Store
from pbem.store.shelf_ports import Posted, Shelf

__all__ = ["away_since", "beat", "campaign_at", "files", "last_beat", "said", "shelf_at", "store_of"]


def store_of(config: Config, through: Files | None = None) -> Store:
    """The store of a configuration. through: the `Disk` that changes its files (tests bring one that fails); else TypeError."""
    if config.settings.league.database:
        return _league(config, _disk(through))
    return FolderStore(_disk(through), config.data)


def files() -> Files:
    """What changes files that are no store's."""
    return Disk()


def said(config: Config) -> Spool:
    """The spool that keeps a copy of every word the host said from the shell."""
    return FolderSpool(Disk(), config.said)


def shelf_at(home: Path) -> Shelf:
    """The shelf of a campaign's folder, as a reader sees it."""
    return FolderShelf(Disk(), home)


def campaign_at(home: Path, posted: Posted = NOTHING_POSTED) -> Campaign:
    """The campaign in a folder, as a reader sees it; nothing is written. Damaged."""
    return read_campaign(shelf_at(home), posted)


def _disk(through: Files | None) -> Disk:
    if through is None:
        return Disk()
    if not isinstance(through, Disk):
        raise TypeError("a folder is changed through a Disk")
    return through


def _league(config: Config, disk: Files) -> Store:
    try:
        from pbem.service.league_opening import league_of
    except ImportError as missing:
        raise ConfigError(f"league.database: {missing.name} is not installed here: install pbem[league]") from None
    return league_of(config, disk)
