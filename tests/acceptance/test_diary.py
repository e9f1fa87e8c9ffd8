"""The war diary: DIARY tells what happened to a unit of one's own; the last letter tells of all, with who was against them."""

from tests.acceptance.table import Table, plain
from tests.acceptance.test_story import TYPO
from tests.opened import as_picture

LOG = "LOG\nI send A/504 over the bridge by itself.\nEND LOG"


def diary(table: Table, seat: str, unit: str) -> str:
    """What DIARY answers, on one line."""
    text = plain(table.write(seat, f"DIARY {unit}"))
    assert f"DIARY {unit}" in text
    return text.partition(f"DIARY {unit} ")[2].partition(" STATE ")[0].partition(" -- ")[0]


def fight(table: Table) -> None:
    """The Allies attack at two places, and write into their log."""
    table.write("allied", TYPO)
    table.write("allied", f"YES\n{LOG}")
    table.write("allied", "HQ504: move 11.12 12.11\nE/505: move 18.13; move 18.12")
    table.write("allied", "end impulse")


def test_the_story_of_a_unit_is_told_impulse_by_impulse(table: Table) -> None:
    assert "nothing has happened to A/504 yet" in diary(table, "allied", "A/504")
    fight(table)
    story = diary(table, "allied", "A/504")
    assert story.startswith(
        "17 September 1200 T1.1 recon of 13.11 Malden bridge: occupied; attack on 13.11 Malden bridge ordered (deliberate)"
    )
    assert "battle 2, 13.11 Malden bridge" in story
    assert "battle 2: " in story and "own losses" in story
    assert "facing it" not in story and "log" not in story  # opened at the end
    assert "moved to 18.13, 4/4 good; battle 1, 18.12 Mookerheide; withdrew to 18.13" in diary(table, "allied", "E/505")
    assert diary(table, "allied", "HQ504").count("moved") == 1  # steps of an impulse are one


def test_a_side_knows_of_its_own_units_only(table: Table) -> None:
    fight(table)
    for side, own in table.campaign.state.pictures.items():
        assert set(as_picture(own).diary) <= set(as_picture(own).forces.counters)
        other = "german" if side == "allied" else "allied"
        asked = as_picture(own).forces.counters[min(as_picture(own).diary)].call
        assert f"`{asked}`: not one of your units" in plain(table.write(other, f"DIARY {asked}"))


def test_the_last_letter_tells_all_stories_with_the_logs_and_who_was_there(table: Table) -> None:
    fight(table)
    table.means("german", "CONCEDE")
    (last,) = [m for m in table.mail("allied") if "BOTH SIDES REVEALED" in m.text]
    told = plain(last).partition("WAR DIARY")[2].partition("THE AMERICAN ORDER OF BATTLE")[0]
    assert "> I send A/504 over the bridge by itself." in told
    facing = [text.split()[0] for text in told.split("facing it: ")[1:]]
    assert facing and all(call.strip(",;") for call in facing)
    (other,) = [m for m in table.mail("german") if "BOTH SIDES REVEALED" in m.text]
    theirs = plain(other).partition("WAR DIARY")[2].partition("ORDER OF BATTLE")[0]
    assert "facing it: A/504" in theirs
    assert "over the bridge by itself" not in theirs  # the Allied log stands in its own place


def test_the_diary_survives_a_restart(table: Table) -> None:
    fight(table)
    before = as_picture(table.campaign.state.pictures["allied"]).diary
    assert before
    table.close()
    again = Table(table.config.base, postman=table.postman)
    again.at = table.at
    try:
        assert as_picture(again.campaign.state.pictures["allied"]).diary == before
    finally:
        again.close()
