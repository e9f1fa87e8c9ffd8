"""Conditions: what an order asks, how it is said, and what is unknown."""

from itertools import product

import pytest

from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import Act, Branch, Condition, Query, SheetLine, UnitLine

from .words_of_a_side import VOCABULARY


def _line(text: str) -> SheetLine:
    (line,) = read_orders([NumberedLine(1, text)], VOCABULARY).lines
    return line


def _condition(text: str) -> Condition:
    command = _line(f"E/504: if {text} stop").command
    assert isinstance(command, UnitLine)
    (branch,) = command.steps
    assert isinstance(branch, Branch)
    return branch.test


def _ask(verb: str, negated: bool = False) -> Query:
    return Query(Act(verb), negated)


def test_or_is_between_ways_and_and_between_the_tests_of_one() -> None:
    assert _condition("empty and not ezoc or unknown") == Condition(((_ask("empty"), _ask("ezoc", True)), (_ask("unknown"),)))


@pytest.mark.parametrize("text", ["empty", "not empty", "empty or occupied", "empty and not ezoc or not unknown and ezoc"])
def test_a_condition_is_said_as_it_was_written(text: str) -> None:
    assert _line(f"E/504: if {text} stop").canonical == f"E/504: if {text} stop"


def test_three_values_decide_as_far_as_they_can() -> None:
    known = {"empty": True, "occupied": False, "ezoc": None}
    want = {("empty", "and"): None, ("occupied", "and"): False, ("empty", "or"): True, ("occupied", "or"): None}
    for (verb, joint), wanted in want.items():
        assert _condition(f"{verb} {joint} ezoc").holds(lambda act: known[act.verb]) is wanted
    assert _condition("not ezoc").holds(lambda act: known[act.verb]) is None
    assert [_condition(f"not {verb}").holds(lambda act: known[act.verb]) for verb in ("empty", "occupied")] == [False, True]


def test_what_is_known_decides_as_plain_logic_does() -> None:
    for empty, occupied, ezoc in product((True, False), repeat=3):
        known = {"empty": empty, "occupied": occupied, "ezoc": ezoc}
        for text, wanted in {
            "empty and occupied or ezoc": (empty and occupied) or ezoc,
            "empty or not occupied and ezoc": empty or (not occupied and ezoc),
        }.items():
            assert _condition(text).holds(lambda act, known=known: known[act.verb]) is wanted  # type: ignore[misc]


def test_a_condition_behind_its_act_is_put_before_it_by_its_hint() -> None:
    (remark,) = _line("E/504: stop; move 08.12 if not empty").remarks
    assert (remark.text, remark.hints) == ("`if` stands before what it decides", ("if not empty move 08.12",))
    line = _line("E/504: stop; move 08.12 if not empty")
    changed = line.text[: remark.column - 1] + remark.hints[0] + line.text[remark.column - 1 + remark.length :]
    assert _line(changed).canonical == "E/504: stop; if not empty move 08.12"


@pytest.mark.parametrize(
    ("text", "marked"), [("empty and", ""), ("empty or emtpy", "emtpy"), ("not stop", "stop"), ("(empty)", "(")]
)
def test_a_broken_condition_is_marked_where_it_breaks(text: str, marked: str) -> None:
    line = _line(f"E/504: if {text}")
    (remark,) = line.remarks
    assert line.text[remark.column - 1 :][: remark.length] == marked
    assert "`empty`, `occupied`, `ezoc` or `unknown`" in remark.text


def test_a_condition_alone_is_no_order() -> None:
    assert read_line("empty", VOCABULARY).command is None
