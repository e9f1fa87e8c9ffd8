"""A machine that answers every letter, late and without a word in its header that it is one: it is answered three times."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.admin.status import _unheard
from pbem.campaign.state import Seat, host_seat
from tests.acceptance.camp import CampTable
from tests.acceptance.table import ADDRESS, Mail, Table, plain, recorded

HOST = "hanna@club.example"
SEATS = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
    Seat("german.nora", "", "reserve", "nora@german.example", "R"),
    host_seat(HOST),
)
SAYS = {
    "en": "Hello,\n\nThank you for your message. I am travelling and will answer when I am back.\n\nBest wishes\nGustav",
    "de": "Guten Tag,\n\nvielen Dank für Ihre Nachricht. Ich bin zur Zeit nicht im Hause.\n\nMit freundlichen Grüßen\nGustav",
    "ticket": "Ihre Anfrage wurde unter der Nummer 4711 aufgenommen.\nBitte antworten Sie nicht auf diese Nachricht.",
    "dots": "...",
    "help": "Help is on its way.\nHelp Centre: www.help.example\nHelp Desk Report",
    "apologies": "Please accept my apologies, I cannot answer before Monday.",
    "visitors": "We accept visitors from 9 to 5.\nHelp Desk",
    "form": "Ticket 4711\n\nStatus\n\nYour letter is in hand.",
    "form of words": "Case\nReport\nCancel\nDone\nStatus",
    "nothing": "",
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign with a host, a day after it began."""
    made = Table(tmp_path, seats=SEATS)
    for seat in ("allied", "german"):
        made.write(seat, "ACCEPT")
    yield made
    made.close()


def answering(table: Table, seat: str, text: str, days: int) -> int:
    """Every letter to the seat's address is answered a minute later, from a first word of its holder on. How often."""
    done = len(table.mail(seat))
    written = 0
    table.send(seat, table.letter(seat, text))
    for _ in range(days * 24):
        while done < len(table.mail(seat)):
            table.deliver(table.letter(seat, text, table.mail(seat)[done]))
            done, written = done + 1, written + 1
            assert written < 200, "a loop"
            table.run()
        table.wait(hours=1)
        text = text.replace(str(4710 + written), str(4711 + written))  # a machine counts its tickets
    return written


def subjects(mails: list[Mail]) -> str:
    return " / ".join(mail.subject for mail in mails)


@pytest.mark.parametrize("text", SAYS.values(), ids=SAYS)
def test_a_machine_that_answers_everything_is_answered_three_times(table: Table, text: str) -> None:
    """289 to 350 letters a day before."""
    before, records, most = len(table.mail("german")), len(recorded(table)), 3 + text.count("Status")
    written = answering(table, "german", text, days=1)
    assert written <= 12
    assert len([r for r in recorded(table)[records:] if r.cause.kind == "letter"]) == most
    answers = [mail for mail in table.mail("german")[before:] if "receipt" in mail.message_id or "answer" in mail.subject]
    assert len(answers) <= most, subjects(answers)
    assert table.referee.mailroom.held("test", "german") == written + 1 - most, (
        "those after them are kept, and counted to their seat"
    )


@pytest.mark.parametrize("text", SAYS.values(), ids=SAYS)
def test_so_it_is_with_the_machine_of_who_has_not_accepted(tmp_path: Path, text: str) -> None:
    invited = Table(tmp_path, seats=SEATS)
    try:
        assert answering(invited, "german", text, days=2) <= 8
        assert not invited.campaign.state.admin.seats["german"].accepted
        invited.wait(hours=12)
        invited.write("german", "ACCEPT")
        assert invited.campaign.state.admin.seats["german"].accepted
    finally:
        invited.close()


@pytest.mark.parametrize("text", SAYS.values(), ids=SAYS)
def test_so_it_is_at_the_door_of_a_boot_camp(tmp_path: Path, text: str) -> None:
    camp = CampTable(tmp_path)
    try:
        assert answering(camp, "allied", text, days=1) <= 8
        assert not camp.campaign.state.admin.seats["allied"].accepted
    finally:
        camp.close()


def test_a_machine_that_says_the_same_for_days_is_answered_a_few_times_a_day(table: Table) -> None:
    assert answering(table, "german", SAYS["form"], days=4) <= 30


def test_who_asks_the_same_again_is_told_when_it_is_enough_and_any_other_line_is_answered(table: Table) -> None:
    texts = [plain(table.write("german", "STATUS")) for _ in range(4)]
    assert ["Your last letters said one and the same" in text for text in texts] == [False, False, False, True]
    before = len(table.mail("german"))
    table.deliver(table.letter("german", "STATUS"))
    table.run()
    assert len(table.mail("german")) == before
    table.write("german", "ORDERS")
    table.write("german", "STATUS")


