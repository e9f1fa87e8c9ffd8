"""ALLOT AIR: which formation's commander may order aircraft (TOCS-3.2-9, TOCS-1.1-2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.aircraft import Aircraft
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.view import View

ALLOTTED = phrase("allotted")


class Allotment(Value):
    """Aircraft by call, and the formation they go to, "" for all."""

    aircraft: tuple[str, ...]
    formation: str


def order(act: Act, picture: Picture) -> Allotment:
    """The order from its words."""
    return Allotment(tuple(dict.fromkeys(act.texts("UNITS"))), act.text("FORMATION") or "")


@rule("TOCS-1.1-2", "TOCS-3.2-9")
def _meant(view: View, order: Allotment) -> tuple[Aircraft, ...] | Refusal:
    """The aircraft as they are lent from now on."""
    known = view.forces.air.aircraft
    for call in order.aircraft:
        if call not in known:
            return illegal(say("you have no aircraft {call}", call=call), "TOCS-3.2-9")
    lent = (order.formation,) if order.formation else None
    return tuple(replace(known[call], lent=lent) for call in order.aircraft)


def _expected(game: Game, picture: Picture, crafts: tuple[Aircraft, ...]) -> Picture:
    return replace(picture, forces=replace(picture.forces, air=picture.forces.air.moved(crafts)))


def _events(moment: Moment, side: str, crafts: tuple[Aircraft, ...]) -> tuple[e.Event, ...]:
    return (e.AircraftMoved(side, crafts, ALLOTTED),)


DEED = deed(_meant, _expected, _events)
ACTION = Action(
    verb=Verb("allot", ("allot air FORMATION UNITS", "allot air all UNITS"), "letter", phrase("say whose aircraft are to order")),
    help=phrase(
        """ALLOT AIR gives aircraft to the commander of a formation: from then on that seat, its superiors and the side's commander
may order them, and nobody else. Without a word the scenario's seats count; where it names none every seat may. ALL gives
them back to everybody.

    allot air 504 TYP1, TYP2
    allot air all AUS1"""
    ),
    order=order, check=DEED.check, expect=DEED.expect, execute=DEED.execute,
)  # fmt: skip
