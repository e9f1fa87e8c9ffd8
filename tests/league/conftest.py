"""Fixture `postgres`: a real server, one for the whole run; `database`: a configuration of a league in it of the test's own."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.service.config.settings import Config, LeagueSettings, MailboxSettings, Settings
from pbem.service.directory import mailbox_digest
from pbem.service.league_opening import league_of
from pbem.store.postgres import schema
from tests.acceptance.table import KEY
from tests.servers.conftest import servers_can_run

from .running import DAILY, PASSWORD, DatabaseProcess, missing, server_in, work_folder

__all__ = ["servers_can_run"]
Leagues = Callable[[Path], Config]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test here is marked `servers`."""
    item.add_marker(pytest.mark.servers)


@pytest.fixture(scope="session")
def postgres_can_run(request: pytest.FixtureRequest) -> None:
    """Skips, loudly; in CI a missing server is a failure."""
    reason = missing()
    if not reason:
        return
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"PostgreSQL cannot run: {reason}")
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\nNOT TESTED against a real PostgreSQL: {reason}", file=sys.stderr)
    pytest.skip(f"no real PostgreSQL: {reason}")


@pytest.fixture(scope="session")
def postgres(postgres_can_run: None) -> Iterator[DatabaseProcess]:
    """The server that all tests share; nothing is killed in it that others need."""
    with work_folder() as folder, server_in(folder) as server:
        yield server


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    """As libpq takes it."""
    monkeypatch.setenv("PGPASSWORD", PASSWORD)


def league_in(folder: Path, server: DatabaseProcess, name: str, user: str = DAILY) -> Config:
    """The configuration of a machine of a league: its own data folder with a copy of the key."""
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "key").exists():
        (data / "key").write_bytes(KEY)
    settings = Settings(
        data=str(data), mailbox=MailboxSettings(address="referee@club.example"), free_mb=0, pictures=False,
        league=LeagueSettings(database=server.database(user), schema_name=name),
    )  # fmt: skip
    return Config(settings, folder)


def make_league(config: Config, server: DatabaseProcess) -> None:
    """What the operator does once, as the owner of the tables."""
    store = league_of(league_in(config.base, server, config.settings.league.schema_name, "postgres"))
    store.server.open()
    schema.make(store.server, mailbox_digest(config), DAILY)
    store.release()


@pytest.fixture
def league(postgres: DatabaseProcess, tmp_path: Path) -> Leagues:
    """Machines of one league, each in a folder of its own."""
    name = postgres.schema()
    made = list[Config]()

    def machine(folder: Path) -> Config:
        config = league_in(folder, postgres, name)
        if not made:
            make_league(config, postgres)
            made.append(config)
        return config

    return machine
