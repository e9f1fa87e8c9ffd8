"""Works of many turns in words: `C/307: footbridge in 13.11, 1 of 2 turns`."""

from typing import Any

from pbem.kernel.counting import counted
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.camp import Camp
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import Task
from pbem.rulesets.tocs.reports.wording import call, place


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The works on file, for the situation report."""
    tasks = picture.camp.tasks
    return tuple(f" {line(game, picture.camp, tasks[unit])}" for unit in sorted(tasks))


def line(game: Game, camp: Camp, task: Task) -> str:
    """One of them."""
    return f"{_named(game, camp, task)}, {progress(task)}"


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """A work that was begun, went on, stood still or is off file, a line; () for anything else."""
    match seen:
        case o.OwnTask(task, "begun"):
            return (f"{_named(game, picture.camp, task)}: begun{_length(task)}",)
        case o.OwnTask(task, "went on"):
            return (f"{_named(game, picture.camp, task)}: {progress(task)}",)
        case o.OwnTask(task, why):
            return (f"{_named(game, picture.camp, task)}: {why}; {progress(task)}",)
        case o.OwnTaskEnded(task, why):
            left = "" if why == "done" else f", after {progress(task)}"
            return (f"{_named(game, picture.camp, task)}: {why}{left}",)
    return ()


def progress(task: Task) -> str:
    """`2 of 4 turns`, or how many so far when nobody can tell."""
    return f"{task.done} of {counted(task.needs, 'turn')}" if task.needs else f"{counted(task.done, 'turn')} so far"


def _named(game: Game, camp: Camp, task: Task) -> str:
    return f"{call(camp, task.unit)}: {task.words} in {place(game, task.hex)}"


def _length(task: Task) -> str:
    """`, 3 turns`, of what is known to last so long."""
    return f", {counted(task.needs, 'turn')}" if task.needs else ""
