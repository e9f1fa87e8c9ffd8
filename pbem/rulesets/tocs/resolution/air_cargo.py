"""Missions that carry: they fly the way they filed, hex by hex, and drop or land what is aboard (TOCS-W15.4, W15.16)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, LOST, OVER, Sortie
from pbem.rulesets.tocs.flights import LIFT, FlightPlan, Stick
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.flight import HOME, SHOT_DOWN, FlightUnderWay, fly, heard
from pbem.rulesets.tocs.rules import air, flak
from pbem.rulesets.tocs.rules.target_dice import struck

Events = tuple[e.Event, ...]
NO_FIELD = phrase("found no field to land on")


@rule("TOCS-W15.4-1", "TOCS-W15.16-1", "TOCS-W15.16-3", "TOCS-W15.12-1", "TOCS-W14.2-1")
def flown(moment: Moment, side: str, sortie: Sortie) -> Events:
    """All of a mission that files its way; what is to land goes home where its field cannot be used any more."""
    lands = sortie.kind in air.LANDING
    if lands and not _field(moment, side, sortie):
        return (e.SortieFlew(side, replace(sortie, status=OVER), NO_FIELD),)
    went = fly(moment, side, plan(sortie))
    events = (*went.events, *heard(went.now, side, air.formation(moment.game, sortie).name, went.overhead()))
    events = (*events, *_gone(after(moment, events), side, sortie, went))
    left = after(moment, events).board.forces[side].air.sortie_of
    there = next((found for call in sortie.aircraft if (found := left(call))), None)
    return (*events, e.SortieFlew(side, replace(there, status=OVER), phrase("mission flown"))) if there else events


def plan(sortie: Sortie) -> FlightPlan:
    """A mission as a flight along its way."""
    sticks = (Stick(sortie.units, LIFT, sortie.goal),) if sortie.units else ()
    return FlightPlan(
        sortie.id, len(sortie.aircraft), sortie.path, pathfinders=len(sortie.pathfinders), points=sortie.points, aboard=sticks,
        escorts=len(sortie.escorts), lands=sortie.kind in air.LANDING,
    )  # fmt: skip


def _field(moment: Moment, side: str, sortie: Sortie) -> bool:
    view = moment.board.view(moment.game, side)
    return any(site.hex == sortie.goal and air.usable(view, site) for site in view.forces.sites)


@rule("TOCS-W14.5-3", "TOCS-W14.3-1", "TOCS-W14.6-2")
def _gone(moment: Moment, side: str, sortie: Sortie, went: FlightUnderWay) -> Events:
    """Which of its aircraft were driven off or shot down, by die among those of a kind."""
    events: Events = ()
    for calls, results in ((sortie.aircraft, went.gone), (sortie.escorts, went.escorts_gone)):
        left = list(calls)
        for number, result in enumerate(results):
            occasion = f"lost/{sortie.id}/{moment.board.public.impulse_name}/{len(left)}/{number}"
            call = struck(moment.dice, occasion, tuple(left), "d")[0]
            left.remove(call)
            down = result == flak.LOST
            craft = replace(moment.board.forces[side].air.aircraft[call], box=LOST if down else LANDED)
            events = (*events, e.AircraftMoved(side, (craft,), SHOT_DOWN if down else HOME))
    return events
