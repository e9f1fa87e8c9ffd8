"""What a contact could reach is what a march over the known ground costs, and not how far off it is (MASL-5.1-1)."""

import pytest

from pbem.engine.contact import Contact
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.capabilities import MARCH, lines, marched
from pbem.rulesets.tocs.units import HALVES
from tests.acceptance.table import Table
from tests.opened import as_game, as_picture


@pytest.fixture
def game(table: Table) -> Game:
    return as_game(table.campaign.table.game)


@pytest.fixture
def picture(table: Table) -> Picture:
    return as_picture(table.campaign.state.pictures["allied"])


def seen(hex_: str, *kinds: str) -> Contact:
    return Contact(1, Hex(hex_), kinds, "recon", "T1.1")


@pytest.mark.parametrize("hex_", ["14.11", "15.12", "16.08"])
def test_the_ground_tells_what_is_near(game: Game, picture: Picture, hex_: str) -> None:
    costs = marched(game, picture, seen(hex_))
    fastest = max(c.mp for c in picture.forces.counters.values() if c.mobility == "foot")
    assert costs[Hex(hex_)] == 0 and max(costs.values()) <= MARCH * fastest * HALVES
    assert max(distance(Hex(hex_), h) for h in costs) > MARCH, "by road it comes farther than a hex an AP"
    assert set(costs) < set(marched(game, picture, seen(hex_, "vehicles")))


def test_water_and_own_troops_are_in_the_way(game: Game, picture: Picture) -> None:
    costs = marched(game, picture, seen("14.11"))
    assert "12.11" not in costs and distance(Hex("14.11"), Hex("12.11")) <= MARCH, "own troops stand there"
    assert not {u.hex for u in picture.forces.on_map()} & set(costs)
    down = tuple(replace(bridge, intact=False) for bridge in game.ground.bridges)
    unbridged = replace(picture, forces=replace(picture.forces, spans=down))
    fewer = marched(game, unbridged, seen("14.11"))
    assert set(fewer) < set(costs), "bridges that the desk knows to be down carry nobody"


def test_a_contact_that_comes_up_to_own_troops_can_reach_them(game: Game, picture: Picture) -> None:
    told = "\n".join(lines(game, replace(picture, contacts=(seen("14.11"),))))
    assert told.startswith(" C-1 14.11: ") and "ould reach " in told and "12.11" in told
    assert "20.13" not in told, "too far"
    assert list(lines(game, picture)) == []
