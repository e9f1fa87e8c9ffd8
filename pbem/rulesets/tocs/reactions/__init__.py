"""Standing orders and the answers they give: one file for each thing the other side may ask in the middle of play."""

from collections.abc import Mapping

from pbem.engine.ruleset import Reaction
from pbem.kernel.values import Value
from pbem.orders.sheet import Act
from pbem.rulesets.tocs.reactions import captures, ezoc, losses, ops, retreat, silence
from pbem.rulesets.tocs.reactions.captures import Policy as CapturePolicy
from pbem.rulesets.tocs.reactions.ezoc import Policy as EzocPolicy
from pbem.rulesets.tocs.reactions.losses import Policy as LossPolicy
from pbem.rulesets.tocs.reactions.ops import Policy as OpsPolicy
from pbem.rulesets.tocs.reactions.retreat import Policy as RetreatPolicy
from pbem.rulesets.tocs.reactions.silence import Policy as SilencePolicy

REACTIONS: Mapping[str, Reaction] = {
    "ezoc": ezoc.REACTION,
    "losses": losses.REACTION,
    "retreat": retreat.REACTION,
    "if silent": silence.REACTION,
    "captures": captures.REACTION,
    "ops": ops.REACTION,
}


class Standing(Value):
    """A side's standing orders, understood."""

    ezoc: EzocPolicy
    losses: LossPolicy
    retreat: RetreatPolicy
    silence: SilencePolicy
    captures: CapturePolicy
    ops: OpsPolicy = OpsPolicy()


def policies(acts: tuple[Act, ...]) -> Standing:
    """The policies that these standing-order lines make, over the defaults of day one."""
    filed = {name: tuple(a for a in acts if a.verb == name) for name in REACTIONS}
    return Standing(
        ezoc.policy(filed["ezoc"], EzocPolicy()),
        losses.policy(filed["losses"], LossPolicy()),
        retreat.policy(filed["retreat"], RetreatPolicy()),
        silence.policy(filed["if silent"], SilencePolicy()),
        captures.policy(filed["captures"], CapturePolicy()),
        ops=ops.policy(filed["ops"], OpsPolicy()),
    )
