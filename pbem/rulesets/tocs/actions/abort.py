"""ABORT: aircraft in the air are called home for bad weather, and for nothing else (TOCS-W14.4-3, ruling G15)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.aircraft import OVER, Sortie
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.air import ended
from pbem.rulesets.tocs.rules.air import grounded

CALLED_HOME = phrase("called home for the weather")


class Abort(Value):
    """Aircraft, by their calls."""

    aircraft: tuple[str, ...]


def order(act: Act, picture: Picture) -> Abort | Refusal:
    """The order from its words."""
    return Abort(act.texts("UNITS"))


def _sorties(forces: Forces, order: Abort) -> tuple[Sortie, ...]:
    """The missions they fly, each once."""
    flown = (forces.air.sortie_of(call) for call in order.aircraft)
    return tuple({sortie.id: sortie for sortie in flown if sortie}.values())


@rule("TOCS-W14.4-3", "TOCS-W15.0-3", "TOCS-3.2-5")
def check(game: Game, picture: Picture, order: Abort) -> tuple[Refusal, ...]:
    """They are in the air, and the weather is bad: a mission is not called off for any other reason."""
    for call in order.aircraft:
        if picture.forces.air.sortie_of(call) is None:
            return (illegal(say("{call} is not in the air", call=call), "TOCS-W14.4-3"),)
    if not grounded(picture.public.weather):
        return (illegal(say("only bad weather ends a mission that has taken off"), "TOCS-W15.0-3"),)
    return ()


def expect(game: Game, picture: Picture, order: Abort) -> Picture:
    """They have landed."""
    forces = picture.forces
    for sortie in _sorties(forces, order):
        forces = replace(forces, air=forces.air.flown(replace(sortie, status=OVER)))
    return replace(picture, forces=forces)


@rule("TOCS-W14.4-3", "TOCS-W14.3-1")
def execute(moment: Moment, picture: Picture, order: Abort) -> Outcome:
    """They turn back and land; the OP stays spent."""
    side, events = picture.side, list[e.Event]()
    for sortie in _sorties(moment.board.forces[side], order):
        events += ended(after(moment, events), side, sortie, CALLED_HOME)
    return Outcome(tuple(events))


ACTION = Action(
    verb=Verb("abort", ("abort UNITS",), "letter", phrase("call aircraft home for bad weather")),
    help=phrase(
        """ABORT calls aircraft home that are in the air in high wind, fog, rain or snow (TOCS-W14.4-3). They land, with all that
fly the same mission; what it cost stays spent. A mission is not called off for any other reason.

    ABORT TYP1"""
    ),
    order=order, check=check, expect=expect, execute=execute,
)  # fmt: skip
