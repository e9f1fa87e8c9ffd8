"""Messages: to a seat, one's team, the host, the enemy; word for word, unverified, within limits (TOCS-1.2-5)."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.records import Cause
from pbem.campaign.state import Seat
from pbem.handlers.messages import MOST_A_DAY
from pbem.kernel.numbered_lines import NumberedLine
from pbem.modules import library
from pbem.service.open_campaign import open_campaign
from tests.acceptance.table import TEAMS, Table, plain, unsound
from tests.fog.worlds import unit as fact
from tests.opened import as_board, found

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
        ("504", "504 command", ["allied.504"]),
        ("allied.505", "505 command", ["allied.505"]),
        ("team", "504 command, 505 command", ["allied.504", "allied.505"]),
        ("allied", "504 command, 505 command", ["allied.504", "allied.505"]),
        ("enemy", "the German command", ["german", "german.henke", "german.ls"]),
        ("german", "the German command", ["german", "german.henke", "german.ls"]),
        ("host", "the host", ["host"]),
    ),
)
def test_a_message_goes_to_those_it_names(table: Table, to: str, told: str, seats: list[str]) -> None:
    answer = table.write("allied", f"MESSAGE {to}\nWe have tanks.\nEND MESSAGE")
    assert f"Message sent to {told}" in plain(answer)
    assert heard(table, "We have tanks.") == seats


@pytest.mark.parametrize("to", ["504, 505", "allied.504 and allied.505", "allied.504,allied.505:", "to 504, 505, 504"])
def test_a_message_may_name_several(table: Table, to: str) -> None:
    answer = table.write("allied", f"MESSAGE {to}\nWe have tanks.\nEND MESSAGE")
    assert "Message sent to 504 command. Message sent to 505 command." in plain(answer)
    assert heard(table, "We have tanks.") == ["allied.504", "allied.505"]


def test_the_sides_name_is_its_commander_to_his_staffs_and_all_of_them_to_him(table: Table) -> None:
    assert "Message sent to American command." in plain(table.write("allied.504", "MESSAGE allied\nWe are across.\nEND MESSAGE"))
    assert heard(table, "We are across.") == ["allied"]


def test_an_empty_seat_is_read_by_who_stands_in_and_the_senior_of_a_side_writes_to_all_of_it_by_its_name(table: Table) -> None:
    """MASL-2.1-3: the commander has resigned, then a staff; nobody is told that a message went out which nobody reads."""
    table.means("allied", "RESIGN allied")
    answer = table.write("allied.505", "MESSAGE allied\nWhere are you?\nEND MESSAGE")
    assert "Message sent to 504 command, who stands in for American command" in plain(answer)
    assert heard(table, "Where are you?") == ["allied.504"]
    table.write("allied.504", "MESSAGE allied\nHere.\nEND MESSAGE")
    assert heard(table, "Here.") == ["allied.505"]
    table.means("allied.505", "RESIGN allied.505")
    answer = table.write("allied.504", "MESSAGE allied.505\nAnd you?\nEND MESSAGE")
    assert "nobody holds 505 command; you stand in for it" in plain(answer) and not heard(table, "And you?")


def test_words_behind_a_name_are_words(table: Table) -> None:
    table.write("allied", "MESSAGE enemy, surrender\nWe have tanks.\nEND MESSAGE")
    assert "> surrender" in table.mail("german")[-1].text
    answer = table.write("allied", "MESSAGE 504, allied.nobody\nWe have guns.\nEND MESSAGE")
    assert "Message sent to 504 command. No message sent: allied.nobody is nobody here" in plain(answer)


def test_the_enemy_reads_the_sides_name_and_not_the_seats(table: Table) -> None:
    table.write("allied.504", "MESSAGE enemy\nGive up.\nEND MESSAGE")
    mail = table.mail("german")[-1]
    assert "MESSAGE from American command " in mail.text and "504" not in mail.text
    assert "Word for word as it was written" in plain(mail)


@pytest.mark.parametrize("to", ("german.ls", "german.henke", "henke", "nobody", "allied.506"))
def test_a_seat_of_the_enemys_is_nobody_like_any_other_word(table: Table, to: str) -> None:
    answer = table.write("allied", f"MESSAGE {to}\nHello.\nEND MESSAGE")
    assert f"No message sent: {to} is nobody here that you can write to" in plain(answer)
    assert heard(table, "Hello.") == []


def test_a_message_that_is_too_long_or_one_too_many_is_not_sent(table: Table) -> None:
    long = "\n".join(["word " * 10] * 70)
    assert "it is longer than 60 lines" in plain(table.write("allied", f"MESSAGE enemy\n{long}\nEND MESSAGE"))
    for number in range(MOST_A_DAY):
        assert "Message sent" in plain(table.write("allied", f"MESSAGE 504\nThe {number}.\nEND MESSAGE"))
    assert "you have sent 20 today already" in plain(table.write("allied", "MESSAGE 504\nOne more.\nEND MESSAGE"))
    table.wait(days=1)
    assert "Message sent" in plain(table.write("allied", "MESSAGE 504\nGood morning.\nEND MESSAGE"))


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


def by_signal(folder: Path, **switches: object) -> str:
    """The training module, where staffs hear from each other as they could."""
    chosen = "\n".join(f"{name} = {json.dumps(value)}" for name, value in {"team_messages": "by_signal", **switches}.items())
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        written = text.replace("[switches]", f"[switches]\n{chosen}") if name == "module.toml" else text
        (folder / name).write_text(written, encoding="utf-8")
    return str(folder)


@pytest.fixture
def signals(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three and a host, in such a module. The 505 stands nine hexes from the 504, and no wireless carries so far."""
    table = Table(tmp_path, module=by_signal(tmp_path / "module"), seats=(*TEAMS, HOST))
    del table.address["host"]
    table.begin()
    table.address["host"] = HOST.address
    yield table
    table.close()


