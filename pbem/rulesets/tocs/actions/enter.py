"""ENTER: reinforcements that wait off the board come on by a map edge (TOCS-2.3-1, 2.3-2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat, arrivals, stacking
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


class Enter(Value):
    """These units, at this hex."""

    units: tuple[str, ...]
    hex: Hex


def order(act: Act, picture: Picture) -> Enter | Refusal:
    """The order from its words."""
    hex_ = act.hex("HEX")
    if hex_ is None:
        return illegal("where?", "TOCS-2.3-1", "enter B/505 at 09.10")
    return Enter(act.texts("UNITS"), hex_)


@rule("TOCS-2.3-1")
def check(game: Game, picture: Picture, order: Enter) -> tuple[Refusal, ...]:
    """They wait, the hex is one of their entries and their own side's, and there is room in it."""
    view = picture.view(game)
    found = off_map(game, (order.hex,)) or _units(view, order) or _place(view, order)
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
    """They stand in the entry hex."""
    forces = picture.forces
    for unit in _entered(picture.view(game), order):
        forces = forces.with_unit(unit)
    return replace(picture, forces=forces)


@rule("TOCS-2.3-2", "TOCS-W8.3-7")
def execute(moment: Moment, picture: Picture, order: Enter) -> Outcome:
    """They come on, unseen, and may trace supply to the edge they came by."""
    side = picture.side
    view = moment.board.view(moment.game, side)
    return Outcome(tuple(e.UnitChanged(side, unit, phrase("entered the map")) for unit in _entered(view, order)))


ACTION = Action(
    verb=Verb("enter", ("enter UNITS at HEX",), "letter", phrase("bring reinforcements on by a map edge")),
    help=phrase(
        """ENTER brings units that wait off the board on by one of their entry hexes (TOCS-2.3-1). It costs no OP; then they are
activated like any other. The enemy does not see them come (TOCS-2.3-2), and they trace supply to the edge they came by.
Troops from the air or the sea need no supply source for three turns (TOCS-W8.3-8). Trucks come on by themselves, by the
first of their entries that is yours, and wait as long as none is.

    ENTER D/505 AT 20.13"""
    ),
    order=order,
    check=check,
    expect=expect,
    execute=execute,
)  # fmt: skip
