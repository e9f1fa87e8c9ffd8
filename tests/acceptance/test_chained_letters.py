"""The chain of a seat's letters, as it is sent: whole whatever happened on the way, and hanging on the seat's own letters alone."""

from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import pytest

from pbem.admin.verify import verify
from pbem.kernel import i18n as tongue
from pbem.mail.compose import claimed_id
from tests.acceptance.conftest import Copies
from tests.acceptance.table import Table, opened
from tests.acceptance.test_spoken_staff import Bracketed

brackets = cache(Bracketed)
WHOLE = ": none is changed, none is missing"


@pytest.fixture
def table(with_maps: Copies, tmp_path: Path) -> Iterator[Table]:
    table = with_maps(tmp_path / "club")
    yield table
    table.close()


def folder(path: Path, table: Table, seat: str) -> Path:
    """What the commander's mail program saved."""
    path.mkdir()
    for n, mail in enumerate(table.mail(seat)):
        (path / f"{n}.eml").write_bytes(mail.raw)
    return path


def asks(table: Table) -> None:
    """Three reports, each with a map, between receipts; nobody waits for the painter."""
    room = table.referee.press.studio
    assert room is not None
    room.patient = False
    for words in ("REPORT", "STATUS", "REPORT", "REPORT\nSTATUS"):
        table.deliver(table.letter("allied", words))
        table.run()


def test_letters_that_overtake_those_whose_maps_are_painted_are_chained_by_their_numbers(table: Table, tmp_path: Path) -> None:
    asks(table)
    table.referee.press.studio.patient = True  # type: ignore[union-attr]
    table.run()
    said, _ = verify(folder(tmp_path / "letters", table, "allied"))
    assert f"allied: letters A-1 to A-{len(table.mail('allied'))}{WHOLE}" in said


def test_a_letter_whose_map_waits_to_be_painted_is_known_before_it_is_written(table: Table, tmp_path: Path) -> None:
    asks(table)
    other = Table(tmp_path / "other")  # where none is painted, and all are written at once
    other.begin()
    for words in ("REPORT", "STATUS"):
        other.write("allied", words)
    written = {path.name for path in (table.campaign.home / "letters" / "out" / "allied").iterdir()}
    names = [claimed_id(mail.message_id) for mail in other.mail("allied")]
    assert any(named and f"{named.number}.eml" not in written for named in names)
    for named in names:
        assert named and table.referee.press.is_kept(table.campaign, named)
        assert not table.referee.press.is_kept(table.campaign, named._replace(imprint="a" * 8))
    other.close()


def test_a_crash_while_maps_are_painted_breaks_no_chain(table: Table, tmp_path: Path) -> None:
    asks(table)
    table.close()
    again = Table(tmp_path / "club", pictures=True, postman=table.postman)
    again.run()
    said, _ = verify(folder(tmp_path / "letters", again, "allied"))
    assert f"allied: letters A-1 to A-{len(again.mail('allied'))}{WHOLE}" in said
    again.close()
    table.referee.__enter__()  # for the fixture to close


def test_a_frozen_letter_that_somebody_deleted_is_made_again_for_the_next(table: Table, tmp_path: Path) -> None:
    last = max((table.campaign.home / "letters" / "out" / "allied").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    raw = last.read_bytes()
    last.unlink()
    table.write("allied", "STATUS")
    assert last.read_bytes() == raw
    assert WHOLE in verify(folder(tmp_path / "letters", table, "allied"))[0]


@pytest.mark.parametrize("lost", [("A-2",), ("last",), ("A-2", "A-3", "last")], ids=["one", "the last", "three"])
def test_letters_lost_before_their_language_changed_leave_the_chain_whole(tmp_path: Path, lost: tuple[str, ...]) -> None:
    """What was sent stays the chain, whatever is made again; that is told apart, and only where the letter sent is not at hand."""
    table = Table(tmp_path / "club")
    table.begin()
    table.write("allied", "REPORT")
    out, sent = table.campaign.home / "letters" / "out" / "allied", table.mail("allied")
    numbers = [f"A-{len(sent)}" if number == "last" else number for number in lost]
    table.close()
    for number in numbers:
        (out / f"{number}.eml").unlink()
    tongue.speak("xx", brackets())
    try:
        again = Table(tmp_path / "club", postman=table.postman)
        again.at = table.at
        for number in numbers:  # the same letters still, whatever they look like
            made = opened((out / f"{number}.eml").read_bytes())
            assert made.message_id == sent[int(number[2:]) - 1].message_id
        again.write("allied", "STATUS")
        kept = folder(tmp_path / "letters", again, "allied")
        assert WHOLE in _english(kept)
        again.write("allied", "\n".join(f"RESEND {number}" for number in numbers))
        everything = folder(tmp_path / "with both", again, "allied")
        assert WHOLE in _english(everything), "the ones that were sent lie beside them"
        for number in numbers:
            (everything / f"{int(number[2:]) - 1}.eml").unlink()
        said = _english(everything)
        assert f"none is missing; {numbers[0]} was made again" in said
        again.close()
    finally:
        tongue.speak(tongue.ENGLISH, NullTranslations())


def _english(kept: Path) -> str:
    tongue.speak(tongue.ENGLISH, NullTranslations())
    said, _ = verify(kept)
    tongue.speak("xx", brackets())
    return said


def test_a_letter_whose_language_changes_while_its_map_is_painted_keeps_the_link_that_the_next_one_names(
    table: Table, tmp_path: Path
) -> None:
    asks(table)
    tongue.speak("xx", brackets())
    try:
        table.referee.press.studio.patient = True  # type: ignore[union-attr]
        table.run()
        said = _english(folder(tmp_path / "letters", table, "allied"))
    finally:
        tongue.speak(tongue.ENGLISH, NullTranslations())
    assert "none is missing; A-" in said and "does not follow" not in said


def test_the_chain_of_a_seat_hangs_on_no_letter_of_anybody_elses(table: Table, with_maps: Copies, tmp_path: Path) -> None:
    other = with_maps(tmp_path / "other")
    other.write("german", "STATUS")
    other.write("german", "HELP\nREPORT")
    other.at = table.at
    links = [one.write("allied", "STATUS").fields["x-pbem-chain"] for one in (table, other)]
    other.close()
    assert links[0] == links[1]
