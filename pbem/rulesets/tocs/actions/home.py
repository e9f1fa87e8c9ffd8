"""HOME: aircraft over the water land; aircraft of a field on the coast fly out to a ship (TOCS-W16.2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.aircraft import LANDED
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import lading
from pbem.rulesets.tocs.view import View


@rule("TOCS-W16.2-2", "TOCS-W16.2-4", "TOCS-W16.2-5", "TOCS-W16.2-7", "TOCS-W16.5-4")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """At home, on another ship of the zone with room, or on a field on its coast: free for the ship."""
    plane = sea.flying(view)
    if plane is None:
        return illegal(say("only aircraft over the water go home"), "TOCS-W16.2-4")
    craft, name, place = view.forces.air.aircraft[plane.call], act.text("UNIT"), act.hex("HEX")
    asked = {name} if name else {site.id for site in view.forces.sites if site.hex == place} if place else {craft.base}
    base = next((base for base in lading.bases(view, craft, plane.zone) if base in asked), None)
    if base is None:
        return illegal(say("{call} cannot land there: no base in reach, or no room", call=plane.call), "TOCS-W16.2-5")
    down = t.PlanesMoved(view.side, (), (plane.call,), (replace(craft, box=LANDED, base=base),), phrase("landed"))
    return sea.SeaPlan((down,))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("home", ("home", "home to UNIT", "home to HEX"), "unit", phrase("aircraft over the water land")),
    phrase(
        """HOME: aircraft over the water land on a ship in their zone with room for them, which costs it nothing, or on a field on
its coast (TOCS-W16.2). Alone it means their own base. All that are still up go home as the turn ends.

    SQ1: home to CV1"""
    ),
    _meant, _events,
)  # fmt: skip
