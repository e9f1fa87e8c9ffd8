"""Dice: fair, repeatable, independent of each other, and checkable afterwards."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel import dice
from pbem.kernel.dice import Dice, Throw, check_throw, commitment, dice_key, face, number_and_sides
from pbem.kernel.values import replace

KEY = dice_key(b"seed", [b"red", b"blue"])

# 99.9 % points of chi-square by degrees of freedom; the keys are fixed, so these tests never flicker.
CHI_SQUARE = {5: 20.52, 9: 27.88, 35: 66.62}


def chi_square(seen: Counter[int], cells: int) -> float:
    expected = seen.total() / cells
    return sum((seen[cell] - expected) ** 2 / expected for cell in range(1, cells + 1))


@pytest.mark.parametrize("sides", [6, 10])
def test_every_face_is_as_likely(sides: int) -> None:
    seen = Counter(face(KEY, f"throw/{n}", 1, 0, sides) for n in range(6000))
    assert chi_square(seen, sides) < CHI_SQUARE[sides - 1]


def test_the_two_dice_of_a_throw_do_not_follow_each_other() -> None:
    throws = (Dice(KEY).throw(f"battle/{n}", "2d6").faces for n in range(7200))
    seen = Counter(6 * (first - 1) + second for first, second in throws)
    assert chi_square(seen, 36) < CHI_SQUARE[35]


def test_an_edition_gives_other_dice() -> None:
    pairs = [(face(KEY, f"x/{n}", 1, 0, 6), face(KEY, f"x/{n}", 1, 1, 6)) for n in range(7200)]
    assert chi_square(Counter(6 * (first - 1) + second for first, second in pairs), 36) < CHI_SQUARE[35]


def test_draws_that_would_favour_low_faces_are_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = iter([(2**256 - 1).to_bytes(32, "big"), (4).to_bytes(32, "big")])
    monkeypatch.setattr(dice, "_hmac", lambda key, parts: next(draws))
    assert face(KEY, "x", 1, 0, 6) == 5


@given(st.lists(st.text(max_size=8), unique=True, max_size=8), st.integers(0, 3))
def test_a_throw_does_not_depend_on_which_others_were_made(others: list[str], edition: int) -> None:
    rolled = Dice(KEY, edition)
    for other in others:
        rolled.throw("other/" + other, "1d10")
    assert rolled.throw("ours", "2d6") == Dice(KEY, edition).throw("ours", "2d6")


def test_a_known_key_gives_known_faces() -> None:
    assert Dice(KEY).throw("straying/us-504-1/T3.2", "2d6").faces == (4, 2)
    assert Dice(KEY).throw("initiative/T1", "5d10").faces == (4, 6, 1, 4, 6)


def test_thrown_dice_are_remembered_in_order() -> None:
    rolled = Dice(KEY)
    throws = [rolled.throw("b", "1d6"), rolled.throw("a", "1d6")]
    assert rolled.thrown == throws


def test_throwing_an_occasion_twice_is_a_bug() -> None:
    rolled = Dice(KEY)
    rolled.throw("battle/1", "2d6")
    with pytest.raises(ValueError, match="battle/1"):
        rolled.throw("battle/1", "2d6")


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="#"), max_size=12),
    st.sampled_from(["1d6", "2d6", "1d10", "3d4"]),
    st.integers(0, 5),
)
def test_an_honest_throw_checks_and_a_bent_one_does_not(occasion: str, spec: str, edition: int) -> None:
    throw = Dice(KEY, edition).throw(occasion, spec)
    assert check_throw(KEY, throw)
    first = throw.faces[0] % number_and_sides(spec)[1] + 1
    assert not check_throw(KEY, replace(throw, faces=(first, *throw.faces[1:])))
    assert not check_throw(KEY, replace(throw, faces=(*throw.faces, 1)))


def test_a_throw_of_no_dice_does_not_check() -> None:
    assert not check_throw(KEY, Throw("x", "some", ()))


@pytest.mark.parametrize("spec", ["", "d6", "0d6", "2d0", "2d6+1", "2D6", " 2d6", "100d6"])
def test_what_is_not_dice_is_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="not dice"):
        number_and_sides(spec)


def test_the_commitment_is_the_plain_hash_of_the_seed() -> None:
    assert commitment(b"seed") == sha256(b"seed").hexdigest()


def test_nonces_cannot_be_cut_differently() -> None:
    keys = {dice_key(b"s", nonces) for nonces in ([b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"c", b"ab"], [])}
    assert len(keys) == 5


@given(st.integers(2, 60), st.integers(1, 5))
def test_totals_stay_within_the_dice(sides: int, count: int) -> None:
    throw = Dice(KEY).throw("any", f"{count}d{sides}")
    assert len(throw.faces) == count
    assert throw.total == sum(throw.faces)
    assert all(1 <= fallen <= sides for fallen in throw.faces)
