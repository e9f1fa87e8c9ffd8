"""What a commander arranges with the campaign, and what the host gives him, is nowhere in the other side's mail.

Two worlds under the same public clock: in one the German arranges something in his impulse, in the other he does not. Not a byte
of the American's letters may tell them apart: not that he is late, away, reminded, given more time, or that letters of his wait.
"""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.campaign.state import Seat, host_seat
from tests.acceptance.table import ADDRESS, PREFIX, START, Table
from tests.opened import as_board

SEATS = (*(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german")), host_seat("henk@host.example"))
CLOSES = START + timedelta(hours=40)


def allied_mail(folder: Path, *said: tuple[str, str], closes: datetime = CLOSES) -> list[bytes]:
    """The American's letters when this is said in the German impulse, a word an hour, and it is closed at the same moment. His
    deadlines come for his calendar."""
    table = Table(folder, seats=SEATS)
    table.begin()
    table.write("allied", "CALENDAR ON")
    table.write("allied", "A/504: recon 13.11\nEND IMPULSE")
    opened = table.at
    for hour, (seat, words) in enumerate(said, 1):
        table.at = opened + timedelta(hours=hour)
        answer = table.write(seat, words)
        code = re.search(r"CONFIRM (\S+)", answer.text)
        if seat == "host" and code:
            table.write("host", f"CONFIRM {code[1]}")
    table.at, table.count = closes, 100
    table.run()
    table.write("german", "END IMPULSE")
    table.write("allied", "STATUS\nORDERS\nREPORT")
    letters = [mail.raw for mail in table.mail("allied")]
    table.close()
    return letters


ARRANGED = {
    "absence": (("german", "ABSENT 2026-11-24 to 2026-12-03"),),
    "absence taken back": (("german", "ABSENT 2026-11-24 to 2026-12-03"), ("german", "ABSENT NO")),
    "extension": (("german", "EXTEND"),),
    "zone": (("german", "ZONE Asia/Tokyo"),),
    "letters once a day": (("german", "DIGEST 3:00"), ("german", "DIGEST OFF"), ("german", "DIGEST ON")),
    "letters withdrawn": (("german", "HOLD MY LETTERS 30"), ("german", "1/HG: move 15.09"), ("german", "RECALL"),
                         ("german", "HOLD MY LETTERS 0")),
    "deadlines for the calendar": (("german", "CALENDAR ON"), ("german", "EXTEND"), ("german", "CALENDAR OFF")),
    "appeal and its answer": (("german", "APPEAL May I?"), ("host", "ANSWER APPEAL 1 you may")),
    "time given": (("host", "EXTEND T1.2 BY 48 HOURS"),),
    "a look by the host": (("host", "PREVIEW T1.2\nSTATUS"),),
    "muted": (("german", "MUTE enemy"),),
    "words without their code": (("host", "PROCESS T1.2".replace("PROCESS", "RULINGS\nHELP")),),
}  # fmt: skip


@pytest.mark.parametrize("what", ARRANGED)
def test_what_is_arranged_is_in_no_letter_of_the_other_side(tmp_path: Path, what: str) -> None:
    assert allied_mail(tmp_path / "with", *ARRANGED[what]) == allied_mail(tmp_path / "without")


SECRET = 'PATCH T1.2 FROM T2\n["oob-german.toml".unit."1/HG"]\nstrength = 9\nmp = 3\nEND PATCH'


def test_a_patch_of_what_is_the_enemys_own_is_in_no_letter_before_it_takes_effect_or_after(tmp_path: Path) -> None:
    letters = []
    for folder, words in (("patched", SECRET), ("not", "STATUS")):
        table = Table(tmp_path / folder, seats=SEATS)
        table.begin()
        table.write("allied", "A/504: recon 13.11\nEND IMPULSE")
        code = re.search(r"CONFIRM (\S+)", table.write("host", words).text)
        table.write("host", f"CONFIRM {code[1]}" if code else words)
        table.at, table.count = CLOSES, 100
        while as_board(table.campaign.state.situation.board).public.turn < 3:
            table.write(table.phasing(), "END IMPULSE")
        forces = as_board(table.campaign.state.situation.board).forces["german"]
        strong = {c.strength for c in forces.counters.values() if c.call == "1/HG"}
        assert (strong == {9}) == (folder == "patched")
        table.write("allied", "STATUS\nREPORT")
        letters.append([mail.raw for mail in table.mail("allied")])
        table.close()
    assert letters[0] == letters[1]


MUTED = {
    "by the enemy": (("german", "MUTE enemy"),),
    "by name": (("german", "MUTE allied"),),
    "and not any more": (("german", "MUTE enemy"), ("german", "UNMUTE enemy")),
}


@pytest.mark.parametrize("how", MUTED)
def test_who_is_muted_cannot_tell_it_from_what_his_own_messages_bring_back(tmp_path: Path, how: str) -> None:
    writes = (("allied", "MESSAGE enemy\nGive up.\nEND MESSAGE"), ("allied", "MESSAGE german\nNow.\nEND MESSAGE"))
    heard = (("german", "STATUS"),) * len(MUTED[how])
    assert allied_mail(tmp_path / "muted", *MUTED[how], *writes) == allied_mail(tmp_path / "read", *heard, *writes)


def test_a_reminder_and_a_clock_put_off_are_in_no_letter_of_the_other_side(tmp_path: Path) -> None:
    """He is late and reminded; with more time he is not: closed at the same moment, it reads the same."""
    late = START + timedelta(hours=60)
    assert allied_mail(tmp_path / "late", closes=late) == allied_mail(tmp_path / "given", ("german", "EXTEND"), closes=late)


def test_when_a_digest_comes_and_what_it_holds_tells_nothing_of_the_enemys_letters(tmp_path: Path) -> None:
    """Its reader's own clock alone says when: the German letters of a night, and how many, are in no byte of it."""
    bags = []
    busy = ("ZONE Asia/Tokyo", "1/HG: move 99.99", "DIGEST 4:00", "APPEAL May I?", "STATUS")
    for folder, said in (("quiet", ()), ("busy", busy)):
        table = Table(tmp_path / folder, seats=SEATS)
        table.begin()
        table.write("allied", "DIGEST ON\nEND IMPULSE")
        for hour, words in enumerate(said, 1):
            table.at = START + timedelta(hours=hour)
            table.write("german", words)
        table.at = START + timedelta(hours=30)
        table.run()
        bags.append([mail.raw for mail in table.mail("allied")])
        assert "digest" in table.mail("allied")[-1].subject
        table.close()
    assert bags[0] == bags[1]
