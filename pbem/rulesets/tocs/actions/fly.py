"""FLY: ships launch aircraft, over the water or for a mission over land (TOCS-W16.2, W16.4)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.aircraft import IN_FLIGHT, READY, Aircraft, Sortie
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_seek import OVER_SEA, sought
from pbem.rulesets.tocs.rules import air
from pbem.rulesets.tocs.ships import AIRCRAFT, TOP, Plane, Ship
from pbem.rulesets.tocs.view import View

AIMS = ("infantry", "vehicles", "guns", "bridge", "facility", "dump")
LAUNCHED = phrase("launched")


@rule("TOCS-W16.2-2", "TOCS-W16.2-3", "TOCS-W16.2-6", "TOCS-W13.3-2")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """From a ship at sea, aircraft of its own that are ready, in weather they fly in."""
    ships = sea.acting(view)
    if len(ships) != 1 or not ships[0].planes:
        return illegal(say("aircraft fly from one ship that carries them"), "TOCS-W16.2-2")
    ship = ships[0]
    refused = sea.may_act(ships) or _grounded(view, ship, act)
    if refused:
        return refused
    crafts = tuple(view.forces.air.aircraft[call] for call in act.texts("UNITS"))
    kind = next((word for word in ("strike", "recon") if act.says(word)), "")
    return _inland(view, ship, crafts, act, kind) if kind else _to_sea(view, ship, crafts)


def _grounded(view: View, ship: Ship, act: Act) -> Refusal | None:
    why = air.grounded(sea.weather(view, ship.zone))
    if why:
        return illegal(say("nothing takes off in {weather}", weather=say(why)), "TOCS-W13.3-2")
    for call in act.texts("UNITS"):
        craft = view.forces.air.aircraft.get(call)
        if craft is None or craft.base != ship.call or craft.box != READY:
            return illegal(say("{call} is not ready aboard {ship}", call=call, ship=ship.call), "TOCS-W16.2-3")
    return None


def _to_sea(view: View, ship: Ship, crafts: tuple[Aircraft, ...]) -> sea.SeaPlan:
    """Into box 3 of the ship's zone."""
    planes = tuple(Plane(craft.call, ship.zone, TOP) for craft in crafts)
    up = tuple(replace(craft, box=OVER_SEA) for craft in crafts)
    return sea.SeaPlan((sea.paid(view, (ship,)), t.PlanesMoved(view.side, planes, (), up, LAUNCHED)), ship.zone)


@rule("TOCS-W16.4-2", "TOCS-W16.4-3")
def _inland(view: View, ship: Ship, crafts: tuple[Aircraft, ...], act: Act, kind: str) -> sea.SeaPlan | Refusal:
    """A mission over land: in flight now, on station in the next own impulse, then landed aboard."""
    goal = act.hex("HEX")
    wrong = off_map(view.game, (goal,)) if goal else illegal(say("where to?"), "TOCS-W16.4-2")
    if wrong or goal is None:
        return wrong or illegal(say("where to?"), "TOCS-W16.4-2")
    unable = next((craft.call for craft in crafts if kind not in craft.missions), "")
    if unable:
        return illegal(say("{call} does not fly {mission}", call=unable, mission=kind), "TOCS-W16.4-2")
    hexes = air.area(view.game, goal) if kind == "recon" else (goal,)
    calls = tuple(craft.call for craft in crafts)
    aims = tuple(word for word in AIMS if act.says(word))
    sortie = Sortie(calls[0], kind, hexes, calls, aims=aims, ordered=view.public.impulse_name)
    return sea.SeaPlan(
        (sea.paid(view, (ship,)), t.SortieFlew(view.side, replace(sortie, status=IN_FLIGHT), phrase("in flight"))), ""
    )


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """That aircraft came into the zone is announced, as any entry; who flies inland is not in it."""
    events: tuple[e.Event, ...] = plan.sure
    if not plan.told:
        return events
    events = (*events, e.ZoneTraffic(side, plan.told, AIRCRAFT, False))
    return (*events, *sought(after(moment, events), plan.told, AIRCRAFT))


ACTION = sea.sea_action(
    Verb("fly", ("fly UNITS", "fly UNITS recon HEX", f"fly UNITS strike HEX [at ({'|'.join(AIMS)})]"), "unit",
         phrase("launch aircraft of a ship")),
    phrase(
        """FLY launches aircraft that are ready aboard a ship, for a box of the ship's (TOCS-W16.2). They come into box 3 of its
zone, and act from there by lines of their own: `SQ1: search box 2`, `SQ1: sweep`, `SQ1: sail Westerschelde`, `SQ1:
home to CV1`. RECON and STRIKE send them over land instead: in flight now, on station in your next impulse, then landed
aboard again (TOCS-W16.4).

    CV1: fly SQ1
    CV1: fly SQ1 recon 14.11
    CV1: fly SQ1 strike 14.11 at vehicles"""
    ),
    _meant, _events,
)  # fmt: skip