SLOW = "MESSAGE allied.505\nHold on.\nEND MESSAGE"


def end_impulses(table: Table, turn: int) -> None:
    """Both sides end their impulses until a turn begins."""
    while as_board(table.campaign.state.situation.board).public.turn < turn:
        table.write(table.phasing(), "END IMPULSE")


def test_a_runner_arrives_with_the_first_report_of_the_turn_he_needs(signals: Table) -> None:
    """TOCS-W7.1-1, TOCS-W7.2-1: nine hexes at six a turn; the commander of the side hears at once."""
    answer = signals.write("allied.504", f"{SLOW}\nMESSAGE allied\nI am cut off.\nEND MESSAGE")
    assert "505 command, by runner, with the first report of turn 2 or soon after (TOCS-W7.0-2)" in plain(answer)
    assert heard(signals, "Hold on.") == [] and heard(signals, "I am cut off.") == ["allied"]
    signals.write("allied", "END IMPULSE")
    assert heard(signals, "Hold on.") == []
    end_impulses(signals, 2)
    assert heard(signals, "Hold on.") == ["allied.505"] and not signals.campaign.state.admin.messages
    (letter,) = (m for m in signals.mail("allied.505") if "> Hold on." in m.text)
    assert "MESSAGE from American command, 504 (allied.504)" in letter.text and "by runner, written in T1.1" in letter.text


def test_a_faster_runner_arrives_with_the_next_report(tmp_path: Path) -> None:
    table = Table(tmp_path, module=by_signal(tmp_path / "module", runner_hexes=12), seats=TEAMS)
    table.begin()
    assert "505 command, by runner, with the next report (TOCS-W7.0-2)" in plain(table.write("allied.504", SLOW))
    table.write("allied", "END IMPULSE")
    assert heard(table, "Hold on.") == ["allied.505"]
    table.close()


def test_staffs_that_stand_together_hear_at_once(signals: Table) -> None:
    camp = as_board(signals.campaign.state.situation.board).forces["allied"]
    place_(signals, "HQ505", hex=found(camp.unit_called("HQ504")).hex)
    assert "by runner" not in plain(signals.write("allied.504", SLOW))
    assert heard(signals, "Hold on.") == ["allied.505"]


