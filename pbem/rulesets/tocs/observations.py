"""Everything a desk can learn. Each class names its licence: the rule that lets the desk know it."""

from collections.abc import Mapping
from typing import ClassVar

from pbem.engine.observation import Observation
from pbem.kernel.decisions import Decision
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.field_units import AfterAction, FieldBattle, Force
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.units import (
    Arrival,
    Attack,
    Hand,
    Mend,
    Mission,
    ReplacementPool,
    Replacements,
    ReservePlan,
    SupplySource,
    Task,
    Toll,
    Train,
    Unit,
)
from pbem.rulesets.tocs.view import Weather

# ---------------------------------------------------------------- what both sides see


class TurnSeen(Observation):
    """A turn began."""

    licence: ClassVar[str] = "TOCS-2.0-1"
    turn: int


class OwnMend(Observation):
    """What the module says of the own side from this turn on; the enemy's part of it stays his."""

    licence: ClassVar[str] = "TOCS-1.1-1"
    mend: Mend


class InitiativeSeen(Observation):
    """Who has the initiative and the two dice; never the modifiers, which would tell of leaders (TOCS-2.7-1)."""

    licence: ClassVar[str] = "TOCS-2.7-1"
    holder: str
    throws: tuple[tuple[str, Throw], ...]


class ImpulseSeen(Observation):
    """An impulse began for one side."""

    licence: ClassVar[str] = "TOCS-3.0-1"
    impulse: int
    phasing: str


class WeatherSeen(Observation):
    """The weather of a turn or an impulse, and the dice that made it; it is the same for both sides."""

    licence: ClassVar[str] = "TOCS-3.1-1"
    weather: Weather
    throws: tuple[Throw, ...]


class OwnerSeen(Observation):
    """A hex changed hands: both copies of the perimeter agree."""

    licence: ClassVar[str] = "TOCS-W9.1-2"
    hex: Hex
    owner: str
    how: str


class EzocSeen(Observation):
    """A hex was claimed for EZOC against `viewer`, or an older claim was disproved."""

    licence: ClassVar[str] = "TOCS-W6.0-9"
    viewer: str
    hex: Hex
    stands: bool


class BattlesSeen(Observation):
    """Hexes in which battles were announced; not by whom nor whence."""

    licence: ClassVar[str] = "TOCS-3.7-2"
    side: str
    hexes: tuple[Hex, ...]


class EngagementSeen(Observation):
    """A hex is an engagement of `defender`'s, or ("") no longer one."""

    licence: ClassVar[str] = "TOCS-1.2-6"
    hex: Hex
    defender: str


class EngagementFoughtSeen(Observation):
    """An engagement has been fought this turn."""

    licence: ClassVar[str] = "TOCS-2.6-1"
    hex: Hex


class FieldBattleSeen(Observation):
    """A battle went to field commanders: both know it, since both wished it, and the hex was announced."""

    licence: ClassVar[str] = "MASL-1.1-3"
    battle: FieldBattle


class FieldBattleEndedSeen(Observation):
    """How a field battle ended for this side: its own losses, and what both must know. thrown: the CRT decides it now."""

    licence: ClassVar[str] = "MASL-4.1-4"
    battle: FieldBattle
    how: str
    lost: int
    left: tuple[str, ...]
    holder: str
    engaged: bool
    thrown: bool


class BattleFoughtSeen(Observation):
    """How a battle ended: steps lost by each side, who fell back, who holds the hex."""

    licence: ClassVar[str] = "TOCS-W19.4-1"
    number: int
    hex: Hex
    level: str
    attacker: str
    defender: str
    lost: tuple[tuple[str, int], ...]
    left: tuple[str, ...]
    holder: str
    engaged: bool


class OwnToll(Observation):
    """What a battle took of the own side, unit by unit, and what was paid for what."""

    licence: ClassVar[str] = "TOCS-W19.4-1"
    number: int
    toll: Toll


class OwnBalance(Observation):
    """The own pools as they stand when the own impulse is closed: spent, left, overspent."""

    licence: ClassVar[str] = "TOCS-1.5-3"
    pools: tuple[ReplacementPool, ...]


