"""A pause is data in the journal: where the module says so, play waits for a beaten side's word."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.modules import library
from tests.acceptance.table import TEAMS, Table, plain, unsound
from tests.opened import as_board

ATTACK = "A/504: recon 13.11; attack 13.11 deliberate\nend impulse\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The training module, with the window on retreats open."""
    target = tmp_path / "module"
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        changed = text.replace("[switches]", '[switches]\nretreat_window = "always"') if name == "module.toml" else text
        if name == "module.toml" and "[switches]" not in text:
            changed = text + '\n[switches]\nretreat_window = "always"\n'
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(changed, encoding="utf-8")
    return target


@pytest.fixture
def table(tmp_path: Path, folder: Path) -> Iterator[Table]:
    """A campaign in which the first battle throws the German guard back a hex (the seed is chosen for it)."""
    for seed in range(60):
        table = Table(tmp_path / str(seed), module=str(folder), seed=bytes([seed]) * 32)
        table.begin()
        table.write("allied", ATTACK)
        fight = as_board(table.campaign.state.situation.board).fight
        if fight and (fight.d_loss, fight.d_retreat) == (1, 1):
            yield table
            table.close()
            return
        table.close()
    pytest.fail("no seed asks for a decision")


def test_play_pauses_and_both_sides_hear_of_it_in_their_own_words(table: Table) -> None:
    german, allied = table.mail("german")[-1], table.mail("allied")[-1]
    assert "a decision is yours" in german.subject
    assert "ANSWER 1 STAND | ANSWER 1 RETREAT" in german.text
    assert "play pauses" in allied.subject
    assert "ANSWER" not in allied.text
    assert "1/LS" not in allied.text


def test_nobody_can_go_on_until_the_decision_is_made(table: Table) -> None:
    before = table.campaign.state.situation
    assert "play pauses for a decision" in plain(table.write("allied", "B/504: move 12.10"))
    assert "No decision 1 waits" in plain(table.write("allied", "ANSWER 1 STAND"))
    assert "No decision 7 waits" in plain(table.write("german", "ANSWER 7 STAND"))
    assert table.campaign.state.situation == before


@pytest.mark.parametrize("choice", ["STAND", "RETREAT"])
def test_the_answer_settles_the_battle_and_play_goes_on(table: Table, choice: str) -> None:
    answer = table.write("german", f"ANSWER 1 {choice}")
    assert f"D1: {choice.lower()}" in answer.text
    assert not table.campaign.state.situation.owed
    assert "T1.2" in table.mail("german")[-1].subject
    report = plain(table.mail("allied")[-1])
    assert ("the enemy withdrew" in report) == (choice == "RETREAT")
    assert unsound(table) == []


def test_a_decision_is_made_once_and_every_other_answer_has_its_reply(table: Table) -> None:
    assert "D1 cannot be answered so: STAND | RETREAT" in plain(table.write("german", "ANSWER 1 COMMIT"))
    assert "D1 is answered in two ways: nothing was decided" in plain(table.write("german", "ANSWER 1 STAND\nANSWER 1 RETREAT"))
    assert table.campaign.state.situation.owed
    table.write("german", "ANSWER 1 STAND")
    answer = plain(table.write("german", "ANSWER 1 RETREAT"))
    assert "No decision 1 waits for your answer: D1 was answered, or its time ran out, and play has gone on" in answer


def test_a_decision_is_for_the_commander_of_the_side(tmp_path: Path, folder: Path) -> None:
    """MASL-2.1-3; the same fight as at the other table, in a campaign of teams."""
    for seed in range(60):
        table = Table(tmp_path / f"team{seed}", module=str(folder), seed=bytes([seed]) * 32, seats=TEAMS)
        table.begin()
        table.write("allied", ATTACK)
        if table.campaign.state.situation.owed:
            break
        table.close()
    assert "D1 is for German command to answer (MASL-2.1-3)" in plain(table.write("german.ls", "ANSWER 1 STAND"))
    assert "D1: stand" in table.write("german", "ANSWER 1 STAND").text
    table.close()


def test_when_its_time_is_up_standing_orders_answer(table: Table) -> None:
    table.wait(hours=11)
    assert table.campaign.state.situation.owed
    table.wait(hours=2)
    assert not table.campaign.state.situation.owed
    assert "T1.2" in table.mail("german")[-1].subject


def test_a_pause_survives_the_end_of_the_process(table: Table, tmp_path: Path) -> None:
    home = table.config.base
    owed = table.campaign.state.situation.owed
    table.close()
    again = Table(home)
    again.postman, again.at = table.postman, table.at
    assert again.campaign.state.situation.owed == owed
    assert "D1: stand" in again.write("german", "ANSWER 1 STAND").text
    again.close()
    table.referee.__enter__()
