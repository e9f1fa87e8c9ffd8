"""The tests of other rooms over a league: with `--kept-in league` every table that they lay is one of a league, on a real server, a
schema for each folder. What looks at the files of a folder says so below, and is left out.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.admin.league import audited
from pbem.service.config.settings import Config, LeagueSettings, Settings
from tests.acceptance.table import Table

from .conftest import make_league
from .running import DAILY, PASSWORD, DatabaseProcess, missing, server_in, work_folder

LOOKS_AT_FILES: dict[str, str] = {}
"""By the beginning of a test's id why it is left out: it tries the folder itself, or a command that a league refuses."""

SAMPLE = (
    "tests/acceptance/test_story.py", "tests/acceptance/test_brake.py", "tests/acceptance/test_hold_all.py",
    "tests/acceptance/test_bounces.py", "tests/fog/test_live.py",
)  # fmt: skip
"""Of each kind some, for the default suite."""

WHOLE = ("tests/acceptance", "tests/fog", "tests/mail/test_fuzz.py", "tests/mail/test_recalled.py")


class Everywhere:
    """Leagues on one server, by the folder whose place they take."""

    def __init__(self, server: DatabaseProcess) -> None:
        self.server = server
        self._names: dict[Path, str] = {}

    def config(self, settings: Settings, folder: Path) -> Config:
        """The league of a folder; the same for whoever opens it again."""
        known = self._names.get(folder)
        name = known or self.server.schema()
        config = Config(settings.model_copy(update={"league": self._league(DAILY, name)}), folder)
        if known is None:
            self._names[folder] = name
            make_league(config, self.server)
        return config

    def _league(self, user: str, name: str) -> LeagueSettings:
        return LeagueSettings(database=self.server.database(user), schema_name=name)


@contextlib.contextmanager
def kept_in_leagues() -> Iterator[None]:
    """From here on every table is one of a league."""
    assert not missing(), missing()
    os.environ["PGPASSWORD"] = PASSWORD
    with work_folder() as folder, server_in(folder, max_connections="200") as server:
        leagues = Everywhere(server)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Table, "kept", staticmethod(leagues.config))
            yield


def left_out(item: pytest.Item) -> bool:
    """Is it about a folder?"""
    return any(item.nodeid.startswith(begin) for begin in LOOKS_AT_FILES)


def fault_of(table: Table) -> str:
    """What the audit of a league says, "" when all is sound; the table is closed."""
    text, clean = audited(table.config)
    return "" if clean else text
