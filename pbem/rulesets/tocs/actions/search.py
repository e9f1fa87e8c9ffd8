"""SEARCH: aircraft over the water look into a box of their zone (TOCS-W17.2)."""

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
from pbem.rulesets.tocs.ships import SPENT, TOP
from pbem.rulesets.tocs.view import View


@rule("TOCS-W17.2-1", "TOCS-W17.0-1", "TOCS-W16.3-2")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """A box lower for each look; not by night nor in fog."""
    plane, box = sea.flying(view), act.number("N")
    if plane is None:
        return illegal(say("only aircraft over the water search: ships `sweep`"), "TOCS-W17.2-1")
    if plane.box == SPENT or box is None or box > TOP:
        return illegal(say("{call} has nothing left to search with, or there is no such box", call=plane.call), "TOCS-W17.2-1")
    if view.night or sea.weather(view, plane.zone).fog:
        return illegal(say("nobody searches by night or in fog"), "TOCS-W13.3-2")
    lower = replace(plane, box=plane.box - 1)
    return sea.SeaPlan((t.PlanesMoved(view.side, (lower,), (), (), sea.ACTED),), (plane.call, box))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    call, box = plan.told
    return (*plan.sure, *sea_patrol.searched(moment, side, plan.sure, call, box))


ACTION = sea.sea_action(
    Verb("search", ("search box N",), "unit", phrase("aircraft look into a box of their zone")),
    phrase(
        """SEARCH: aircraft over the water look into one box of the zone they are in, for a box of their own each time
(TOCS-W17.2). The enemy names the kinds that are there, aircraft, surface ships, submarines, and no more. Where
something is found both sides roll to intercept, and SEA INTERCEPT says whether yours attack. `if ships`,
`if aircraft`, `if subs` and `if nothing` ask what was found.

    SQ1: search box 2; if nothing search box 1, else home to CV1"""
    ),
    _meant, _events,
)  # fmt: skip
