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
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.correcting import corrected
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import load_module, own_module
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.obstacle_lines import OnTheGround, opened
from pbem.rulesets.tcs.reports.opened import annals, happened, log, troops
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.settling.turns import points, totals
from pbem.rulesets.tcs.told_events import BattleOver

__all__ = [
    "adjective", "annals", "conclude", "correct", "diary", "load_module", "module_id", "opening", "reached", "retold",
    "reveal", "sides_write",
]  # fmt: skip


def opening(module: OpenModule, charts: Mapping[str, Table]) -> Opening[TacticalGame, TacticalBoard, TacticalPicture]:
    """The game, the situation before the first turn, each side's picture."""
    return scenario.opening(own_module(module), charts)


def module_id(game: TacticalGame) -> str:
    """The id of the module."""
    return game.id


def adjective(game: TacticalGame, side: str) -> str:
    """`American`."""
    return game.staff(side).adjective


def retold(line: str) -> str:
    """The annals say it as letters do."""
    return line


def sides_write(game: TacticalGame) -> bool:
    """May the sides write to each other?"""
    return True


def reached(game: TacticalGame, picture: TacticalPicture, turn: str) -> bool:
    """No seat joins later."""
    return True


@rule("TCSB-28-4")
def conclude(moment: Moment, winner: str, how: str) -> tuple[Event | Control, ...]:
    """The end of a game before its last turn, with the points as they stand."""
    return (BattleOver(winner, totals(points(moment.game, moment.board)), how),)


def correct(game: TacticalGame, board: TacticalBoard, side: str, text: str) -> tuple[Event, ...] | Refusal:
    """What a host puts right of a side."""
    return corrected(game, board, side, text)


def reveal(game: TacticalGame, board: TacticalBoard, kept: Mapping[str, tuple[Seen, ...]]) -> tuple[Block, ...]:
    """What either side did and suffered, where everything stood, opened at the end."""
    told = (b for staff in game.sides for b in happened(game, staff.id, kept.get(staff.id, ())))
    forces = (b for staff in game.sides for b in block(staff.adjective.upper(), troops(game, board.forces[staff.id])))
    return (*told, *forces, *block("MINES AND WORKS", opened(game, OnTheGround(board.mines, board.barriers, board.works))))


def diary(
    game: TacticalGame, picture: TacticalPicture, kept: tuple[Seen, ...], logs: tuple[LogEntry, ...], enemy: TacticalPicture | None
) -> tuple[Block, ...]:
    """What a side's commanders wrote: what happened is opened to both alike."""
    return log(tuple(line for one in logs for line in (one.when, *one.lines)))
