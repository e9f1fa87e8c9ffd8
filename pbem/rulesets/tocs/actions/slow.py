"""SLOW: ships drop to a lower box to keep a fleet together, for nothing (TOCS-W16.0-4, W17.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.view import View


@rule("TOCS-W16.0-4", "TOCS-W17.1-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Down alone, and for no action."""
    box, ships = act.number("N") or 0, sea.acting(view)
    refused = sea.may_act(ships, 0)
    if refused:
        return refused
    if any(ship.box <= box for ship in ships):
        return illegal(say("boxes are gone down alone: all of them must be above box {box}", box=box), "TOCS-W16.0-4")
    return sea.SeaPlan((t.ShipsMoved(view.side, tuple(replace(ship, box=box) for ship in ships), phrase("slowed")),))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("slow", ("slow to box N",), "unit", phrase("drop to a lower box, for nothing")),
    phrase(
        """SLOW takes ships to a lower box of their zone, for no action, so that a fleet keeps together (TOCS-W16.0-4).
Ships that did nothing else may do it again in the same impulse, and act after it.

    TF1: slow to box 1"""
    ),
    _meant, _events,
)  # fmt: skip
