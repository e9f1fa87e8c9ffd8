"""Two worlds that differ in one hidden fact, both tried with every word of the order language near the enemy, whether it may be
said there or not: what is refused, fails or comes off tells no more than a rule lets it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.handlers.unit_of_work import EVERYBODY
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import numbered
from pbem.modules import library
from pbem.orders.parser import read_orders
from pbem.orders.tree import Act, Command, LetterWord, UnitLine
from pbem.rulesets.tocs import RULESET as TOCS
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.module import load_module
from tests.fog.probes import BY_THE_STAFF, IN_A_HEX, probes, sweep
from tests.fog.stage import Letter, Stage
from tests.fog.test_planted import refusal_from_the_board
from tests.fog.test_worlds import SEEN_BY
from tests.fog.worlds import Fact, compared
from tests.letter_words import WORDS

UNTRIED = {
    "train": "the training module has no train, so that no line can name one",
    **dict.fromkeys(("flight", "flights"), "nor has it a flight: test_air.py plays the module that has"),
    **dict.fromkeys(("air", "abort", "allot"), "nor an aircraft"),
    **dict.fromkeys((name for name, action in ACTIONS.items() if action.sea), "nor a ship: test_sea.py plays the module that has"),
    "fleet": "nor a ship",
}
"""Actions of TOCS without a probe, and why."""
ALL = tuple((fact, eye) for eye, facts in SEEN_BY.items() for fact in facts)
FEW = ("the woods by Heumen are mined", "the Malden bridge is down", "the cadets are on refit", "the dump is empty")


def name_of(value: Fact | str) -> str:
    """What a pair is called by."""
    return value.name if isinstance(value, Fact) else value


def _acts(command: Command | None) -> Iterator[Act]:
    """The acts of an order; of a line of units those of its branches too."""
    if isinstance(command, LetterWord):
        yield command.act
    steps = list(command.steps) if isinstance(command, UnitLine) else []
    while steps:
        step = steps.pop()
        yield from [step] if isinstance(step, Act) else ()
        steps += [] if isinstance(step, Act) else [*step.then, *step.otherwise]


def test_every_action_is_tried_or_it_is_said_why_not() -> None:
    module = load_module(library.module_files(library.module_folder("heumen-bridge")))
    game, _, pictures = TOCS.scenario.opening(module, library.charts("tocs"))
    vocabulary = WORDS.beside(TOCS.actions.vocabulary(game, pictures["allied"]), frozenset(EVERYBODY))
    names = {"call": "A/504", "mate": "B/504", "here": "12.11", "there": "13.11", "other": "13.12"}
    lines = [line.format(**names) for line in (*(f"{{call}}: {act}" for act in IN_A_HEX), *BY_THE_STAFF)]
    read = read_orders(tuple(numbered(lines, 1)), vocabulary).lines
    assert [line.text for line in read if line.command is None] == [], "a probe that cannot be read tries nothing"
    tried = {act.verb for line in read for act in _acts(line.command)}
    assert set(TOCS.actions.WORDS) - tried == set(UNTRIED)


def test_whatever_is_tried_the_game_goes_on(tmp_path: Path) -> None:
    """No letter is put aside as one that the referee cannot handle."""
    stage = Stage(tmp_path, 1)
    stage.begin()
    with closing(stage):
        for _, letter in zip(range(30), probes(stage, 1), strict=False):
            before = len(stage.handled)
            stage.say(letter.seat, letter.lines)
            assert len(stage.handled) > before, letter


@pytest.mark.parametrize(("fact", "eye"), [pair for pair in ALL if pair[0].name in FEW], ids=name_of)
def test_no_word_sounds_out_a_hidden_fact(tmp_path: Path, fact: Fact, eye: str) -> None:
    found = compared(tmp_path, fact, 3, eye, most=20, letters=probes)
    assert found.faults == []
    assert found.same or found.first


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(4, 10))
@pytest.mark.parametrize(("fact", "eye"), ALL, ids=name_of)
def test_no_word_sounds_out_any_hidden_fact_at_length(tmp_path: Path, fact: Fact, eye: str, seed: int) -> None:
    assert compared(tmp_path, fact, seed, eye, most=60, letters=probes).faults == []


def test_a_refusal_that_looks_at_the_board_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal_from_the_board(monkeypatch)
    fact = next(f for f, _ in ALL if f.name == "the Heumen guard stands in the woods")
    assert compared(tmp_path, fact, 2, "allied", letters=_swept_there).faults != []


def _swept_there(stage: Stage, seed: int) -> Iterator[Letter]:
    """Every word on the hex in which the guard may stand, whatever chance makes of the rest of the probes."""
    yield Letter("allied", sweep(stage, "allied", Hex("16.12")))
