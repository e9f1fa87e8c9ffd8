"""ROADBLOCK: a road is blocked in secret (TOCS-W10.10)."""

from pbem.engine.ruleset import Action, Moment, Outcome
from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs.actions import laying
from pbem.rulesets.tocs.actions.ground_rules import in_hand
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture

KIND = "roadblock"


def order(act: Act, picture: Picture) -> Hex | Refusal:
    """The hex; without one it means the unit's own."""
    return act.hex("HEX") or in_hand(picture)[0].hex


def check(game: Game, picture: Picture, order: Hex) -> tuple[Refusal, ...]:
    """A company or engineers in good order with 1 AP; its own hex or one beside it inside the perimeter."""
    return laying.check(game, picture, (KIND, order))


def expect(game: Game, picture: Picture, order: Hex) -> Picture:
    """The block is there, the AP spent."""
    return laying.expect(game, picture, (KIND, order))


@rule("TOCS-W10.10-1")
def execute(moment: Moment, side: str, order: Hex) -> Outcome:
    """The block is laid; its side alone knows of it."""
    return laying.execute(moment, side, (KIND, order))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Its own hex, if it could."""
    return laying.options(game, picture, unit, KIND)


ACTION = Action(
    verb=Verb("roadblock", ("roadblock [HEX]",), "unit", "block the road in the unit's hex or one beside it"),
    help="""ROADBLOCK blocks the roads of the unit's hex, or of one beside it inside your perimeter, for 1 AP of a company or of
engineers in good order (TOCS-W10.10). Nobody, not even you, enters a blocked hex at road rate; who cannot pay for the way
beside the road is put back where he came from. Leaving is free. It counts for nothing in battle, but that a column that
runs into you there is in column no more. The enemy finds it by scouting or entering the hex, and not before. Without a hex
it means the unit's own.

    B/504: roadblock
    B/504: roadblock 12.12""",
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip
