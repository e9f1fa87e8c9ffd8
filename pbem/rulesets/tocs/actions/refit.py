"""REFIT: a unit is told to make its losses good (TOCS-W10.22)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import ByHq, deed, each, each_by_hq, on_map
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ordering import expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution import refitting
from pbem.rulesets.tocs.resolution.tasks import begun
from pbem.rulesets.tocs.rules import replacing
from pbem.rulesets.tocs.rules.command import commander
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


def _ap(game: Game) -> int:
    return int(game.switches["refit_order_ap"])


@rule("TOCS-W10.22-1")
def _meant(view: View, order: ByHq) -> tuple[Unit, Unit] | Refusal:
    """The unit, and the HQ that gives the order."""
    unit = on_map(view, order.unit)
    if isinstance(unit, Refusal):
        return unit
    found = replacing.cannot_refit(view, unit) or commander(view, (unit,), order.by, _ap(view.game))
    return found if isinstance(found, Refusal) else (unit, found)


def _expected(game: Game, picture: Picture, meant: tuple[Unit, Unit]) -> Picture:
    """The AP spent, the refit on file."""
    unit, hq = meant
    task = replace(refitting.task(unit), began=picture.public.impulse_name)
    picture = expect_ordered(game, picture, hq, _ap(game))
    return replace(picture, forces=picture.forces.with_task(task))


def _events(moment: Moment, side: str, meant: tuple[Unit, Unit]) -> tuple[e.Event, ...]:
    """The order, and the refit on file until it succeeds, is given up, or the enemy comes."""
    unit, hq = meant
    task = begun(side, refitting.task(unit), moment.board.public.impulse_name)
    return (*order_paid(moment, side, hq, _ap(moment.game)), task)


ONE = deed(_meant, _expected, _events)
DEED = each(ONE)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A unit that could refit now."""
    call = picture.forces.counter(unit).call
    return () if ONE.check(game, picture, ByHq(call, "")) else (f"refit {call}",)


ACTION = Action(
    verb=Verb("refit", ("refit UNITS [by CALL_HQ]",), "letter", phrase("make a unit's losses good from the pools")),
    help=phrase(
        """REFIT: for 1 AP of an HQ a unit under it, in communication and in supply, makes its losses good (TOCS-W10.22). At the end
of the turn it regains a step out of the Replacement Pool, or vehicles and guns out of the Motor Pool. Where the pool is
empty it looks for men who come back and for what has been repaired: it rolls at the end of each turn until it has a step.
A side that may set a lost hospital up afresh gets no men back while it has none that works (MASL-16.4-2). The refit stays on
file meanwhile. It ends when the unit is activated for anything else (CEASE WORK says so), comes into
the enemy's zone, is probed, or is attacked on the ground.

    REFIT A,B/504
    REFIT A/504 BY HQ504"""
    ),
    order=each_by_hq,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
    options=options,
)  # fmt: skip
