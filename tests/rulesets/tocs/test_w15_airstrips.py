"""Airstrips: who levels them, where, how long it takes, and what flies from one (TOCS-W15.1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports import facilities as words
from pbem.rulesets.tocs.rules import facilities
from tests.rulesets.tocs.builder import Piece, Scene, ground
from tests.rulesets.tocs.test_w15_missions import KEEN, QUIET


def builders(*pieces: Piece, land: str = "", **more: Any) -> Scene:
    companies = pieces or tuple(Piece(call, "02.02") for call in "ABCDE")
    return Scene(companies, (Piece("R", "08.08"),), own="01.01", land=ground(land), standing=KEEN, dice=QUIET, turns=3, **more)


def test_five_operation_points_make_an_airstrip() -> None:
    """TOCS-W15.1-1, TOCS-W12.4-1: each is the activation of a company, with all its AP; the enemy is told nothing."""
    s = builders()
    for number, call in enumerate("ABCDE", 1):
        s.comes_off(call, f"{call}: build airstrip")
        assert s.forces().strips == ({Hex("02.02"): number} if number < 5 else {}), number
        assert s.active().ap == 0
    (site,) = s.forces().sites
    assert (site.kind, site.hex, site.dp) == ("airstrip", "02.02", 4) and s.board.sites[site.id] == site
    assert not s.forces("red").sites and not s.learnt("red", o.FacilitySeen) and not s.learnt("red", e.StripWorked)
    assert s.forces().pools["pool"].spent == 5


def test_how_far_it_has_come_stands_in_the_report() -> None:
    """TOCS-W15.1-1."""
    s = builders()
    s.does("A", "A: build airstrip")
    assert words.works(s.game, s.picture()) == (" airstrip in 02.02: 1 of 5 OP",) and facilities.strip_work(s.game) == 5


@pytest.mark.parametrize(
    ("piece", "land", "said"),
    [
        (Piece("A", "02.02", state=1), "", "too worn"), (Piece("A", "02.02", "asset"), "", "is no company"),
        (Piece("A", "02.02"), "02.02 woods", "no open ground"), (Piece("A", "02.02"), "02.02 village", "no open ground"),
        (Piece("A", "02.02", state=2, engineer=True), "", "too worn"),
    ],
)  # fmt: skip
def test_who_cannot_and_where(piece: Piece, land: str, said: str) -> None:
    """TOCS-W15.1-1."""
    s = builders(piece, land=land)
    (refusal,) = s.check("A", "A: build airstrip")
    assert refusal.rule == "TOCS-W15.1-1" and said in refusal.words


def test_engineers_build_while_fatigued_and_nobody_who_has_moved() -> None:
    """TOCS-W15.1-1."""
    tired = builders(Piece("A", "02.02", state=1, engineer=True))
    assert tired.check("A", "A: build airstrip") == ()
    moved = builders(Piece("A", "02.01"), Piece("B", "02.02"))
    moved.does("A", "A: move 02.02; build airstrip")
    assert moved.refusals and moved.refusals[0].rule == "TOCS-W15.1-1"
