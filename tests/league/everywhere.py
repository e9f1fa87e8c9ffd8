"""The tests of other rooms over a league: with `--kept-in league` every table that they lay is one of a league, on a real server, a
schema for each folder. What looks at the files of a folder says so below, and is left out.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.config.settings import Config, LeagueSettings, Settings
from pbem.store.postgres.server import SETTINGS
from tests.acceptance.table import Table

from .conftest import make_league
from .running import DAILY, PASSWORD, DatabaseProcess, missing, server_in, work_folder

ACCEPTANCE = Path(__file__).resolve().parents[1] / "acceptance"
SAMPLE = (
    "tests/acceptance/test_receipts.py",
    "tests/acceptance/test_battle_in_a_battle.py::test_no_report_is_taken_from_a_person",
    "tests/fog/test_live.py::test_an_evening_tells_the_other_side_its_hours_and_nothing_else",
)
"""For the default suite."""

COPY = "plays on in a copy of a folder"
DISK = "strikes a disk at a step; a server: test_played.py::test_killed_at_a_statement, test_faults.py::test_a_cut_at_a_moment"
FILES = "reads, tears or takes away files of a folder; in a league its rows: test_operated.py::test_an_audit_finds"
SHELL = "a command of the shell, which a league refuses: test_operated.py::test_commands_of_a_folder"
MACHINE = "the disk, the lock or the clock of a folder's machine; a league's: test_faults.py, test_roles.py"
PAINTED_IN_A_TURN = ("idle_in_transaction_session_timeout", "120s")  # tables paint maps themselves, which no role does in a turn
DAEMON = "serves a folder by a daemon; a league's processes: test_operated.py::test_processes_play_it"
TOGETHER = "letters wait together for one fsync; in a league each has its transaction: test_played.py::test_killed_at_a_statement"

OF_A_FOLDER: dict[str, str] = {
    "test_bad_circumstances.py::test_a_campaign_or_a_seat_that_is_not_there": SHELL,
    "test_bad_circumstances.py::test_a_letter_with_a_broken_sidecar": FILES,
    "test_bad_circumstances.py::test_a_second_referee_of_a_folder": MACHINE,
    "test_bad_circumstances.py::test_on_a_full_disk": MACHINE,
    "test_bad_circumstances.py::test_tick_on_a": MACHINE,
    "test_boot_camp.py::test_a_camp_that_is_struck": DISK,
    "test_bounces.py::test_a_letter_that_is_refused_at_once": FILES,
    "test_bounces.py::test_a_report_read_twice": FILES,
    "test_brake.py": COPY + "; the brake of a league: test_played.py::test_letters_over_the_brake",
    "test_calendar.py::test_a_letter_made_again": FILES,
    "test_chained_letters.py": COPY,
    "test_declined.py::test_killed_midway": DISK,
    "test_declined.py::test_nothing_but_an_acceptance": COPY,
    "test_hazards.py::test_a_token_stands_in_no_log": FILES,
    "test_hold_all.py::test_a_death": DISK,
    "test_hold_all.py::test_a_host_reads_of_all": FILES,
    "test_hold_all.py::test_a_word_by_mail_holds": FILES,
    "test_host_by_mail.py::test_a_deserted_campaign_is_closed": FILES,
    "test_host_by_mail.py::test_a_rollback_that_brought_back": FILES,
    "test_host_killed.py": DISK,
    "test_killed.py": DISK,
    "test_killed_at_sea.py": DISK,
    "test_killed_at_the_door.py": DISK,
    "test_killed_in_a_battle.py": DISK,
    "test_killed_in_the_air.py": DISK,
    "test_killed_on_the_road.py": DISK,
    "test_language.py::test_a_letter_is_answered_in_german": DAEMON,
    "test_language.py::test_the_language_changes_with_a_reload": DAEMON,
    "test_letters_together.py": TOGETHER,
    "test_live.py::test_an_evening_is_agreed_and_begun_once_whatever_dies": DISK,
    "test_newcomers.py::test_a_camp_goes_whole_whatever": DISK,
    "test_pictures.py": COPY,
    "test_proofs.py::test_a_turned_token": FILES,
    "test_read_only.py": MACHINE,
    "test_seats_change.py::test_letters_of_the_old_holder": FILES,
    "test_store_proofs.py": FILES,
    "test_story_of_teams.py::test_one_letter_of_each_kind": FILES,
    "test_what_was_lost.py": FILES,
    "test_when_letters_leave.py": DAEMON,
    "test_words.py::test_its_event_is_read": FILES,
    "test_words_of_the_host.py::test_its_event_is_read": FILES,
}
"""By the beginning of a test's id below tests/acceptance why it is left out: it tries the folder itself. Everything else
there holds in a league too."""

WHOLE = (
    *(f"tests/acceptance/{path.name}" for path in sorted(ACCEPTANCE.glob("test_*.py")) if path.name not in OF_A_FOLDER),
    "tests/mail/test_fuzz.py",
    *(f"tests/fog/test_{name}.py" for name in ("arrangements", "battle_in_a_battle", "boot_camp", "live", "teams")),
)
"""For the soak, file by file. What a store promises is asked of both in test_contract.py; the rest of tests/mail knows of no
store; what dies at a step of the disk dies at statements and cuts in test_played.py and test_faults.py."""


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
            patch.setitem(SETTINGS, *PAINTED_IN_A_TURN)
            yield


def left_out(item: pytest.Item) -> bool:
    """Is it about a folder?"""
    return any(item.nodeid.startswith(f"tests/acceptance/{begin}") for begin in OF_A_FOLDER)
