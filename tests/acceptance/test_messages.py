"""Messages: to a seat, one's team, the host, the enemy; word for word, unverified, within limits (TOCS-1.2-5)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import library
from pbem.causes.messages import MOST_A_DAY
from pbem.command.affairs import Seat
from tests.acceptance.table import TEAMS, Table, plain

HOST = Seat("host", "", "host", "host@club.example", "H", accepted=True)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three and a host."""
    table = Table(tmp_path, seats=(*TEAMS, HOST))
    del table.address["host"]
    table.begin()
    table.address["host"] = HOST.address
    yield table
    table.close()


def heard(table: Table, words: str) -> list[str]:
    """The seats that were sent these words as a message."""
    return sorted(seat for seat in table.address if any(f"> {words}" in m.text and "MESSAGE" in m.text for m in table.mail(seat)))


@pytest.mark.parametrize(
    ("to", "told", "seats"),
    (
        ("504", "allied.504", ["allied.504"]),
        ("allied.505", "allied.505", ["allied.505"]),
        ("team", "allied.504, allied.505", ["allied.504", "allied.505"]),
        ("allied", "allied.504, allied.505", ["allied.504", "allied.505"]),
        ("enemy", "german", ["german", "german.henke", "german.ls"]),
        ("german", "german", ["german", "german.henke", "german.ls"]),
        ("host", "the host", ["host"]),
    ),
)
def test_a_message_goes_to_those_it_names(table: Table, to: str, told: str, seats: list[str]) -> None:
    answer = table.write("allied", f"MESSAGE {to}\nWe have tanks.\nEND MESSAGE")
    assert f"message sent to {told}" in plain(answer)
    assert heard(table, "We have tanks.") == seats


def test_the_enemy_reads_the_sides_name_and_not_the_seats(table: Table) -> None:
    table.write("allied.504", "MESSAGE enemy\nGive up.\nEND MESSAGE")
    mail = table.mail("german")[-1]
    assert "MESSAGE from Allied" in mail.text and "504" not in mail.text
    assert "Word for word as it was written" in plain(mail)


@pytest.mark.parametrize("to", ("german.ls", "german.henke", "henke", "nobody", "allied.506"))
def test_a_seat_of_the_enemys_is_nobody_like_any_other_word(table: Table, to: str) -> None:
    answer = table.write("allied", f"MESSAGE {to}\nHello.\nEND MESSAGE")
    assert f"no message sent: {to} is nobody here that you can write to" in plain(answer)
    assert heard(table, "Hello.") == []


def test_a_message_that_is_too_long_or_one_too_many_is_not_sent(table: Table) -> None:
    long = "\n".join(["word " * 10] * 70)
    assert "it is longer than 60 lines" in plain(table.write("allied", f"MESSAGE enemy\n{long}\nEND MESSAGE"))
    for number in range(MOST_A_DAY):
        assert "message sent" in plain(table.write("allied", f"MESSAGE 504\nThe {number}.\nEND MESSAGE"))
    assert "you have sent 20 today already" in plain(table.write("allied", "MESSAGE 504\nOne more.\nEND MESSAGE"))
    table.wait(days=1)
    assert "message sent" in plain(table.write("allied", "MESSAGE 504\nGood morning.\nEND MESSAGE"))


def test_a_module_may_bar_the_sides_from_writing_to_each_other(tmp_path: Path) -> None:
    folder = tmp_path / "module"
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        barred = text.replace("[switches]", '[switches]\nenemy_messages = "barred"') if name == "module.toml" else text
        (folder / name).write_text(barred, encoding="utf-8")
    table = Table(tmp_path, module=str(folder))
    table.begin()
    assert "the sides do not write to each other" in plain(table.write("allied", "MESSAGE enemy\nHello.\nEND MESSAGE"))
    assert not heard(table, "Hello.")
    table.close()


def test_a_message_between_staffs_that_nothing_joins_arrives_with_the_next_report(tmp_path: Path) -> None:
    """TOCS-W7.1-1, TOCS-W7.2-1: the 505 stands nine hexes away, and its wireless does not carry so far."""
    folder = tmp_path / "module"
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        signal = text.replace("[switches]", '[switches]\nteam_messages = "by_signal"') if name == "module.toml" else text
        (folder / name).write_text(signal, encoding="utf-8")
    table = Table(tmp_path, module=str(folder), seats=TEAMS)
    table.begin()
    answer = table.write("allied.504", "MESSAGE allied.505\nHold on.\nEND MESSAGE\nMESSAGE allied\nI am cut off.\nEND MESSAGE")
    assert "message sent to allied.505; allied.505: by runner, with the next report" in plain(answer)
    assert heard(table, "Hold on.") == [] and heard(table, "I am cut off.") == ["allied"]
    table.write("allied", "END IMPULSE")
    assert heard(table, "Hold on.") == ["allied.505"] and heard(table, "I am cut off.") == ["allied", "allied.505"]
    assert not table.campaign.state.affairs.messages
    table.close()


def test_an_observer_writes_to_his_own_side_alone(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*TEAMS, Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AD")))
    table.begin()
    answer = table.write("allied.observer1", "MESSAGE enemy\nHello.\nEND MESSAGE\nMESSAGE 504\nGood luck.\nEND MESSAGE")
    assert "an observer writes to his own side alone" in plain(answer) and "message sent to allied.504" in plain(answer)
    assert heard(table, "Good luck.") == ["allied.504"] and not heard(table, "Hello.")
    table.close()


def test_an_address_of_both_sides_is_told_to_the_host_alone(table: Table) -> None:
    answer = table.write("allied", f"ADD ADDRESS {TEAMS[5].address}")
    assert f"you may write from {TEAMS[5].address} too" in plain(answer)
    assert "which is an address of the other side's" in plain(table.mail("host")[-1])
