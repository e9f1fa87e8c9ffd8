"""The disk dies in the midst of a flood: letters that waited for the end of their hour are read as they would have been."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from tests.care.club import Club

LETTERS, BEFORE = 100, 75


def flood(club: Club, begin: int, end: int) -> None:
    """So many letters of the German's, five seconds apart; every tenth is true orders, one pass for every five."""
    for n in range(begin, end):
        club.at -= timedelta(seconds=55)
        club.drop(
            "german", f"EZOC WITHIN {1 + n % 3} OF 14.{8 + n // 10:02}" if n % 10 == 0 else f"STATUS\n# {n}\nno line of orders {n}"
        )
        if n % 5 == 4:
            club.tick()


def test_a_flood_that_a_backup_cuts_in_two_is_read_as_if_nothing_had_happened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club, archive = Club(tmp_path / "club").found(), tmp_path / "backup.tar.gz"
    club.play(0, 2)
    club.at = club.at.replace(hour=10, minute=0, second=0)
    flood(club, 0, BEFORE)
    care.backup(club.file, archive, club.now())
    waited = len(list((club.data / "spool" / "later").glob("*.eml")))
    flood(club, BEFORE, LETTERS)
    for hour in (11, 12, 13):
        club.at = club.at.replace(hour=hour, minute=0, second=1)
        club.tick()
    read = [r["body"]["cause"] for r in club.records() if r["body"]["cause"]["kind"] == "letter"]
    assert len([cause for cause in read if cause["seat"] == "german"]) == LETTERS + 1
    other = club.burnt(tmp_path / "new")
    assert "restored" in care.restore(other.file, archive)
    other.tick()
    assert other.records() == club.records()
    assert other.state() == club.state()
    assert other.posted() == club.posted()
    for one in (club, other):
        text, clean = care.audit(one.file)
        assert clean, text
        assert [p for name in ("new", "later", "shunt") for p in (one.data / "spool" / name).glob("*.eml")] == []
    with capsys.disabled():
        print(
            f"\na flood of {LETTERS}, backup after {BEFORE} with {waited} waiting: caught up, {len(club.records())} records"
            " and every posted letter the same"
        )
