"""Skirmishes: battles that came about in a game of another ruleset, fought here."""

from collections.abc import Mapping

from pbem.kernel.charts.tables import Table
from pbem.kernel.i18n import say
from pbem.modules.battlefield import BattleOutcome, StatedBattle
from pbem.modules.faults import Fault, ModuleError
from pbem.modules.opened import OpenModule
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.map_file import parse_map
from pbem.rulesets.tcs.module import own_module
from pbem.rulesets.tcs.skirmish import files as written
from pbem.rulesets.tcs.skirmish import outcome as ended
from pbem.rulesets.tcs.skirmish.laid_out import SIZE
from pbem.rulesets.tcs.skirmish.outcome import story

__all__ = ["faults_of_map", "files", "outcome", "story"]


def files(battle: StatedBattle, charts: Mapping[str, Table], words: frozenset[str]) -> Mapping[str, str]:
    """The files of the module that it is fought as."""
    return written.files(battle, charts, words)


def outcome(module: OpenModule, game: TacticalGame, board: TacticalBoard, winner: str) -> BattleOutcome:
    """Who holds what was fought for, and what is left of whom."""
    return ended.outcome(own_module(module), game, board, winner)


def faults_of_map(file: str, text: str) -> tuple[Fault, ...]:
    """What is wrong with a tactical map that a module brings for one of its hexes."""
    try:
        ground = parse_map(file, text)
    except ModuleError as trouble:
        return tuple(trouble.faults)
    size = say("a map of a single hex has {size} columns and {size} rows", size=SIZE)
    return () if (ground.columns, ground.rows) == (SIZE, SIZE) else (Fault(file, "columns", 0, size),)
