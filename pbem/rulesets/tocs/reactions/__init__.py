"""Standing orders and the answers they give: one file for each thing the other side may ask in the middle of play."""

from collections.abc import Mapping

from pbem.engine.ruleset import Reaction
from pbem.kernel.kept import kept
from pbem.kernel.values import Value, field
from pbem.orders.sheet import Act
from pbem.rulesets.tocs.reactions import (
    bank,
    battles,
    captures,
    ezoc,
    losses,
    night,
    ops,
    questions,
    reserves,
    retreat,
    silence,
    when,
    windows,
)
from pbem.rulesets.tocs.reactions.bank import Policy as BankPolicy
from pbem.rulesets.tocs.reactions.battles import Policy as BattlePolicy
from pbem.rulesets.tocs.reactions.captures import Policy as CapturePolicy
from pbem.rulesets.tocs.reactions.ezoc import Policy as EzocPolicy
from pbem.rulesets.tocs.reactions.losses import Policy as LossPolicy
from pbem.rulesets.tocs.reactions.night import Policy as NightPolicy
from pbem.rulesets.tocs.reactions.ops import Policy as OpsPolicy
from pbem.rulesets.tocs.reactions.questions import Policy as QuestionPolicy
from pbem.rulesets.tocs.reactions.reserves import Policy as ReservePolicy
from pbem.rulesets.tocs.reactions.retreat import Policy as RetreatPolicy
from pbem.rulesets.tocs.reactions.silence import Policy as SilencePolicy
from pbem.rulesets.tocs.reactions.when import Script
from pbem.rulesets.tocs.reactions.windows import Policy as WindowPolicy

REACTIONS: Mapping[str, Reaction] = {
    "ezoc": ezoc.REACTION,
    "losses": losses.REACTION,
    "retreat": retreat.REACTION,
    "bank": bank.REACTION,
    "if silent": silence.REACTION,
    "captures": captures.REACTION,
    "ops": ops.REACTION,
    "night": night.REACTION,
    "battles": battles.REACTION,
    "questions": questions.REACTION,
    "reserves": reserves.REACTION,
    "when": when.REACTION,
    "windows": windows.REACTION,
}


class Standing(Value):
    """A side's standing orders, understood."""

    ezoc: EzocPolicy
    losses: LossPolicy
    retreat: RetreatPolicy
    silence: SilencePolicy
    captures: CapturePolicy
    ops: OpsPolicy = OpsPolicy()
    night: NightPolicy = NightPolicy()
    questions: QuestionPolicy = QuestionPolicy()
    reserves: ReservePolicy = ReservePolicy()
    windows: WindowPolicy = WindowPolicy()
    scripts: Mapping[str, Script] = field(default_factory=dict)
    bank: BankPolicy = BankPolicy()
    battles: BattlePolicy = BattlePolicy()


@kept(8)
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
        night=night.policy(filed["night"], NightPolicy()),
        questions=questions.policy(filed["questions"], QuestionPolicy()),
        reserves=reserves.policy(filed["reserves"], ReservePolicy()),
        windows=windows.policy(filed["windows"], WindowPolicy()),
        scripts=when.scripts(filed["when"]),
        bank=bank.policy(filed["bank"], BankPolicy()),
        battles=battles.policy(filed["battles"], BattlePolicy()),
    )
