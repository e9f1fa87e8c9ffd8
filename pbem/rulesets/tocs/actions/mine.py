"""MINE: mines are laid in secret (TOCS-W10.11)."""

from pbem.engine.ruleset import Action, Moment, Outcome
from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs.actions import laying
from pbem.rulesets.tocs.actions.ground_rules import in_hand
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture

KIND = "minefield"


def order(act: Act, picture: Picture) -> Hex | Refusal:
    """The hex; without one it means the unit's own."""
    return act.hex("HEX") or in_hand(picture)[0].hex


def check(game: Game, picture: Picture, order: Hex) -> tuple[Refusal, ...]:
    """Engineers in good order and in communication, with all their AP; their own hex or one beside it inside the perimeter."""
    return laying.check(game, picture, (KIND, order))


def expect(game: Game, picture: Picture, order: Hex) -> Picture:
    """The mines are there, the AP spent."""
    return laying.expect(game, picture, (KIND, order))


@rule("TOCS-W10.11-1", "TOCS-W2.6.4-3")
def execute(moment: Moment, side: str, order: Hex) -> Outcome:
    """The mines are laid; their side alone knows of them."""
    return laying.execute(moment, side, (KIND, order))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Its own hex, if it could."""
    return laying.options(game, picture, unit, KIND)


ACTION = Action(
    verb=Verb("mine", ("mine [HEX]",), "unit", "lay mines in the unit's hex or one beside it"),
    help="""MINE lays a minefield in the engineers' hex, or in one beside it inside your perimeter, for all their AP, in good order
and in communication (TOCS-W10.11). An enemy who moves in stops, loses the points of that AP and throws a morale check; who fails
falls a state and has no AP left. To leave he pays 1 AP more and checks again. Engineers need no check in mines they know of.
An attack goes in without a check, but your defence there has +2. Your own units only lose the road rate. The enemy finds
mines by scouting or entering the hex. Without a hex it means the unit's own.

    C/307: mine 12.12""",
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip
