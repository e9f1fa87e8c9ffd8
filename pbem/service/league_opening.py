"""The league of a configuration, opened, and what its roles need of it. Loaded by those who have one: it wants psycopg."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from pbem.service.config.settings import Config, ConfigError
from pbem.service.lanes import lane_of
from pbem.store.folder.disk import Disk
from pbem.store.folder.lock import DataLock
from pbem.store.ports import DataLocked, Files
from pbem.store.postgres.crew import PulseRow, Workman
from pbem.store.postgres.house import AWAY as AWAY_ROAD
from pbem.store.postgres.house import DatabaseStore
from pbem.store.postgres.server import POST, WATCH, DatabaseServer, Woken

__all__ = ["AWAY_ROAD", "POST", "WATCH", "DatabaseStore", "PulseRow", "Woken", "Workman", "league_of", "one_of_machine"]


def league_of(config: Config, disk: Files | None = None, user: str = "") -> DatabaseStore:
    """Its store. user: of the database, another than the configuration names. ConfigError when that names no database."""
    settings = config.settings
    if not settings.league.database:
        raise ConfigError("league.database: names no database; `pbem help configuration` says how")
    server = DatabaseServer(settings.league.database, settings.league.schema_name, user)
    return DatabaseStore(server, disk or Disk(), config.data, lane_of, settings.mailbox.address)


@contextlib.contextmanager
def one_of_machine(lock: Path) -> Iterator[bool]:
    """Are we the one of this machine's processes that holds a lock? Who is not does not wait."""
    try:
        with DataLock(lock):
            yield True
    except DataLocked:
        yield False
