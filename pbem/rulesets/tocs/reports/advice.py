"""Advice over what a side knows: what a move costs, what a unit could do, who has no orders, what END would cost."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.tongue import phrase, say, worded
from pbem.kernel.values import replace
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import HALVES, Unit
from pbem.rulesets.tocs.procedures import stacking, straying
from pbem.rulesets.tocs.procedures.activation import action_points, open_hand
from pbem.rulesets.tocs.procedures.movement import ALL_AP, pay, route, step
from pbem.rulesets.tocs.reports.wording import condition, place
from pbem.rulesets.tocs.steps.astray import doubled
from pbem.rulesets.tocs.view import View

PLENTY = 1000  # APs that are never used up on the way
UNKNOWN = phrase("not yours, not there or not seen")


def _points(halves: int) -> str:
    return f"{halves // HALVES}" if halves % HALVES == 0 else f"{halves / HALVES:.1f}"


def cost(game: Game, picture: Picture, call: str, goal: str) -> tuple[str, ...]:
    """The cheapest way to a hex over what this side knows, hex by hex."""
    unit = picture.camp.unit_called(call)
    if unit is None or unit.status != "map":
        return (f"{call}: {say(UNKNOWN)}",)
    hex_ = Hex(goal)
    if hex_ not in game.ground.terrain:
        return (say("{hex} is not on this map", hex=hex_),)
    view = picture.view(game)
    way = route(view, unit, hex_, False, picture.held_by_enemy() - {hex_})
    if way is None:
        return (say("{call}: no way to {place}", call=call, place=place(game, hex_)),)
    return (*_legs(game, picture, unit, way), *_straying(view, unit, way))


@rule("TOCS-W10.1-2", "TOCS-W11.1-1")
def _legs(game: Game, picture: Picture, unit: Unit, way: tuple[Hex, ...]) -> tuple[str, ...]:
    """Each hex with what it costs, as a unit that had APs enough would pay for it: free where an AP on the road earned it."""
    view, counter = picture.view(game), picture.camp.counter(unit)
    hand = replace(open_hand(view, unit), ap=PLENTY)
    at, total, lines = (unit.hex, unit.bank), 0, []
    for to in way:
        leg = step(view, counter, at, to)
        if leg is None:
            break
        leg = doubled(view, unit, leg, at[0])
        paid = None if leg.cost == ALL_AP else pay(hand, counter, leg, "move")
        free = paid is not None and (paid.ap, paid.mp) == (hand.ap, hand.mp)
        costs = say("{points} MP", points=_points(leg.cost)) if paid else say("all AP")
        words = say("free, at the end of an AP on the road") if free else costs
        total += 0 if free else leg.cost if paid else counter.mp * HALVES
        ground = worded(leg.road or game.ground.terrain[to])
        past = say(", round {place}", place=place(game, leg.via)) if leg.via else say(", mined") if view.mined(to) else ""
        lines.append(f"{place(game, to)}: {words} ({ground}{past})")
        at, hand = leg.to, paid or replace(hand, ap=hand.ap - 1, mp=0, bonus=False)
    out = int(bool(way) and view.mined(unit.hex))
    mines = (say("out of the mines in {place}: 1 AP", place=place(game, unit.hex)),) if out else ()
    have = action_points(view, unit)
    goal = place(game, way[-1] if way else unit.hex)
    head = say(
        "{counter} to {goal}: {points} MP, {plenty} AP of {have}",
        counter=counter.call,
        goal=goal,
        points=_points(total),
        plenty=PLENTY - hand.ap + out,
        have=have,
    )
    return (head, *mines, *lines)


def _straying(view: View, unit: Unit, way: tuple[Hex, ...]) -> tuple[str, ...]:
    """The risk of losing the way on the first step, as far as this side can tell it."""
    first = step(view, view.camp.counter(unit), (unit.hex, unit.bank), way[0]) if way else None
    if first is None or not straying.is_tested(view, unit, way[0], first.road):
        return ()
    return (
        say("may stray on the first step: {risk}; along a road or a river it could not", risk=straying.risk(view, unit, way[0])),
    )


@rule("TOCS-3.6-5")
def what_can(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """Lines the unit could be told now."""
    unit = picture.camp.unit_called(call)
    if unit is None or unit.status != "map":
        return (f"{call}: {say(UNKNOWN)}",)
    view = picture.view(game)
    head = say(
        "{call} in {place}: {condition}, {points_left}",
        call=call,
        place=place(game, unit.hex),
        condition=condition(picture.camp, unit),
        points_left=_points_left(view, unit),
    )
    if picture.camp.attack_of(unit.id):
        return (head, say("committed to an attack"))
    orders = tuple(line for deed in DEEDS.values() for line in deed.options(game, picture, unit.id))
    if action_points(view, unit) == 0:
        return (head, say("no AP: it can only defend"), *orders)
    lines = [f"{call}: {line}" for action in ACTIONS.values() for line in action.options(game, picture, unit.id)]
    return (head, *lines, *orders)


def deeds(game: Game, picture: Picture) -> tuple[str, ...]:
    """Lines for the staff that some unit makes possible now, each once."""
    units = (u.id for u in picture.camp.on_map())
    return tuple(dict.fromkeys(line for u in units for deed in DEEDS.values() for line in deed.options(game, picture, u)))


def _points_left(view: View, unit: Unit) -> str:
    """AP of a unit if it were taken in hand now; an HQ that is awake has what is left of them."""
    awake = view.camp.staff(unit.id)
    return say("awake, {ap} AP left", ap=awake.ap) if awake else say("{ap} AP", ap=action_points(view, unit))


def idle(picture: Picture) -> tuple[str, ...]:
    """Calls of own units that wait for orders: not activated this impulse, at no work, and in no field commander's hands."""
    camp, fields = picture.camp, picture.public.fields
    free = (u for u in camp.on_map() if u.id not in camp.activated and u.id not in camp.tasks and u.hex not in fields)
    return tuple(camp.counter(u).call for u in free)


def warn_close(game: Game, picture: Picture) -> tuple[str, ...]:
    """What END would cost: hexes over the stacking limit (TOCS-W3.0-5)."""
    return tuple(
        say("{place} is over the stacking limit: what stands over it at END is lost (TOCS-W3.0-2)", place=place(game, h))
        for h in stacking.overstacked(picture.camp)
    )


def goals(game: Game, picture: Picture) -> tuple[Hex, ...]:
    """Hexes this side scores for and does not own."""
    bridges = {b.id: b.hex for b in game.ground.bridges}
    named = {h for v in picture.camp.objectives for h in (*v.hexes, *(bridges[b] for b in v.bridges))}
    return tuple(sorted(h for h in named if picture.public.owner[h] != picture.side))
