"""FLEET: ships sail together under a name (TOCS-W16.1-2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions.deeds import deed
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.aircraft_checks import CALL
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.view import View


def order(act: Act, picture: Picture) -> Act:
    """The order from its words."""
    return act


@rule("TOCS-W16.1-2", "TOCS-W16.0-4")
def _meant(view: View, act: Act) -> e.FleetFormed | Refusal:
    """Ships of one zone, under a name that is nobody's."""
    sea = view.forces.sea
    name = (act.text("WORD") or act.text("CALL") or "").upper()
    calls = () if act.says("ends") else act.texts("UNITS")
    if not calls:
        known = name in sea.fleets
        return e.FleetFormed(view.side, name, ()) if known else illegal(say("there is no fleet {name}", name=name), "TOCS-W16.1-2")
    taken = name not in sea.fleets and (sea.knows(name) or view.forces.unit_called(name) or name in view.forces.air.aircraft)
    if taken or not CALL.fullmatch(name):
        return illegal(say("{name} cannot be the name of a fleet", name=name), "TOCS-W16.1-2")
    strangers = [call for call in calls if call not in sea.ships or sea.ships[call].sunk]
    if strangers:
        return illegal(say("{call} is none of your ships that are afloat", call=strangers[0]), "TOCS-W16.1-2")
    if len({sea.ships[call].zone for call in calls}) > 1:
        return illegal(say("they are not all in one zone"), "TOCS-W16.1-2")
    return e.FleetFormed(view.side, name, calls)


def _expected(game: Game, picture: Picture, formed: e.FleetFormed) -> Picture:
    return learn(picture, o.OwnEvent(formed))


def _events(moment: Moment, side: str, formed: e.FleetFormed) -> tuple[e.Event, ...]:
    return (formed,)


DEED = deed(_meant, _expected, _events)
ACTION = Action(
    verb=Verb("fleet", ("fleet CALL ends", "fleet CALL of UNITS", "fleet WORD of UNITS"), "letter",
              phrase("ships sail together under a name")),
    help=phrase(
        """FLEET puts ships of one zone under a name: one line then orders all of them, and they sail on one roll (TOCS-W16.1). A
ship of a fleet may still act by a line of its own. ENDS lets them go their ways.

    FLEET TF1 of ERE, ROB, LST3
    FLEET TF1 ends"""
    ),
    order=order, check=DEED.check, expect=DEED.expect, execute=DEED.execute,
)  # fmt: skip
