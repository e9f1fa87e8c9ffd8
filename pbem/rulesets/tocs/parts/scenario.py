"""Scenario: how a game begins and ends, what a host corrects in it, and what is opened afterwards."""

from collections.abc import Mapping

from pbem.documents.document import Block
from pbem.kernel.charts.tables import Table
from pbem.modules.opened import OpenModule
from pbem.rulesets.form import Opening
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module import Module, load_module
from pbem.rulesets.tocs.observations import Seen
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.diary import war_diary as diary
from pbem.rulesets.tocs.resolution.host_corrections import conclude, correct
from pbem.rulesets.tocs.resolution.reveal import annals, orders_of_battle, retold

__all__ = [
    "adjective",
    "annals",
    "conclude",
    "correct",
    "diary",
    "load_module",
    "module_id",
    "opening",
    "reached",
    "retold",
    "reveal",
    "sides_write",
]


def opening(module: OpenModule, charts: Mapping[str, Table]) -> Opening[Game, Board, Picture]:
    """The game, the situation before the first turn, each side's picture. TypeError for another ruleset's module."""
    if not isinstance(module, Module):
        raise TypeError(f"no module of TOCS: {type(module).__name__}")
    return scenario.opening(module, charts)


def module_id(game: Game) -> str:
    """The id of the module."""
    return game.id


def adjective(game: Game, side: str) -> str:
    """`Allied`."""
    return game.staff(side).adjective


def sides_write(game: Game) -> bool:
    """May the sides write to each other?"""
    return game.switches["enemy_messages"] != "barred"


def reveal(game: Game, board: Board, kept: Mapping[str, tuple[Seen, ...]]) -> tuple[Block, ...]:
    """Both orders of battle: what was kept for questions the war diaries tell."""
    return orders_of_battle(game, board)


def reached(game: Game, picture: Picture, turn: str) -> bool:
    """Has the turn of this id begun?"""
    return any(t.id == turn and t.number <= picture.public.turn for t in game.turns)