class ImpulseClosedSeen(Observation):
    """A side's impulse is over: end or pass, which shows on the track (TOCS-3.11-3); silence is told to that side alone."""

    licence: ClassVar[str] = "TOCS-3.11-3"
    side: str
    how: str


class TurnEndSeen(Observation):
    """The turn-end roll, its number and its outcome."""

    licence: ClassVar[str] = "TOCS-3.11-1"
    side: str
    passed: bool
    throw: Throw | None
    needed: int
    ended: bool
    box: int
    passes: int


class TurnEndedSeen(Observation):
    """The turn is over."""

    licence: ClassVar[str] = "TOCS-2.0-1"
    turn: int


class GameOverSeen(Observation):
    """Both tallies, opened at the end."""

    licence: ClassVar[str] = "TOCS-5.0-3"
    tallies: tuple[tuple[str, tuple[tuple[str, int], ...], int], ...]
    winner: str
    how: str = ""


class PauseSeen(Observation):
    """Play pauses for a decision of a side, or ("") goes on: the cell that asks for it is known to both."""

    licence: ClassVar[str] = "TOCS-2.6-2"
    side: str


class InterdictionSeen(Observation):
    """A hex is under interdiction by a side's guns: announced and marked for both."""

    licence: ClassVar[str] = "TOCS-W10.26-2"
    side: str
    hex: Hex


class InterdictionLiftedSeen(Observation):
    """The interdictions of a side are over."""

    licence: ClassVar[str] = "TOCS-W10.26-2"
    side: str


class BattleCalledOffSeen(Observation):
    """An announced battle does not take place: interdiction stopped it."""

    licence: ClassVar[str] = "TOCS-W10.26-6"
    hex: Hex


# ---------------------------------------------------------------- what a side sees of itself


class OwnChoice(Observation):
    """A decision this side owes, or (None) owes no more; word: what was decided about its reserves."""

    licence: ClassVar[str] = "TOCS-2.6-2"
    decision: Decision | None
    word: str = ""


class OwnIncome(Observation):
    """OPs that came in. reserve: those of the module's reserve among them, when it opened."""

    licence: ClassVar[str] = "TOCS-3.3-1"
    pool: ReplacementPool
    throw: Throw
    credit: int
    reserve: int = 0


class OwnActivation(Observation):
    """An OP spent on an own unit, now in hand."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: str
    pool: ReplacementPool
    hand: Hand


class OwnHand(Observation):
    """The unit in hand, or None."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hand: Hand | None


class OwnStaff(Observation):
    """What is left of an own HQ's AP. how: "woken" (an OP was spent on it), "ordered", "noted" (nothing spent), "aside"."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hand: Hand
    how: str
    pool: ReplacementPool | None = None


class OwnAssetsWoken(Observation):
    """Own assets that an HQ activated."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hand: Hand
    units: tuple[str, ...]


class OwnMorale(Observation):
    """An own unit's morale check."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: Unit
    what: str
    throw: Throw
    drm: int
    reasons: tuple[str, ...]
    needed: int
    passed: bool


class OwnLinks(Observation):
    """Own units out of communication, each with the impulse since which."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    silent: tuple[tuple[str, str], ...]


class OwnUnit(Observation):
    """An own unit's place, losses or state changed, or it was destroyed."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: Unit
    why: str


class OwnWay(Observation):
    """An own unit's first step was tested for straying, and where it led."""

    licence: ClassVar[str] = "TOCS-W10.1.3-3"
    unit: str
    start: Hex
    meant: Hex
    to: Hex


class OwnHalt(Observation):
    """An own mover was held by EZOC; barred: kept from leaving its own EZOC hex."""

    licence: ClassVar[str] = "TOCS-W6.0-11"
    unit: str
    hex: Hex
    barred: bool


class OwnWade(Observation):
    """An own unit tried to wade a minor river: the throw, what counted, how it went."""

    licence: ClassVar[str] = "TOCS-W11.11-1"
    unit: str
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class OwnWater(Observation):
    """What this side knows of fords and waters; ford: one was found or seen in this hex just now."""

    licence: ClassVar[str] = "TOCS-W11.14-1"
    hex: Hex
    ford: bool
    fords: tuple[Hex, ...]
    sounded: Mapping[Hex, int]


