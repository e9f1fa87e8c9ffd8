"""Battles that came about elsewhere, as tests state them, and games of them between two scripted commanders."""

from typing import Any, cast

from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.battlefield import (
    BattleOutcome,
    FieldDate,
    FieldGround,
    FieldGuns,
    FieldParty,
    FieldRoad,
    FieldTroop,
    FieldWater,
    StatedBattle,
)
from pbem.modules.opened import OpenModule
from pbem.rulesets import RULESETS
from pbem.rulesets.loading import load_module
from pbem.rulesets.tcs.module import TacticalModule
from tests.opened import found
from tests.rulesets.tcs import random_games

TCS = RULESETS["tcs"]
CHARTS = library.charts("tcs")
NEAR = FieldGround(
    "14.12 Heumen", "village", {"N": "farmland", "NE": "woods", "SE": "open", "S": "farmland", "SW": "farmland", "NW": "farmland"},
    {"NE": 1}, (FieldRoad("NE"), FieldRoad("SW"), FieldRoad("N", False)), (FieldWater("NW", "S"),), ("Heumen bridge",),
    "entrenched", True,
)  # fmt: skip
PARTIES = (
    FieldParty("allied", "Allied", "Allied", "american", "504th", "A", "Take Heumen bridge."),
    FieldParty("german", "German", "German", "german", "HENKE", "G", "Hold Heumen bridge."),
)
TROOPS = (
    FieldTroop("A/504", "allied", "infantry", 4, 4, 8, comes="SW", parent="1/504"),
    FieldTroop("B/504", "allied", "infantry", 3, 4, 8, 1, comes="SW", parent="1/504"),
    FieldTroop("2/LS", "german", "infantry", 2, 2, 5, bank=("N", "NE", "SE")),
    FieldTroop("FLAK1", "german", "flak", 1, 1, 6, bank=("N", "NE", "SE")),
)
BATTLE = StatedBattle(
    "heumen-b1", "Battle 1, 14.12 Heumen", NEAR, PARTIES, TROOPS, (FieldGuns("376A", "allied", 2),), 7,
    FieldDate(18, "SEP", 1944, "1500", "A"), "Heumen bridge", "haze", seed=b"heumen",
)  # fmt: skip


def ground(**changes: Any) -> StatedBattle:
    """The battle of Heumen, its ground changed."""
    return replace(BATTLE, ground=replace(NEAR, **changes))


def files_of(battle: StatedBattle) -> dict[str, str]:
    """The files of the module that it is fought as."""
    return dict(found(TCS.skirmishes).files(battle, CHARTS, frozenset()))


def laid_out(battle: StatedBattle) -> TacticalModule:
    """The module, through the door of all modules."""
    return cast(TacticalModule, load_module(files_of(battle), charts=CHARTS))


def fought(battle: StatedBattle, seed: int) -> BattleOutcome:
    """How two scripted commanders fight it out."""
    module: OpenModule = laid_out(battle)
    game = random_games.RandomGame(seed, TCS.scenario.opening(module, CHARTS))
    over = game.played()
    assert not game.refused
    return found(TCS.skirmishes).outcome(module, game.play.game, game.play.situation.board, over.winner)
