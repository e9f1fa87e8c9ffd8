"""One letter a day for what asks nothing of its reader, by mail: what waits, what never does, and that nothing is lost."""

from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.campaign.records import Cause, DigestLetter
from pbem.documents.document import Block, Document
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.numbered_lines import NumberedLine
from pbem.letters.digest import digest
from tests.acceptance.table import TEAMS, Table, opened, plain, recorded


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Two commanders; the first impulse is the Allies', and the German wants a digest."""
    table = Table(tmp_path)
    table.begin()
    assert table.phasing() == "allied"
    assert "now come once a day, at 07:00" in plain(table.write("german", "DIGEST ON"))
    return table


def german(table: Table) -> list[str]:
    return [mail.subject for mail in table.mail("german")]


def test_messages_wait_for_the_morning_and_come_in_one_letter(table: Table) -> None:
    before = len(german(table))
    for words in ("Surrender.", "It is cold."):
        table.write("allied", f"MESSAGE enemy\n{words}\nEND MESSAGE")
    table.wait(hours=12)
    assert len(german(table)) == before
    table.wait(hours=10)  # 7:00 in Amsterdam has passed
    assert len(german(table)) == before + 1
    letter = table.mail("german")[-1]
    assert "digest · 2 messages" in letter.subject
    assert letter.text.index("> Surrender.") < letter.text.index("> It is cold.")
    table.wait(hours=24)
    assert len(german(table)) == before + 1, "an empty digest is none"


def test_what_asks_for_an_answer_never_waits_and_what_was_held_comes_before_it(table: Table) -> None:
    table.write("allied", "MESSAGE enemy\nSurrender.\nEND MESSAGE")
    before = len(german(table))
    table.write("allied", "END IMPULSE")
    new = table.mail("german")[before:]
    assert table.phasing() == "german"
    assert ["digest · 1 message" in new[0].subject, "your impulse" in new[1].subject] == [True, True]
    assert f"BEGIN ORDERS test T1.2 G-{before + 2}" in new[1].text, "each has its own number"
    table.write("allied", "MESSAGE enemy\nNow?\nEND MESSAGE")
    assert "message from" in german(table)[-1], "while he is at play nothing waits"
    table.wait(days=2, hours=10, minutes=30)
    assert "overdue" in " ".join(german(table))


