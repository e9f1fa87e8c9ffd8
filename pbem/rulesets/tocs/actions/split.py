"""SPLIT: a company deploys into two half-companies (TOCS-W10.18)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import ByHq, deed, each, each_by_hq, on_map
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.join import told
from pbem.rulesets.tocs.actions.ordering import expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import halves
from pbem.rulesets.tocs.rules.command import commander
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


@rule("TOCS-W10.18-1")
def _meant(view: View, order: ByHq) -> tuple[Unit, Unit] | Refusal:
    """The company, and the HQ that gives the order."""
    unit = on_map(view, order.unit)
    if isinstance(unit, Refusal):
        return unit
    found = halves.cannot_split(view, unit) or commander(view, (unit,), order.by)
    return found if isinstance(found, Refusal) else (unit, found)


def _expected(game: Game, picture: Picture, meant: tuple[Unit, Unit]) -> Picture:
    """The AP spent, and two halves where the company was."""
    unit, hq = meant
    picture = expect_ordered(game, picture, hq)
    made = halves.split(picture.forces, unit)
    return replace(picture, forces=made.made_in(picture.forces))


def _events(moment: Moment, side: str, meant: tuple[Unit, Unit]) -> tuple[e.Event, ...]:
    """The order, and the halves; neither HQ nor company is the worse for it, and the enemy hears nothing."""
    unit, hq = meant
    made = halves.split(moment.board.forces[side], unit)
    return (*order_paid(moment, side, hq), *told(side, unit.id, made))


ONE = deed(_meant, _expected, _events)
DEED = each(ONE)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A company that could be divided now."""
    call = picture.forces.counter(unit).call
    return () if ONE.check(game, picture, ByHq(call, "")) else (f"split {call}",)


ACTION = Action(
    verb=Verb("split", ("split UNITS [by CALL_HQ]",), "letter", phrase("deploy a company into two half-companies")),
    help=phrase(
        """SPLIT: for 1 AP of an HQ a company in good order and in communication deploys into two half-companies, if the
module allows it (TOCS-W10.18). A/504 becomes A-1/504 and A-2/504: each has half the steps and half the strength, is
activated for an OP of its own, and does all that a company does. Nobody is the worse for it. JOIN makes them one again.

    SPLIT A,B/504
    SPLIT A/504 BY HQ1/504"""
    ),
    order=each_by_hq,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
    options=options,
)  # fmt: skip
