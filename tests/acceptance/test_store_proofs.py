"""A played game proves itself: journal, snapshots, index and letters say the same, and what was changed is found out."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from pbem import admin as care
from pbem.campaign.records import folded
from pbem.cli import main
from pbem.service.open_campaign import CampaignError
from pbem.service.opening import campaign_at
from pbem.store.codec import dumps
from pbem.store.folder.lock import DataLock
from pbem.store.ports import LinesDamaged
from tests.acceptance.conftest import CONFIG
from tests.acceptance.looking import where
from tests.acceptance.table import START, Table
from tests.acceptance.turn import script

HOME = Path("data") / "campaigns" / "test"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game into its second turn, put away."""
    folder = tmp_path_factory.mktemp("game")
    table = Table(folder)
    for seat, lines in script(table):
        table.write(seat, lines)
    table.close()
    return folder


@pytest.fixture
def folder(game: Path, tmp_path: Path) -> Path:
    """The test's own copy of that game, with its configuration and mail folders."""
    own = tmp_path / "own"
    shutil.copytree(game, own)
    (own / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    for name in ("new", "cur", "tmp"):
        (own / "mail" / "in" / name).mkdir(parents=True)
    return own


def _pbem(folder: Path, *words: str, stdin: bytes = b"") -> Result:
    given = ["--config", str(folder / "pbem.toml"), "--now", START.isoformat(), *words]
    return CliRunner().invoke(main, given, input=stdin, catch_exceptions=False)


def _letters(folder: Path) -> dict[str, bytes]:
    out = folder / HOME / "letters" / "out"
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.eml"))}


# ------------------------------------------------------------ everything says the same


def test_the_fold_of_the_journal_is_every_snapshot_on_the_way_and_the_state_at_the_end(folder: Path) -> None:
    campaign = campaign_at(folder / HOME)
    script_ = campaign.script
    snapshots = dict(_snapshots(folder))
    assert len(snapshots) >= 2
    state, number = script_.state(campaign.first_snapshot()), 0
    seen = set()
    for body in [None, *campaign.journal.all_records()]:
        if body:
            state, number = folded(script_.ruleset, state, script_.record(body["body"])), body["number"]
        if number in snapshots:
            assert orjson.loads(script_.codec.dumps(script_.snapshot(state))) == snapshots[number]
            seen.add(number)
    assert seen == set(snapshots)
    assert script_.snapshot(state) == script_.snapshot(campaign.state)


def _snapshots(folder: Path) -> Iterator[tuple[int, object]]:
    for path in sorted((folder / HOME / "journal").glob("*.jsonl")):
        line = orjson.loads(path.read_bytes().split(b"\n", 1)[0].partition(b" ")[2])
        yield line["number"], line["snapshot"]


def test_a_record_read_and_written_again_is_the_same(folder: Path) -> None:
    campaign = campaign_at(folder / HOME)
    for body in campaign.journal.all_records():
        again = campaign.script.record_body(campaign.script.record(body["body"]))
        assert orjson.loads(dumps(again)) == body["body"]


def test_the_audit_of_a_played_game_is_sound(folder: Path) -> None:
    result = _pbem(folder, "audit")
    assert (result.exit_code, result.output) == (0, "test: sound\n")


def test_an_index_that_is_deleted_or_torn_is_found_out_and_made_again_equal(folder: Path) -> None:
    file = folder / HOME / "index.json"
    stored = file.read_bytes()
    for spoil in (file.unlink, lambda: file.write_bytes(stored[: len(stored) // 2])):
        spoil()
        assert _pbem(folder, "audit").exit_code == 1
        assert _pbem(folder, "rebuild").exit_code == 0
        assert file.read_bytes() == stored
        assert _pbem(folder, "audit").exit_code == 0


def test_the_index_is_made_again_by_opening_too(folder: Path) -> None:
    file = folder / HOME / "index.json"
    stored = file.read_bytes()
    file.unlink()
    Table(folder).close()
    assert file.read_bytes() == stored


# ------------------------------------------------------------ letters


def test_letters_whose_files_are_gone_are_frozen_again_with_the_same_bytes(folder: Path) -> None:
    before = _letters(folder)
    assert len(before) > 15
    shutil.rmtree(folder / HOME / "letters" / "out")
    assert _pbem(folder, "rebuild").exit_code == 0
    assert _letters(folder) == before


def test_a_letter_whose_file_is_gone_is_resent_with_the_same_bytes(folder: Path) -> None:
    file = folder / HOME / "letters" / "out" / "german" / "G-2.eml"
    before = file.read_bytes()
    table = Table(folder)
    invitation = (folder / HOME / "letters" / "out" / "german" / "G-1.eml").read_bytes()
    table.postman.bags = {"gustav@german.example": [invitation]}
    file.unlink()
    table.write("german", "RESEND G-2")
    assert table.mail("german")[-1].raw == before
    table.close()


# ------------------------------------------------------------ damage


def _reported(folder: Path) -> bool:
    try:
        return not care.audit(folder / "pbem.toml")[1]
    except (LinesDamaged, CampaignError):
        return True


@pytest.mark.parametrize("mask", [0x01, 0x20, 0xFF, 0])  # 0: the byte becomes NUL
def test_a_flipped_byte_anywhere_in_a_journal_is_reported(folder: Path, mask: int) -> None:
    for file in sorted((folder / HOME / "journal").glob("*.jsonl")):
        whole = file.read_bytes()
        ends = [n for n, byte in enumerate(whole) if byte == 10]
        for at in (*range(0, len(whole), len(whole) // 12), *ends):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ mask if mask else 0]) + whole[at + 1 :])
            assert _reported(folder), f"{file.name}, byte {at}"
        file.write_bytes(whole)
    assert not _reported(folder)


def test_a_damaged_journal_is_told_by_file_and_line_and_nothing_is_changed(folder: Path) -> None:
    file = sorted((folder / HOME / "journal").glob("*.jsonl"))[0]
    whole = file.read_bytes()
    at = whole.index(b"\n") + 200
    file.write_bytes(whole[:at] + b"~" + whole[at + 1 :])
    result = _pbem(folder, "audit")
    assert result.exit_code == 1
    assert f"{file.name}, line 2" in result.output
    assert file.read_bytes() == whole[:at] + b"~" + whole[at + 1 :]


def test_a_record_cut_out_of_the_middle_is_reported(folder: Path) -> None:
    file = sorted((folder / HOME / "journal").glob("*.jsonl"))[0]
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) > 4
    file.write_bytes(b"".join(lines[:3] + lines[4:]))
    assert _reported(folder)


def test_a_last_record_cut_off_is_reported_until_the_index_is_made_again(folder: Path) -> None:
    file = sorted((folder / HOME / "journal").glob("*.jsonl"))[-1]
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))
    assert _reported(folder)


# ------------------------------------------------------------ pbem receive


def _order(folder: Path, lines: str) -> bytes:
    """A letter of the side whose impulse it is, and nothing left open."""
    table = Table(folder)
    side = table.phasing()
    prefix = {"allied": "A", "german": "G"}[side]
    out = folder / HOME / "letters" / "out" / side
    newest = max(out.glob("*.eml"), key=lambda path: int(path.stem.removeprefix(f"{prefix}-")))
    table.postman.bags = {f"{table.campaign.state.admin.seats[side].address}": [newest.read_bytes()]}
    raw = table.letter(side, lines)
    table.close()
    return raw


def test_a_piped_letter_is_handled_at_once_and_its_answer_posted(folder: Path) -> None:
    raw = _order(folder, "STATUS")
    before = _letters(folder)
    result = _pbem(folder, "receive", "-", stdin=raw)
    assert (result.exit_code, result.stdout) == (0, "")
    assert len(_letters(folder)) == len(before) + 1
    assert len(list((folder / "mail" / "out").rglob("new/*"))) >= 1
    assert not list((folder / "data" / "spool" / "new").glob("*.eml"))


def test_a_piped_letter_waits_in_the_spool_when_the_folder_is_held_and_its_holder_handles_it(folder: Path) -> None:
    raw = _order(folder, "STATUS")
    before = _letters(folder)
    with DataLock(folder / "data" / "lock"):
        assert _pbem(folder, "receive", "-", stdin=raw).exit_code == 0
        (kept,) = (folder / "data" / "spool" / "new").glob("*.eml")
        assert kept.read_bytes() == raw
    assert _pbem(folder, "tick").exit_code == 0
    assert len(_letters(folder)) == len(before) + 1


def test_a_piped_letter_that_is_safe_is_never_asked_for_again_whatever_fails_then(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*told: object) -> object:
        raise OSError("trouble")

    raw = _order(folder, "STATUS")
    monkeypatch.setattr("pbem.service.referee.Referee.work", broken)
    assert _pbem(folder, "receive", "-", stdin=raw).exit_code == 0
    assert len(list((folder / "data" / "spool" / "new").glob("*.eml"))) == 1


def test_a_piped_letter_that_cannot_be_kept_is_left_to_the_carrier(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*told: object) -> object:
        raise OSError("No space left on device")

    raw = _order(folder, "STATUS")
    monkeypatch.setattr("pbem.store.folder.disk.Disk.write", full)
    assert _pbem(folder, "receive", "-", stdin=raw).exit_code == 75
    (folder / "pbem.toml").unlink()
    assert _pbem(folder, "receive", "-", stdin=raw).exit_code == 75


def test_the_played_game_moved_its_units(folder: Path) -> None:
    table = Table(folder)
    assert where(table, "german")["1/HG"] == "15.09"
    table.close()
