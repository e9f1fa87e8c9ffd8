"""What the host looks at first, the letters he hands over himself, and data folders that are not to be touched."""

import stat
from collections.abc import Callable
from datetime import timedelta
from gettext import NullTranslations
from pathlib import Path

import orjson
import pytest

from pbem import admin as care
from pbem.campaign.records import SCHEMA
from pbem.kernel import i18n as tongue
from pbem.kernel.calendar import time_since
from pbem.service.open_campaign import CampaignError
from pbem.service.referee import Referee
from pbem.store.folder.append_log import read_lines
from pbem.store.framing import framed
from pbem.store.ports import DataRefused
from tests.acceptance.test_language import LINES, compiled
from tests.care.club import Club

NOWHERE = '[outbox]\nkind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n'


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "club").found()


def status(club: Club) -> dict[str, str]:
    lines = care.status(club.file, club.now()).splitlines()
    return {line[:10].strip(): line[11:] for line in lines}


def cut_off(club: Club) -> None:
    """The provider is down: nothing can be posted."""
    text = club.file.read_text()
    club.file.write_text(text[: text.index("[outbox]")] + NOWHERE)


# ---------------------------------------------------------------- status


def test_a_data_folder_that_is_not_there_is_named_and_never_begun_afresh(tmp_path: Path, club: Club) -> None:
    """Its disk is not mounted, or the setting is mistyped: a new key in its place would answer no commander."""
    new = Club(tmp_path / "new")
    new.folder.mkdir()
    new.file.write_bytes(club.file.read_bytes())
    commands: tuple[Callable[[], object], ...] = (
        lambda: status(new), lambda: care.tick(new.file, new.now), lambda: care.serve(new.file, new.now),
        lambda: care.receive(new.file, b"From: a@b.example\r\n\r\n", new.now), lambda: care.list_campaigns(new.file),
        lambda: care.audit(new.file), lambda: care.rebuild(new.file, new.now), lambda: care.unshunt(new.file, "", False, new.now),
        lambda: care.hold_all(new.file, "", new.now), lambda: care.outbox(new.file, new.now, True),
        lambda: care.backup(new.file, new.folder / "b.tar.gz", new.now()),
    )  # fmt: skip
    for command in commands:
        with pytest.raises(DataRefused, match=r"is not there: is its disk mounted.*mkdir -m 700"):
            command()
        assert not new.data.exists()
    new.data.mkdir()
    assert status(new)["campaigns"] == "none"


def test_the_status_tells_queues_poll_disk_and_lock(club: Club) -> None:
    assert status(club)["last poll"] == "never"
    club.play(0, 2)
    club.put("a.thief", b"From: al@allied.example\r\nTo: referee@club.example\r\n\r\nEND IMPULSE\r\n")
    club.tick()
    club.at += timedelta(minutes=5)
    told = status(club)
    assert told["data"].endswith("data, format 1")
    assert "MB free (floor 0 MB)" in told["disk"]
    assert told["lock"] == "free: no daemon runs"
    assert told["last poll"].endswith("5 min ago")
    assert told["in new"] == "0 letters"
    assert told["in held"].startswith("1 letter (in a seat's name without its proof")
    assert told["outbox"] == "0 letters wait"
    assert told["campaigns"] == "1 playing"
    assert "late" not in told


def test_how_long_ago_is_a_text_of_its_own_in_every_language(club: Club) -> None:
    texts = {"in {time}": "noch {time}", "{time} ago": "vor {time}", "{minutes} min": "{minutes} Min."}
    compiled(club.folder, "de", texts, LINES)
    club.tick()
    club.at += timedelta(minutes=5)
    club.file.write_text(f'language = "de"\n{club.file.read_text()}')
    try:
        assert status(club)["last poll"].endswith(", vor 5 Min.")
    finally:
        tongue.speak(tongue.ENGLISH, NullTranslations())
    assert time_since(club.at, club.at) == time_since(club.at, club.at - timedelta(hours=1)) == "now"


