"""What a live evening tells the other side: the hours it was offered for, and not a byte more.

Twin worlds under the same public clock, as in `test_arrangements`: they differ in who of a team spoke, in the zone he lives in, in
what he tried before, in what he has on file; the other side's mail may not tell them apart.
"""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.acceptance.table import START, TEAMS, Table

HOUR = START + timedelta(hours=10)  # Monday, 20:00 CET
Said = tuple[tuple[str, str], ...]


def german_mail(folder: Path, before: Said, offer: tuple[str, str], meanwhile: Said = ()) -> list[bytes]:
    """The Germans' letters when the Americans say this, offer the evening at four and close their impulse at 20:15."""
    table = Table(folder, seats=TEAMS, tempo="on-end")
    table.begin()
    for minute, (seat, words) in enumerate(before):
        table.at = START + timedelta(hours=3, minutes=minute)
        table.write(seat, words)
    table.at, table.count = START + timedelta(hours=6), 100
    table.write(*offer)
    table.write("german", "ACCEPT LIVE")
    for minute, (seat, words) in enumerate(meanwhile):
        table.at = START + timedelta(hours=7, minutes=minute)
        table.write(seat, words)
    _until(table, HOUR + timedelta(minutes=15))
    table.count = 200
    table.write("allied", "END IMPULSE")
    for seat in ("german", "german.henke"):
        table.write(seat, "STATUS\nORDERS\nREPORT")
    letters = [mail.raw for seat in ("german", "german.henke", "german.ls") for mail in table.mail(seat)]
    table.close()
    return letters


def _until(table: Table, at: object) -> None:
    while table.at != at:
        table.at += timedelta(minutes=1) if table.at.second == 0 else timedelta(seconds=60 - table.at.second)
        table.run()


OFFER = ("allied", "LIVE 20:00-22:30")
OTHERS: dict[str, tuple[Said, tuple[str, str], Said]] = {
    "a proxy offers it": ((("allied", "ABSENT 2026-11-23 to 2026-11-24 PROXY allied.504"),), ("allied.504", OFFER[1]), ()),
    "he lives elsewhere": ((("allied", "ZONE America/New_York"),), ("allied", "LIVE 14:00-16:30"), ()),
    "he lives where it is named otherwise": ((("allied", "ZONE Asia/Kolkata"),), ("allied", "LIVE 24 Nov 00:30 to 03:00"), ()),
    "he tried what cannot be": ((("allied", "LIVE 20:00-20:10"), ("allied", "LIVE 31 Feb"), ("allied", "LIVE soon")), OFFER, ()),
    "an aide wanted it": ((("allied.505", "LIVE 21:00"), ("allied.505", "MESSAGE allied\nTonight?\nEND MESSAGE")), OFFER, ()),
    "an H-hour is off by it": ((), OFFER, (("allied", "H-HOUR TOMORROW 7:00"),)),
    "orders lie on file": ((), OFFER, (("allied.504", "A/504: recon 13.11"), ("allied.504", "COUNTERMAND allied.504"))),
    "it was looked at": ((), OFFER, (("allied.504", "STATUS\nORDERS"), ("allied", "HELP LIVE"))),
}  # fmt: skip


@pytest.fixture(scope="module")
def plainly(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The Germans' letters when nothing but the offer was said."""
    return german_mail(tmp_path_factory.mktemp("plain"), (), OFFER)


@pytest.mark.parametrize("what", OTHERS)
def test_an_evening_tells_the_other_side_its_hours_and_nothing_else(tmp_path: Path, plainly: list[bytes], what: str) -> None:
    assert german_mail(tmp_path / "other", *OTHERS[what]) == plainly


def test_other_hours_read_otherwise(tmp_path: Path, plainly: list[bytes]) -> None:
    assert german_mail(tmp_path, (), ("allied", "LIVE 20:00-22:00")) != plainly


def closed(folder: Path, *said: tuple[int, str, str], how: str = "END IMPULSE") -> list[bytes]:
    """The Americans' letters in a running evening when this is said at a minute of the German impulse, which is closed so."""
    table = Table(folder, seats=TEAMS)
    table.begin()
    table.write("allied", "LIVE 20:00-22:30")
    table.write("german", "ACCEPT LIVE")
    _until(table, HOUR)
    table.write("allied", "A/504: recon 13.11\nEND IMPULSE")
    for minute, seat, words in said:
        _until(table, HOUR + timedelta(minutes=minute))
        table.deliver(table.letter(seat, words))
        table.run()
    _until(table, HOUR + timedelta(minutes=26))
    table.count = 100
    table.write("german", how)
    letters = [mail.raw for seat in ("allied", "allied.504") for mail in table.mail(seat)]
    table.close()
    return letters


def test_a_side_that_closes_in_grace_reads_like_one_that_was_never_reminded(tmp_path: Path) -> None:
    """That he is late, tried to have more time, asked, or wrote orders that came to nothing is not in the other side's mail."""
    plain = closed(tmp_path / "plain")
    busy = closed(tmp_path / "busy", (3, "german", "EXTEND"), (5, "german.ls", "LIVE NO"), (7, "german", "LIVE 24 Nov 20:00"),
                  (9, "german", "1/HG: mvoe 15.09"), (11, "german", "CANCEL"))  # fmt: skip
    assert busy == plain
