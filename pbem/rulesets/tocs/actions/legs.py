"""A move hex by hex: the legs of a path, what each costs the hand, and why a path cannot be gone (TOCS-W10.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.kept import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.tongue import say
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.actions.ground_rules import named, too_few_ap
from pbem.rulesets.tocs.pieces import Unit
from pbem.rulesets.tocs.procedures import bypass
from pbem.rulesets.tocs.procedures.field_battle import out_of_reach
from pbem.rulesets.tocs.procedures.movement import may_enter_enemy_ground, pay, quietly, route, step
from pbem.rulesets.tocs.procedures.ways import round_about
from pbem.rulesets.tocs.steps.astray import Leg, doubled
from pbem.rulesets.tocs.view import View

NOT_PASSED = "TOCS-W10.1.1-4"  # the map would let it, the day does not


class Move(Value):
    """To a hex by the cheapest path this side knows of, or along a path; () means the hex last asked about.

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
    path = _path(view, unit, order, shun)
    if path is None:
        goal = named(view.game, order.path[-1])
        if not view.own(order.path[-1]) and not may_enter_enemy_ground(view.camp.counter(unit)):
            return _kept_out(view, unit, order.path[-1])
        return illegal(say("no way to {goal} over ground this unit may enter", goal=goal), "TOCS-W11.0-1")
    hand, at = view.camp.hand, (unit.hex, unit.bank)
    legs: list[Leg] = []
    if hand is None:
        raise ValueError("no unit in hand")
    counter = view.camp.counter(unit)
    if view.mined(unit.hex) and path:
        hand = replace(hand, ap=hand.ap - 1)
        if hand.ap < 0:
            return too_few_ap(
                view.camp.hand or hand, say("{counter} needs 1 AP more to leave the mines", counter=counter.call), "TOCS-W10.11-6"
            )
    for to in path:
        stop = (_stops(view, at[0]) if legs else None) or out_of_reach(
            view.public, to, say("{counter} cannot join", counter=counter.call)
        )
        if stop:
            return stop
        way = step(view, counter, at, to, order.past if distance(at[0], to) == 2 else None)
        if order.quiet:
            way = quietly(view, counter, at, to)
        if way is None or (order.by_road and not way.road):
            return _barred(view, unit, (at[0], to), order)
        if not view.own(to) and not may_enter_enemy_ground(counter):
            return _kept_out(view, unit, to)
        way = doubled(view, unit, way, at[0])
        paid = pay(hand, counter, way, "move")
        if paid is None:
            short = say(
                "{counter} gets as far as {at}, not to {named}", counter=counter.call, at=at[0], named=named(view.game, path[-1])
            )
            return too_few_ap(view.camp.hand or hand, short, "TOCS-W10.1.1-3" if way.via else "TOCS-W10.0-1")
        hand, at = paid, way.to
        legs.append(Leg(way, hand))
    return tuple(legs)


def _stops(view: View, at: Hex) -> Refusal | None:
    """Why a move goes no further than a hex on its way."""
    if at in view.public.engaged:
        return illegal(say("a move into the engagement at {at} stops there", at=at), "TOCS-W10.1-7")
    return illegal(say("a move into the mines in {at} stops there", at=at), "TOCS-W10.11-4") if view.mined(at) else None


@rule("TOCS-W9.1-6")
def _kept_out(view: View, unit: Unit, to: Hex) -> Refusal:
    """Enemy ground is not for this unit, but in company with the one it is assigned to."""
    return illegal(
        say("{call} may not enter enemy ground at {named}", call=view.camp.counter(unit).call, named=named(view.game, to)),
        "TOCS-W9.1-6",
    )


def _barred(view: View, unit: Unit, gap: tuple[Hex, Hex], order: Move) -> Refusal:
    """Why there is no way from a hex into the next one of a path."""
    at, to = gap
    if order.past or (distance(at, to) == 2 and not order.by_road):
        return not_passed(view, unit, gap, order.past)
    words = say("{named} cannot be entered from {at}: water or ground", named=named(view.game, to), at=at)
    if to not in view.game.ground.neighbours[at]:
        words = say("{to} is not next to {at}", to=to, at=at)
    elif order.by_road and (at, to) in view.game.ground.roads:
        words = say("{named} cannot be entered by road from {at}", named=named(view.game, to), at=at)
    elif order.by_road:
        words = say("no road from {at} to {to}", at=at, to=to)
    return illegal(words, "TOCS-W11.0-1")


@rule("TOCS-W10.1.1-1", "TOCS-W10.1.1-4", "TOCS-W10.1.1-5", "TOCS-W10.1.1-6")
def not_passed(view: View, unit: Unit, gap: tuple[Hex, Hex], past: Hex | None) -> Refusal:
    """Why a unit cannot go past a hex into the one beyond: the terrain, no room on the map, the perimeter, or the day."""
    at, to = gap
    between = bypass.between(at, to)
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
    open_ = [hex_ for hex_ in around if round_about(view, view.camp.counter(unit), (at, unit.bank), (hex_, to))]
    if not open_:
        return illegal(
            say("the map leaves no room to go round {names} from {at} to {to}", names=names, at=at, to=to), "TOCS-W10.1.1-5"
        )
    if not any(bypass.at_home(view, (at, hex_, to)) for hex_ in open_):
        return illegal(say("{names} can be gone round inside your own perimeter only", names=names), "TOCS-W10.1.1-1")
    return illegal(
        say("{names} cannot be gone round now: {hindered}", names=names, hindered=bypass.hindered(view, (at, open_[0], to))),
        NOT_PASSED,
    )


def _path(view: View, unit: Unit, order: Move, shun: frozenset[Hex]) -> tuple[Hex, ...] | None:
    """A path as written; one hex alone is a goal, reached the cheapest way."""
    if len(order.path) > 1 or order.past:
        start = 1 if order.path[0] == unit.hex else 0
        return order.path[start:]
    goal = order.path[0]
    if goal == unit.hex:
        return ()
    return route(view, unit, goal, order.by_road, (shun | set(view.public.engaged)) - {goal})
