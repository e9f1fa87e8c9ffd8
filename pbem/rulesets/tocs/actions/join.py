"""JOIN: two half-companies that stand together are a company again (TOCS-W10.18-3)."""

from functools import partial

from pbem.engine.ruleset import Action, Moment, Outcome
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.ordering import check_each, execute_each, expect_each
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.procedures import halves
from pbem.rulesets.tocs.view import Camp, Unit


def order(act: Act, picture: Picture) -> tuple[str, ...] | Refusal:
    """The calls of companies, or of halves of them."""
    return act.texts()


def _named(camp: Camp, call: str) -> Unit | Refusal:
    return camp.unit_called(call) or illegal(f"{call} is not yours, not there or not seen", "TOCS-W9.0-1")


def check(game: Game, picture: Picture, order: str) -> tuple[Refusal, ...]:
    """A divided company whose halves stand together."""
    found = _named(picture.camp, order)
    refused = found if isinstance(found, Refusal) else halves.cannot_join(picture.view(game), found)
    return (refused,) if refused else ()


def expect(game: Game, picture: Picture, order: str) -> Picture:
    """The company as it will be."""
    found = _named(picture.camp, order)
    if isinstance(found, Refusal):
        return picture
    made = halves.joined(picture.camp, found)
    return replace(picture, camp=made.made_in(picture.camp))


@rule("TOCS-W10.18-3")
def execute(moment: Moment, side: str, order: str) -> Outcome:
    """Free, and at any time of the own impulse."""
    camp: Camp = moment.board.camps[side]
    found = _named(camp, order)
    if isinstance(found, Refusal):
        return Outcome((), replace(found, kind="failed"))
    made = halves.joined(camp, found)
    return Outcome(told(side, halves.of(camp, found)[0].id, made))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A half that stands with its other half."""
    call = picture.camp.counter(unit).call
    return () if check(game, picture, call) else (f"join {call}",)


def told(side: str, company: str, made: halves.Halves) -> tuple[e.Event, ...]:
    """The events of a company's division or reunion."""
    trucks = (e.SourceChanged(side, s, "moved") for s in made.trucks)
    return (e.CompanyDeployed(side, company, made.counters, made.units), *trucks)


ACTION = Action(
    verb=Verb("join", ("join UNITS",), "letter", "make one company of its two halves"),
    help="""JOIN makes a company of its two halves where they stand together; it is free (TOCS-W10.18-3). What both have left
is left of it, and it is in the worse of their states. Name the company or one of its halves.

    JOIN A/504""",
    order=order,
    check=partial(check_each, check, expect),
    expect=partial(expect_each, expect),
    execute=partial(execute_each, execute),
    options=options,
)  # fmt: skip