def place_(table: Table, call: str, **changes: object) -> None:
    """A unit of the Allies' stands elsewhere, or is no more."""
    table.campaign.state = fact("allied", call, **changes)(table.campaign.state)


def test_a_formation_that_has_lost_its_headquarters_is_found_where_its_troops_are(signals: Table) -> None:
    place_(signals, "HQ505", status="dead")
    assert "505 command, by runner" in plain(signals.write("allied.504", SLOW))
    end_impulses(signals, 3)
    assert heard(signals, "Hold on.") == ["allied.505"]


def test_one_who_marches_meanwhile_is_reached_when_it_was_computed(signals: Table) -> None:
    signals.write("allied.504", SLOW)
    place_(signals, "HQ505", hex=found(as_board(signals.campaign.state.situation.board).forces["allied"].unit_called("HQ504")).hex)
    end_impulses(signals, 2)
    assert heard(signals, "Hold on.") == ["allied.505"]


def test_what_is_under_way_for_a_seat_that_falls_empty_waits_for_its_next_holder(signals: Table) -> None:
    signals.write("allied.504", SLOW)
    signals.means("allied.505", "RESIGN allied.505")
    end_impulses(signals, 3)
    assert heard(signals, "Hold on.") == [] and signals.campaign.state.admin.messages
    signals.campaign.handle(
        Cause("host", "host/1", signals.at, lines=(NumberedLine(1, "REPLACE allied.505 BY nora@club.example"),))
    )
    signals.run()
    signals.address["allied.505"] = "nora@club.example"
    signals.write("allied.505", "ACCEPT")
    signals.write(signals.phasing(), "END IMPULSE")
    assert heard(signals, "Hold on.") == ["allied.505"]


def test_what_is_under_way_when_the_campaign_ends_arrives_then(signals: Table) -> None:
    signals.write("allied.504", SLOW)
    signals.means("german", "CONCEDE")
    assert heard(signals, "Hold on.") == ["allied.505"]
    assert sum("> Hold on." in m.text and "MESSAGE from" in m.text for m in signals.mail("allied.505")) == 1


def test_a_rollback_leaves_a_runner_the_way_he_has_to_go(signals: Table) -> None:
    end_impulses(signals, 2)
    signals.write("allied.504", SLOW)
    (item,) = signals.campaign.state.admin.messages
    assert item.arrives == 3
    asked = signals.write("host", f"ROLLBACK {signals.impulse} TO T1.1")
    code = next(line.split()[1] for line in asked.text.splitlines() if line.startswith("CONFIRM"))
    signals.write("host", f"CONFIRM {code}")
    (item,) = signals.campaign.state.admin.messages
    assert item.arrives == 2
    end_impulses(signals, 2)
    assert heard(signals, "Hold on.") == ["allied.505"]
    assert unsound(signals) == []


def test_a_runner_outlives_the_referees_process(signals: Table) -> None:
    signals.write("allied.504", SLOW)
    state = signals.campaign.state
    again = open_campaign(signals.campaign.shelf)
    assert again.state.admin.messages == state.admin.messages


def test_an_observer_writes_to_his_own_side_alone(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*TEAMS, Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AD")))
    table.begin()
    answer = table.write("allied.observer1", "MESSAGE enemy\nHello.\nEND MESSAGE\nMESSAGE 504\nGood luck.\nEND MESSAGE")
    assert "an observer writes to the own side alone" in plain(answer) and "Message sent to 504 command" in plain(answer)
    assert heard(table, "Good luck.") == ["allied.504"] and not heard(table, "Hello.")
    table.close()


def test_an_address_of_both_sides_is_told_to_the_host_alone(table: Table) -> None:
    answer = table.means("allied", f"ADD ADDRESS {TEAMS[5].address}")
    assert f"you may write from {TEAMS[5].address} too" in plain(answer)
    assert "which is an address of the other side's" in plain(table.mail("host")[-1])
