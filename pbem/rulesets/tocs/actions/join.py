"""JOIN: two half-companies that stand together are a company again (TOCS-W10.18-3)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed, each
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import halves
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


def order(act: Act, picture: Picture) -> tuple[str, ...] | Refusal:
    """The calls of companies, or of halves of them."""
    return act.texts()


def _meant(view: View, order: str) -> Unit | Refusal:
    """A divided company whose halves stand together, by its call or that of a half."""
    unit = view.forces.unit_called(order)
    if unit is None:
        return illegal(say("{order} is not yours, not there or not seen", order=order), "TOCS-W9.0-1")
    return halves.cannot_join(view, unit) or unit


def _expected(game: Game, picture: Picture, unit: Unit) -> Picture:
    """The company as it will be."""
    return replace(picture, forces=halves.joined(picture.forces, unit).made_in(picture.forces))


@rule("TOCS-W10.18-3")
def _events(moment: Moment, side: str, unit: Unit) -> tuple[e.Event, ...]:
    """Free, and at any time of the own impulse."""
    forces = moment.board.forces[side]
    return told(side, halves.of(forces, unit)[0].id, halves.joined(forces, unit))


ONE = deed(_meant, _expected, _events)
DEED = each(ONE)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A half that stands with its other half."""
    call = picture.forces.counter(unit).call
    return () if ONE.check(game, picture, call) else (f"join {call}",)


def told(side: str, company: str, made: halves.Halves) -> tuple[e.Event, ...]:
    """The events of a company's division or reunion."""
    trucks = (e.SourceChanged(side, s, phrase("moved")) for s in made.trucks)
    return (e.CompanyDeployed(side, company, made.counters, made.units), *trucks)


ACTION = Action(
    verb=Verb("join", ("join UNITS",), "letter", phrase("make one company of its two halves")),
    help=phrase(
        """JOIN makes a company of its two halves where they stand together; it is free (TOCS-W10.18-3). What both have left
is left of it, and it is in the worse of their states. Name the company or one of its halves.

    JOIN A/504"""
    ),
    order=order,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
    options=options,
)  # fmt: skip
