"""Refits: on file from turn to turn, made good from the pools or by a throw, broken off by the enemy (TOCS-W10.22)."""

from collections.abc import Iterable

from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.tasks import Hindrance, LongWork
from pbem.rulesets.tocs.rules import replacing
from pbem.rulesets.tocs.units import Replacements, Task, Unit
from pbem.rulesets.tocs.view import View

REFIT = phrase("refit")


def task(unit: Unit) -> Task:
    """The work of a unit on refit: nobody can tell how long it takes."""
    return Task(unit.id, REFIT, REFIT, unit.hex)


@rule("TOCS-W10.22-1")
def forced_out(forces: Forces, units: Iterable[Unit], why: str) -> tuple[e.Event, ...]:
    """The refits of some units are over: the enemy's zone, a probe or an attack on the ground."""
    found = (forces.tasks[u.id] for u in units if u.id in forces.tasks and forces.tasks[u.id].kind == REFIT)
    return tuple(e.TaskEnded(forces.side, work, why) for work in found)


@rule("TOCS-W10.22-1", "TOCS-W10.22-2", "MASL-16.4-2")
def _hindered(view: View, unit: Unit, work: Task) -> Hindrance | None:
    if not unit.lost:
        return Hindrance(phrase("nothing is left to make good"), ends=True)
    if not replacing.in_supply(view, unit):
        return Hindrance(phrase("out of supply"))
    return Hindrance(phrase("no hospital works, and all who recover were in one")) if replacing.wards_lost(view, unit) else None


@rule("TOCS-W10.22-2", "TOCS-W10.22-3", "TOCS-W12.8-1")
def _turn(moment: Moment, side: str, work: Task) -> tuple[e.Event, ...]:
    """A step out of the pool, or a throw where that is empty; without luck the unit stays on refit."""
    view: View = moment.board.view(moment.game, side)
    unit, left = view.forces.units[work.unit], view.forces.replacements
    kind = view.forces.counter(unit).replaced_by
    better = e.UnitChanged(side, replace(unit, lost=unit.lost - 1), phrase("made good"))
    if replacing.held(left, kind):
        pool = replacing.stocked(left, kind, -1)
        drawn = e.ReplacementsChanged(side, pool, say("drawn for {call}", call=view.forces.counter(unit).call))
        return (e.TaskEnded(side, work, phrase("done")), better, drawn)
    site = replacing.helped_by(view, unit)
    tried = _tried(moment, view, unit, work, site)
    if tried.result == "step":
        given = replacing.returned(left, site)
        told = (e.ReplacementsChanged(side, given, say("{site} gave back a step", site=site.name)),) if site else ()
        return (tried, e.TaskEnded(side, work, phrase("done")), better, *told)
    return (tried, e.TaskWent(side, replace(work, done=work.done + 1), "went on"))


@rule("TOCS-W10.22-4", "TOCS-W12.8-2")
def _tried(moment: Moment, view: View, unit: Unit, work: Task, site: Facility | None) -> e.RefitTried:
    """The throw of a unit whose pool is empty, with the help of a facility or without."""
    drms = replacing.chances(view, unit, work, site)
    throw = moment.dice.throw(f"refit/{view.forces.counter(unit).call}/T{view.public.turn}/{view.side}", "1d6")
    result = replacing.came_back(view, site, throw.total + sum(drms.values()))
    return e.RefitTried(view.side, unit.id, throw, tuple(drms.items()), result)


@rule("TOCS-W12.10-2", "MASL-16.5-2")
def abandoned(moment: Moment) -> tuple[e.Event, ...]:
    """What was being repaired in a field repair centre that the enemy took is lost with it."""
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        for name in replacing.abandoned(moment.board.view(moment.game, side)) if forces.replacements.repaired else ():
            left: Replacements = after(moment, events).board.forces[side].replacements
            repaired = counted(
                left.repaired[name], "{number} step of vehicles and guns is", "{number} steps of vehicles and guns are"
            )
            words = say("{repaired} lost with a field repair centre", repaired=repaired)
            events.append(e.ReplacementsChanged(side, replacing.without(left, name), words))
    return tuple(events)


WORK = LongWork("TOCS-W10.22-1", _hindered, _turn)
