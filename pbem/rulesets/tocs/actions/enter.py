"""ENTER: reinforcements that wait off the board come on by a map edge (TOCS-2.3-1, 2.3-2), for OPs where the module asks for
them (MASL-8.1-1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat, arrivals, command_passing, stacking
from pbem.rulesets.tocs.rules.chain import answers_to, is_headquarters
from pbem.rulesets.tocs.rules.command import WOKEN_AT_ONCE, no_time
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


class Enter(Value):
    """These units, at this hex; by: the HQ whose activation pays for them, "" when their pools do."""

    units: tuple[str, ...]
    hex: Hex
    by: str = ""


def order(act: Act, picture: Picture) -> Enter | Refusal:
    """The order from its words."""
    hex_ = act.hex("HEX")
    if hex_ is None:
        return illegal("where?", "TOCS-2.3-1", "enter B/505 at 09.10")
    return Enter(act.texts("UNITS"), hex_, by(act))


@rule("TOCS-2.3-1")
def check(game: Game, picture: Picture, order: Enter) -> tuple[Refusal, ...]:
    """They wait, the hex is one of their entries and their own side's, and there is room in it."""
    view = picture.view(game)
    found = off_map(game, (order.hex,)) or _units(view, order) or _place(view, order) or _unpaid(view, order)
    found = found or afloat.left_in_water(expect(game, picture, order).view(game))
    return (found,) if found else ()


def _units(view: View, order: Enter) -> Refusal | None:
    for call in order.units:
        unit = view.forces.unit_called(call)
        if unit is None or unit.status != "waiting":
            return illegal(say("{call} does not wait to enter", call=call), "TOCS-2.3-2")
        ways = arrivals.entries(view.forces, unit)
        if order.hex not in ways:
            return illegal(say("{call} enters at {hexes}", call=call, hexes=", ".join(map(str, ways))), "TOCS-2.3-1")
    return None


def _place(view: View, order: Enter) -> Refusal | None:
    where = named(view.game, order.hex)
    if not view.own(order.hex) or order.hex in view.public.engaged:
        return illegal(say("{where} is not inside your perimeter, or fought over", where=where), "TOCS-2.3-1")
    there = (*(view.forces.counter(u) for u in view.forces.at(order.hex)), *(view.forces.counter(u) for u in _called(view, order)))
    if any(stacking.over(there)):
        return illegal(say("there is no room for so many in {where}", where=where), "TOCS-W3.0-1")
    return None


@rule("MASL-8.1-1")
def _unpaid(view: View, order: Enter) -> Refusal | None:
    """Why they cannot be paid for: by an HQ, or out of the pools."""
    if order.by:
        return _not_brought(view, order)
    units = _called(view, order)
    if arrivals.charged(view, units) is not None:
        return None
    price = sum(arrivals.fare(view, unit) for unit in units)
    points = counted(price, "{number} OP", "{number} OPs")
    return illegal(say("coming on takes {points}, and there are not so many left", points=points), "MASL-8.1-1")


@rule("MASL-8.1-2")
def _not_brought(view: View, order: Enter) -> Refusal | None:
    """Why an HQ cannot bring them on by its own activation: it is on the map and they are assets of its, three at the most."""
    forces, hq = view.forces, view.forces.unit_called(order.by)
    if hq is None or hq.status != "map" or not is_headquarters(forces.counter(hq)):
        return illegal(say("{call} is no headquarters on the map", call=order.by), "MASL-8.1-2")
    for unit in _called(view, order):
        counter = forces.counter(unit)
        if counter.kind not in view.game.fare.parents or not answers_to(forces, unit, hq):
            words = say("{call} brings on assets of its own, and {counter} is none", call=order.by, counter=counter.call)
            return illegal(words, "MASL-8.1-2", f"enter {counter.call} at {order.hex}")
    if len(order.units) > WOKEN_AT_ONCE:
        return illegal(say("{call} brings on three assets for 1 AP; name the others in a second line", call=order.by), "MASL-8.1-2")
    return no_time(view, hq, 1)


