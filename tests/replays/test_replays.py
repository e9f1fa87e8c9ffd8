"""Campaigns that were stored by the program of an earlier day open, are sound, prove their dice and are played on."""

import tarfile
from datetime import timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.admin.verify import verify
from pbem.campaign.records import Again, RecordCodec, Sent
from pbem.kernel.values import Value
from pbem.store.codec import Codec, dumps
from tests.acceptance.conftest import CONFIG
from tests.acceptance.table import Mail, Table, opened

FROZEN = sorted(path.name.removesuffix(".tar.xz") for path in Path(__file__).parent.glob("*.tar.xz"))
HOME = Path("data") / "campaigns" / "test"


@pytest.fixture(params=FROZEN)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A frozen campaign's data folder as it was, with a configuration beside it."""
    with tarfile.open(Path(__file__).parent / f"{request.param}.tar.xz") as tar:
        tar.extractall(tmp_path, filter="data")
    (tmp_path / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def _letters(folder: Path) -> dict[str, list[Path]]:
    seats = sorted((folder / HOME / "letters" / "out").iterdir())
    return {seat.name: sorted(seat.glob("*.eml"), key=lambda path: int(path.stem.rpartition("-")[2])) for seat in seats}


def _last(folder: Path, seat: str) -> Mail:
    return opened(_letters(folder)[seat][-1].read_bytes())


def test_there_are_frozen_campaigns() -> None:
    assert {"2026-11-over", "2026-11-taken-back", "2026-11-teams", "2026-11-ford"} <= {*FROZEN}


def test_a_frozen_campaign_is_sound_and_every_letters_dice_are_proved(folder: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "lock"}
    assert care.audit(folder / "pbem.toml") == ("test: sound\n", True)
    assert {path: path.read_bytes() for path in before} == before
    for seat, letters in _letters(folder).items():
        own = tmp_path / "own" / seat
        own.mkdir(parents=True)
        for letter in letters:
            (own / letter.name).write_bytes(letter.read_bytes())
        text, clean = verify(own)
        assert "none is changed, none is missing" in text, (seat, text)
        assert clean or "no invitation among them" in text, (seat, text)  # nothing to check the dice against


def test_a_frozen_campaign_opens_as_it_was_folded_and_a_letter_is_answered(folder: Path) -> None:
    table = Table(folder)  # the campaign is there: none is begun
    try:
        campaign = table.campaign
        assert campaign.state == campaign.from_the_beginning()
        seats = campaign.state.admin.seats
        table.address |= {seat.id: seat.address for seat in seats.values()}
        last = list(campaign.journal.all_records())[-1]
        table.at = campaign.script.record(last["body"]).cause.at + timedelta(minutes=1)
        table.count = 100_000
        for seat in (name for name, seat in seats.items() if seat.side == name):  # the sides' commanders
            answer = table.write(seat, "STATUS", _last(folder, seat))
            assert "STATUS" in answer.text, answer.text
            thread = answer.fields["references"].split()[0]  # the first letter keeps the name it was sent under, of whatever form
            assert thread in {opened(path.read_bytes()).message_id for path in _letters(folder)[seat]}
        assert campaign.state == campaign.from_the_beginning()
    finally:
        table.close()
    assert care.audit(folder / "pbem.toml") == ("test: sound\n", True)


def test_board_and_pictures_and_the_phase_say_the_same_of_whom_play_waits_for(folder: Path) -> None:
    """So that who is awaited may be asked of any desk, and tells nobody anything."""
    table = Table(folder)
    try:
        sequence, waits = table.campaign.table.ruleset.sequence, set[int]()
        phases = {phase.name: phase for phase in sequence.PHASES}
        for _, _, state in table.campaign.steps():
            if state.admin.stage != "playing":
                continue
            situation = state.situation
            waited = sequence.awaited(situation.board)
            assert {sequence.awaited(picture) for picture in state.pictures.values()} == {waited}
            assert (waited.wanted == "decision") == bool(situation.owed)
            assert waited.sides == frozenset(d.side for d in situation.owed if d.side) or not situation.owed
            awaits = phases[situation.phase].awaits(table.campaign.table.at(state).game, situation.board)
            assert situation.owed or awaits == waited.sides
            waits.add(len(waited.sides))
        assert waits in ({0, 1}, {1}, {0, 2}, {0, 1, 2}, {1, 2}, {2})
    finally:
        table.close()


class PieceByPiece(Codec):
    """No value is made at one stroke."""

    def _is_whole_within(self, kind: type[Value], around: frozenset[type] = frozenset()) -> bool:
        return False


def test_what_is_read_at_one_stroke_is_what_is_read_piece_by_piece(folder: Path) -> None:
    table = Table(folder)
    try:
        campaign, script = table.campaign, table.campaign.script
        slowly = RecordCodec(script.ruleset, campaign.table.words.admin_events)
        slowly.codec = PieceByPiece(script.event, script.observation, script.paper, Sent | Again, renames=script.codec.renames)
        for line in campaign.journal.all_records():
            record = slowly.record(line["body"])
            assert repr(script.record(line["body"])) == repr(record)
        last, first = script.snapshot(campaign.state), campaign.first_snapshot()
        for state in (dumps(last), first):
            assert repr(script.state(state)) == repr(slowly.state(state))
    finally:
        table.close()
