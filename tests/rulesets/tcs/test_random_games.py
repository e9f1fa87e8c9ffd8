"""Random legal games of tcs-training between scripted commanders: all end, and what must hold holds after each letter."""

from collections import Counter

import pytest

from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.view import TacticalForces
from tests.rulesets.tcs.random_games import RandomGame, opening_of


def everyone(forces: TacticalForces) -> set[str]:
    """All that a side ever had: on the map, lost, gone into others, still to come, off it again."""
    return {*forces.units, *forces.dead, *forces.merged, *forces.departed, *(unit.id for unit in forces.awaited)}


def shells(forces: TacticalForces, battery: str) -> int:
    """Battery fires of HE that a battery has, with those that its missions have set aside: a mission checked in the turn after it
    was plotted gives them back."""
    aside = (plot.mission for plot in forces.plots if plot.battery == battery and plot.mission and plot.mission.round == "HE")
    return forces.batteries[battery].he + sum(mission.fires for mission in aside)


def held(board: TacticalBoard, before: TacticalBoard) -> None:
    """Steps never come back, ammunition is never more than it was, names are never given twice."""
    for side, forces in board.forces.items():
        was = before.forces[side]
        assert everyone(forces) == everyone(was)
        assert all(forces.units[name].steps <= unit.steps for name, unit in was.units.items() if name in forces.units)
        assert all(shells(forces, name) <= shells(was, name) for name in forces.batteries)
        assert all(0 < unit.steps <= unit.counter.steps for unit in forces.units.values())
        on = Counter(call for sheet in forces.sheets.values() if sheet.status != "unimplemented" for call in sheet.force)
        assert all(count == 1 for count in on.values()), on
        assert all(count >= before.named[side].get(word, 0) for word, count in board.named[side].items())


def play(seed: int, module: str = "tcs-training") -> RandomGame:
    game = RandomGame(seed, opening_of(module))
    while not game.board.public.over:
        before = game.board
        game.letter()
        held(game.board, before)
        assert game.refused == []
    return game


@pytest.mark.parametrize("seed", [0, 4])
def test_a_random_game_ends_and_nothing_is_broken(seed: int) -> None:
    """TCSB-28-3, TCSB-18-21, TCSB-10-1, TCSB-7-9, TCSB-6-5: every line of a scripted commander passes the check that it meets."""
    game = play(seed)
    events = game.play.events
    assert sum(isinstance(event, t.CleanUpDone) for event in events) == 6
    assert any(isinstance(event, t.AreaFired) for event in events) and any(isinstance(event, t.Plotted) for event in events)


@pytest.mark.soak
def test_two_hundred_games_end_and_either_side_may_win() -> None:
    """TCSB-28-3: between 30 and 70 of a hundred for each."""
    winners = Counter(play(seed).board.public.winner for seed in range(200))
    assert sum(winners.values()) == 200 and all(60 <= winners[side] <= 140 for side in ("us", "ge")), winners


def test_a_game_of_armor_in_fog_ends() -> None:
    """TCSB-28-3, TCSB-28-1, TCSARM-4.3a-1, TCSB-2-5: units arrive, tanks act in impulses, the fog lifts, nothing is broken."""
    game = play(1, "arracourt-bezange")
    events = game.play.events
    assert sum(isinstance(event, t.CleanUpDone) for event in events) == 6
    assert sum(isinstance(event, t.UnitsArrived) for event in events) == 2
    assert any(isinstance(event, t.ArmorTried) for event in events) and any(isinstance(event, t.PointFired) for event in events)
    assert game.board.public.weather != "thick_fog"


@pytest.mark.soak
@pytest.mark.parametrize("module", ["tcs-arracourt", "arracourt-bezange"])
def test_forty_games_of_armor_end_and_either_side_wins_some(module: str) -> None:
    """TCSB-28-3: forty random games, each held to what must hold after every letter."""
    winners = Counter(play(seed, module).board.public.winner for seed in range(40))
    assert sum(winners.values()) == 40 and winners["us"] and winners["ge"]
