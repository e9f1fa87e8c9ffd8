"""DISMANTLE: engineers take apart a bridge that could be built in play (TOCS-W10.14-1)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, elsewhere, work_action
from pbem.rulesets.tocs.rules import engineers
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.units import Task, Unit
from pbem.rulesets.tocs.view import View


@rule("TOCS-W10.14-1")
def plan(view: View, unit: Unit, order: Engineering) -> Task | Refusal:
    """The work, or why it cannot be begun."""
    refused = elsewhere(unit, order, "TOCS-W10.14-1") or engineers.unfit(view, unit, platoons=True)
    if refused:
        return refused
    may = tuple(b for b in standing(view, unit.hex) if engineers.turns(view.game, b.kind, "dismantle"))
    bridge = engineers.chosen(view, unit, order.words, may)
    if isinstance(bridge, Refusal):
        return bridge
    needs = engineers.turns(view.game, bridge.kind, "dismantle")
    return Task(unit.id, "dismantle", say("taking apart of {bridge}", bridge=bridge.name), unit.hex, needs, note=bridge.id)


ACTION = work_action(
    Verb(
        "dismantle", ("dismantle (bridge|footbridge|pontoon bridge|vehicle bridge) [HEX]",), "unit", phrase("take a bridge apart")
    ),
    phrase(
        """DISMANTLE takes apart a footbridge, a pontoon bridge or a vehicle bridge in the unit's hex in half the time it takes to
build one: 1 turn, 2 turns, 2 turns (TOCS-W10.14-1). Engineer companies and platoons and bridging companies do it, begun
in good order with all their AP. The work continues by itself like BUILD, and the equipment can be used again.

    C/307: dismantle footbridge"""
    ),
    plan,
)
