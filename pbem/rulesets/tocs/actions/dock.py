"""DOCK: ships go into a port and dock there (TOCS-W12.5, W17.7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.actions.ground_rules import named
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import lading
from pbem.rulesets.tocs.view import View

IN_PORT = 2  # actions: one to go into port, one to dock


@rule("TOCS-W17.7-1", "TOCS-W12.5-1", "TOCS-W12.6-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """An action to reach a port of the zone that works, and one to dock, as long as it has berths."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships, IN_PORT)
    if refused or place is None:
        return refused or illegal(say("at which port?"), "TOCS-W17.7-1")
    site = lading.port_at(view, ships[0].zone, place)
    if site is None:
        return illegal(say("{place} is no port of the zone they are in", place=named(view.game, place)), "TOCS-W17.7-1")
    if not lading.port_works(view, site):
        return illegal(say("{name} is not yours to use, or not in working order", name=site.name), "TOCS-W12.5-1")
    if lading.berths(view, site) < len(ships):
        return illegal(say("{name} has no more berths", name=site.name), "TOCS-W12.5-1")
    return sea.SeaPlan((sea.paid(view, ships, IN_PORT, port=site.id, hex=None),))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("dock", ("dock at HEX",), "unit", phrase("go into port and dock")),
    phrase(
        """DOCK takes ships into a port on their zone and docks them: an action to go in, one to dock (TOCS-W17.7). The port must
be yours and work; it has berths for so many ships, one fewer for each point of damage (TOCS-W12.5). Only docked ships
load and unload.

    TF1: dock at Breskens"""
    ),
    _meant, _events,
)  # fmt: skip
