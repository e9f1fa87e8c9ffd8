"""Random games of the modules with aircraft, by letter: all finish, and after every letter what must be so of the air is so."""

import random
from pathlib import Path

import pytest

from pbem.handlers.bot import Temper
from pbem.rulesets.tocs.aircraft import AWAY, BOXES, IN_FLIGHT, LOST, ON_STATION
from pbem.rulesets.tocs.board import Board
from tests.acceptance.test_random_games import Watch
from tests.fog.stage import SIDES, Stage, game
from tests.opened import as_board, as_game, as_picture

DROP, MARKET_GARDEN = "groesbeek-drop", "omg-nijmegen"
MISSIONS = ("strike {hex} at vehicles or guns", "support {hex}", "observer {hex}", "spotter {hex}", "recon {hex}", "patrol {hex}")
OFTEN = 0.5


def played(folder: Path, module: str, seed: int, most: int = 4000) -> Board:
    """One game, looked at after every letter; most: letters at the most."""
    chance = random.Random(seed)
    stage = Stage(folder, seed, module)
    watch = Watch(stage)
    stage.begin()
    asked = 0
    for number, letter in enumerate(game(stage, seed, temper=Temper(boldness=chance.random(), noise=chance.random() / 2))):
        before = stage.phasing()
        lines = flown(stage, letter.seat, letter.lines, chance, OFTEN if asked else 1.0)
        asked += lines != letter.lines
        stage.say(letter.seat, lines)
        watch.look(before)
        sound(as_board(stage.campaign.state.situation.board))
        if number >= most:
            break
    board = as_board(stage.campaign.state.situation.board)
    stage.close()
    assert asked
    return board


def flown(stage: Stage, seat: str, lines: str, chance: random.Random, often: float) -> str:
    """A letter of orders with missions that scripted commanders never ask for, drawn by chance. often: in how many of them."""
    head, _, orders = lines.partition("\n")
    picture = as_picture(stage.campaign.state.pictures[seat])
    if not head.startswith("CARRY OUT") or chance.random() > often:
        return lines
    hexes = sorted(as_game(stage.campaign.table.game).ground.hexes)
    ready = [craft.call for craft in picture.forces.air.aircraft.values() if craft.box == "ready"]
    asked = [f"air {chance.choice(MISSIONS).format(hex=chance.choice(hexes))} with {call}" for call in ready]
    asked += [f"air drop 1 SP at {path[-1]} by {' '.join(path)} with {call}" for call in ready if (path := way(picture))]
    return "\n".join((head, *asked, orders))


def way(picture: object) -> tuple[str, ...]:
    """A path that a flight of the side's has on file, () when there is none."""
    plans = as_picture(picture).forces.schedule.flights.values()  # type: ignore[arg-type]
    return next((tuple(map(str, plan.path)) for plan in plans if plan.points), ())


def sound(board: Board) -> None:
    """TOCS-3.2-2, TOCS-W14.2-1: no aircraft in two places; who flies is on one mission, who does not is on none; what comes once
    has come once; no more comes down than flew."""
    for forces in board.forces.values():
        flying = [call for sortie in forces.air.sorties for call in sortie.flying]
        assert len(flying) == len(set(flying))
        for craft in forces.air.aircraft.values():
            assert craft.box in (*BOXES, LOST, AWAY) and (craft.call in flying) == (craft.box in (IN_FLIGHT, ON_STATION))
        landed = [landing.call for landing in forces.schedule.drops if landing.call]
        assert len(landed) == len(set(landed))
        points = sum(plan.points for plan in forces.schedule.flights.values() if plan.status == "over")
        assert (
            sum(not landing.call for landing in forces.schedule.drops) <= points + 2 * len(forces.air.aircraft) * board.public.turn
        )
        aboard = {name for plan in forces.schedule.flights.values() if plan.status == "waiting" for name in plan.units}
        assert all(forces.units[name].status == "off" for name in aboard)


def test_a_random_game_with_aircraft_comes_to_a_sound_end(tmp_path: Path) -> None:
    assert played(tmp_path, DROP, 1).public.over


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 92))
def test_ninety_random_drops_come_to_a_sound_end(tmp_path: Path, seed: int) -> None:
    assert played(tmp_path, DROP, seed).public.over


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(10))
def test_ten_random_games_of_market_garden_are_sound(tmp_path: Path, seed: int) -> None:
    played(tmp_path, MARKET_GARDEN, seed, most=400)


def test_both_sides_are_looked_at() -> None:
    assert set(SIDES) == {"allied", "german"}