def _called(view: View, order: Enter) -> tuple[Unit, ...]:
    units = (view.forces.unit_called(call) for call in order.units)
    return tuple(u for u in units if u)


@rule("TOCS-W8.3-7", "TOCS-W8.3-8")
def _entered(view: View, order: Enter) -> tuple[Unit, ...]:
    """Who comes by an edge has the road behind it; who comes by air or from the sea lives on what he brought, from now on."""
    return tuple(_there(view, u, order.hex) for u in _called(view, order))


def _there(view: View, unit: Unit, hex_: Hex) -> Unit:
    flown = arrivals.flown(view.forces, unit)
    landed = max(view.public.turn, 1) if flown or view.forces.counter(unit).landed else 0
    return replace(unit, status="map", hex=hex_, bank=0, entered=None if flown else hex_, landed=landed)


def expect(game: Game, picture: Picture, order: Enter) -> Picture:
    """They stand in the entry hex, and are paid for."""
    view, hq = picture.view(game), picture.forces.unit_called(order.by) if order.by else None
    forces = expect_ordered(game, picture, hq).forces if hq else arrivals.charged(view, _called(view, order)) or picture.forces
    for unit in _entered(picture.view(game), order):
        forces = forces.with_unit(unit)
    return replace(picture, forces=forces)


@rule("TOCS-2.3-2", "TOCS-W8.3-7")
def execute(moment: Moment, picture: Picture, order: Enter) -> Outcome:
    """They come on, unseen, and may trace supply to the edge they came by."""
    side = picture.side
    view = moment.board.view(moment.game, side)
    entered = (e.UnitChanged(side, unit, phrase("entered the map")) for unit in _entered(view, order))
    return Outcome((*_paid(moment, view, order), *entered))


@rule("MASL-8.1-1", "MASL-8.1-2")
def _paid(moment: Moment, view: View, order: Enter) -> tuple[e.Event, ...]:
    """What coming on takes of the pools, or of the HQ that brings them."""
    hq = view.forces.unit_called(order.by) if order.by else None
    if hq:
        return order_paid(moment, view.side, hq)
    after = arrivals.charged(view, _called(view, order)) or view.forces
    changed = (pool for name, pool in sorted(after.pools.items()) if pool != view.forces.pools[name])
    return tuple(e.PointSpent(view.side, pool) for pool in changed)


@rule("MASL-16.2-2", "MASL-16.2-3")
def warn(game: Game, picture: Picture, order: Enter) -> tuple[str, ...]:
    """A headquarters that comes on may take over those of another: whoever commanded them until then may have planned with them."""
    forces = picture.forces
    coming = {unit.id for unit in _called(picture.view(game), order)}
    taken = [p for p in forces.passes if not p.done and p.to in coming]
    return tuple(
        say("{to} takes command of {names} as it comes on", to=forces.counters[p.to].call, names=", ".join(names))
        for p in taken
        if (names := sorted(forces.counters[name].call for name in command_passing.given(forces, p)))
    )


ACTION = Action(
    verb=Verb("enter", ("enter UNITS at HEX [by CALL_HQ]",), "letter", phrase("bring reinforcements on by a map edge")),
    help=phrase(
        """ENTER brings units that wait off the board on by one of their entry hexes (TOCS-2.3-1). Then they are activated like
any other. It costs no OP, unless the module says so: your report names the price (MASL-8.1-1). BY names an HQ on the map
that brings on up to three of its assets for 1 AP of its own instead (MASL-8.1-2). The enemy does not see them come
(TOCS-2.3-2), and they trace supply to the edge they came by. Troops from the air or the sea need no supply source for
three turns (TOCS-W8.3-8). Trucks come on by themselves, by the first of their entries that is yours, and wait as long as
none is.

    ENTER D/505 AT 20.13
    ENTER 1MOR AT 20.13 BY HQ504"""
    ),
    order=order,
    check=check,
    expect=expect,
    execute=execute,
    warn=warn,
)  # fmt: skip
