"""Standing orders and the answers they give: one file for each thing the other side may ask in the middle of play.

Each has its syntax, its default of day one, the check of a line and a policy; an answer looks at the side's own picture and the
words of the question, nothing else. First file: `night.py`; then this one, whose `policies` reads a side's file.

Decided:
- 2026-11-22 NIGHT and IF SILENT, which end impulses, are filed by the side's commander, like END IMPULSE.
"""

from collections.abc import Mapping

from pbem.kernel.memo import kept
from pbem.kernel.values import Value, field
from pbem.orders.tree import Act
from pbem.rulesets.tocs.standing_orders import (
    airfields_struck,
    bad_weather,
    bank,
    battles,
    captures,
    charges,
    coast_guns,
    dogfight,
    ezoc,
    flak,
    losses,
    night,
    ops,
    patrols,
    prey,
    questions,
    reserves,
    retreat,
    sea_group,
    sea_intercept,
    sea_launch,
    sea_rescue,
    sea_screen,
    sea_strike,
    sea_targets,
    silence,
    spotted_at,
    subs,
    when,
    windows,
)
from pbem.rulesets.tocs.standing_orders.airfields_struck import AirfieldsPolicy as AirfieldsPolicy
from pbem.rulesets.tocs.standing_orders.bad_weather import BadWeatherPolicy as BadWeatherPolicy
from pbem.rulesets.tocs.standing_orders.bank import BankPolicy as BankPolicy
from pbem.rulesets.tocs.standing_orders.battles import BattlesPolicy as BattlePolicy
from pbem.rulesets.tocs.standing_orders.captures import CapturesPolicy as CapturePolicy
from pbem.rulesets.tocs.standing_orders.charges import ChargesPolicy as ChargesPolicy
from pbem.rulesets.tocs.standing_orders.coast_guns import CoastGunsPolicy as CoastGunsPolicy
from pbem.rulesets.tocs.standing_orders.dogfight import DogfightPolicy as DogfightPolicy
from pbem.rulesets.tocs.standing_orders.ezoc import EzocPolicy as EzocPolicy
from pbem.rulesets.tocs.standing_orders.flak import FlakPolicy as FlakPolicy
from pbem.rulesets.tocs.standing_orders.form import Reaction
from pbem.rulesets.tocs.standing_orders.losses import LossesPolicy as LossPolicy
from pbem.rulesets.tocs.standing_orders.night import NightPolicy as NightPolicy
from pbem.rulesets.tocs.standing_orders.ops import OpsPolicy as OpsPolicy
from pbem.rulesets.tocs.standing_orders.patrols import PatrolsPolicy as PatrolsPolicy
from pbem.rulesets.tocs.standing_orders.prey import PreyPolicy as PreyPolicy
from pbem.rulesets.tocs.standing_orders.questions import QuestionsPolicy as QuestionPolicy
from pbem.rulesets.tocs.standing_orders.reserves import ReservesPolicy as ReservePolicy
from pbem.rulesets.tocs.standing_orders.retreat import RetreatPolicy as RetreatPolicy
from pbem.rulesets.tocs.standing_orders.sea_group import SeaGroupPolicy as SeaGroupPolicy
from pbem.rulesets.tocs.standing_orders.sea_intercept import SeaInterceptPolicy as SeaInterceptPolicy
from pbem.rulesets.tocs.standing_orders.sea_launch import SeaLaunchPolicy as SeaLaunchPolicy
from pbem.rulesets.tocs.standing_orders.sea_rescue import SeaRescuePolicy as SeaRescuePolicy
from pbem.rulesets.tocs.standing_orders.sea_screen import SeaScreenPolicy as SeaScreenPolicy
from pbem.rulesets.tocs.standing_orders.sea_strike import SeaStrikePolicy as SeaStrikePolicy
from pbem.rulesets.tocs.standing_orders.sea_targets import SeaTargetsPolicy as SeaTargetsPolicy
from pbem.rulesets.tocs.standing_orders.silence import SilencePolicy as SilencePolicy
from pbem.rulesets.tocs.standing_orders.spotted_at import SpottedPolicy as SpottedPolicy
from pbem.rulesets.tocs.standing_orders.subs import SubsPolicy as SubsPolicy
from pbem.rulesets.tocs.standing_orders.when import ReserveScript
from pbem.rulesets.tocs.standing_orders.windows import WindowsPolicy as WindowPolicy

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
    "flak": flak.REACTION,
    "patrols": patrols.REACTION,
    "dogfight": dogfight.REACTION,
    "prey": prey.REACTION,
    "bad weather": bad_weather.REACTION,
    "airfields struck": airfields_struck.REACTION,
    "spotted at": spotted_at.REACTION,
    "charges": charges.REACTION,
    "sea intercept": sea_intercept.REACTION,
    "sea strike": sea_strike.REACTION,
    "sea screen": sea_screen.REACTION,
    "sea group": sea_group.REACTION,
    "sea targets": sea_targets.REACTION,
    "sea launch": sea_launch.REACTION,
    "sea rescue": sea_rescue.REACTION,
    "subs": subs.REACTION,
    "coast guns": coast_guns.REACTION,
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
    scripts: Mapping[str, ReserveScript] = field(default_factory=dict)
    bank: BankPolicy = BankPolicy()
    battles: BattlePolicy = BattlePolicy()
    flak: FlakPolicy = FlakPolicy()
    patrols: PatrolsPolicy = PatrolsPolicy()
    dogfight: DogfightPolicy = DogfightPolicy()
    prey: PreyPolicy = PreyPolicy()
    bad_weather: BadWeatherPolicy = BadWeatherPolicy()
    airfields: AirfieldsPolicy = AirfieldsPolicy()
    spotted: SpottedPolicy = SpottedPolicy()
    charges: ChargesPolicy = ChargesPolicy()
    sea_intercept: SeaInterceptPolicy = SeaInterceptPolicy()
    sea_strike: SeaStrikePolicy = SeaStrikePolicy()
    sea_screen: SeaScreenPolicy = SeaScreenPolicy()
    sea_group: SeaGroupPolicy = SeaGroupPolicy()
    sea_targets: SeaTargetsPolicy = SeaTargetsPolicy()
    sea_launch: SeaLaunchPolicy = SeaLaunchPolicy()
    sea_rescue: SeaRescuePolicy = SeaRescuePolicy()
    subs: SubsPolicy = SubsPolicy()
    coast_guns: CoastGunsPolicy = CoastGunsPolicy()


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
        flak=flak.policy(filed["flak"], FlakPolicy()),
        patrols=patrols.policy(filed["patrols"], PatrolsPolicy()),
        dogfight=dogfight.policy(filed["dogfight"], DogfightPolicy()),
        prey=prey.policy(filed["prey"], PreyPolicy()),
        bad_weather=bad_weather.policy(filed["bad weather"], BadWeatherPolicy()),
        airfields=airfields_struck.policy(filed["airfields struck"], AirfieldsPolicy()),
        spotted=spotted_at.policy(filed["spotted at"], SpottedPolicy()),
        charges=charges.policy(filed["charges"], ChargesPolicy()),
        sea_intercept=sea_intercept.policy(filed["sea intercept"], SeaInterceptPolicy()),
        sea_strike=sea_strike.policy(filed["sea strike"], SeaStrikePolicy()),
        sea_screen=sea_screen.policy(filed["sea screen"], SeaScreenPolicy()),
        sea_group=sea_group.policy(filed["sea group"], SeaGroupPolicy()),
        sea_targets=sea_targets.policy(filed["sea targets"], SeaTargetsPolicy()),
        sea_launch=sea_launch.policy(filed["sea launch"], SeaLaunchPolicy()),
        sea_rescue=sea_rescue.policy(filed["sea rescue"], SeaRescuePolicy()),
        subs=subs.policy(filed["subs"], SubsPolicy()),
        coast_guns=coast_guns.policy(filed["coast guns"], CoastGunsPolicy()),
    )
