"""SWEEP: ships and aircraft go on patrol: for submarines, and for what else is in their box (TOCS-W16.8, W17.3)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution import sea_patrol
from pbem.rulesets.tocs.rules.naval import may_patrol
from pbem.rulesets.tocs.ships import SPENT
from pbem.rulesets.tocs.view import View


@rule("TOCS-W17.3-1", "TOCS-W16.8-1", "TOCS-W17.0-1", "TOCS-W13.3-2")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Cruisers, destroyers, escorts and boats; aircraft over the water. Not in fog."""
    plane, ships = sea.flying(view), sea.acting(view)
    zone = plane.zone if plane else ships[0].zone if ships else ""
    if zone and sea.weather(view, zone).fog:
        return illegal(say("there are no patrols in fog"), "TOCS-W13.3-2")
    if plane:
        if plane.box == SPENT:
            return illegal(say("{call} has nothing left to patrol with", call=plane.call), "TOCS-W16.8-1")
        lower = replace(plane, box=plane.box - 1, patrols=True)
        return sea.SeaPlan((t.PlanesMoved(view.side, (lower,), (), (), sea.ACTED),), plane)
    refused = sea.may_act(ships) or sea.of_class(
        ships, may_patrol, say("cruisers, destroyers, escorts and patrol boats patrol"), "TOCS-W17.3-1"
    )
    return refused or sea.SeaPlan((sea.paid(view, ships, patrols=True),), ships)


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return sea_patrol.patrolled(moment, side, plan.sure, plan.told)


ACTION = sea.sea_action(
    Verb("sweep", ("sweep [for subs]",), "unit", phrase("patrol the zone, and hunt submarines")),
    phrase(
        """SWEEP puts cruisers, destroyers, escorts and patrol boats on patrol, for a box each (TOCS-W17.3). Each rolls its box or
less, and finds aircraft and surface ships in its own box; those are attacked at once, as SEA INTERCEPT has it, without
another roll. As the turn ends each ship on patrol rolls again, and attacks a submarine in its zone if it finds one
(TOCS-W16.8). Whether a boat is there or not, you read the same unless one is hit. Aircraft over the water that sweep
look for a submarine at once.

    DD1: sweep for subs"""
    ),
    _meant, _events,
)  # fmt: skip
