"""Damage by random selection (TOCS-1.13)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.dice import Dice
from pbem.rulesets.tocs.rules.target_dice import struck
from tests.rulesets.tocs.builder import Loaded

THREE = ("a", "b", "c")


def test_a_small_d_hits_the_single_highest_and_ties_are_thrown_again() -> None:
    """TOCS-1.13-1."""
    faces = {"f/target/1/a": (5,), "f/target/1/b": (5,), "f/target/1/c": (2,), "f/target/2/a": (1,), "f/target/2/b": (6,)}
    dice = Loaded(faces)
    assert struck(dice, "f", THREE, "d") == ("b",)
    assert [t.occasion for t in dice.thrown][3:] == ["f/target/2/a", "f/target/2/b"]


def test_a_large_d_hits_all_that_tie_for_the_highest() -> None:
    """TOCS-1.13-2."""
    faces = {"f/target/1/a": (5,), "f/target/1/b": (5,), "f/target/1/c": (2,)}
    assert struck(Loaded(faces), "f", THREE, "D") == ("a", "b")


def test_nothing_is_hit_where_nothing_is_or_nothing_came_of_it() -> None:
    assert struck(Loaded({}), "f", (), "D") == struck(Loaded({}), "f", THREE, "") == ()


@given(st.binary(min_size=1, max_size=8), st.sampled_from("dD"))
def test_something_is_hit_whatever_the_dice_and_no_more_than_is_there(key: bytes, letter: str) -> None:
    hit = struck(Dice(key), "f", THREE, letter)
    assert hit and set(hit) <= set(THREE) and (letter == "D" or len(hit) == 1)


def test_every_target_is_as_likely_as_another() -> None:
    hits = Counter(struck(Dice(b"fair"), f"f{n}", THREE, "d")[0] for n in range(3000))
    assert all(900 < hits[name] < 1100 for name in THREE)