def test_letters_put_aside_go_after_keep_days_and_the_status_counts_them(club: Club) -> None:
    club.play(0, 2)
    club.put("a.thief", b"From: al@allied.example\r\nTo: referee@club.example\r\n\r\nEND IMPULSE\r\n")
    club.put("a.stranger", b"From: mallory@x.example\r\nTo: referee@club.example\r\n\r\nEND IMPULSE\r\n")
    club.tick()
    assert (status(club)["in held"][:8], status(club)["in ignored"]) == ("1 letter", "1 letter")
    club.at += timedelta(days=181)
    assert club.write("allied", "STATUS")
    said = "2 letters that were held or ignored, 180 days after they came"
    assert status(club)["thrown"].startswith(said), "said, and not done yet"
    assert status(club)["in ignored"] == "1 letter"
    club.tick(hours=2)
    assert (status(club)["in held"], status(club)["in ignored"]) == ("0 letters", "0 letters")
    before = club.records()
    care.tick(club.file, club.now, again=True)
    assert status(club)["in ignored"] == "0 letters", "the processed mail is read again, and they are known"
    assert club.records() == before


@pytest.mark.parametrize("line", ["keep_days = 0", "keep_days = 400"])
def test_the_host_says_how_long_letters_put_aside_are_kept(club: Club, line: str) -> None:
    club.file.write_text(f"{line}\n{club.file.read_text()}")
    club.play(0, 2)
    club.put("a.stranger", b"From: mallory@x.example\r\nTo: referee@club.example\r\n\r\nEND IMPULSE\r\n")
    club.tick()
    club.at += timedelta(days=300)
    assert club.write("allied", "STATUS")
    club.tick(hours=2)
    assert status(club)["in ignored"] == "1 letter"
    assert "thrown" not in status(club)


def test_the_status_names_letters_put_aside_and_why(club: Club) -> None:
    with Referee(club.config) as referee:
        entry = referee.take(b"A/504: move 12.10", club.at, "test")
        referee.spool.move_to(entry, "shunt", "KeyError at reading.py:7")
    told = status(club)
    assert told["in shunt"] == "1 letter (`pbem unshunt` puts them back)"
    assert told[""] == f"{entry.name}: KeyError at reading.py:7"


def test_the_status_names_who_holds_the_lock(club: Club) -> None:
    with Referee(club.config):
        assert status(club)["lock"].startswith("held by process ")
    assert status(club)["lock"].startswith("free")


def test_the_status_names_the_oldest_letter_that_waits(club: Club) -> None:
    cut_off(club)
    club.play(0, 2)
    club.at += timedelta(hours=2)
    assert status(club)["outbox"].startswith("4 letters wait, the oldest spring allied A-2 of Mon 23 Nov 09:01 UTC, 2 h 1 min ago")


def test_the_status_names_late_seats(club: Club) -> None:
    club.play(0, 2)
    club.tick(days=2, hours=12)
    assert status(club)["late"].startswith("spring allied: T1.1 was due ")
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    assert "late" not in status(club)
    assert status(club)["campaigns"] == "1 paused"


def test_the_status_changes_nothing_and_holds_no_secret(club: Club) -> None:
    club.play(0, 5)
    before = {p: p.read_bytes() for p in club.data.rglob("*") if p.is_file()}
    text = care.status(club.file, club.now())
    assert {p: p.read_bytes() for p in club.data.rglob("*") if p.is_file()} == before
    secrets = ["504", "HG", "12.10", "13.11", (club.data / "key").read_bytes().hex(), club.campaign().state.seed]
    assert not [word for word in secrets if word in text]


# ---------------------------------------------------------------- letters handed over otherwise


def test_letters_that_wait_are_written_as_files_byte_by_byte(club: Club, tmp_path: Path) -> None:
    cut_off(club)
    club.play(0, 1)
    folder = tmp_path / "to hand over"
    assert care.export(club.file, folder).startswith("1 letter written")
    written = folder / "spring.allied.A-2.eml"
    assert [p.name for p in folder.iterdir()] == [written.name]
    assert written.read_bytes() == club.frozen()["spring/letters/out/allied/A-2.eml"]
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert status(club)["outbox"].startswith("1 letter waits")


def test_nothing_is_written_when_nothing_waits(club: Club, tmp_path: Path) -> None:
    assert care.export(club.file, tmp_path / "empty") == f"0 letters written to {tmp_path / 'empty'}\n"


def test_a_letter_that_waits_but_lost_its_file_is_named(club: Club, tmp_path: Path) -> None:
    cut_off(club)
    club.play(0, 1)
    path = club.data / "campaigns" / "spring" / "letters" / "out" / "allied" / "A-2.eml"
    content = path.read_bytes()
    path.unlink()
    with pytest.raises(CampaignError, match="spring allied A-2"):
        care.export(club.file, tmp_path / "out")
    care.rebuild(club.file, club.now)
    assert path.read_bytes() == content


