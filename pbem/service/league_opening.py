"""The league of a configuration, opened, and what its roles need of it. Loaded by those who have one: it wants psycopg."""

from pbem.service.config.settings import Config, ConfigError
from pbem.service.lanes import lane_of
from pbem.store.folder.disk import Disk
from pbem.store.ports import Files
from pbem.store.postgres.house import AWAY as AWAY_ROAD
from pbem.store.postgres.house import DatabaseStore
from pbem.store.postgres.server import POST, DatabaseServer

__all__ = ["AWAY_ROAD", "POST", "DatabaseStore", "league_of"]


def league_of(config: Config, disk: Files | None = None, user: str = "") -> DatabaseStore:
    """Its store. user: of the database, another than the configuration names. ConfigError when that names no database."""
    settings = config.settings
    if not settings.league.database:
        raise ConfigError("league.database: names no database; `pbem help configuration` says how")
    server = DatabaseServer(settings.league.database, settings.league.schema_name, user)
    return DatabaseStore(server, disk or Disk(), config.data, lane_of, settings.mailbox.address)
