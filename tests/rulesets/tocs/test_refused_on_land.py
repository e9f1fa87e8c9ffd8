"""What units and staffs on land are refused, by its own words: one row stands for several reasons (TOCS-W10)."""

from collections.abc import Callable
from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w10_16_assign import battalion
from tests.rulesets.tocs.test_w10_18_halves import company


def words_of(s: Scene, line: str) -> str:
    """Why a line of a unit (`A: move 03.03`) or of the staff is refused."""
    call, colon, text = line.partition(": ")
    refused = s.check(call, text) if colon else s.staff(line)
    return " / ".join(why.words for why in refused)


@pytest.mark.parametrize(("line", "words"), [
    ("assign MOR, AT, AA, RCN to A by HQ1", "an HQ assigns 3 assets for 1 AP"),
    ("assign MOR to AA by HQ1", "AA is an asset, and has none"),
    ("assign FO, MOR to A by HQ1", "assigned by himself"),
    ("assign FO to HQ1 by HQ1", "goes to a company or a vehicle platoon, and HQ1 is none"),
    ("assign A, MOR to HQ2 by DIV", "MOR is an asset: it is assigned to a unit"), ("assign DIV to HQ1 by DIV", "HQ1 is under DIV"),
    ("assign A to HQ1 by DIV", "A is under HQ1"), ("assign A to HQ2 by HQ1", "HQ1 is no brigade or higher HQ"),
    ("assign A to B by DIV", "B is no headquarters"), ("A: wake MOR", "A is no headquarters: only an HQ wakes assets"),
    ("HQ1: wake MOR, AT, AA, RCN", "an HQ wakes three assets for 1 AP"), ("HQ1: wake A", "A is no asset"),
    ("HQ2: wake MOR", "MOR does not answer to HQ2"),
])  # fmt: skip
def test_who_goes_with_whom(line: str, words: str) -> None:
    """TOCS-W10.16-1, TOCS-W1.7-1, TOCS-W10.16-4, TOCS-W10.17-1, TOCS-W2.1-4, TOCS-W2.1-3, TOCS-W10.0-3."""
    assert words in words_of(battalion(), line)


def test_what_an_asset_has_and_has_been_told() -> None:
    """TOCS-W10.16-1, TOCS-W1.7-1, TOCS-W2.1-7: it is there already, there is no room for a fifth, it is awake."""
    s = battalion()
    s.staff("assign MOR, AA, RCN to A by HQ1")
    assert "MOR is assigned to A" in words_of(s, "assign MOR to A by HQ1")
    s = Scene([Piece("HQ", "02.02", "hq", command=5), Piece("A", "02.03", parent="hq"),
               *(Piece(f"T{n}", "02.03", "asset", parent="hq", assigned="a" if n < 3 else "") for n in range(5))])  # fmt: skip
    assert "A would have more than 4 assets" in words_of(s, "assign T3, T4 to A") and words_of(s, "assign T3 to A") == ""
    s = battalion()
    s.does("HQ1", "wake AT")
    assert "AT is activated already" in words_of(s, "HQ1: wake AT")


@pytest.mark.parametrize(("how", "line", "words"), [
    ({"allowed": False}, "split A/1", "not divided in this game"), ({}, "split HQ", "HQ is no company that can be divided"),
    ({"a": {"state": 1}}, "split A/1", "only a company in good order is divided"),
    ({"a": {"lost": 3}}, "split A/1", "has not steps enough left"), ({}, "join A/1", "A/1 is not divided"),
    ({"a": {"reserve": True}}, "split A/1", "A/1 is in reserve"),
])  # fmt: skip
def test_what_is_not_divided_nor_joined(how: dict[str, Any], line: str, words: str) -> None:
    """TOCS-W10.18-1, TOCS-W10.18-2, TOCS-W10.18-3, TOCS-W10.21-4."""
    assert words in words_of(company(**how), line)


def _moved(s: Scene) -> None:
    s.does("A/1", "move 03.02")


def _attacks(s: Scene) -> None:
    s.does("A/1", "attack 03.04 hasty")
    s.activate("HQ")


def _parted(s: Scene) -> None:
    s.staff("split A/1")
    s.does("A-1/1", "move 04.03")
    s.activate("HQ")


def _at_work(s: Scene) -> None:
    s.staff("split A/1")
    s.activate("A-2/1")


@pytest.mark.parametrize(("first", "line", "words"), [
    (_moved, "split A/1", "A/1 is active: halve it before it acts"), (_attacks, "split A/1", "A/1 is committed to an attack"),
    (_parted, "join A/1", "the halves of A/1 do not stand together"), (_at_work, "join A/1", "A-2/1 is active"),
])  # fmt: skip
def test_who_is_about_something_is_not_divided_nor_joined(first: Callable[[Scene], None], line: str, words: str) -> None:
    """TOCS-W10.18-3, TOCS-3.6-3, TOCS-W10.0-5."""
    s = company(red=(Piece("R", "03.04"),))
    first(s)
    assert words in words_of(s, line)


def fight(**more: Any) -> Scene:
    """A engaged at 03.04, B beside the enemy, C in reserve, G guns and V vehicles behind."""
    pieces = [Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.04", parent="hq"), Piece("B", "04.03", parent="hq"),
              Piece("C", "03.03", parent="hq", reserve=True), Piece("G", "04.03", "battery", parent="hq"),
              Piece("V", "03.03", "vehicle_platoon", parent="hq"), Piece("Z", "04.03", parent="hq", strength=0)]  # fmt: skip
    return Scene(pieces, [Piece("R", "03.04"), Piece("Q", "04.04")], own="02.03 03.02", engaged={Hex("03.04"): "blue"}, **more)


@pytest.mark.parametrize(("line", "words"), [
    ("A: attack 04.04 hasty", "A is engaged in 03.04 and cannot attack elsewhere"),
    ("Z: attack 04.04 hasty", "Z has no attack strength"),
    ("G: infiltrate 04.04", "G is no company: only companies infiltrate"), ("B: withdraw 03.03", "B is not engaged: it moves"),
    ("deploy V toward 04.04", "V is no company: only companies have a zone"), ("deploy A toward 04.04", "A is engaged in 03.04"),
])  # fmt: skip
def test_who_fights_how(line: str, words: str) -> None:
    """TOCS-W10.0-5, TOCS-W10.2-1, TOCS-W10.3-1, TOCS-W10.15-1, TOCS-W10.21-1, TOCS-W19.1-1."""
    assert words in words_of(fight(), line)
