"""A move hex by hex: the legs of a path, what each costs the activation, and why a path cannot be gone (TOCS-W10.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.actions.ground_rules import named, too_few_ap
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.resolution.straying import Leg, doubled
from pbem.rulesets.tocs.rules import afloat, bypass, zoc
from pbem.rulesets.tocs.rules.adjacent_moves import into, round_about
from pbem.rulesets.tocs.rules.field_battle import out_of_reach
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, Position, may_enter_enemy_ground, pay, quietly, step
from pbem.rulesets.tocs.rules.routes import Journey, is_too_far, route
from pbem.rulesets.tocs.rules.terrain import in_points
from pbem.rulesets.tocs.units import STATES, Activation, Unit
from pbem.rulesets.tocs.view import View

NOT_PASSED = "TOCS-W10.1.1-4"  # the map would let it, the day does not


class Move(Value):
    """To a hex by the path of the fewest AP this side knows of, or along a path; () means the hex last asked about.

    past: a hex that is to be gone round along its hexsides; quiet: off the roads at double cost, unseen from the air.
    """

    path: tuple[Hex, ...]
    by_road: bool = False
    past: Hex | None = None
    quiet: bool = False


@kept(4)
@rule("TOCS-W10.11-4", "TOCS-W10.11-6")
def plan(view: View, unit: Unit, order: Move, shun: frozenset[Hex]) -> tuple[Leg, ...] | Refusal:
    """The legs of a move, paid for one by one, or why it cannot be made."""
    active = _setting_out(view, unit)
    path = _path(view, unit, order, active, shun)
    if path is None:
        return _no_road(view, unit, order) or _no_way(view, unit, order.path[-1])
    if active.ap < 0 and path:
        call = view.forces.counter(unit).call
        short = say("{counter} needs 1 AP more to leave the mines", counter=call)
        return too_few_ap(view.forces.active or active, short, "TOCS-W10.11-6")
    here, legs = _OnTheWay(unit, Position(unit.hex, unit.bank), active, (*order.path, *path)[-1]), list[Leg]()
    for to in path:
        leg = _leg(view, order, here, to)
        if isinstance(leg, Refusal):
            return leg
        here = replace(here, at=leg.way.to, active=leg.active, begun=True)
        legs.append(leg)
    return tuple(legs)


class _OnTheWay(Value):
    """Where a unit is on its way, with what hand, where to it goes, and whether it has left its hex."""

    unit: Unit
    at: Position
    active: Activation
    goal: Hex
    begun: bool = False


def _leg(view: View, order: Move, here: _OnTheWay, to: Hex) -> Leg | Refusal:
    """The next leg, or why it cannot be gone."""
    counter, at = view.forces.counter(here.unit), here.at
    stop = (_stops(view, at.hex) if here.begun else None) or out_of_reach(
        view.public, to, say("{counter} cannot join", counter=counter.call)
    )
    if stop:
        return stop
    way = step(view, counter, at, to, order.past if distance(at.hex, to) == 2 else None)
    if order.quiet:
        way = quietly(view, counter, at, to)
    if way is None or (order.by_road and not way.road):
        return _barred(view, here, to, order)
    if not view.own(to) and not may_enter_enemy_ground(counter):
        return _kept_out(view, here.unit, to)
    dearer = doubled(view, here.unit, way, at.hex)
    paid = pay(here.active, counter, dearer, "move")
    if paid is None:
        return _cannot_pay(view, here, way, dearer)
    return Leg(dearer, paid)


@rule("TOCS-W10.1.1-3", "TOCS-W6.0-13", "TOCS-W10.0-1")
def _cannot_pay(view: View, here: _OnTheWay, way: Entry, dearer: Entry) -> Refusal:
    """How far the points carry the unit, and whether it is the double price of a step from zone to zone that stops it."""
    active, call = view.forces.active or here.active, view.forces.counter(here.unit).call
    if dearer.cost != way.cost:
        to, cost = named(view.game, way.to.hex), in_points(dearer.cost)
        zones = say("{at} and {to} both lie in EZOC: {call} pays double, {cost} MP", at=here.at.hex, to=to, call=call, cost=cost)
        return too_few_ap(active, zones, "TOCS-W6.0-13")
    short = say("{counter} gets as far as {at}, not to {named}", counter=call, at=here.at.hex, named=named(view.game, here.goal))
    barred = _on_the_straight_way(view, here)
    if barred:
        words = phrase("{short}; claimed EZOC in {hexes} ends a move on the straight way")
        return too_few_ap(active, say(words, short=short, hexes=", ".join(barred)), "TOCS-W6.0-11")
    return too_few_ap(active, short, "TOCS-W10.1.1-3" if way.via else "TOCS-W10.0-1")


@rule("TOCS-W6.0-11")
def _on_the_straight_way(view: View, here: _OnTheWay) -> tuple[Hex, ...]:
    """Claimed zone beside a unit and nearer to its goal: what a way that goes round it does not say of itself."""
    start, claimed = here.unit.hex, view.ezoc()
    nearer = (h for h in view.game.ground.neighbours[start] if h in claimed and distance(h, here.goal) < distance(start, here.goal))
    return tuple(sorted(nearer))


@rule("TOCS-W10.11-6")
def _setting_out(view: View, unit: Unit) -> Activation:
    """The activation with which a move begins: an AP is gone on the way out of mines, below 0 where there is none for it."""
    active = view.forces.held()
    return replace(active, ap=active.ap - 1) if view.mined(unit.hex) else active


def _stops(view: View, at: Hex) -> Refusal | None:
    """Why a move goes no further than a hex on its way."""
    if at in view.public.engaged:
        return illegal(say("a move into the engagement at {at} stops there", at=at), "TOCS-W10.1-7")
    return illegal(say("a move into the mines in {at} stops there", at=at), "TOCS-W10.11-4") if view.mined(at) else None


@rule("TOCS-W9.1-6")
def _kept_out(view: View, unit: Unit, to: Hex) -> Refusal:
    """Enemy ground is not for this unit, but in company with the one it is assigned to."""
    return illegal(
        say("{call} may not enter enemy ground at {named}", call=view.forces.counter(unit).call, named=named(view.game, to)),
        "TOCS-W9.1-6",
    )


def _barred(view: View, here: _OnTheWay, to: Hex, order: Move) -> Refusal:
    """Why there is no way from a hex into the next one of a path."""
    at, near = here.at.hex, view.game.ground.neighbours[here.at.hex]
    if to not in near and (order.past or (distance(at, to) == 2 and not order.by_road and not order.quiet)):
        return _not_passed(view, here, to, order.past)
    wet = None if order.by_road else afloat.no_way_over(view, here.unit, at, to)
    if wet:
        return wet
    words = say("{named} cannot be entered from {at}: water or ground", named=named(view.game, to), at=at)
    if to not in near:
        words = say("{to} is not next to {at}", to=to, at=at)
    elif order.by_road and (at, to) in view.game.ground.roads:
        words = say("{named} cannot be entered by road from {at}", named=named(view.game, to), at=at)
    elif order.by_road:
        words = say("no road from {at} to {to}", at=at, to=to)
    return illegal(words, "TOCS-W11.0-1")


@rule("TOCS-W10.1.1-1", "TOCS-W10.1.1-4", "TOCS-W10.1.1-5", "TOCS-W10.1.1-6")
def _not_passed(view: View, here: _OnTheWay, to: Hex, past: Hex | None) -> Refusal:
    """Why a unit cannot go past a hex into the one beyond: the terrain, no room on the map, the perimeter, or the day."""
    at = here.at.hex
    between = bypass.between(view.game.ground, at, to)
    if not between or past not in (None, *between):
        words = (
            say("{past} does not lie between {at} and {to}", past=past, at=at, to=to)
            if past
            else say("{to} is not next to {at}", to=to, at=at)
        )
        return illegal(words, "TOCS-W10.1.1-2")
    around = (past,) if past else between
    names = say(" or ").join(named(view.game, hex_) for hex_ in around)
    if all(view.game.ground.terrain[hex_] in bypass.NEVER for hex_ in around):
        kind = view.game.ground.terrain[around[0]]
        return illegal(say("{names} is {kind}: it cannot be gone round", names=names, kind=kind), "TOCS-W10.1.1-6")
    open_ = [hex_ for hex_ in around if round_about(view, view.forces.counter(here.unit), here.at, (hex_, to))]
    if not open_:
        return illegal(
            say(
                "{to} is not next to {at}, and the map leaves no room to go round {names}: "
                "a path names every hex, one hex alone finds its own way",
                names=names,
                at=at,
                to=to,
            ),
            "TOCS-W10.1.1-5",
        )
    home = [hex_ for hex_ in open_ if bypass.at_home(view, (at, hex_, to))]
    if not home:
        return illegal(say("{names} can be gone round inside your own perimeter only", names=names), "TOCS-W10.1.1-1")
    return illegal(
        say("{names} cannot be gone round now: {hindered}", names=names, hindered=bypass.hindered(view, (at, home[0], to))),
        NOT_PASSED,
    )


@rule("TOCS-W10.1-2", "TOCS-W10.1-4")
def _path(view: View, unit: Unit, order: Move, active: Activation, shun: frozenset[Hex]) -> tuple[Hex, ...] | None:
    """A path as written; one hex alone is a goal, reached for the fewest AP."""
    if len(order.path) > 1 or order.past:
        start = 1 if order.path[0] == unit.hex else 0
        return order.path[start:]
    return route(view, unit, _errand(view, order, active, shun))


def _errand(view: View, order: Move, active: Activation, shun: frozenset[Hex]) -> Journey:
    """What a move to one hex sends a unit on."""
    goal = order.path[0]
    return Journey(goal, active, order.by_road, (shun | set(view.public.engaged)) - {goal}, quiet=order.quiet)


def is_beyond(view: View, unit: Unit, order: Move, shun: frozenset[Hex]) -> bool:
    """Is a move to one hex surely refused because no way there can be paid for? What most who follow are told, and
    scripted commanders want to know without the words."""
    if len(order.path) > 1 or order.past:
        return False
    return is_too_far(view, unit, _errand(view, order, _setting_out(view, unit), shun))


@rule("TOCS-W11.0-1")
def _no_road(view: View, unit: Unit, order: Move) -> Refusal | None:
    """Why a move by road alone has no way where another has one; None otherwise."""
    anyhow = replace(order, by_road=False)
    if not order.by_road or _path(view, unit, anyhow, _setting_out(view, unit), frozenset()) is None:
        return None
    call, where = view.forces.counter(unit).call, named(view.game, order.path[-1])
    words = say(
        "no road that {call} knows joins {at} to {where}; without BY ROAD there is a way", call=call, at=unit.hex, where=where
    )
    return illegal(words, "TOCS-W11.0-1")


@rule("TOCS-W11.0-4", "TOCS-W11.22-2", "TOCS-W11.11-1")
def _no_way(view: View, unit: Unit, goal: Hex) -> Refusal:
    """Why a unit can come to a hex by no path at all: the enemy's ground, the terrain there, its own state, or whatever lies
    between."""
    counter, where = view.forces.counter(unit), named(view.game, goal)
    if not view.own(goal) and not may_enter_enemy_ground(counter):
        return _kept_out(view, unit, goal)
    ways = [way for near in view.game.ground.neighbours[goal] for way in into(view, counter, near, goal)]
    kind = worded(view.game.ground.terrain[goal])
    near = view.game.ground.neighbours[goal]
    wet = next(filter(None, (afloat.no_way_over(view, unit, at, goal) for at in near)), None)
    if not ways:
        if wet:
            return wet
        words = say("{where} is {kind}: {call} cannot enter it from any side", where=where, kind=kind, call=counter.call)
        return illegal(words, "TOCS-W11.0-4")
    if unit.state and all(way.fresh for way in ways):
        state = say(STATES[unit.state])
        words = say("{where} ({kind}) takes a unit in good order, and {call} is {state}", where=where, kind=kind, call=counter.call,
                    state=state)  # fmt: skip
        return illegal(words, "TOCS-W11.22-2")
    return illegal(say("no way to {goal} over ground this unit may enter", goal=where), "TOCS-W11.0-1")


@rule("TOCS-W6.0-13", "TOCS-W6.0-16", "TOCS-1.9-3")
def repriced(planned: View, told: View, unit: Unit, leg: Leg) -> Leg | None:
    """The leg with what a zone costs that was claimed only now, or without what one costs that has just proved gone; None when
    the unit cannot pay it. planned: what was known before the step was asked about; told: after."""
    counter, way = told.forces.counter(unit), leg.way
    before, now = (zoc.doubled(view, counter, unit.hex, way.to.hex) for view in (planned, told))
    if before == now or way.cost == ALL_AP:
        return leg
    if now:
        paid = pay(leg.active, counter, way, "move")
        return replace(leg, active=paid) if paid else None
    way = replace(way, cost=way.cost // 2)
    paid = pay(told.forces.active, counter, way, "move") if told.forces.active else None
    return Leg(way, paid) if paid else leg


def repaid(forces: Forces, leg: Leg) -> Leg:
    """The leg paid out of what is left now: the one before may have taken less than was planned."""
    paid = pay(forces.active, forces.counters[forces.active.unit], leg.way, "move") if forces.active else None
    return replace(leg, active=paid) if paid else leg


def past_assets(forces: Forces, unit: Unit, legs: tuple[Leg, ...]) -> Forces:
    """The forces with the unit in the last hex but one of its path: assets of its own that stand on the way go along from there
    (TOCS-W10.16-3)."""
    for leg in legs[:-1]:
        forces = forces.walked(replace(forces.units[unit.id], hex=leg.way.to.hex, bank=leg.way.to.bank))
    return forces