class OwnFerry(Observation):
    """An own unit was taken to the other bank."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: Unit
    hand: Hand
    by: str
    ferried: Mapping[str, int]


class BankSeen(Observation):
    """The bank that the defender of a hex declared before the battle."""

    licence: ClassVar[str] = "TOCS-W1.10-3"
    number: int
    hex: Hex
    side: str
    bank: str


class OwnAttack(Observation):
    """An own attack was launched."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    attack: Attack


class OwnForce(Observation):
    """What this side gave its field commander; the defender's tells neither level nor length (MASL-3.1-6)."""

    licence: ClassVar[str] = "MASL-3.1-2"
    force: Force


class OwnFieldReport(Observation):
    """The report of an own field commander: his commander reads it, the enemy never does (MASL-4.1-4)."""

    licence: ClassVar[str] = "MASL-4.1-4"
    number: int
    report: AfterAction


class OwnAttacksCleared(Observation):
    """Own attacks on a hex are over, or (units) those of some units."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex
    units: tuple[str, ...] = ()


class PrisonerHeard(Observation):
    """What a captive said, to his captor alone."""

    licence: ClassVar[str] = "TOCS-W20.1-1"
    number: int
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    answer: Testimony


class CiviliansHeard(Observation):
    """What the people of a place said to those who took it."""

    licence: ClassVar[str] = "TOCS-W20.2-1"
    number: int
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    answer: Testimony


class OwnDeployment(Observation):
    """An own company was deployed into two halves, or is whole again."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: str
    counters: tuple[Counter, ...]
    units: tuple[Unit, ...]


class OwnReplacements(Observation):
    """Own pools of replacements hold something else."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    left: Replacements
    why: str


class OwnSearch(Observation):
    """Own wrecks were looked for in a hex."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    needed: int
    found: bool
    left: Replacements


class OwnRefit(Observation):
    """An own unit on refit looked for men or vehicles where no pool had any."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class OwnReserve(Observation):
    """An own unit was put into reserve, its OP paid."""

    licence: ClassVar[str] = "TOCS-W10.21-1"
    unit: Unit
    pool: ReplacementPool


class OwnCommitment(Observation):
    """An own unit comes out of reserve, in hand."""

    licence: ClassVar[str] = "TOCS-W10.21-3"
    unit: Unit
    hand: Hand


class OwnScript(Observation):
    """An own reserve's script did not run, or not to its end."""

    licence: ClassVar[str] = "TOCS-W10.21-3"
    unit: str
    words: str
    rule: str


class OwnPlans(Observation):
    """Own orders for after the battles."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    plans: tuple[ReservePlan, ...]


class OwnStop(Observation):
    """An own reserve stopped before an occupied hex: nothing is left of its AP."""

    licence: ClassVar[str] = "TOCS-3.10-3"
    unit: str
    hex: Hex
    into: Hex
    hand: Hand


class OwnAttackLapsed(Observation):
    """An own attack came to nothing."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: str


class OwnPursuitStopped(Observation):
    """An own unit that was to follow a beaten enemy came no further than this hex."""

    licence: ClassVar[str] = "TOCS-3.9-11"
    unit: str
    hex: Hex
    into: Hex
    why: str


class OwnAttackEmpty(Observation):
    """An own attack met nobody. stayed: who could not go in, out of one zone into another."""

    licence: ClassVar[str] = "TOCS-W10.6-3"
    hex: Hex
    stayed: tuple[str, ...] = ()


class OwnImpulseOver(Observation):
    """The marks of the own impulse come off; the pools as they stand; deficit OPs given to the enemy."""

    licence: ClassVar[str] = "TOCS-1.5-3"
    pools: tuple[ReplacementPool, ...]
    given: int


class HexSighted(Observation):
    """The referee's answer to a look from a hill: empty or occupied."""

    licence: ClassVar[str] = "TOCS-W11.19-8"
    unit: str
    call: str
    hex: Hex
    occupied: bool


