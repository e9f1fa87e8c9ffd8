"""Trains by the module's ruling: ambushed in enemy hexes, held by no engagement, immobile where they are stopped (MASL-16.9)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.parser import read_line
from pbem.orders.tree import LetterWord
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import DEEDS
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.rules import railways
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.units import Obstacle, Train
from tests.rulesets.tocs.builder import Piece, Scene, ground

LINE = '[[rail]]\nid = "line"\npath = ["03.01", "03.02", "03.03", "03.04", "03.05", "03.06", "03.07", "03.08"]\n'
TOWNS = "03.02 village, 03.07 village"
HOME = tuple(f"03.0{row}" for row in range(1, 9))
OURS = {"train_in_enemy_hex": "ambush", "train_in_engagement": "passes", "stopped_train": "blocks", "train_climbs": False}


def railway(*blue: Piece, red: tuple[Piece, ...] = (), but: str = "", **more: Any) -> Scene:
    """A train at the village of 03.02, blue ground along the line, but for one hex."""
    trains = {"T1": Train("T1", "T1", Hex("03.02"), 0, 8, 4, status="on"), **more.pop("trains", {})}
    switches = {**OURS, **more.pop("switches", {})}
    return Scene([*blue, Piece("B", "01.01")], (Piece("R", "08.08"), *red), own=" ".join(h for h in HOME if h != but),
                 land=more.pop("land", ground(TOWNS, LINE)), standing={"red": ("ezoc never",), "blue": ("ezoc never",)}, turns=3,
                 switches=switches, sides={"blue": {"trains": trains}}, **more)  # fmt: skip


def rider(call: str, **more: Any) -> Piece:
    piece = Piece(call, "03.02", **more)
    piece.unit = replace(piece.unit, train="T1")
    return piece


def blocked(s: Scene, where: str) -> Scene:
    board = replace(s.board, obstacles={Hex(where): (Obstacle("roadblock", "red"),)})
    s.play.situation = replace(s.play.situation, board=board)
    return s


def run(s: Scene, text: str) -> tuple[str, ...]:
    """An order to a train: the rules of what went wrong."""
    command = read_line(text, vocabulary(s.game, s.picture())).command
    assert isinstance(command, LetterWord)
    order = DEEDS["train"].order(command.act, s.picture())
    refused = DEEDS["train"].check(s.game, s.picture(), order)
    if refused:
        return tuple(r.rule for r in refused)
    outcome = DEEDS["train"].execute(s.play.moment, s.picture("blue"), order)
    s.play.happen(outcome.events)
    s.play.settle_act()
    while s.board.fight:
        assert s.play._step()
    return (outcome.failure.rule,) if outcome.failure else ()


def at(s: Scene, name: str = "T1") -> Train:
    return s.forces().trains[name]


def test_a_train_that_comes_into_an_enemy_hex_is_ambushed_at_once_and_backs_out() -> None:
    """MASL-16.9-5: troops on foot fight; without the switch it passes."""
    s = railway(rider("A"), red=(Piece("Q", "03.05"),), but="03.05")
    assert run(s, "train T1 to 03.07") == ("MASL-16.9-5",)
    (fight,) = s.happened(e.BattleRolled)
    assert fight and s.unit("A").train == "" and at(s).hex == "03.04" and at(s).barred is None
    assert run(s, "train T1 to 03.02") == ()
    passing = railway(rider("A"), red=(Piece("Q", "03.05"),), but="03.05", switches={"train_in_enemy_hex": "passes"})
    assert run(passing, "train T1 to 03.07") == () and not passing.happened(e.BattleRolled)


def test_an_empty_train_backs_out_and_an_empty_enemy_hex_stops_none() -> None:
    """MASL-16.9-5, MASL-16.9-4: trains change no perimeter."""
    s = railway(red=(Piece("Q", "03.05"),), but="03.05")
    assert run(s, "train T1 to 03.07") == ("MASL-16.9-5",) and at(s).hex == "03.04" and not s.happened(e.BattleRolled)
    free = railway(but="03.05")
    assert run(free, "train T1 to 03.07") == () and free.owner("03.05") == "red"


def test_trains_pass_engagements_and_zones_and_none_holds_them() -> None:
    """MASL-16.9-3: neither on the way nor where they begin; stopped in one nobody gets off."""
    fight = (Piece("X", "03.05"),)
    s = railway(rider("A"), *fight, red=(Piece("Q", "03.05"),), but="03.05", engaged={Hex("03.05"): "red"},
                claims=(Hex("03.04"), Hex("03.03")))  # fmt: skip
    assert run(s, "train T1 to 03.07") == () and at(s).hex == "03.07"
    s = blocked(railway(rider("A"), *fight, red=(Piece("Q", "03.05"),), but="03.05", engaged={Hex("03.05"): "red"}), "03.05")
    assert run(s, "train T1 to 03.07") == ("TOCS-W12.3-4",)
    assert s.unit("A").train == "T1" and (at(s).hex, at(s).barred) == ("03.04", "03.05")


def taken(**more: Any) -> Scene:
    """Red drives into the train's hex while nobody is there."""
    s = railway(red=(Piece("Q", "04.02"),), phasing="red", **more)
    s.does("Q", "move 03.02")
    return s


