"""SPLIT: a company deploys into two half-companies (TOCS-W10.18)."""

from functools import partial

from pbem.engine.ruleset import Action, Moment, Outcome
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs.actions.join import told
from pbem.rulesets.tocs.actions.ordering import by, check_each, execute_each, expect_each, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.procedures import halves
from pbem.rulesets.tocs.procedures.command import commander
from pbem.rulesets.tocs.view import Unit, View


class Split(Value):
    """A company, and the HQ that orders it ("" = the referee finds it)."""

    unit: str
    by: str


def order(act: Act, picture: Picture) -> tuple[Split, ...] | Refusal:
    """The order from its words, one for each unit."""
    return tuple(Split(call, by(act)) for call in act.texts())


def check(game: Game, picture: Picture, order: Split) -> tuple[Refusal, ...]:
    """A company in good order and in communication, and an HQ's AP."""
    found = _meant(picture.view(game), order)
    return (found,) if isinstance(found, Refusal) else ()


@rule("TOCS-W10.18-1")
def _meant(view: View, order: Split) -> tuple[Unit, Unit] | Refusal:
    """The company, and the HQ that gives the order."""
    unit = view.camp.unit_called(order.unit)
    if unit is None or unit.status != "map":
        return illegal(f"{order.unit} is not yours, not there or not seen", "TOCS-W9.0-1")
    refused = halves.cannot_split(view, unit)
    found = refused or commander(view, (unit,), order.by)
    return found if isinstance(found, Refusal) else (unit, found)


def expect(game: Game, picture: Picture, order: Split) -> Picture:
    """The AP spent, and two halves where the company was."""
    meant = _meant(picture.view(game), order)
    if isinstance(meant, Refusal):
        return picture
    unit, hq = meant
    picture = expect_ordered(game, picture, hq)
    made = halves.split(picture.camp, unit)
    return replace(picture, camp=made.made_in(picture.camp))


def execute(moment: Moment, side: str, order: Split) -> Outcome:
    """The order, and the halves; neither HQ nor company is the worse for it, and the enemy hears nothing."""
    meant = _meant(moment.pictures[side].view(moment.game), order)
    if isinstance(meant, Refusal):
        return Outcome((), replace(meant, kind="failed"))
    unit, hq = meant
    made = halves.split(moment.board.camps[side], unit)
    return Outcome((*order_paid(moment, side, hq), *told(side, unit.id, made)))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A company that could be divided now."""
    call = picture.camp.counter(unit).call
    return () if check(game, picture, Split(call, "")) else (f"split {call}",)


ACTION = Action(
    verb=Verb("split", ("split UNITS [by CALL_HQ]",), "letter", "deploy a company into two half-companies"),
    help="""SPLIT: for 1 AP of an HQ a company in good order and in communication deploys into two half-companies, if the
module allows it (TOCS-W10.18). A/504 becomes A-1/504 and A-2/504: each has half the steps and half the strength, is
activated for an OP of its own, and does all that a company does. Nobody is the worse for it. JOIN makes them one again.

    SPLIT A,B/504
    SPLIT A/504 BY HQ1/504""",
    order=order,
    check=partial(check_each, check, expect),
    expect=partial(expect_each, expect),
    execute=partial(execute_each, execute),
    options=options,
)  # fmt: skip
