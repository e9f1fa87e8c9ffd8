"""What two newcomers who played Nijmegen by mail looked for and did not find, by letters of a team's seats at the first impulse."""

from collections.abc import Iterator

import pytest

from tests.acceptance.table import Mail, Table, plain
from tests.acceptance.test_nijmegen_turns import seats


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Teams of three and field commanders; the first wave is down, the American may write."""
    played = Table(tmp_path_factory.mktemp("newcomers"), module="omg-nijmegen", seats=tuple(seats()))
    played.begin()
    played.write("german", "SETUP BROKEN HATERT BRIDGE, WEURT BRIDGE\nEND IMPULSE")
    played.means("allied", "END IMPULSE")
    yield played
    played.close()


def report(table: Table, seat: str) -> Mail:
    """Its report of the first impulse."""
    return next(mail for mail in table.mail(seat) if mail.subject.startswith("[test] T1.1 ") and "1. " in mail.text)


def test_a_seat_with_nothing_on_the_map_is_asked_for_no_orders(table: Table) -> None:
    """TOCS-2.3-1: the Guards come on the 19th; the commander and the 504th are asked."""
    guards = report(table, "allied.guards")
    assert "NO REPLY NEEDED. T1.1 is your side's impulse; none of your units is on the map yet." in plain(guards)
    assert "BEGIN ORDERS" not in guards.text and guards.subject.endswith("your side's impulse")
    for seat in ("allied", "allied.504"):
        assert "REPLY BY Wed 25 Nov" in plain(report(table, seat)) and "BEGIN ORDERS" in report(table, seat).text


def test_before_the_drop_nobody_is_on_the_map_and_it_reads_so(table: Table) -> None:
    welcome = next(mail for mail in table.mail("allied.guards") if "Welcome" in mail.subject)
    assert "No unit is on the map." in plain(welcome) and "0 of 0 steps" not in welcome.text
    assert "UNIT and a unit, such as UNIT " in plain(welcome)


def test_points_that_were_kept_are_named(table: Table) -> None:
    """TOCS-1.5-3: 16 earned do not make 31."""
    assert "you have 31 American OP (16 earned, 15 kept, 0 spent)" in plain(report(table, "allied"))


def test_the_order_form_says_whose_the_units_are(table: Table) -> None:
    """MASL-2.1-1, MASL-2.1-3."""
    assert "[yours: 504; Allied command may order them too]" in report(table, "allied.504").text
    mine = plain(report(table, "allied")).replace("] [", " ")
    assert "[504: 504 command; XXX, GAD: XXX and GAD command; all others: you, and you may order everybody" in mine


VALUES = {
    "A/504": "parachute company, on foot; 4 steps, strength 6, 2 MP an AP, morale level 8",
    "376A": "strength 1 in defense alone, 2 MP an AP, morale level 8, guns of strength 3, range 7 hexes",
    "153A": "is not here yet: Sept 19 1200 at 06.15",
    "NL1": "is not here yet: Sept 17 1800 at one of 57 hexes",
    "HQ319": "is not here yet: with GL319, Sept 18 1200",
}
"""What UNIT says of some."""


def test_a_unit_is_asked_for_what_its_counter_prints_and_how_it_comes_on(table: Table) -> None:
    """TOCS-W1.3-1, TOCS-2.3-1."""
    answer = plain(table.write("allied", "\n".join(f"UNIT {call}" for call in VALUES)))
    for call, said in VALUES.items():
        assert said in answer, (call, answer)
    enemy = plain(table.write("allied", "UNIT ALKLEVE\nWHAT CAN ZUG1"))
    assert "infantry company" not in enemy and "33.11" not in enemy
    assert "ZUG1: comes on at 33.11 Kleve, Goch road, Sept 17 1500" in plain(table.write("german", "WHAT CAN ZUG1"))


def test_report_and_a_formation_prints_the_values_of_its_units(table: Table) -> None:
    table.write("allied", "REPORT 504")
    told = plain(table.mail("allied")[-1])
    assert "VALUES" in told and "A,B,C,D,E,F,G,H,I/504: parachute company, on foot; 4 steps, strength 6" in told
    assert "VALUES" not in report(table, "allied").text


@pytest.mark.parametrize(("line", "meant"), [
    ("NL1: enter 07.09", "enter NL1 07.09"), ("A/504: move Molenhoek bridg", "A/504: move molenhoek bridge"),
    ("A/504: recon Nijmegen highwy bridge", "A/504: recon nijmegen highway bridge"), ("A/504: exit", "exit A/504"),
])  # fmt: skip
def test_a_slip_in_any_word_of_a_place_and_a_word_of_the_staffs_behind_a_unit_are_hinted(
    table: Table, line: str, meant: str
) -> None:
    assert f"Meant: {meant}" in plain(table.write("allied", f"CHECK\n{line}"))


def test_questions_without_room_are_named(table: Table) -> None:
    topics = ("START", "RETREAT", "FIELD", "BATTLE", "SUPPLY", "GUNS", "WEATHER", "ORDERS", "AIR", "MODULES")
    answer = plain(table.write("german.henke", "\n".join(f"HELP {topic}" for topic in topics)))
    told = [topic for topic in topics if f" HELP {topic} " in answer.partition("NOT ANSWERED")[0]]
    left = ", ".join(f"HELP {topic}" for topic in topics[len(told) :])
    assert (
        told
        and f"{len(topics) - len(told)} more questions: they had no room in this letter, ask them again in another ({left})"
        in answer
    )
