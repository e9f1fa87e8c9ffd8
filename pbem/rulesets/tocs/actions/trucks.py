"""TRUCKS: supply points on wheels from one place to another, or to a unit that takes them along (TOCS-W8.2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import convoys
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import SupplySource
from pbem.rulesets.tocs.view import View


class Trucks(Value):
    """So many points from a hex to a hex, to join a unit (its call) or not."""

    points: int
    start: Hex
    goal: Hex
    join: str = ""


def order(act: Act, picture: Picture) -> Trucks | Refusal:
    """The order from its words."""
    start, goal = act.hex("HEX_FROM"), act.hex("HEX_TO")
    if start is None or goal is None:
        return illegal(say("from where to where?"), "TOCS-W8.2-2", "trucks 4 SP from 32.10 to 22.07")
    return Trucks(act.number("N") or 0, start, goal, act.text("UNIT") or "")


def stock(view: View, hex_: Hex) -> SupplySource | None:
    """What points are taken from in a hex: the fullest store there, trucks last."""
    here = [s for s in view.forces.sources.values() if s.hex == hex_ and s.sp]
    return min(here, key=lambda s: (s.kind == "mobile", -s.sp, s.id), default=None)


@rule("TOCS-W8.2-1", "TOCS-W8.2-2", "TOCS-W8.0-3", "TOCS-W12.7-1")
def check(game: Game, picture: Picture, order: Trucks) -> tuple[Refusal, ...]:
    """Up to four points that are there, an OP, own ground, and a way for trucks."""
    view = picture.view(game)
    found = off_map(game, (order.start, order.goal)) or _load(view, order) or _goal(view, order)
    return (found,) if found else ()


def _load(view: View, order: Trucks) -> Refusal | None:
    start, held = named(view.game, order.start), stock(view, order.start)
    if not 1 <= order.points <= convoys.MOST:
        return illegal(
            say("a convoy carries 1 to {most} supply points, not {points}", most=convoys.MOST, points=order.points), "TOCS-W8.2-2"
        )
    if held is None:
        return illegal(say("you have no supply at {start}", start=start), "TOCS-W8.2-2")
    if not view.own(order.start) or order.start in view.public.engaged:
        return illegal(say("{start} is not inside your perimeter, or fought over", start=start), "TOCS-W8.0-2")
    if held.sp < order.points:
        one, many = phrases("only {number} supply point lies at {start}", "only {number} supply points lie at {start}")
        return illegal(counted(held.sp, one, many, start=start), "TOCS-W8.2-2")
    if convoys.payer(view.forces) is None:
        return illegal(say("no OPs left: loading takes one"), "TOCS-W8.2-2")
    return None


def _goal(view: View, order: Trucks) -> Refusal | None:
    goal, held = named(view.game, order.goal), stock(view, order.start)
    unit = view.forces.unit_called(order.join) if order.join else None
    if order.join and (unit is None or unit.status != "map" or unit.hex != order.goal):
        return illegal(
            say("{join} is not at {goal}: trucks join a unit where they are sent", join=order.join, goal=goal), "TOCS-W8.0-3"
        )
    if order.goal == order.start and not order.join:
        return illegal(say("the points are at {goal} already", goal=goal), "TOCS-W8.2-2")
    if held and convoys.way(view, Position(held.hex, held.bank), order.goal, unit.id if unit else "") is None:
        return illegal(
            say("no way for trucks from {start} to {goal} over your own ground", start=order.start, goal=goal), "TOCS-W8.2-1"
        )
    return None


def _changes(view: View, order: Trucks) -> tuple[convoys.ConvoyStep, ...]:
    held, unit = stock(view, order.start), view.forces.unit_called(order.join) if order.join else None
    return convoys.loaded(view, held, order.points, order.goal, unit.id if unit else "") if held else ()


def expect(game: Game, picture: Picture, order: Trucks) -> Picture:
    """The points loaded, the trucks as far as they come, the OP spent."""
    forces, pool = picture.forces, convoys.payer(picture.forces)
    forces = convoys.changed(forces, _changes(picture.view(game), order))
    return replace(picture, forces=forces.with_pool(pool) if pool else forces)


@rule("TOCS-W8.2-2")
def execute(moment: Moment, picture: Picture, order: Trucks) -> Outcome:
    """An OP, the points off the store, the trucks on the road."""
    side = picture.side
    view = moment.board.view(moment.game, side)
    pool = convoys.payer(view.forces)
    paid = (e.PointSpent(side, pool),) if pool else ()
    return Outcome((*paid, *told(side, _changes(view, order))))


def told(side: str, changes: tuple[convoys.ConvoyStep, ...]) -> tuple[e.Event, ...]:
    """The events of a convoy's changes."""
    return tuple(e.SourceLost(side, c.source, c.why) if c.gone else e.SourceChanged(side, c.source, c.why) for c in changes)


ACTION = Action(
    verb=Verb("trucks", ("trucks N sp from HEX_FROM to HEX_TO [join UNIT]",), "letter", phrase("send supply points on trucks")),
    help=phrase(
        """TRUCKS loads up to four supply points and sends them off for one OP (TOCS-W8.2-2). They drive like motorized troops over
own ground, with three AP an impulse and two by night. They drive on by themselves as each of your impulses begins until
they are there (TOCS-W8.2-1). At a base, dump or depot they unload; elsewhere they stay as a depot on wheels. With JOIN
they belong to a unit, go where it goes and suffer what it suffers. In a hex that a river divides they come to the bank of
the unit or the stores, and to no other. They cannot fight.

    TRUCKS 2 SP FROM 11.11 TO 12.11
    TRUCKS 4 SP FROM 11.11 TO 12.11 JOIN HQ1/504"""
    ),
    order=order,
    check=check,
    expect=expect,
    execute=execute,
)  # fmt: skip
