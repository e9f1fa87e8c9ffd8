"""REFIT: a unit is told to make its losses good (TOCS-W10.22)."""

from functools import partial

from pbem.engine.ruleset import Action, Moment, Outcome
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs.actions.ordering import by, check_each, execute_each, expect_each, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.procedures import replacing
from pbem.rulesets.tocs.procedures.command import commander
from pbem.rulesets.tocs.steps import refitting
from pbem.rulesets.tocs.steps.tasks import begun
from pbem.rulesets.tocs.view import Unit, View


class Refit(Value):
    """A unit, and the HQ that orders it ("" = the referee finds it)."""

    unit: str
    by: str


def order(act: Act, picture: Picture) -> tuple[Refit, ...] | Refusal:
    """The order from its words, one for each unit."""
    return tuple(Refit(call, by(act)) for call in act.texts())


def _ap(game: Game) -> int:
    return int(game.switches["refit_order_ap"])


@rule("TOCS-W10.22-1")
def _meant(view: View, order: Refit) -> tuple[Unit, Unit] | Refusal:
    """The unit, and the HQ that gives the order."""
    unit = view.camp.unit_called(order.unit)
    if unit is None or unit.status != "map":
        return illegal(f"{order.unit} is not yours, not there or not seen", "TOCS-W9.0-1")
    refused = replacing.cannot_refit(view, unit)
    found = refused or commander(view, (unit,), order.by, _ap(view.game))
    return found if isinstance(found, Refusal) else (unit, found)


def check(game: Game, picture: Picture, order: Refit) -> tuple[Refusal, ...]:
    """A unit that has lost steps, in communication and supply, away from the enemy, and an HQ's AP."""
    found = _meant(picture.view(game), order)
    return (found,) if isinstance(found, Refusal) else ()


def expect(game: Game, picture: Picture, order: Refit) -> Picture:
    """The AP spent, the refit on file."""
    meant = _meant(picture.view(game), order)
    if isinstance(meant, Refusal):
        return picture
    unit, hq = meant
    task = replace(refitting.task(unit), began=picture.public.impulse_name)
    picture = expect_ordered(game, picture, hq, _ap(game))
    return replace(picture, camp=picture.camp.with_task(task))


def execute(moment: Moment, side: str, order: Refit) -> Outcome:
    """The order, and the refit on file until it succeeds, is given up, or the enemy comes."""
    meant = _meant(moment.pictures[side].view(moment.game), order)
    if isinstance(meant, Refusal):
        return Outcome((), replace(meant, kind="failed"))
    unit, hq = meant
    task = begun(side, refitting.task(unit), moment.board.public.impulse_name)
    return Outcome((*order_paid(moment, side, hq, _ap(moment.game)), task))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A unit that could refit now."""
    call = picture.camp.counter(unit).call
    return () if check(game, picture, Refit(call, "")) else (f"refit {call}",)


ACTION = Action(
    verb=Verb("refit", ("refit UNITS [by CALL_HQ]",), "letter", "make a unit's losses good from the pools"),
    help="""REFIT: for 1 AP of an HQ a unit under it, in communication and in supply, makes its losses good (TOCS-W10.22). At the
end of the turn it regains a step out of the Replacement Pool, or vehicles and guns out of the Motor Pool. Where the pool is
empty it looks for men who come back and for what has been mended, and throws for it at the end of each turn until it has
one; the refit stays on file meanwhile. It ends when the unit is taken in hand for anything else (CEASE WORK says so), comes
into the enemy's zone, is probed, or is attacked on the ground.

    REFIT A,B/504
    REFIT A/504 BY HQ504""",
    order=order,
    check=partial(check_each, check, expect),
    expect=partial(expect_each, expect),
    execute=partial(execute_each, execute),
    options=options,
)  # fmt: skip