def test_reports_of_the_enemys_impulse_come_as_one_with_the_state_and_the_map(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11; if empty move\nEND IMPULSE")
    before = len(german(table))
    table.write("german", "END IMPULSE")
    assert table.phasing() == "allied" and len(german(table)) == before + 1, "the answer alone"
    table.wait(hours=24)
    letter = table.mail("german")[-1]
    assert "digest · 1 report" in letter.subject
    staff, head, news, wanted = letter.text.split("\n")[:4]
    assert staff.startswith("KAMPFGRUPPE HENKE, FÜHRUNGSABTEILUNG ") and "\ngez. Ia\n" in letter.text
    assert head.startswith("DIGEST · T1.3 · day") and head.endswith(f" G-{len(german(table))}")
    assert news == "No battle, no ground gained or lost since the last report." and "no change · digest" in letter.subject
    assert wanted == "1 report. NO REPLY NEEDED."
    assert "EIGENE LAGE · own forces" in letter.text, "sections have the names of the staff"
    assert all(part in letter.text for part in ("AS IT STOOD", "own forces", "1. VERLAUF"))
    assert letter.text.index("[weather/T1.3/fog]") < letter.text.index("AS IT STOOD"), "no die is left out"
    attached = BytesParser(policy=policy.default).parsebytes(letter.raw).iter_attachments()
    assert [part.get_filename() for part in attached] == ["picture.json"]
    again = table.write("german", "REPORT 1")
    assert table.mail("german")[-1].raw == letter.raw or again.raw == letter.raw


def test_digest_off_brings_at_once_what_was_held(table: Table) -> None:
    table.write("allied", "MESSAGE enemy\nSurrender.\nEND MESSAGE")
    before = len(german(table))
    assert "Each letter comes by itself now" in plain(table.write("german", "DIGEST OFF"))
    assert "digest · 1 message" in german(table)[-1] and len(german(table)) == before + 2
    table.write("allied", "MESSAGE enemy\nWell?\nEND MESSAGE")
    assert "message from" in german(table)[-1]


def test_an_hour_of_his_own_on_his_own_clock(table: Table) -> None:
    table.write("german", "ZONE America/New_York\nDIGEST 6:30")
    table.write("allied", "MESSAGE enemy\nSurrender.\nEND MESSAGE")
    before = len(german(table))
    table.wait(hours=2, minutes=20)  # 11:30 UTC is 6:30 there; the table began at 9:00
    assert len(german(table)) == before
    table.wait(minutes=20)
    assert len(german(table)) == before + 1
    assert "Mon 23 Nov 04:05 EST message from American command" in plain(table.mail("german")[-1])
    assert "No orders executed." in plain(table.write("german", "DIGEST 25:00"))


def test_the_end_waits_for_nobody(table: Table) -> None:
    table.write("allied", "MESSAGE enemy\nEnough.\nEND MESSAGE")
    before = len(german(table))
    table.means("allied", "CONCEDE")
    said = german(table)[before:]
    assert "digest · 1 message" in said[0] and "the campaign is over" in said[1] and "both sides revealed" in said[2]


def test_a_rollback_first_tells_what_was_held(table: Table) -> None:
    table.write("allied", "END IMPULSE")
    table.write("german", "END IMPULSE")
    before = len(german(table))
    table.campaign.handle(Cause("host", "host/1", table.at, lines=(NumberedLine(1, f"ROLLBACK {table.impulse} TO T1.1"),)))
    table.referee.press.freeze_all(table.campaign)
    table.run()
    said = german(table)[before:]
    assert "digest · 1 report" in said[0] and "taken back" in said[1]
    assert "tells of what has not happened" in plain(table.mail("german")[before + 1])
    assert not table.campaign.state.held


def test_a_seat_that_is_given_to_another_takes_nothing_along(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    table.write("german.ls", "DIGEST ON")
    table.write("german", "MESSAGE german.ls\nHold the bridge.\nEND MESSAGE")
    assert list(table.campaign.state.held) == ["german.ls"]
    table.campaign.handle(Cause("host", "host/1", table.at, lines=(NumberedLine(1, "REPLACE german.ls BY nora@club.example"),)))
    assert not table.campaign.state.held
    table.run()
    assert "Hold the bridge" not in "".join(opened(raw).text for raw in table.postman.bags["nora@club.example"])


def test_who_resigns_is_told_first_what_was_held(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    table.write("german.ls", "DIGEST ON")
    table.write("german", "MESSAGE german.ls\nHold the bridge.\nEND MESSAGE")
    table.means("german.ls", "RESIGN german.ls")
    assert ["digest" in mail.subject for mail in table.mail("german.ls")[-2:]] == [True, False]


def test_the_journal_alone_brings_what_waits(table: Table, tmp_path: Path) -> None:
    """A death between the record and its digest: another process tells the same, once."""
    table.write("allied", "MESSAGE enemy\nSurrender.\nEND MESSAGE")
    before = len(german(table))
    assert table.campaign.from_the_beginning().held == table.campaign.state.held != {}
    table.close()
    again = Table(tmp_path, postman=table.postman)
    again.at = table.at
    again.wait(hours=24)
    again.wait(minutes=5)
    assert "digest" in german(again)[-1] and len(german(again)) == before + 1
    assert again.campaign.from_the_beginning().held == {}
    again.close()


SAID = ("message", "end", "digest on", "digest off", "digest 12:00", "wait", "day")
WORDS = st.lists(st.sampled_from(SAID), min_size=3, max_size=14)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=WORDS)
def test_nothing_is_lost_and_nothing_comes_twice(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    """Whatever is said when: each message comes once, in the order in which they were written."""
    table = Table(tmp_path_factory.mktemp("digest"))
    table.begin()
    count = 0
    for word in words:
        if word == "message":
            count += 1
            table.write("allied", f"MESSAGE enemy\nnumber {count} of them\nEND MESSAGE")
        elif word == "end" and table.campaign.state.admin.stage == "playing":
            table.write(table.phasing(), "END IMPULSE")
        elif word.startswith("digest"):
            table.write("german", word)
        else:
            table.wait(hours=24 if word == "day" else 5)
    table.write("german", "DIGEST OFF")
    told = [line for mail in table.mail("german") for line in mail.text.splitlines() if line.startswith("> number")]
    assert told == [f"> number {n} of them" for n in range(1, count + 1)]
    assert sum(len(r.letters) for r in recorded(table)) >= count
    table.close()


def test_a_report_from_an_older_journal_keeps_the_rolls_of_its_weather(table: Table) -> None:
    """`pbem verify` reads every roll: those that stood with the weather come with what changed."""
    seat, campaign = table.campaign.state.admin.seats["german"], table.campaign
    desk = UnitOfWork(campaign.table, campaign.state, Cause("daily", "daily", table.at)).desk(seat)
    weather = Block("WEATHER AND VISIBILITY", (" day; visibility 3 hexes", " dice: 2d6 4+6 = 10 [weather/T1.2/wind]"))
    quiet = DigestLetter(table.at, table.at, "sitrep", Document("T1.2", (("STAB", "G-9"),), (), (weather,)), 1)
    blocks = digest(desk, (quiet,), True).document.blocks
    told = [line for block in blocks for line in block.lines]
    assert told.index(weather.lines[1]) < told.index(weather.lines[0]) and told.count(weather.lines[1]) == 1
