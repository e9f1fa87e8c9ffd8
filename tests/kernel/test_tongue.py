"""How many of something, and texts in the language spoken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.i18n import counted
from tests.acceptance.singular import slips


@pytest.mark.parametrize(
    ("number", "words", "said"),
    [(1, ("{number} step", "{number} steps"), "1 step"), (3, ("{number} step", "{number} steps"), "3 steps"),
     (0, ("{number} turn", "{number} turns"), "0 turns"), (1, ("{number} hex", "{number} hexes"), "1 hex"),
     (2, ("{number} hex", "{number} hexes"), "2 hexes"), (1, ("{number} letter waits", "{number} letters wait"), "1 letter waits"),
     (2, ("{number} letter waits", "{number} letters wait"), "2 letters wait")],
)  # fmt: skip
def test_a_number_and_its_noun_agree(number: int, words: tuple[str, ...], said: str) -> None:
    assert counted(number, *words) == said


@given(st.integers(0, 10**6), st.sampled_from(["step", "turn", "hex", "line", "OP", "damage point"]))
def test_one_is_never_many_and_many_never_one(number: int, one: str) -> None:
    many = f"{one}{'es' if one.endswith('x') else 's'}"
    said = counted(number, f"{{number}} {one}", f"{{number}} {many}")
    assert (said == f"1 {one}") == (number == 1) and slips(said) == []


@pytest.mark.parametrize("text", ["in 1 turns", "1 hexes away", "left: 1 OPs", "it lasts 1\n    hours more", "(1 steps)"])
def test_slips_of_the_pen_are_found(text: str) -> None:
    assert len(slips(text)) == 1


GOOD = ["turn 1 begins", "battle 1 was fought", "Motor Pool 1\n vehicles lost", "ELR 1  yes", "11 turns", "T3.1 is"]


@pytest.mark.parametrize("text", GOOD)
def test_what_is_none_is_not(text: str) -> None:
    assert slips(text) == []
