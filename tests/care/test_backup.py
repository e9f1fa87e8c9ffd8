"""Backups are taken while the daemon writes; a restored one is sound and catches up from the mailbox, unnoticed."""

import gzip
import hashlib
import io
import json
import shutil
import stat
import tarfile
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.admin.backup import MANIFEST, BackupError, contents
from pbem.admin.restore import read_backup
from pbem.campaign.deadlines import Pace
from pbem.service import transports as roads
from pbem.service.opening import campaign_at
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from pbem.store.folder.gone import bury, is_gone
from pbem.store.folder.version import RESTORING
from pbem.store.ports import DataLocked, DataRefused
from tests.care.club import SCRIPT, Club, serving

HALFWAY = 6


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "club").found()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "backup.tar.gz"


def assert_sound(club: Club) -> None:
    text, clean = care.audit(club.file)
    assert clean, text


def restored(club: Club, archive: Path, folder: Path) -> Club:
    """The disk died: a new machine, yesterday's backup, today's mailboxes."""
    other = club.burnt(folder)
    assert "restored" in care.restore(other.file, archive)
    return other


# ---------------------------------------------------------------- nobody notices


def test_after_a_restore_the_same_dice_fall_and_the_same_letters_go_out(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, HALFWAY)
    care.backup(club.file, archive, club.now())
    club.play(HALFWAY)
    other = restored(club, archive, tmp_path / "new")
    assert other.records() == club.records()[: len(other.records())]
    other.tick()
    assert other.records() == club.records()
    assert other.state() == club.state()
    assert other.frozen() == club.frozen()
    assert other.posted() == club.posted()
    assert_sound(other)


def test_what_the_host_said_from_the_shell_since_is_said_again_at_its_own_time(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 3)
    care.backup(club.file, archive, club.now())
    club.at += timedelta(minutes=1)
    care.host(club.file, "spring", "PAUSE T1.1 the provider is down", club.now, True)
    club.write("allied", "STATUS")
    club.at += timedelta(minutes=1)
    care.host(club.file, "spring", "RESUME T1.1", club.now, True)
    club.play(3)
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    assert other.records() == club.records()
    assert other.posted() == club.posted(), "no two letters under one Message-ID"
    assert other.frozen() == club.frozen()
    assert_sound(other)
    assert care.tick(other.file, other.now, again=True) == ("0 handled\n", True), "nothing twice"
    assert other.records() == club.records()


