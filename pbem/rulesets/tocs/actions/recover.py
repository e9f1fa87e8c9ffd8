"""RECOVER: vehicles and guns are brought in from the field for the Motor Pool (TOCS-W10.23)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import replacing
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.rules.command import commander
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


class Recover(Value):
    """A hex, and the HQ that orders it ("" = the referee finds it)."""

    hex: Hex
    by: str


def order(act: Act, picture: Picture) -> Recover | Refusal:
    """The order from its words."""
    hex_ = act.hex()
    return Recover(hex_, by(act)) if hex_ else illegal("where?", "TOCS-W10.23-1", "recover at 12.11")


class _Recovery(Value):
    """The hex, and the HQ that gives the order."""

    hex: Hex
    hq: Unit


@rule("TOCS-W10.23-1")
def _meant(view: View, order: Recover) -> _Recovery | Refusal:
    """A hex of the own perimeter where vehicles or guns lie lost, and an HQ's AP."""
    refused = off_map(view.game, (order.hex,)) or replacing.cannot_recover(view, order.hex)
    hq = refused or commander(view, (), order.by)
    return hq if isinstance(hq, Refusal) else _Recovery(order.hex, hq)


def _expected(game: Game, picture: Picture, meant: _Recovery) -> Picture:
    """The AP spent; whether anything can be saved stays open."""
    return expect_ordered(game, picture, meant.hq)


@rule("TOCS-W10.23-1", "TOCS-W10.23-2")
def _events(moment: Moment, side: str, meant: _Recovery) -> tuple[e.Event, ...]:
    """A throw for one step; the HQ may have it tried again for another AP, and is not the worse for it."""
    view = moment.board.view(moment.game, side)
    roll, needed, drms = replacing.search(view, meant.hex)
    occasion = f"recover/{meant.hex}/{view.public.impulse_name}/{side}.{view.forces.replacements.searches + 1}"
    throw = moment.dice.throw(occasion, roll)
    found = throw.total + sum(value for _, value in drms) <= needed
    sought = e.WrecksSought(side, meant.hex, throw, drms, needed, found, replacing.searched(view, meant.hex, found))
    return (*order_paid(moment, side, meant.hq), sought)


DEED = deed(_meant, _expected, _events)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes an HQ could have searched for wrecks."""
    counter = picture.forces.counter(unit)
    wrecks = sorted(picture.forces.replacements.wrecks) if is_headquarters(counter) else ()
    able = (h for h in wrecks if not DEED.check(game, picture, Recover(h, counter.call)))
    return tuple(f"recover at {h} by {counter.call}" for h in able)


ACTION = Action(
    verb=Verb("recover", ("recover at HEX [by CALL_HQ]",), "letter", phrase("bring in lost vehicles and guns")),
    help=phrase(
        """RECOVER: for 1 AP of an HQ a wreck is looked for in a hex inside your perimeter where you lost vehicles or guns
(TOCS-W10.23). On 1d6 of 3 or less a step of them goes to the Motor Pool, for REFIT; engineers in the hex help, night and the
enemy's zone hinder. The HQ may try again for another AP, and does not tire of it. Your reports say where wrecks lie.

    RECOVER AT 12.11
    RECOVER AT 12.11 BY HQ504"""
    ),
    order=order,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
    options=options,
)  # fmt: skip
