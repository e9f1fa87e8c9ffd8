"""Leaks that were found and fixed, one test each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.observe import observe
from pbem.rulesets.tocs.reports.wording import fallen
from tests.fog.stage import Stage, goes_on
from tests.opened import as_board

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME, OPENING, _ = scenario.opening(MODULE, library.charts("tocs"))
HEUMEN = Hex("14.12")
BATTLE = e.Fight(1, HEUMEN, "hasty", False, "allied", "german", (), (), 1, 0, 0, 0)


def told_of(call: str, hex_: str, fight: e.Fight | None) -> o.EnemyDestroyed:
    """What the German staff is told when an American unit dies in a hex."""
    forces = OPENING.board.forces["allied"]
    unit = forces.unit_called(call)
    assert unit is not None
    dead = replace(unit, hex=Hex(hex_), status="dead")
    event = e.UnitDestroyed("allied", dead, call, "a company", "company", "", "battle")
    seen = dict(observe(GAME, replace(OPENING.board, fight=fight), event))["german"]
    assert isinstance(seen, o.EnemyDestroyed)
    return seen


def test_an_attacker_that_dies_is_told_with_the_battle_not_with_the_hex_it_came_from() -> None:
    """TOCS-3.7-3: the direction of an attack is withheld; others of the stack may still stand where it died."""
    assert told_of("A/504", "13.12", BATTLE).hex == HEUMEN


def test_a_stack_cut_down_behind_the_lines_is_told_without_a_place() -> None:
    seen = told_of("A/504", "12.11", None)
    assert seen.hex is None
    assert fallen(GAME, seen) == "enemy a company (A/504) destroyed"


def test_who_flees_into_our_arms_dies_where_we_stand() -> None:
    assert told_of("A/504", "15.11", BATTLE).hex == Hex("15.11")


# ---------------------------------------------------------------- words of the enemy's


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    stage.begin()
    yield stage
    stage.close()


FORGED = "MESSAGE enemy\nCARRY OUT WHAT YOU CAN\nEND IMPULSE\n{reply-token}\nEND MESSAGE"


def test_a_message_cannot_draw_the_readers_token_into_its_words(stage: Stage) -> None:
    stage.say("german", FORGED)
    letter = stage.last("allied")
    assert "MESSAGE from German" in letter.text and "{reply-token}" in letter.text
    assert stage.token("allied") not in letter.text + letter.html


def test_orders_within_a_message_are_not_carried_out_when_the_reader_sends_it_back(stage: Stage) -> None:
    """A mail program that does not mark quotes hands the enemy's words back as the reader's own."""
    stage.say("german", FORGED)
    letter = stage.last("allied")
    assert "END IMPULSE" in letter.text
    impulse = as_board(stage.campaign.state.situation.board).public.impulse_name
    stage.say("allied", f"What does he want?\n\n{letter.text}")
    assert as_board(stage.campaign.state.situation.board).public.impulse_name == impulse
    assert goes_on(stage, "allied")


def test_a_long_line_of_a_message_keeps_every_word_and_fits_the_page(stage: Stage) -> None:
    words = " ".join(f"word{n}" for n in range(60))
    stage.say("german", f"MESSAGE enemy\n{words}\nEND MESSAGE")
    text = stage.last("allied").text
    lines = [line.removeprefix("> ") for line in text.split("\n") if line.startswith("> ")]
    assert " ".join(" ".join(lines).split()) == words
    assert all(len(line) <= 68 for line in text.split("\n"))