class FixedSeen(Observation):
    """What an own unit came upon in a hex it entered: mines, blocks, facilities, bridges that are down."""

    licence: ClassVar[str] = "TOCS-1.9-3"
    call: str
    hex: Hex
    fixed: tuple[str, ...]


class HexAnswered(Observation):
    """The referee's answer to own reconnaissance or a probe. fixed: what is fixed to the hex beside its works."""

    licence: ClassVar[str] = "TOCS-W10.4-4"
    unit: str
    call: str
    hex: Hex
    probe: bool
    occupied: bool
    ezoc: bool
    kinds: tuple[str, ...]
    works: str
    fixed: tuple[str, ...] = ()


class BattleSeen(Observation):
    """A battle's roll as one side may know it: its own sum in lines; of the enemy the total alone, if odds are told."""

    licence: ClassVar[str] = "TOCS-3.9-1"
    number: int
    hex: Hex
    level: str
    carried: bool
    role: str
    lines: tuple[str, ...]
    total: int
    shifts: tuple[str, ...]
    shift: int
    enemy_total: int | None
    enemy_shift: int | None
    basic_column: str
    column: str
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    row: str
    line: int
    cell: str


class OwnBatteries(Observation):
    """Own batteries fired: as they are afterwards."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    units: tuple[Unit, ...]
    pool: ReplacementPool | None = None


class OwnMission(Observation):
    """An own mission and its dice, with the modifiers its firer knows of; never the cell, which would tell the target's."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    mission: Mission
    strength: int
    throw: Throw
    drms: tuple[str, ...]


class FallOfShot(Observation):
    """What an own observer saw of a mission: the kinds of target there, and how those that were hit took it."""

    licence: ClassVar[str] = "TOCS-W10.24-5"
    hex: Hex
    kinds: tuple[str, ...]
    effects: tuple[tuple[str, int, int], ...]


class OwnSupport(Observation):
    """Own fire was laid on a battle to come."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    mission: Mission


class OwnSupportSpent(Observation):
    """The fire laid on a hex was fired in its battle, or there was none."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex


class OwnAttackCalledOff(Observation):
    """An own hasty attack was stopped by interdiction."""

    licence: ClassVar[str] = "TOCS-W10.26-5"
    unit: Unit
    hex: Hex


# ---------------------------------------------------------------- what a side sees of the enemy


class ShellsFell(Observation):
    """The enemy shelled a hex: the hex he named, and how heavily; what it did is seen at the own units."""

    licence: ClassVar[str] = "TOCS-W10.24-1"
    hex: Hex
    heavy: bool


class EnemyLooked(Observation):
    """The enemy scouted or probed a hex of ours, or looked into it from a hill; the answer he was given."""

    licence: ClassVar[str] = "TOCS-1.2-4"
    hex: Hex
    probe: bool
    occupied: bool
    ezoc: bool
    sighted: bool = False


class InfiltrationSeen(Observation):
    """How an infiltration went: the dice and the outcome; not what modified them, which would tell of the other side."""

    licence: ClassVar[str] = "TOCS-W10.2-5"
    side: str
    hex: Hex
    throw: Throw
    success: bool


class EnemyStopped(Observation):
    """The enemy came before a hex of ours that is occupied, and stopped: his step was announced, and our answer."""

    licence: ClassVar[str] = "TOCS-3.10-3"
    hex: Hex


class EnemyDestroyed(Observation):
    """A unit of the enemy's was destroyed: told at last what it was.

    hex: where it was seen to die, a battle hex or a hex of ours; None where it died out of sight.
    """

    licence: ClassVar[str] = "TOCS-1.2-1"
    call: str
    name: str
    kind: str
    level: str
    hex: Hex | None


class EnemyCredit(Observation):
    """The enemy overspent: deficit OPs come to us with the next income."""

    licence: ClassVar[str] = "TOCS-1.5-2"
    points: int


class CreditLapsed(Observation):
    """Deficit OPs lapse with the turn."""

    licence: ClassVar[str] = "TOCS-3.5-3"
    points: int


class SetupSeen(Observation):
    """A side sets up."""

    licence: ClassVar[str] = "TOCS-2.1-1"
    impulse: int
    phasing: str


