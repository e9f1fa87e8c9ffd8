"""CROSS: to the other bank of the own hex (TOCS-W2.6.4-8)."""

from typing import NamedTuple

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, too_few_ap
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_at, bank_point
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.ferrying import Carrier, banks, may_cross
from pbem.rulesets.tocs.rules.movement import busy
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View

SIDES = {
    "north": "N", "northeast": "NE", "east": "E", "southeast": "SE", "south": "S", "southwest": "SW", "west": "W",
    "northwest": "NW",
}  # fmt: skip
POINTS = SIDES | {point.lower(): point for point in SIDES.values()}


class Cross(Value):
    """To the bank that lies to this point of the compass, or has this hexside; "" for the other bank of a hex that has two."""

    side: str = ""


def order(act: Act, picture: Picture) -> Cross:
    """The order from its words."""
    return Cross(next((POINTS[word] for word in act.words if word in POINTS), ""))


def check(game: Game, picture: Picture, order: Cross) -> tuple[Refusal, ...]:
    """AP, a bank that is meant, and something that takes the unit over."""
    unit, active = active_unit(picture)
    found = _crossing(picture.view(game), unit, active, order)
    return (found,) if isinstance(found, Refusal) else ()


class _Lift(NamedTuple):
    """What takes a unit over the water, and the bank it comes to."""

    carrier: Carrier
    bank: int


def _crossing(view: View, unit: Unit, active: Activation, order: Cross) -> _Lift | Refusal:
    if engaged(view, unit):
        return illegal(
            say("{call} is engaged in {hex}: it may only withdraw", call=view.forces.counter(unit).call, hex=unit.hex),
            "TOCS-W10.1-6",
        )
    if active.ap == 0:
        return too_few_ap(active, say("{call} needs an AP to be taken over", call=view.forces.counter(unit).call), "TOCS-W2.6.4-8")
    to = bank_meant(view, unit, order)
    if isinstance(to, Refusal):
        return to
    carrier = may_cross(view, unit, to)
    return carrier if isinstance(carrier, Refusal) else _Lift(carrier, to)


def bank_meant(view: View, unit: Unit, order: Cross) -> int | Refusal:
    """The bank that is meant, by number."""
    there = banks(view, unit.hex)
    if order.side:
        meant = bank_at(view.game.ground, unit.hex, order.side)
        named = ", ".join(bank_point(view.game.ground, unit.hex, n) for n in range(len(there)))
        words = say("{hex} has no {side} bank: its banks are {named}", hex=unit.hex, side=order.side, named=named)
        return illegal(words, "TOCS-W11.10-3") if there and meant is None else meant or 0
    others = [number for number in range(len(there)) if number != unit.bank]
    if len(others) > 1:
        named = ", ".join(bank_point(view.game.ground, unit.hex, n) for n in others)
        return illegal(
            say("which bank of {hex}? There are {number}: {named}", hex=unit.hex, number=len(there), named=named),
            "TOCS-W11.10-3",
            f"cross to {bank_point(view.game.ground, unit.hex, others[0])} bank",
        )
    return others[0] if others else unit.bank


def _carried(forces: Forces, unit: Unit, active: Activation, went: _Lift) -> tuple[Unit, Activation, dict[str, int]]:
    """The unit on its bank, its activation with nothing left, and what the carriers have carried."""
    carrier = went.carrier
    steps = forces.counter(unit).steps - unit.lost
    ferried = {**forces.ferried, carrier.key: forces.ferried.get(carrier.key, 0) + steps} if carrier.key else dict(forces.ferried)
    return replace(unit, bank=went.bank), replace(busy(active, active.ap), column=False), ferried


def expect(game: Game, picture: Picture, order: Cross) -> Picture:
    """The unit on the other bank, its AP gone."""
    unit, active = active_unit(picture)
    went = _crossing(picture.view(game), unit, active, order)
    assert not isinstance(went, Refusal)
    moved, spent, ferried = _carried(picture.forces, unit, active, went)
    return replace(picture, forces=replace(picture.forces.with_unit(moved), active=spent, ferried=ferried))


def execute(moment: Moment, picture: Picture, order: Cross) -> Outcome:
    """Taken over, silently: it happens on the side's own ground."""
    side = picture.side
    unit, active = active_unit(picture)
    went = _crossing(picture.view(moment.game), unit, active, order)
    assert not isinstance(went, Refusal)
    moved, spent, ferried = _carried(picture.forces, unit, active, went)
    return Outcome((e.UnitFerried(side, moved, spent, went.carrier.words, ferried),))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """The banks it could be taken to."""
    where, view = picture.forces.units[unit], picture.view(game)
    if engaged(view, where):
        return ()
    there = banks(view, where.hex)
    able = [n for n in range(len(there)) if n != where.bank and not isinstance(may_cross(view, where, n), Refusal)]
    return tuple(f"cross to {bank_point(game.ground, where.hex, n)} bank" for n in able)


def warn(game: Game, picture: Picture, order: Cross) -> tuple[str, ...]:
    """That it takes everything the unit has."""
    _, active = active_unit(picture)
    return (say("being taken over the water takes all {ap} AP (TOCS-W2.6.4-8)", ap=active.ap),) if active.ap > 1 else ()


ACTION = Action(
    verb=Verb("cross", ("cross", "cross to (north|northeast|east|southeast) bank", "cross to (south|southwest|west|northwest) bank",
                   "cross to (n|ne|e|se|s|sw|w|nw) bank"),
              "unit", phrase("go to the other bank")),
    help=phrase(
        """CROSS takes the unit to the other bank of the hex it began the impulse in, with all its AP: over a bridge, ford or
ice, by a working ferry, or in boats of its own (HELP WATER). It may also use the boats of own engineers in the hex
that have not moved (TOCS-W2.6.4-8). Engineers carry four steps an impulse and need no activation for it; a ferry
carries what the map says. In a hex with more than two banks say which, as reports name it or by a direction that lies
on it.

    A/504: cross
    A,B/504: cross to north bank
    B/504: cross to SW bank"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn,
)  # fmt: skip
