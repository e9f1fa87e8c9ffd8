"""The scripted commander plays sensibly: over bridges, with a garrison left behind, in strength, and never too many in a hex."""

import random
from typing import Any

import pytest

from pbem.handlers.words import words_of
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Mind, Opening, Temper
from pbem.rulesets.tocs import bot, scenario
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.nearness import FAR_OFF, Nearness
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules import stacking
from tests.rulesets.tocs.builder import Piece, Scene

VERBS = words_of(RULESETS["tocs"]).verbs


@pytest.fixture(scope="module")
def nijmegen() -> Opening[Game, Board, Picture]:
    return scenario.opening(load_module(library.module_files(library.module_folder("omg-nijmegen"))), library.charts("tocs"))


def commander(game: Game, picture: Picture, boldness: float = 0.6) -> bot._Commander:
    """One who has taken stock of a picture, as at the head of a letter."""
    mind = bot._Commander(game, Mind(random.Random(1), Temper(boldness=boldness, noise=0), VERBS))
    mind.letter(picture, end=False)
    return mind


def test_what_pays_lies_as_far_as_the_bridges_make_it(nijmegen: Opening[Game, Board, Picture]) -> None:
    """Lent (16.04) is beside the south bank of the Waal, and a march away but for those who stand at the bridge."""
    picture = nijmegen.pictures["german"]
    near = Nearness(nijmegen.game, picture, (Hex("16.04"),))
    company = next(c for c in picture.forces.counters.values() if c.kind == "company" and c.mobility == "foot")
    at = {place: near.at(company, Hex(place)) for place in ("16.04", "16.05", "14.05", "20.03", "20.05")}
    assert at["16.04"] < at["16.05"] < at["14.05"] and at["20.03"] < at["20.05"] < FAR_OFF
    assert at["20.05"] - at["16.04"] > distance(Hex("20.05"), Hex("16.04"))


def test_points_draw_farther(nijmegen: Opening[Game, Board, Picture]) -> None:
    """The highway bridge at 10 is worth a longer way than a city hex at 1."""
    picture = nijmegen.pictures["allied"]
    goals = advice.goals(nijmegen.game, picture)
    assert Hex("16.04") in goals and Hex("08.01") not in goals, "of a crossing the first hex beyond the water"
    near = Nearness(nijmegen.game, picture, (Hex("16.05"), Hex("15.07")))
    company = next(c for c in picture.forces.counters.values() if c.kind == "company")
    assert near.at(company, Hex("16.05")) < near.at(company, Hex("15.07"))


FIELD = ("A", "B", "C", "D", "E")


def field(where: str, red: str = "08.08", count: int = 5, **more: Any) -> Scene:
    units = [Piece("HQ1", "02.02", kind="hq", level="battalion"), *(Piece(c, where, strength=5) for c in FIELD[:count])]
    return Scene(units, [Piece("R", red)], own="01.02 02.02 02.03 03.02 03.03", **more)


def test_nobody_is_lost_over_the_stacking_limit() -> None:
    """TOCS-W3.0-5: five in a hex: one of them goes before all else; and no letter of a hundred makes a crowd."""
    scene = field("03.03")
    picture = scene.picture()
    assert stacking.overstacked(picture.forces) == (Hex("03.03"),)
    for seed in range(20):
        mind = bot._Commander(scene.game, Mind(random.Random(seed), Temper(), VERBS))
        _, after = mind._thins(_began(mind, picture), mind._words(picture))
        assert stacking.overstacked(after.forces) == (), seed


def _began(mind: bot._Commander, picture: Picture) -> Picture:
    """As `letter` begins."""
    mind.letter(picture, end=False)
    return picture


def test_one_company_does_not_attack_and_four_do() -> None:
    """A hex of which he knows no more than that somebody is there is taken to be worth four."""
    for count, attacks in ((1, False), (4, True)):
        scene = field("03.03", red="04.03", count=count, standing={"red": ("ezoc never",)})
        scene.does("A", "recon 04.03")
        picture = scene.picture()
        if Hex("04.03") not in picture.held_by_enemy():
            pytest.fail("nobody was found")
        mind = commander(scene.game, picture)
        units = [unit for call in FIELD[:count] if (unit := picture.forces.unit_called(call))]
        assert mind._enough(picture, Hex("04.03"), units) is attacks


@pytest.mark.parametrize(("boldness", "points", "stay"), [(0.9, 2, 1), (0.35, 2, 1), (0.35, 5, 2), (0.35, 10, 3), (0.85, 5, 1)])
def test_the_more_a_hex_pays_the_more_stay_in_it(boldness: float, points: int, stay: int) -> None:
    scene = field("03.03", count=4)
    mind = commander(scene.game, scene.picture(), boldness)
    mind.paid = {Hex("03.03"): points}
    picture, kept = scene.picture(), 0
    for call in FIELD[:4]:  # one after another would go
        unit = picture.forces.unit_called(call)
        assert unit is not None
        if mind._keeps(picture, unit):
            kept += 1
        else:
            picture = replace(picture, forces=picture.forces.with_unit(replace(unit, hex=Hex("03.02"))))
    assert kept == stay


def test_a_headquarters_stays_behind() -> None:
    """It moves toward what pays, but never beside an enemy who is known nor onto ground that is not its side's."""
    scene = field("03.03", red="04.03", standing={"red": ("ezoc never",)})
    scene.does("A", "recon 04.03")
    picture = scene.picture()
    mind, hq = commander(scene.game, picture), picture.forces.unit_called("HQ1")
    assert hq is not None and Hex("04.03") in picture.held_by_enemy()
    assert mind._moved(picture, hq.id, Hex("03.03")) == 0 and mind._moved(picture, hq.id, Hex("05.05")) == 0
