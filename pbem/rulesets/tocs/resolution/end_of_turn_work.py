"""The end of a turn: every work on file is judged, before anybody recovers (TOCS-W10.13-5)."""

from collections.abc import Mapping

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import bridgework, refitting
from pbem.rulesets.tocs.resolution.tasks import LongWork
from pbem.rulesets.tocs.units import Task

WORKS: Mapping[str, LongWork] = {
    "build": bridgework.BUILD,
    "repair": bridgework.REPAIR,
    "dismantle": bridgework.DISMANTLE,
    refitting.REFIT: refitting.WORK,
}
"""The kinds of work, by the name a task calls them."""


@rule("TOCS-W10.13-5")
def judged(moment: Moment) -> tuple[e.Event, ...]:
    """A turn of work for every task of both sides, in the state the turn left its unit in; each sees what those before it
    came to."""
    events: list[e.Event] = []
    for side in sorted(moment.board.forces):
        for unit in sorted(moment.board.forces[side].tasks):
            now = after(moment, events)
            task = now.board.forces[side].tasks.get(unit)
            events += _judged(now, side, task) if task else ()
    return tuple(events)


def _judged(moment: Moment, side: str, task: Task) -> tuple[e.Event, ...]:
    forces: Forces = moment.board.forces[side]
    work = WORKS[task.kind]
    found = work.hindered(moment.board.view(moment.game, side), forces.units[task.unit], task)
    if found is None:
        return work.turn(moment, side, task)
    return (e.TaskEnded(side, task, found.words) if found.ends else e.TaskWent(side, task, found.words),)