# ---------------------------------------------------------------- folders that are not to be touched


def everything(club: Club) -> dict[str, tuple[int, bytes]]:
    return {p.as_posix(): (p.stat().st_mtime_ns, p.read_bytes()) for p in club.folder.rglob("*") if p.is_file()}


def assert_refused(club: Club, words: str) -> None:
    """Every command that reads or writes the data refuses, and nothing is touched."""
    before = everything(club)
    commands = (
        lambda: care.tick(club.file, club.now)[0], lambda: care.audit(club.file), lambda: care.list_campaigns(club.file),
        lambda: care.rebuild(club.file, club.now), lambda: care.status(club.file, club.now()),
        lambda: care.hold_all(club.file, "", club.now), lambda: care.receive(club.file, b"From: a@b.example\r\n\r\nx", club.now),
        lambda: care.backup(club.file, club.folder / "b.tar.gz", club.now()),
    )  # fmt: skip
    for command in commands:
        with pytest.raises(DataRefused, match=words):
            command()
    assert everything(club) == before


def test_a_data_folder_of_a_newer_program_is_refused_and_not_touched(club: Club) -> None:
    club.play(0, 3)
    club.drop("allied", "YES")
    (club.data / "version").write_text("2\n")
    assert_refused(club, "newer pbem .format 2; this one knows 1.")


def test_a_journal_with_a_record_of_a_newer_program_is_refused_and_not_touched(club: Club) -> None:
    club.play(0, 2)
    path = max((club.data / "campaigns" / "spring" / "journal").glob("*.jsonl"))
    texts = [orjson.loads(text) for text in read_lines(path).texts]
    texts[-1]["body"]["schema"] = SCHEMA + 1
    path.write_bytes(b"".join(framed(orjson.dumps(text)) for text in texts) + b"a torn li")
    before = path.read_bytes()
    commands: tuple[Callable[[], str], ...] = (lambda: care.tick(club.file, club.now)[0], lambda: care.list_campaigns(club.file))
    for command in commands:
        with pytest.raises(DataRefused, match="spring: written by a newer pbem"):
            command()
    assert path.read_bytes() == before


def test_words_in_a_letter_do_not_look_like_a_newer_record(club: Club) -> None:
    club.play(0, 2)
    club.write("allied", 'MESSAGE enemy\n"schema":99 {"schema":99}\nEND MESSAGE')
    assert "playing" in care.list_campaigns(club.file)


def test_a_version_that_is_no_number_is_refused(club: Club) -> None:
    (club.data / "version").write_text("two\n")
    assert_refused(club, "no number")


def test_a_data_folder_without_its_key_is_half_a_backup(club: Club) -> None:
    club.play(0, 2)
    (club.data / "key").unlink()
    assert_refused(club, "half a backup")


def test_a_data_folder_of_before_versions_were_noted_is_opened_and_marked(club: Club) -> None:
    (club.data / "version").unlink()
    club.play(0, 1)
    assert (club.data / "version").read_text() == "1\n"


def test_a_campaign_without_its_description_is_set_aside(club: Club) -> None:
    (club.data / "campaigns" / "spring" / "campaign.json").unlink()
    club.tick()
    assert "DAMAGED    spring: campaign.json is missing; put it back from a backup" in care.status(club.file, club.at)


def test_a_missing_index_and_missing_letters_are_made_again(club: Club) -> None:
    club.play(0, 5)
    home, frozen = club.data / "campaigns" / "spring", club.frozen()
    index = (home / "index.json").read_bytes()
    (home / "index.json").unlink()
    for path in (home / "letters" / "out").rglob("*.eml"):
        path.unlink()
    assert "rebuilt" in care.rebuild(club.file, club.now)
    assert (home / "index.json").read_bytes() == index
    assert club.frozen() == frozen


def test_the_audit_names_letters_that_are_missing(club: Club) -> None:
    club.play(0, 3)
    (club.data / "campaigns" / "spring" / "letters" / "out" / "german" / "G-2.eml").unlink()
    text, clean = care.audit(club.file)
    assert not clean
    assert "G-2" in text
    assert "`pbem rebuild`" in text
