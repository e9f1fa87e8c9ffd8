"""TCS: the order of the enemy's units in their order of battle, which is printed in the module, shows in no name and no list."""

from typing import cast

import pytest

from pbem.engine.opaque import OpaqueBoard, OpaqueGame, OpaquePicture
from pbem.kernel.values import replace
from pbem.rulesets.form import Opening
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.view import TacticalForces
from tests.rulesets.tcs.random_games import OPENING, TCS, RandomGame

OTHER = {"us": "ge", "ge": "us"}


def backwards(side: str) -> Opening[OpaqueGame, OpaqueBoard, OpaquePicture]:
    """The opening, with a side's units in the opposite order."""

    def turned(forces: TacticalForces) -> TacticalForces:
        return replace(forces, units=dict(reversed(list(forces.units.items()))))

    board = cast(TacticalBoard, OPENING.situation.board)
    forces = {**board.forces, side: turned(board.forces[side])}
    picture = cast(TacticalPicture, OPENING.pictures[side])
    own = replace(picture, forces=turned(picture.forces))
    situation = replace(OPENING.situation, board=cast(OpaqueBoard, replace(board, forces=forces)))
    return OPENING._replace(situation=situation, pictures={**OPENING.pictures, side: cast(OpaquePicture, own)})


def seen(game: RandomGame, eye: str) -> list[object]:
    """All that a side was told, in that order, with the names that it gave."""
    return [what for desk, what in game.play.seen if desk == eye]


@pytest.mark.parametrize("eye", ["us", "ge"])
def test_those_who_come_into_sight_together_are_named_by_where_they_stand(eye: str) -> None:
    """TCSB-7-9: two platoons that look alike changed their names with each other, when they changed places in the list."""
    plain, other = RandomGame(1), RandomGame(1, backwards(OTHER[eye]))
    enemies = cast(TacticalPicture, plain.play.pictures[eye]).enemies
    assert len(enemies) > 2
    assert seen(plain, eye) == seen(other, eye)
    assert list(enemies) == list(cast(TacticalPicture, other.play.pictures[eye]).enemies)


def test_so_it_is_to_the_end_of_a_game() -> None:
    """Where no two stand in a hex: the Germans of the training module. Both worlds have the same letters."""
    plain, other = RandomGame(1), RandomGame(1, backwards("ge"))
    while not plain.board.public.over:
        orders = {side: (plain._sheet(side),) for side in sorted(TCS.sequence.awaited(plain.play.situation.board).sides)}
        for game in (plain, other):
            TCS.actions.run(game.play, orders)
            game.play.settle()
        assert seen(plain, "us") == seen(other, "us")
    assert other.board.public.over
