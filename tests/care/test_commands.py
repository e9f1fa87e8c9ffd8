"""The commands of care as they are typed: what they print, what they refuse, how they end."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from tests.care.club import SETTINGS, Club


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path / "club").found()
    club.play(0, 2)
    return club


def pbem(club: Club, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(club.file), "--now", club.at.isoformat(), *arguments])


def test_a_campaign_is_paused_and_resumed_from_the_shell(club: Club) -> None:
    asked = pbem(club, "host", "spring", "PAUSE", "T1.1", "rain").stdout
    assert asked == (
        "You wrote:\n> PAUSE T1.1 rain\nNo end is named: it lasts until you say RESUME.\n"
        "Told to the players as your reason:\n> rain\n"
        "Nothing is done yet.\nSay it again with --yes to have it done.\n"
    )
    assert pbem(club, "host", "--yes", "spring", "PAUSE", "T1.1", "rain").stdout == "spring: paused; both sides are told\n"
    assert "paused" in pbem(club, "campaign", "list").stdout
    assert "(paused)" in pbem(club, "campaign", "show", "spring").stdout
    refused = pbem(club, "host", "spring", "PAUSE", "T1.1")
    assert (refused.exit_code, refused.stderr) == (2, "pbem: PAUSE: the campaign is paused already.\n")
    assert pbem(club, "host", "--yes", "spring", "RESUME", "T1.1").stdout == "spring: resumed; both sides are told\n"


def test_all_campaigns_are_held_from_the_shell(club: Club) -> None:
    assert pbem(club, "hold-all").stdout == "spring: paused; both sides are told\n"
    assert pbem(club, "resume-all").stdout == "spring: resumed; both sides are told\n"


def test_a_tick_ends_with_1_and_words_when_a_clock_is_stopped_by_a_bug(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def bug(*_: object) -> None:
        raise ZeroDivisionError

    club.at += timedelta(days=9)
    with monkeypatch.context() as wrong:
        wrong.setattr("pbem.handlers.deadline", bug)
        done = pbem(club, "tick")
    assert done.exit_code == 1
    assert "the clock stands still after a bug" in done.stdout
    assert pbem(club, "tick").exit_code == 0


def test_a_backup_is_made_and_restored_from_the_shell(club: Club, tmp_path: Path) -> None:
    archive = tmp_path / "b.tar.gz"
    assert pbem(club, "backup", str(archive)).stdout.startswith(f"{archive}: ")
    full = pbem(club, "restore", str(archive))
    assert (full.exit_code, "not empty" in full.stderr) == (2, True)
    club.data.rename(tmp_path / "away")
    assert "1 campaign, sound to open" in pbem(club, "restore", str(archive)).stdout
    assert pbem(club, "tick", "--again").stdout == "0 handled\n"
    assert pbem(club, "audit").stdout == "spring: sound\n"


def test_a_file_that_is_no_backup_is_refused_in_one_line(club: Club, tmp_path: Path) -> None:
    (tmp_path / "b.tar.gz").write_bytes(b"no archive")
    refused = pbem(club, "restore", str(tmp_path / "b.tar.gz"))
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert "half a backup" in refused.stderr


def test_letters_are_listed_and_exported_from_the_shell(club: Club, tmp_path: Path) -> None:
    assert pbem(club, "outbox").stdout == "nothing waits\n"
    assert pbem(club, "outbox", "export", str(tmp_path / "out")).stdout.startswith("0 letters written")


def test_status_and_doctor_print_their_lines_and_the_doctor_ends_by_what_he_found(club: Club) -> None:
    assert "campaigns  1 playing" in pbem(club, "status").stdout
    well = pbem(club, "doctor")
    assert (well.exit_code, "FAIL" in well.stdout) == (0, False)
    club.data.chmod(0o755)
    ill = pbem(club, "doctor")
    assert (ill.exit_code, "FAIL  permissions" in ill.stdout) == (1, True)


def test_data_of_a_newer_program_is_refused_in_one_line(club: Club) -> None:
    (club.data / "version").write_text("2\n")
    for command in (("tick",), ("status",), ("audit",), ("serve",), ("campaign", "list")):
        refused = pbem(club, *command)
        assert (refused.exit_code, refused.stderr.count("\n"), "newer pbem" in refused.stderr) == (2, 1, True)


def test_a_name_whose_letters_were_posted_is_not_given_twice(tmp_path: Path) -> None:
    """Whoever removes a campaign's folder and sets it up afresh would have it wait for invitations that count as posted."""
    file = tmp_path / "pbem.toml"
    file.write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "data").mkdir()
    seats = ("--seat", "allied=ann@a.example", "--seat", "german=bob@b.example")
    found = ["--config", str(file), "campaign", "new", "heumen-bridge"]
    assert CliRunner().invoke(main, [*found, "spring", *seats]).exit_code == 0
    assert "there is a campaign spring already" in CliRunner().invoke(main, [*found, "spring", *seats]).output
    shutil.rmtree(tmp_path / "data" / "campaigns" / "spring")
    again = CliRunner().invoke(main, [*found, "spring", *seats])
    assert again.exit_code == 2 and "letters of a campaign spring were posted before" in again.output
    assert CliRunner().invoke(main, [*found, "summer", *seats]).exit_code == 0
