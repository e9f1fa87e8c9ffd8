"""Interception and fights in the air, by the charts (TOCS-W14.6, W15.7, W15.8, W15.9)."""

from typing import cast

import pytest

from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs.rules import dogfights as d

CATCH, FIGHT = (cast(Grid, library.charts("tocs")[name]) for name in ("air-interception", "air-combat"))


def test_every_modifier_of_both_charts_is_obeyed() -> None:
    assert set(CATCH.drms) == set(d.INTERCEPTION) and set(FIGHT.drms) == set(d.COMBAT)


def test_a_patrol_of_two_catches_a_supply_flight_at_the_edge_of_its_zone() -> None:
    """Case 12: TOCS-W15.7-1, TOCS-W15.7-2: 9, edge -1, low -1, in the column of two."""
    watch = d.Watch(Hex("14.12"), 2)
    assert dict(d.drms(CATCH, watch, d.Prey(Hex("16.12"), low=True))) == {"edge": -1, "low_target": -1}
    assert d.intercepted(CATCH, watch, d.Prey(Hex("16.12"), low=True), 9)
    assert not d.intercepted(CATCH, watch, d.Prey(Hex("16.12"), low=True), 8)
    assert d.within(Hex("14.12"), Hex("16.12")) and not d.within(Hex("14.12"), Hex("17.12"))


def test_a_column_on_the_road_is_easily_caught_in_the_middle_of_a_zone() -> None:
    """Case 13: TOCS-W15.9-1, TOCS-W15.9-2."""
    prey = d.Prey(Hex("18.09"), road=True, driven=True)
    assert sum(value for _, value in d.drms(CATCH, d.Watch(Hex("18.09"), 1), prey)) == 3


@pytest.mark.parametrize(
    ("attacker", "defender", "thrown", "costs"),
    [
        (d.Flyers(2), d.Flyers(2), 7, (d.Cost(), d.Cost())),
        (d.Flyers(2), d.Flyers(2), 12, (d.Cost(), d.Cost(1))),
        (d.Flyers(2), d.Flyers(2), 2, (d.Cost(1), d.Cost())),
        (d.Flyers(6), d.Flyers(2), 12, (d.Cost(), d.Cost(2))),
        (d.Flyers(3), d.Flyers(1), 12, (d.Cost(), d.Cost(1))),
    ],
)
def test_what_a_round_costs(attacker: d.Flyers, defender: d.Flyers, thrown: int, costs: tuple[d.Cost, d.Cost]) -> None:
    """TOCS-W14.6-2: no more than there are."""
    assert d.costs(FIGHT, d.Round(2, attacker, defender), thrown) == costs


def test_what_modifies_a_round() -> None:
    """TOCS-W14.6-2, TOCS-W15.8-1."""
    first = d.Round(1, d.Flyers(2, quality=1), d.Flyers(2, fighters=False))
    assert dict(d.modifiers(FIGHT, first)) == {"attacker_quality": 1, "bounce": 1, "bombers": 1}
    escorted = d.Round(2, d.Flyers(2), d.Flyers(3, escorts=1, quality=1, fighters=False), overcast=True, clear=False)
    assert dict(d.modifiers(FIGHT, escorted)) == {"attacker_quality": -1, "escorts": -1, "cloud": -1}


def test_escorts_take_results_first_and_a_fight_ends() -> None:
    """TOCS-W14.6-2, TOCS-W15.8-1: by a side's order, when nobody is left, or after six rounds."""
    assert d.after(d.Flyers(3, escorts=1), d.Cost(1, 1)) == d.Flyers(1, escorts=0)
    on = d.Round(2, d.Flyers(2, limit=None), d.Flyers(2, limit=2))
    assert d.goes_on(on, (1, 1)) and not d.goes_on(on, (0, 2))
    assert not d.goes_on(d.Round(2, d.Flyers(0, limit=None), d.Flyers(2)), (1, 0))
    assert not d.goes_on(d.Round(d.MOST_ROUNDS, d.Flyers(2, limit=None), d.Flyers(2, limit=None)), (0, 0))


def test_a_fight_needs_somebody_who_hunts() -> None:
    """TOCS-W14.6-1."""
    assert d.meets(True, False) and d.meets(False, True) and not d.meets(False, False)
