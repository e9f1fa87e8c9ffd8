"""The run: what both sides have on file is carried out, in a segment after the other. How it went is told to each writer's desk."""

from typing import TypeAlias

from pbem.engine import runs
from pbem.engine.run_observations import LineBegan, LineEnded, RunStopped
from pbem.engine.runs import Orders
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, SheetLine
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.actions.dry_run import parts, refusals
from pbem.rulesets.tcs.actions.form import Calls
from pbem.rulesets.tcs.board import Board
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture
from pbem.rulesets.tcs.settling import command_phase
from pbem.rulesets.tcs.settling.obliged import obliged

Stage: TypeAlias = runs.Stage[Game, Board, Picture, Event]


def run(stage: Stage, orders: Orders) -> None:
    """Carry out the letters that both sides were awaited for. Who was silent has no lines, and the rest goes on."""
    letter = stage.moment.board.public.letter
    (_command if letter == "A" else _actions)(stage, orders)
    stage.happen((t.PauseClosed(letter),))


@rule("TCSB-2-2", "TCSB-2-4")
def _command(stage: Stage, orders: Orders) -> None:
    """The Command Phase of both sides: the lines of letter A, then what the rules do with every sheet."""
    for side in sorted(stage.moment.board.forces):
        stage.happen(command_phase.ended(stage.moment, side))
        stage.happen(command_phase.gained(stage.moment, side))
        _lines(stage, side, orders)
        for sheet in tuple(command_phase.waiting(stage.moment.board.forces[side])):
            stage.happen(command_phase.rolled(stage.moment, side, sheet))
        for sheet in tuple(command_phase.committing(stage.moment.board.forces[side])):
            stage.happen(command_phase.committed(stage.moment, side, sheet))


@rule("TCSB-2-10", "TCSB-2-11")
def _actions(stage: Stage, orders: Orders) -> None:
    """Both Action Phases, the first side's first."""
    first = stage.moment.board.public.first
    for side in (first, stage.game.other(first)):
        stage.happen((t.ActionBegan(side),))
        _lines(stage, side, orders)
        for unit in tuple(stage.moment.board.forces[side].units):
            stage.happen(obliged(stage.moment, side, stage.moment.board.forces[side].units[unit]))
            stage.settle_act()
        stage.happen((t.ActionEnded(side),))
        stage.settle_act()


def _lines(stage: Stage, side: str, orders: Orders) -> None:
    for sheet in orders.get(side, ()):
        for line in sheet.lines:
            _line(stage, side, line)
        stage.learn_run(side, RunStopped("", ()))


def _line(stage: Stage, side: str, line: SheetLine) -> None:
    """Carry out a line, act by act; one that fails ends it for the units that it is told to."""
    todo = tuple(parts(stage.pictures[side], line))
    told = dict.fromkeys(call for calls, _ in todo for call in calls or ("",))
    for call in told:
        stage.learn_run(side, LineBegan(line.number, call))
    failed = set[str]()
    for calls, act in todo:
        who = tuple(call for call in calls if call not in failed)
        if who or not calls:
            failed |= _act(stage, side, line, who, act)
    for call in (call for call in told if call not in failed):
        stage.learn_run(side, LineEnded(line.number, call, "done"))


def _act(stage: Stage, side: str, line: SheetLine, calls: Calls, act: Act) -> set[str]:
    """Carry out one act; the units that it failed for, each told why."""
    wrong = refusals(stage.game, stage.pictures[side], calls, act)
    if not wrong:
        stage.happen(ACTIONS[act.verb].begun(stage.game, stage.pictures[side], calls, act))
        stage.settle_act()
        return set()
    for call in calls or ("",):
        stage.learn_run(side, LineEnded(line.number, call, "failed", wrong[0][1].words, wrong[0][1].rule))
    return set(calls or ("",))
