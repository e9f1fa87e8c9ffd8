"""Interdiction from the air: an enemy on the move in the zone is seen, and may be struck (TOCS-W15.9)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, Sortie
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air, air_eyes, air_strike
from pbem.rulesets.tocs.rules import dogfights, perimeter
from pbem.rulesets.tocs.rules.adjacent_moves import Entry
from pbem.rulesets.tocs.rules.shellfire import BUILT_UP
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import PouncesOn
from pbem.rulesets.tocs.units import Unit

Events = tuple[e.Event, ...]
WOODED = (*BUILT_UP, "woods", "orchard")
DRIVEN = ("motorized", "mechanized", "armored")
SMALL = ("asset", "half_company")


@rule("TOCS-W15.9-2", "TOCS-W15.9-3", "TOCS-W15.3-4")
def watched(moment: Moment, side: str, unit: Unit, way: Entry) -> Events:
    """A unit of a side's has gone into a hex: what observers see of it, and what interdiction does to it there."""
    if air_eyes.unseen(moment, way):
        return ()
    events: list[e.Event] = list(air_eyes.moving(moment, side, unit, way))
    enemy = moment.game.other(side)
    for sortie in moment.board.forces[enemy].air.on_station("interdict"):
        here = after(moment, events)
        if not dogfights.within(sortie.goal, unit.hex) or here.board.forces[side].units[unit.id].status != "map":
            continue
        counter = here.board.forces[side].counter(unit)
        events.append(e.MovementSeen(enemy, sortie.id, unit.hex, perimeter.kinds((counter,))))
        if _caught(here, side, sortie, unit, way):
            events += _pounced(after(moment, events), enemy, sortie, unit)
    return tuple(events)


@rule("TOCS-W15.9-2")
def _caught(moment: Moment, side: str, sortie: Sortie, unit: Unit, way: Entry) -> bool:
    """The attempt on the Air Interception Table; a failed one is told to nobody."""
    forces, public, game = moment.board.forces[side], moment.board.public, moment.game
    counter = forces.counter(unit)
    watch = dogfights.Watch(
        sortie.goal, len(sortie.aircraft), public.weather.cloud == "overcast", light(game, public) in ("dawn", "dusk")
    )
    if not moment.ask(game.other(side), PouncesOn(counter.mobility in DRIVEN, bool(way.road), len(sortie.aircraft))):
        return False
    alone = len(forces.at(unit.hex)) == 1
    prey = dogfights.Prey(
        unit.hex, road=bool(way.road), driven=counter.mobility in DRIVEN, small=counter.kind in SMALL and alone,
        wooded=game.ground.terrain[unit.hex] in WOODED,
    )  # fmt: skip
    gone = len(forces.trails.get(unit.id, ()))
    thrown = moment.dice.throw(f"intercept/{sortie.id}/{public.impulse_name}/{unit.hex}/{counter.call}/{gone}", "2d6")
    return dogfights.intercepted(game.grid("air-interception"), watch, prey, thrown.total)


@rule("TOCS-W15.9-2", "TOCS-W15.11-1")
def _pounced(moment: Moment, enemy: str, sortie: Sortie, unit: Unit) -> Events:
    """One of its aircraft strikes the mover and lands; with the last the interdiction is over."""
    counter = moment.board.forces[moment.game.other(enemy)].counter(unit)
    first = sortie.aircraft[0]
    aims = perimeter.kinds((counter,))
    strike = replace(sortie, id=first, kind="strike", hexes=(unit.hex,), aircraft=(first,), escorts=(), aims=aims, only=True)
    events: list[e.Event] = list(air_strike.struck(moment, enemy, strike, column=True))
    if len(sortie.aircraft) == 1:
        return (*events, *air.ended(after(moment, events), enemy, sortie, phrase("struck from its zone")))
    landed = replace(moment.board.forces[enemy].air.aircraft[first], box=LANDED)
    return (*events, e.AircraftMoved(enemy, (landed,), phrase("struck from its zone")))