def test_a_campaign_that_was_founded_since_is_founded_again_with_the_same_dice(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    club.at += timedelta(minutes=1)
    who = (("allied=ann@x.example", "german=bob@x.example"), (), (), ())
    care.new_campaign(club.file, ("heumen-bridge", "second", "", ""), who, Pace(), club.now)
    first = campaign_at(club.data / "campaigns" / "second")
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    again = campaign_at(other.data / "campaigns" / "second")
    assert list(again.journal.all_records()) == list(first.journal.all_records())
    assert again.state == first.state
    assert other.posted() == club.posted()


def test_a_deadline_that_passed_since_the_backup_passes_again_at_its_own_time(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 2)
    care.backup(club.file, archive, club.now())
    club.tick(days=3)
    club.tick(hours=13)
    club.write("german", "STATUS")
    assert [r["body"]["cause"]["kind"] for r in club.records()].count("deadline") == 2
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    assert other.records() == club.records()
    assert other.posted() == club.posted()


def test_letters_that_were_ignored_or_held_are_ignored_or_held_again(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    club.play(0, 2)
    for name, head in (("a.stranger", b"From: mallory@x.example"), ("a.thief", b"From: al@allied.example")):
        club.at += timedelta(minutes=1)
        club.put(name, head + b"\r\nTo: referee@club.example\r\nSubject: orders\r\n\r\nEND IMPULSE\r\n")
    club.tick()
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    assert other.records() == club.records()
    kept = [sorted(p.name for p in (c.data / "spool").rglob("*.eml")) for c in (club, other)]
    assert kept[0] == kept[1]
    assert len(kept[0]) == 2


def test_letters_thrown_away_since_are_thrown_away_again(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 2)
    club.put("a.stranger", b"From: mallory@x.example\r\nTo: referee@club.example\r\n\r\nEND IMPULSE\r\n")
    club.tick()
    care.backup(club.file, archive, club.now())
    club.at += timedelta(days=181)
    club.write("allied", "STATUS")
    club.tick(hours=2)
    assert list((club.data / "spool").rglob("*.eml")) == []
    other = restored(club, archive, tmp_path / "new")
    for _ in range(3):
        other.tick(hours=2)
    assert list((other.data / "spool").rglob("*.eml")) == []
    assert other.records() == club.records()


def test_a_backup_of_after_they_went_takes_none_of_them_for_new(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 2)
    club.put("a.stranger", b"From: mallory@x.example\r\nTo: referee@club.example\r\n\r\nEND IMPULSE\r\n")
    club.tick()
    club.at += timedelta(days=181)
    club.write("allied", "STATUS")
    club.tick(hours=2)
    care.backup(club.file, archive, club.now())
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    assert list((other.data / "spool").rglob("*.eml")) == []
    assert other.records() == club.records()


def test_play_goes_on_after_a_restore(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 4)
    care.backup(club.file, archive, club.now())
    club.play(4, HALFWAY)
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    for one in (club, other):
        one.play(HALFWAY)
    assert other.records() == club.records()
    assert other.posted() == club.posted()


def piped(one: Club, seat: str, text: str) -> None:
    one.drop(seat, text)
    new = one.folder / "mail" / "in" / "new" / f"{one.count}.letter"
    raw = new.read_bytes()
    new.unlink()
    for _ in range(2):  # the carrier brings it again: it did not hear us
        care.receive(one.file, raw, one.now)


def test_letters_that_came_by_pipe_since_the_backup_are_played_again(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 2)
    piped(club, *SCRIPT[2])
    care.backup(club.file, archive, club.now())
    piped(club, *SCRIPT[3])
    club.play(4, 5)
    piped(club, *SCRIPT[5])
    other = restored(club, archive, tmp_path / "new")
    other.tick()
    bare = [[{**r["body"], "cause": {**r["body"]["cause"], "id": ""}} for r in one.records()] for one in (club, other)]
    assert bare[0] == bare[1]
    assert other.posted() == club.posted()
    assert_sound(other)


def test_letters_piped_so_long_ago_that_their_causes_are_forgotten_are_known(
    club: Club, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.campaign.records.REMEMBERED", 1)
    for seat, text in SCRIPT[:5]:
        piped(club, seat, text)
    care.backup(club.file, archive, club.now())
    piped(club, *SCRIPT[6])
    other = restored(club, archive, tmp_path / "new")
    assert care.tick(other.file, other.now) == ("1 handled\n", True)
    assert len(other.records()) == len(club.records())
    assert other.posted() == club.posted()


def test_the_processed_mail_is_read_again_once(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 4)
    care.backup(club.file, archive, club.now())
    other = restored(club, archive, tmp_path / "new")
    assert "processed mail" in care.status(other.file, other.now())
    other.tick()
    assert not (other.data / "again").exists()
    assert "processed mail" not in care.status(other.file, other.now())
    assert other.records() == club.records()


def test_nothing_is_handled_before_the_processed_mail_was_read(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    club.play(0, 3)
    other = restored(club, archive, tmp_path / "new")
    (other.folder / "mail" / "in" / ".Processed" / "new").rmdir()  # the mail server is not to be reached
    other.drop("allied", "STATUS")
    new = other.folder / "mail" / "in" / "new" / f"{other.count}.letter"
    care.receive(other.file, new.read_bytes(), other.now)
    new.unlink()
    assert len(other.records()) == 1
    other.tick()
    assert other.records()[:4] == club.records()
    assert len(other.records()) == 5


def test_a_tick_reads_the_processed_mail_when_the_host_says_so(club: Club, tmp_path: Path) -> None:
    club.play(0, 4)
    records = club.records()
    assert care.tick(club.file, club.now, again=True) == ("0 handled\n", True)
    assert club.records() == records
    book = club.data / "mailroom.jsonl"
    book.write_bytes(b"".join(line for line in book.read_bytes().splitlines(keepends=True) if b"Fetched" not in line))
    assert care.tick(club.file, club.now, again=True) == ("0 handled\n", True)
    assert club.records() == records


# ---------------------------------------------------------------- while the daemon writes


MOST_RESTORED = 6  # of the backups that are taken while letters come in, so many and the last are restored


def test_backups_taken_while_letters_come_in_are_sound_and_catch_up(club: Club, tmp_path: Path) -> None:
    failed: list[BaseException] = []

    def plays() -> None:
        try:
            with Referee(club.config) as referee:
                for seat, text in SCRIPT:
                    club.drop(seat, text)
                    serving(club, referee)
        except BaseException as trouble:
            failed.append(trouble)

    player = threading.Thread(target=plays)
    player.start()
    archives: list[Path] = []
    while player.is_alive():
        archives.append(tmp_path / f"{len(archives)}.tar.gz")
        care.backup(club.file, archives[-1], club.now())
    player.join()
    assert failed == []
    assert len(archives) > 2
    sizes, every = set(), len(archives) // MOST_RESTORED + 1
    for archive in dict.fromkeys((*archives[::every], archives[-1])):
        other = restored(club, archive, tmp_path / archive.stem.partition(".")[0])
        sizes.add(len(other.records()))
        assert other.records() == club.records()[: len(other.records())]
        assert_sound(other)
        other.tick()
        assert other.records() == club.records()
        assert other.state() == club.state()
        assert other.frozen() == club.frozen()
    assert len(sizes) > 2, "the backups saw no work going on"


@pytest.mark.parametrize("pace", [3, 7, 20, 33])
def test_whatever_happens_between_two_files_of_a_backup_no_letter_is_lost(club: Club, tmp_path: Path, pace: int) -> None:
    """The daemon works between any two files that are copied: a letter every `pace` files."""
    club.play(0, 2)
    script = iter(SCRIPT[2:])
    copied: dict[str, bytes] = {}
    with Referee(club.config) as referee:
        for n, (name, content) in enumerate(contents(club.config)):
            copied.setdefault(name, content)
            if n % pace == 0 and (step := next(script, None)):
                club.drop(*step)
                referee.fetch(roads.inbox(club.config))
                if n % (2 * pace) == 0:
                    serving(club, referee)
        serving(club, referee)
    other = club.burnt(tmp_path / "new")
    other.file.write_bytes(club.file.read_bytes())
    for name, content in copied.items():
        path = other.data / name
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_bytes(content)
    care.tick(other.file, other.now, again=True)
    assert other.records() == club.records()
    assert other.frozen() == club.frozen()
    assert_sound(other)


def test_a_line_that_is_being_written_while_it_is_copied_is_cut_and_made_again(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 3)
    club.drop("allied", "YES")
    with Referee(club.config) as referee:
        referee.fetch(roads.inbox(club.config))  # as a letter lies while its record is being written
        copied = dict(contents(club.config))
        serving(club, referee)
    records = club.records()
    for name, content in copied.items():
        if name.startswith("spool/new/"):
            (club.data / name).write_bytes(content)
    for path in (club.data / "campaigns").glob("*/letters/*/**/*.eml"):
        if path.relative_to(club.data).as_posix() not in copied:  # made when the record was durable
            path.unlink()
    for path in (club.data / "mailroom.jsonl", max((club.data / "campaigns" / "spring" / "journal").glob("*.jsonl"))):
        path.write_bytes(path.read_bytes()[:-40])
    care.backup(club.file, archive, club.now())
    other = restored(club, archive, tmp_path / "new")
    assert other.records() == records[:-1]
    assert_sound(other)
    other.tick()
    assert other.records() == records


# ---------------------------------------------------------------- the archive


def test_a_backup_is_for_the_host_alone_and_never_written_over(club: Club, archive: Path) -> None:
    care.backup(club.file, archive, club.now())
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    before = archive.read_bytes()
    with pytest.raises(BackupError, match="there already"):
        care.backup(club.file, archive, club.now())
    assert archive.read_bytes() == before
    assert sorted(p.name for p in archive.parent.iterdir()) == ["backup.tar.gz", "club"]


def test_the_manifest_is_written_last_and_names_every_file(club: Club, archive: Path) -> None:
    club.play(0, 3)
    care.backup(club.file, archive, club.now())
    with tarfile.open(archive) as tar:
        names = tar.getnames()
        manifest = tar.extractfile(MANIFEST)
        assert manifest is not None
        about = json.load(manifest)
    assert names[-1] == MANIFEST
    assert sorted(about["files"]) == sorted(names[:-1])
    assert len(set(names)) == len(names)


def test_a_backup_without_anything_to_save_says_so(tmp_path: Path, archive: Path, club: Club) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "data").mkdir()
    (tmp_path / "empty" / "pbem.toml").write_bytes(club.file.read_bytes())
    with pytest.raises(BackupError, match="nothing to back up"):
        care.backup(tmp_path / "empty" / "pbem.toml", archive, club.now())
    assert not archive.exists()


def test_a_restore_refuses_a_folder_that_is_not_empty(club: Club, archive: Path) -> None:
    care.backup(club.file, archive, club.now())
    before = _everything(club.data)
    with pytest.raises(BackupError, match="not empty"):
        care.restore(club.file, archive)
    assert _everything(club.data) == before


def test_a_restore_beside_a_running_daemon_is_refused(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    other = club.burnt(tmp_path / "new")
    other.file.write_bytes(club.file.read_bytes())
    with Referee(other.config), pytest.raises(DataLocked):
        care.restore(other.file, archive)


def test_what_is_restored_is_open_to_nobody_else(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 2)
    care.backup(club.file, archive, club.now())
    other = restored(club, archive, tmp_path / "new")
    assert {stat.S_IMODE(p.stat().st_mode) & 0o077 for p in (other.data, *other.data.rglob("*"))} == {0}


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_an_archive_that_ends_too_early_is_half_a_backup(club: Club, archive: Path, tmp_path: Path, share: float) -> None:
    care.backup(club.file, archive, club.now())
    whole = archive.read_bytes()
    archive.write_bytes(whole[: int(len(whole) * share)])
    _refused(club, archive, tmp_path, "half a backup")


def test_an_archive_with_a_spoiled_byte_is_half_a_backup(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    whole = bytearray(archive.read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    archive.write_bytes(bytes(whole))
    _refused(club, archive, tmp_path, "half a backup")


def test_an_archive_without_a_file_its_manifest_names_is_half_a_backup(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    _packed_again(archive, lambda files: files.pop("data/campaigns/spring/campaign.json"))
    _refused(club, archive, tmp_path, "half a backup, data/campaigns/spring/campaign.json is missing")


def test_an_archive_with_a_file_that_was_changed_is_half_a_backup(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    _packed_again(archive, lambda files: files.update({"data/key": b"x" * 32}))
    _refused(club, archive, tmp_path, "half a backup, data/key is not what was backed up")


def test_an_archive_without_manifest_is_half_a_backup(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())
    _packed_again(archive, lambda files: files.pop(MANIFEST))
    _refused(club, archive, tmp_path, "half a backup, its manifest is missing")


@pytest.mark.parametrize(
    "name",
    ["../evil", "/etc/evil", "data/../../evil", "data/campaigns/../../../evil", "data/./evil", "data/a\\..\\evil", "evil",
     "data", "data/lock", f"data/{RESTORING}/x", "DATA/x"],
)  # fmt: skip
def test_an_archive_cannot_write_outside_the_data_folder(club: Club, archive: Path, tmp_path: Path, name: str) -> None:
    care.backup(club.file, archive, club.now())

    def add(files: dict[str, bytes]) -> None:
        about = json.loads(files.pop(MANIFEST))
        about["files"][name] = hashlib.sha256(b"evil").hexdigest()
        files.update({name: b"evil", MANIFEST: json.dumps(about).encode()})

    _packed_again(archive, add)
    _refused(club, archive, tmp_path, "not a backup of pbem")
    assert not list(tmp_path.rglob("evil"))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE])
def test_an_archive_cannot_bring_links_or_devices(club: Club, archive: Path, tmp_path: Path, kind: bytes) -> None:
    with tarfile.open(archive, "w:gz") as tar:
        member = tarfile.TarInfo("data/campaigns")
        member.type, member.linkname = kind, "/etc"
        tar.addfile(member)
    _refused(club, archive, tmp_path, "not a backup of pbem")


def test_a_backup_of_a_newer_program_is_refused(club: Club, archive: Path, tmp_path: Path) -> None:
    care.backup(club.file, archive, club.now())

    def newer(files: dict[str, bytes]) -> None:
        about = json.loads(files[MANIFEST])
        files[MANIFEST] = json.dumps({**about, "format": 2}).encode()

    _packed_again(archive, newer)
    with pytest.raises(DataRefused, match="newer pbem"):
        care.restore(tmp_path / "new" / "pbem.toml", archive)


def test_a_restore_that_was_cut_short_opens_for_nobody_and_is_begun_afresh(club: Club, archive: Path, tmp_path: Path) -> None:
    club.play(0, 4)
    care.backup(club.file, archive, club.now())
    other = restored(club, archive, tmp_path / "new")
    (other.data / RESTORING).mkdir()
    (other.data / "key").rename(other.data / RESTORING / "key")
    (other.data / "mailroom.jsonl").unlink()
    with pytest.raises(DataRefused, match="half a backup"):
        other.tick()
    care.restore(other.file, archive)
    other.tick()
    assert other.records() == club.records()
    assert not (other.data / RESTORING).exists()


def _refused(club: Club, archive: Path, tmp_path: Path, words: str) -> None:
    """The archive is refused in these words, and nothing is left behind."""
    other = club.burnt(tmp_path / "refused")
    with pytest.raises(BackupError, match=words):
        care.restore(other.file, archive)
    assert not other.file.exists()
    assert not other.data.exists()


def _packed_again(archive: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """The archive with its files changed, the manifest left as it was unless it is changed too."""
    found = read_backup(archive).files
    with tarfile.open(archive) as tar:
        manifest = tar.extractfile(MANIFEST)
        assert manifest is not None
        files = {**found, MANIFEST: manifest.read()}
    change(files)
    with gzip.open(archive, "wb") as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


def _everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_tombstone_of_a_campaign_that_has_gone_is_in_the_backup(club: Club, tmp_path: Path) -> None:
    bury(Disk(), club.data, "camp-gone", club.at)
    archive = tmp_path / "gone.tar.gz"
    care.backup(club.file, archive, club.at)
    shutil.rmtree(club.data)
    care.restore(club.file, archive)
    assert is_gone(club.data, "camp-gone") and not is_gone(club.data, "spring")
