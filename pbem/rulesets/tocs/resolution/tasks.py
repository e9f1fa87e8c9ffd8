"""Works of many turns: how a kind of work is described, begun, and brought a turn further (TOCS-W10.13-4, W10.22-4)."""

from collections.abc import Callable

from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.units import Task, Unit
from pbem.rulesets.tocs.view import View

Events = tuple[e.Event, ...]


class Hindrance(Value):
    """Why a turn does not count for a work, in its owner's words; ends: it is over with it for good."""

    words: str
    ends: bool = False


class LongWork(Value):
    """A kind of work of many turns.

    rule: the row it stands on; hindered(view, unit, task) -> a Hindrance, or None when the turn counts: it sees what the
    unit's own side may know; turn(moment, side, task) -> the events of a turn that counts, a TaskWent or a TaskEnded among
    them (see `steady`).
    """

    rule: str
    hindered: Callable[[View, Unit, Task], Hindrance | None]
    turn: Callable[[Moment, str, Task], Events]


def begun(side: str, task: Task, impulse: str) -> e.TaskWent:
    """A work is put on file."""
    return e.TaskWent(side, replace(task, began=impulse), "begun")


def steady(finish: Callable[[Moment, str, Task], Events]) -> Callable[[Moment, str, Task], Events]:
    """The turn of a work that takes a known number of turns: one more, and at the last what `finish` makes of it."""

    def turn(moment: Moment, side: str, task: Task) -> Events:
        task = replace(task, done=task.done + 1)
        if task.done < task.needs:
            return (e.TaskWent(side, task, "went on"),)
        return (e.TaskEnded(side, task, phrase("done")), *finish(moment, side, task))

    return turn
