"""Works of many turns in words: `C/307: footbridge in 13.11, 1 of 2 turns`."""

from typing import Any

from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, within
from pbem.rulesets.tocs.reports.wording import call, place
from pbem.rulesets.tocs.units import Task


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """The works on file, for the situation report. calls: of the units told of."""
    tasks = picture.forces.tasks
    return tuple(f" {line(game, picture.forces, tasks[unit])}" for unit in sorted(tasks) if within(picture.forces, calls, (unit,)))


def line(game: Game, forces: Forces, task: Task) -> str:
    """One of them."""
    return f"{_named(game, forces, task)}, {progress(task)}"


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """A work that was begun, went on, stood still or is off file, a line; () for anything else."""
    match seen:
        case t.TaskWent(_, task, "begun"):
            return (say("{named}: begun{length}", named=_named(game, picture.forces, task), length=_length(task)),)
        case t.TaskWent(_, task, "went on"):
            return (f"{_named(game, picture.forces, task)}: {progress(task)}",)
        case t.TaskWent(_, task, why):
            return (f"{_named(game, picture.forces, task)}: {say(why)}; {progress(task)}",)
        case t.TaskEnded(_, task, why):
            left = "" if why == "done" else say(", after {progress}", progress=progress(task))
            return (f"{_named(game, picture.forces, task)}: {say(why)}{left}",)
    return ()


def progress(task: Task) -> str:
    """`2 of 4 turns`, or how many so far when nobody can tell."""
    return (
        say("{done} of {turns}", done=task.done, turns=counted(task.needs, "{number} turn", "{number} turns"))
        if task.needs
        else say("{turns} so far", turns=counted(task.done, "{number} turn", "{number} turns"))
    )


def _named(game: Game, forces: Forces, task: Task) -> str:
    return say("{call}: {work} in {place}", call=call(forces, task.unit), work=say(task.words), place=place(game, task.hex))


def _length(task: Task) -> str:
    """`, 3 turns`, of what is known to last so long."""
    return f", {counted(task.needs, '{number} turn', '{number} turns')}" if task.needs else ""
