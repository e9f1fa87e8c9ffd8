"""The tests of other rooms over a league: with `--kept-in league` every table that they lay is one of a league, on a real server, a
schema for each folder. What looks at the files of a folder says so below, and is left out.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.config.settings import Config, LeagueSettings, Settings
from tests.acceptance.table import Table

from .conftest import make_league
from .running import DAILY, PASSWORD, DatabaseProcess, missing, server_in, work_folder

BY_MAIL = (
    *("auto_replies", "bounces", "deadlines", "declined", "digest", "hold_all", "host_by_mail", "intsum", "lapsed_drafts", "live"),
    *("messages", "on_end", "order_form", "order_language", "pause", "plans", "polite_people", "proofs", "questions", "quoted"),
    *("receipts", "seats_change", "story", "teams", "words", "words_of_the_host"),
)
"""Files of tests/acceptance whose tests are letters in and letters out."""

SAMPLE = (
    "tests/acceptance/test_receipts.py",
    "tests/fog/test_live.py::test_an_evening_tells_the_other_side_its_hours_and_nothing_else",
)
"""For the default suite."""

WHOLE = (
    *(f"tests/acceptance/test_{name}.py" for name in BY_MAIL),
    *(f"tests/fog/test_{name}.py" for name in ("arrangements", "boot_camp", "live", "teams")),
)
"""For the soak."""

LOOKS_AT_FILES: dict[str, str] = {
    "tests/acceptance/test_bounces.py::test_a_report_read_twice": "reads the file of the mailroom's book",
    "tests/acceptance/test_bounces.py::test_a_letter_that_is_refused_at_once": "reads the file of the mailroom's book",
    "tests/acceptance/test_declined.py::test_killed_midway": "kills a disk",
    "tests/acceptance/test_declined.py::test_nothing_but_an_acceptance": "copies a folder",
    "tests/acceptance/test_hold_all.py::test_a_death": "kills a disk",
    "tests/acceptance/test_hold_all.py::test_a_word_by_mail_holds": "audits folders",
    "tests/acceptance/test_hold_all.py::test_a_host_reads_of_all": "opens folders",
    "tests/acceptance/test_host_by_mail.py::test_a_deserted_campaign_is_closed": "gathers the files of letters",
    "tests/acceptance/test_host_by_mail.py::test_a_rollback_that_brought_back": "what the audit of a folder finds",
    "tests/acceptance/test_live.py::test_an_evening_is_agreed_and_begun_once_whatever_dies": "kills a disk",
    "tests/acceptance/test_seats_change.py::test_letters_of_the_old_holder": "takes the files of letters away",
    "tests/acceptance/test_words.py::test_its_event_is_read": "opens a folder",
    "tests/acceptance/test_words_of_the_host.py::test_its_event_is_read": "opens a folder",
}
"""By the beginning of a test's id why it is left out: it tries the folder itself, or a command that a league refuses."""


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