@pytest.mark.parametrize("hours", [7, 24, 50])
def test_who_asks_the_same_day_after_day_is_answered_every_time(table: Table, hours: int) -> None:
    for _ in range(6):
        assert "said one and the same" not in plain(table.write("german", "STATUS"))
        table.wait(hours=hours)


def test_questions_that_differ_and_orders_that_do_not_are_answered_every_time(table: Table) -> None:
    for number in range(9, 15):
        table.write("german", f"COST 1/HG to 15.{number:02d}")
    for _ in range(6):
        table.write("allied", "A/504: recon 13.11\nCHECK")
        table.write("german", "1/HG: move 15.09")


def test_help_with_a_topic_is_understood_and_with_other_words_is_not(table: Table) -> None:
    for text in ("HELP GUNS, BATTLE", "HELP ATTACK", "Help is on its way.", "What is EZOC?", "HELP Desk"):
        table.write("german", text)
        assert table.campaign.state.admin.unheard.get("german", 0) == (text in ("Help is on its way.", "HELP Desk"))


def test_the_third_answer_says_that_it_is_the_last_and_the_host_hears_of_it_once(table: Table) -> None:
    texts = [plain(table.write("german", SAYS["en"])) for _ in range(3)]
    assert ["Your last three letters held no line" in text for text in texts] == [False, False, True]
    told = [mail for mail in table.mail("host") if "say nothing" in mail.subject]
    assert len(told) == 1 and "German command (german), gustav@german.example" in plain(told[0])
    for _ in range(5):
        before = len(table.mail("german"))
        table.deliver(table.letter("german", SAYS["de"]))
        table.run()
        assert len(table.mail("german")) == before
    assert [mail for mail in table.mail("host") if "say nothing" in mail.subject] == told
    assert [text for name, text in _unheard(table.config, (table.campaign,))] == [
        "test german: three letters held no line that is understood; the next that does is answered"
    ]


@pytest.mark.parametrize("line", ["STATUS", "1/HG: move 15.09", "1/HG: mvoe 15.09", "MESSAGE enemy\nHello.\nEND MESSAGE"])
def test_a_line_that_is_understood_or_names_a_unit_ends_the_silence(table: Table, line: str) -> None:
    for _ in range(5):
        table.deliver(table.letter("german", SAYS["en"]))
        table.run()
    table.write("german", f"{line}\n{SAYS['en']}")
    table.write("german", SAYS["en"])


def test_silence_outlives_a_restart_and_is_the_seats_own(table: Table) -> None:
    for _ in range(3):
        table.write("german", SAYS["en"])
    table.close()
    again = Table(table.config.base, postman=table.postman, seats=SEATS)
    try:
        again.at, again.count = table.at, table.count
        before = len(again.mail("german"))
        again.deliver(again.letter("german", SAYS["en"]))
        again.run()
        assert len(again.mail("german")) == before
        again.write("allied", SAYS["en"])
        again.write("german", "STATUS")
    finally:
        again.close()


def test_letters_with_faulty_orders_are_answered_each_time(table: Table) -> None:
    """Somebody who has trouble with the language is no machine."""
    for _ in range(6):
        table.write("german", "1/HG: mvoe 15.09\nAUFKL: scout at 14.11 please")


@pytest.mark.parametrize("seat", ["german.nora", "host"])
def test_so_it_is_with_the_bench_and_the_host_himself(table: Table, seat: str) -> None:
    assert answering(table, seat, SAYS["en"], days=2) <= 8
    heard = table.campaign.state.admin.hosting.heard
    table.deliver(table.letter(seat, SAYS["en"]))
    table.run()
    assert table.campaign.state.admin.hosting.heard == heard, "a machine of the host's is not the host"
    table.write(seat, "STATUS" if seat == "host" else "VOLUNTEER")


def test_letters_that_cannot_be_read_count_too(table: Table) -> None:
    before = len(table.mail("german"))
    for _ in range(6):
        raw = table.letter("german", "x").replace(b"text/plain", b"application/pkcs7-mime; smime-type=enveloped-data")
        table.deliver(raw)
        table.at += timedelta(days=1)
        table.run()
    reports = [mail for mail in table.mail("german")[before:] if "could not be read" in mail.subject]
    assert len(reports) == 3 and "Your last three letters held no line" in plain(reports[-1])


def test_a_host_who_plays_is_told_nothing_of_the_other_sides_letters(tmp_path: Path) -> None:
    seats = (*SEATS[:2], host_seat(ADDRESS["allied"]))
    table = Table(tmp_path, seats=seats)
    try:
        for seat in ("allied", "german"):
            table.write(seat, "ACCEPT")
        for _ in range(3):
            table.write("german", SAYS["en"])
        assert not [mail for mail in table.mail("allied") if "say nothing" in mail.subject]
        assert not list(_unheard(table.config, (table.campaign,)))
    finally:
        table.close()