class OwnWorks(Observation):
    """An own improved position, bought for the set-up."""

    licence: ClassVar[str] = "TOCS-W10.9-7"
    hex: Hex
    level: str
    labour: int


class OwnPool(Observation):
    """An OP spent on the staff's own work."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    pool: ReplacementPool


class OwnSource(Observation):
    """An own source of supply: new, moved, drawn on, captured."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    source: SupplySource
    why: str


class OwnSourceLost(Observation):
    """An own source of supply is gone; what the enemy made of it is his affair."""

    licence: ClassVar[str] = "TOCS-W8.1-4"
    source: SupplySource
    why: str


class OwnBaseSetUp(Observation):
    """An own base was placed otherwise than printed."""

    licence: ClassVar[str] = "TOCS-2.1-1"
    was: Hex
    now: Hex


class BaseSeen(Observation):
    """Whose a supply base is, or ("") that it is no more."""

    licence: ClassVar[str] = "TOCS-W8.1-1"
    hex: Hex
    owner: str


class SourceSeen(Observation):
    """A store of the enemy's was found in a hex that was scouted."""

    licence: ClassVar[str] = "TOCS-W8.1-2"
    hex: Hex
    kind: str


class SourceBurnt(Observation):
    """A store of the enemy's that fell into this side's hands was destroyed, as its standing order CAPTURES has it."""

    licence: ClassVar[str] = "TOCS-W8.1-4"
    hex: Hex
    kind: str


class OwnExtended(Observation):
    """An own company went into extended deployment."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: Unit


class OwnDug(Observation):
    """An own unit improved the position of its hex."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex
    level: str


class OwnObstacle(Observation):
    """An own unit laid mines or a block, or (laid: no) took such things out of a hex."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex
    kind: str
    laid: bool


class ClearingBarredSeen(Observation):
    """Own engineers could not lift the mines in a hex: the enemy is in it."""

    licence: ClassVar[str] = "TOCS-W10.12-2"
    call: str
    hex: Hex


class OwnTask(Observation):
    """A work of many turns of an own unit: begun, a turn further, or held up."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    task: Task
    why: str


class OwnTaskEnded(Observation):
    """A work of many turns of an own unit is off file: done, given up, or at an end."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    task: Task
    why: str


class FacilitySeen(Observation):
    """A facility and its state, as the side did it, saw it done, or found it; how: in what way."""

    licence: ClassVar[str] = "TOCS-W10.4-5"
    facility: Facility
    how: str


class OwnOutrage(Observation):
    """The points counted for what the enemy did to own hospitals."""

    licence: ClassVar[str] = "TOCS-W12.9-3"
    points: int


class OwnTrain(Observation):
    """An own train: what it did, and the units it concerns."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    train: Train
    units: tuple[Unit, ...]
    why: str


class TrainSeen(Observation):
    """An enemy train went through a hex that own troops hold or fight for, before anybody could do anything."""

    licence: ClassVar[str] = "TOCS-W12.3-5"
    hex: Hex


class OwnGroundScouted(Observation):
    """A scout found no enemy in a hex that is its own side's anyway."""

    licence: ClassVar[str] = "TOCS-W10.4-4"
    call: str
    hex: Hex


class OwnLate(Observation):
    """The own supplies by road that wait off the board for an entry."""

    licence: ClassVar[str] = "TOCS-2.3-2"
    late: tuple[Arrival, ...]


class OwnGear(Observation):
    """The own bridging equipment that is left."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    gear: Mapping[str, int]


class OwnEngineers(Observation):
    """Own engineers tried what takes a throw."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    unit: str
    what: str
    throws: tuple[Throw, ...]
    needed: int
    done: bool


class BridgeSeen(Observation):
    """The state of a bridge, as the side did it, saw it done, or found it; how: in what way."""

    licence: ClassVar[str] = "TOCS-W10.4-5"
    bridge: Bridge
    how: str


