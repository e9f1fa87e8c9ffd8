"""Scenario: how a game begins and ends, what a host corrects in it, and what is opened afterwards."""

from collections.abc import Mapping

from pbem.documents.document import Block, block
from pbem.engine.situation import Control
from pbem.kernel.charts.tables import Table
from pbem.kernel.decisions import Refusal
from pbem.kernel.rulebook import rule
from pbem.modules.opened import OpenModule
from pbem.rulesets.form import LogEntry, Opening
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs.board import Board
from pbem.rulesets.tcs.correcting import corrected
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.module import load_module, own_module
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.picture import Picture
from pbem.rulesets.tcs.reports.obstacle_lines import OnTheGround, opened
from pbem.rulesets.tcs.reports.opened import annals, happened, log, troops
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.settling.turns import points, totals
from pbem.rulesets.tcs.told_events import GameOver

__all__ = [
    "adjective", "annals", "conclude", "correct", "diary", "load_module", "module_id", "opening", "reached", "retold",
    "reveal", "sides_write",
]  # fmt: skip


def opening(module: OpenModule, charts: Mapping[str, Table]) -> Opening[Game, Board, Picture]:
    """The game, the situation before the first turn, each side's picture."""
    return scenario.opening(own_module(module), charts)


def module_id(game: Game) -> str:
    """The id of the module."""
    return game.id


def adjective(game: Game, side: str) -> str:
    """`American`."""
    return game.staff(side).adjective


def retold(line: str) -> str:
    """The annals say it as letters do."""
    return line


def sides_write(game: Game) -> bool:
    """May the sides write to each other?"""
    return True


def reached(game: Game, picture: Picture, turn: str) -> bool:
    """No seat joins later."""
    return True


@rule("TCSB-28-4")
def conclude(moment: Moment, winner: str, how: str) -> tuple[Event | Control, ...]:
    """The end of a game before its last turn, with the points as they stand."""
    return (GameOver(winner, totals(points(moment.game, moment.board)), how),)


def correct(game: Game, board: Board, side: str, text: str) -> tuple[Event, ...] | Refusal:
    """What a host puts right of a side."""
    return corrected(game, board, side, text)


def reveal(game: Game, board: Board, kept: Mapping[str, tuple[Seen, ...]]) -> tuple[Block, ...]:
    """What either side did and suffered, where everything stood, opened at the end."""
    told = (b for staff in game.sides for b in happened(game, staff.id, kept.get(staff.id, ())))
    forces = (b for staff in game.sides for b in block(staff.adjective.upper(), troops(game, board.forces[staff.id])))
    return (*told, *forces, *block("MINES AND WORKS", opened(game, OnTheGround(board.mines, board.barriers, board.works))))


def diary(
    game: Game, picture: Picture, kept: tuple[Seen, ...], logs: tuple[LogEntry, ...], enemy: Picture | None
) -> tuple[Block, ...]:
    """What a side's commanders wrote: what happened is opened to both alike."""
    return log(tuple(line for one in logs for line in (one.when, *one.lines)))