def test_a_train_whose_hex_is_taken_falls_back_along_the_line() -> None:
    """MASL-16.9-3: with what is on it; without the switch it is lost."""
    s = taken()
    assert (at(s).status, at(s).hex) == ("on", "03.01")
    assert taken(switches={"train_in_engagement": "fights_on_foot"}).forces().trains["T1"].status == "lost"


def test_a_train_that_was_stopped_is_immobile_and_blocks_the_line_until_the_way_is_clear() -> None:
    """MASL-16.9-4, MASL-16.9-5."""
    other = {"T2": Train("T2", "T2", Hex("03.01"), 0, 8, 4, status="on")}
    s = blocked(railway(trains=other), "03.05")
    assert run(s, "train T1 to 03.07") == ("TOCS-W12.3-4",) and (at(s).hex, at(s).barred) == ("03.05", "03.05")
    assert run(s, "train T1 to 03.03") == ("MASL-16.9-4",)
    seen = s.picture().view(s.game)
    assert railways.standing(seen) == {"03.05"} and railways.standing(seen, "T1") == set()
    assert run(s, "train T2 to 03.04") == () and run(s, "train T2 to 03.07") == ("TOCS-W12.2-2",)
    s.play.happen((e.ObstacleCleared("blue", Hex("03.05"), "roadblock"),))
    assert run(s, "train T1 to 03.07") == ()


@pytest.mark.parametrize("setting", ["waits"])
def test_without_the_ruling_it_may_back_out(setting: str) -> None:
    """MASL-16.9-4."""
    s = blocked(railway(switches={"stopped_train": setting}), "03.05")
    run(s, "train T1 to 03.07")
    assert at(s).barred is None and run(s, "train T1 to 03.03") == ()


def test_the_troop_train_of_nijmegen_costs_nothing_until_its_company_is_off() -> None:
    """MASL-16.9-1, MASL-16.9-2, MASL-16.9-4: from Kleve on the line to Nijmegen, eight steps, twenty points an impulse."""
    files = library.module_files(library.module_folder("omg-nijmegen"))
    opened = opening(load_module(files, grammar=library.grammar("tocs")), library.charts("tocs"))
    forces = opened.situation.board.forces["german"]
    (train,) = forces.trains.values()
    assert (train.steps, opened.game.turns[train.due - 1].id, railways.allowance(opened.game)) == (8, "17-1500", 20)
    (company,) = (u for u in forces.units.values() if u.train)
    assert (forces.counter(company).call, company.status) == ("3/HG", "off")
    assert {name: opened.game.switches[name] for name in OURS} == OURS
    view = opened.situation.board.view(opened.game, "german")
    way = railways.route(view, replace(train, status="on"), Hex("15.07"))
    assert way and railways.price(opened.game, train.hex, way) == len(way) == 20  # in one impulse, over the hills
    assert railways.route(view, replace(train, status="on"), Hex("15.06")) and railways.ramp(view, Hex("15.06"))


@pytest.mark.parametrize(("climbs", "gone"), [(False, 5), (True, 7)])
def test_a_hex_costs_a_point_up_or_down_hill(climbs: bool, gone: int) -> None:
    """MASL-16.9-2: without the ruling two more for two contour lines (TOCS-W12.3-3)."""
    s = railway(switches={"train_climbs": climbs}, land=ground(TOWNS + ", 03.05 open 2", LINE))
    assert run(s, "train T1 to 03.07") == () and at(s).gone == gone


def test_who_rides_pays_when_he_acts_and_not_before() -> None:
    """MASL-16.9-1."""
    s = railway(rider("A"))
    assert run(s, "train T1 to 03.07") == () and s.forces().pools["pool"].bank == 10
    assert s.staff("detrain A") == () and s.forces().pools["pool"].bank == 10
    s.activate("A")
    assert s.forces().pools["pool"].bank == 9