ALL = (
    InfiltrationSeen, PrisonerHeard, CiviliansHeard,
    SetupSeen, OwnWorks, OwnPool, OwnSource, OwnSourceLost, OwnBaseSetUp, BaseSeen, SourceSeen, SourceBurnt,
    OwnReserve, OwnCommitment, OwnScript, OwnPlans, OwnStop, OwnAttackLapsed, EnemyStopped,
    WeatherSeen, OwnWay, HexSighted, FixedSeen,
    PauseSeen, OwnChoice,
    TurnSeen, OwnMend, InitiativeSeen, ImpulseSeen, OwnerSeen, EzocSeen, BattlesSeen, EngagementSeen, EngagementFoughtSeen,
    BattleFoughtSeen, OwnToll, OwnBalance, ImpulseClosedSeen, TurnEndSeen, TurnEndedSeen, GameOverSeen,
    OwnIncome, OwnActivation, OwnHand, OwnUnit,
    OwnHalt, OwnAttack, OwnAttacksCleared, OwnImpulseOver, HexAnswered, BattleSeen, EnemyLooked,
    EnemyDestroyed, EnemyCredit, CreditLapsed,
    InterdictionSeen, InterdictionLiftedSeen, BattleCalledOffSeen, OwnBatteries, OwnMission, FallOfShot, OwnSupport,
    OwnSupportSpent, OwnAttackCalledOff, ShellsFell,
    OwnStaff, OwnAssetsWoken, OwnMorale, OwnLinks,
    OwnWade, OwnWater, OwnFerry, BankSeen,
    OwnTask, OwnTaskEnded,
    OwnDeployment, OwnReplacements, OwnSearch, OwnRefit,
    FieldBattleSeen, FieldBattleEndedSeen, OwnForce, OwnFieldReport,
    BridgeSeen, FacilitySeen, OwnOutrage, OwnEngineers, OwnGear, OwnLate, OwnTrain, TrainSeen, OwnGroundScouted,
    OwnPursuitStopped, OwnAttackEmpty,
    OwnExtended, OwnDug, OwnObstacle, ClearingBarredSeen,
)  # fmt: skip
Seen = (
    InfiltrationSeen | PrisonerHeard | CiviliansHeard |
    SetupSeen | OwnWorks | OwnPool | OwnSource | OwnSourceLost | OwnBaseSetUp | BaseSeen | SourceSeen | SourceBurnt
    | OwnReserve | OwnCommitment | OwnScript | OwnPlans | OwnStop | OwnAttackLapsed | EnemyStopped
    | WeatherSeen | OwnWay | HexSighted | FixedSeen
    | PauseSeen | OwnChoice
    | TurnSeen | OwnMend | InitiativeSeen | ImpulseSeen | OwnerSeen | EzocSeen | BattlesSeen | EngagementSeen | EngagementFoughtSeen
    | BattleFoughtSeen | OwnToll | OwnBalance | ImpulseClosedSeen
    | TurnEndSeen | TurnEndedSeen | GameOverSeen | OwnIncome | OwnActivation
    | OwnHand | OwnUnit | OwnHalt | OwnAttack | OwnAttacksCleared | OwnImpulseOver | HexAnswered | BattleSeen
    | EnemyLooked | EnemyDestroyed | EnemyCredit | CreditLapsed
    | InterdictionSeen | InterdictionLiftedSeen | BattleCalledOffSeen | OwnBatteries | OwnMission | FallOfShot | OwnSupport
    | OwnSupportSpent | OwnAttackCalledOff | ShellsFell
    | OwnStaff | OwnAssetsWoken | OwnMorale | OwnLinks
    | OwnWade | OwnWater | OwnFerry | BankSeen
    | OwnTask | OwnTaskEnded
    | OwnDeployment | OwnReplacements | OwnSearch | OwnRefit
    | FieldBattleSeen | FieldBattleEndedSeen | OwnForce | OwnFieldReport
    | BridgeSeen | FacilitySeen | OwnOutrage | OwnEngineers | OwnGear | OwnLate | OwnTrain | TrainSeen
    | OwnGroundScouted | OwnPursuitStopped | OwnAttackEmpty
    | OwnExtended | OwnDug | OwnObstacle | ClearingBarredSeen
)  # fmt: skip
