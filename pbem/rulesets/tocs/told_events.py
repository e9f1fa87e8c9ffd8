"""Events of which each field may be told as it stands: each to the side whose it is, or to both. `licences.py` says by which rule.

Events carry new values, so that applying them computes nothing. What may not be told whole stands in `events.py`.
"""

from collections.abc import Mapping

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.field_units import AfterAction
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import (
    Activation,
    Arrival,
    Attack,
    ForcesPatch,
    Mission,
    ReplacementPool,
    Replacements,
    ReservePlan,
    SupplySource,
    Task,
    Train,
    Unit,
)
from pbem.rulesets.tocs.view import Weather


class TurnBegan(Value):
    """A turn began; its number, from 1."""

    turn: int


class ForcesPatched(Value):
    """A patch of the module takes effect for a side, as its turn begins."""

    side: str
    patch: ForcesPatch


class InitiativeThrown(Value):
    """Both sides threw for initiative; holder moves first (TOCS-2.7-1). No throws when the module says who begins."""

    holder: str
    throws: tuple[tuple[str, Throw], ...]


class ImpulseBegan(Value):
    """An operational impulse began for `phasing`."""

    impulse: int
    phasing: str


class WeatherChanged(Value):
    """The weather was rolled, or is as history had it: for a turn (TOCS-2.5-1) or for an impulse (TOCS-3.1-1)."""

    weather: Weather
    throws: tuple[Throw, ...]


class IncomeEarned(Value):
    """OPs came in: the pool afterwards, the die, the deficit OPs the enemy handed over (TOCS-3.3-1), and what the module's reserve
    added when it opened."""

    side: str
    pool: ReplacementPool
    throw: Throw
    credit: int
    reserve: int = 0


class UnitActivated(Value):
    """An OP was spent on a unit, which is now active."""

    side: str
    unit: str
    pool: ReplacementPool
    active: Activation


class ActivationChanged(Value):
    """The active unit spent action or movement points, or (None) ended its activation."""

    side: str
    active: Activation | None


class StaffWoken(Value):
    """An OP was spent on an HQ while another unit is active: it is awake, with what its first order left of its AP."""

    side: str
    unit: str
    pool: ReplacementPool
    active: Activation


class StaffChanged(Value):
    """An HQ that is awake gave an order; what is left of its AP (TOCS-W2.1-6). how: ordered, noted (nothing was spent)."""

    side: str
    active: Activation
    how: str = "ordered"


class StaffLaidAside(Value):
    """An HQ is no longer active and may spend what is left of its AP later in the impulse."""

    side: str
    active: Activation


class AssetsWoken(Value):
    """An HQ activated assets, which may act at any moment of the impulse (TOCS-W2.1-4, TOCS-W2.1-7)."""

    side: str
    active: Activation
    units: tuple[str, ...]


class MoraleChecked(Value):
    """A unit threw a morale check: the unit as it is afterwards, what for, the dice, their modifier and its reasons."""

    side: str
    unit: Unit
    what: str
    throw: Throw
    drm: int
    reasons: tuple[str, ...]
    needed: int
    passed: bool


class LinksReviewed(Value):
    """At the end of an impulse: own units out of communication, each with the impulse since which (TOCS-W7.0-4)."""

    side: str
    silent: tuple[tuple[str, str], ...]


class UnitChanged(Value):
    """A unit's place, losses or state changed. why: moved, advanced, retreated, pursued, lost, degraded, recovered …"""

    side: str
    unit: Unit
    why: str


class CompanyDeployed(Value):
    """A company was deployed into two halves, with counters of their own, or is whole again (no counters): all units as
    they are then (TOCS-W10.18-1, TOCS-W10.18-3)."""

    side: str
    unit: str
    counters: tuple[Counter, ...]
    units: tuple[Unit, ...]


class ReplacementsChanged(Value):
    """A side's pools of replacements hold something else. why: disbanded, drawn, …"""

    side: str
    left: Replacements
    why: str


class WrecksSought(Value):
    """An HQ had wrecks looked for in a hex: the throw, its modifiers, and what there is now (TOCS-W10.23-1)."""

    side: str
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    needed: int
    found: bool
    left: Replacements


class RefitTried(Value):
    """A unit on refit looked for men or vehicles where no pool had any: the throw, its modifiers, what came of it."""

    side: str
    unit: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class ReserveOrdered(Value):
    """An HQ put a unit into reserve; its OP is paid (TOCS-W10.21-1)."""

    side: str
    unit: Unit
    pool: ReplacementPool


class ReserveCommitted(Value):
    """A unit comes out of reserve and acts, free (TOCS-W10.21-3); the unit, no longer in reserve, and its activation."""

    side: str
    unit: Unit
    active: Activation


class ScriptBroke(Value):
    """A reserve's script did not run, or not to its end: why, in its owner's words."""

    side: str
    unit: str
    words: str
    rule: str


class PlansFiled(Value):
    """A side's orders for after the battles of this impulse."""

    side: str
    plans: tuple[ReservePlan, ...]


class MoveStopped(Value):
    """A reserve in exploitation came before an occupied hex and stopped (TOCS-3.10-3); its activation has nothing left."""

    side: str
    unit: str
    hex: Hex
    into: Hex
    active: Activation


class AttackLapsed(Value):
    """An attack came to nothing: the attacker was beaten from where it stood, or is itself engaged."""

    side: str
    unit: str


class WayTested(Value):
    """The first step of a move was tested for straying: meant for one hex, it leads to another, the same, or nowhere."""

    side: str
    unit: str
    start: Hex
    meant: Hex
    to: Hex


class OwnerChanged(Value):
    """A hex changed hands; both maps show it (TOCS-W9.1-2). how: entered, scouted, probed, won, breakthrough …"""

    hex: Hex
    owner: str
    how: str


class HexScouted(Value):
    """A hex was scouted or probed and answered: empty or occupied, with ezoc, works and kinds as the rules oblige."""

    side: str
    unit: str
    call: str
    hex: Hex
    probe: bool
    occupied: bool
    ezoc: bool
    kinds: tuple[str, ...]
    works: str
    fixed: tuple[str, ...] = ()


class FixedFound(Value):
    """A unit came upon what the enemy has fixed to a hex, as it entered it (TOCS-1.9-3)."""

    side: str
    call: str
    hex: Hex
    fixed: tuple[str, ...]


class HexObserved(Value):
    """A hex was looked into from a hill, and found empty or occupied (TOCS-W11.19-8)."""

    side: str
    unit: str
    call: str
    hex: Hex
    occupied: bool


class EzocAnswered(Value):
    """A hex was claimed to lie in the ZOC of the side that is not `viewer`, or an older claim was disproved. Whose zone it
    is, and how that unit is deployed, nobody is told (TOCS-W10.15-6)."""

    viewer: str
    hex: Hex
    stands: bool


class WaterTried(Value):
    """A unit tried to wade a minor river in its hex: the throw, what counted, and how it went ("F", "S" or "N")."""

    side: str
    unit: str
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class WaterKnown(Value):
    """What a side knows of fords and waters afterwards; ford: a ford was found or seen in this hex just now."""

    side: str
    hex: Hex
    ford: bool
    fords: tuple[Hex, ...]
    sounded: Mapping[Hex, int]


class UnitFerried(Value):
    """A unit was taken to the other bank of its hex. by: the ferry or the engineers; ferried: what each has carried."""

    side: str
    unit: Unit
    active: Activation
    by: str
    ferried: Mapping[str, int]


class BankTaken(Value):
    """The defender of a river hex declared his bank before the battle: "near" or "far" as the attacker sees it, or "both"."""

    number: int
    hex: Hex
    side: str
    bank: str


class AttackOrdered(Value):
    """A unit launched an attack; it stays outside the hex until the battle (TOCS-3.7-1)."""

    side: str
    attack: Attack


class BattlesAnnounced(Value):
    """The attacked hexes were announced to both sides, nothing else (TOCS-3.7-2, TOCS-3.7-3)."""

    side: str
    hexes: tuple[Hex, ...]


class FieldReported(Value):
    """A field commander's report is in (MASL-4.1-1); one that comes later replaces it until the battle is decided."""

    side: str
    number: int
    report: AfterAction


class AttackFoundEmpty(Value):
    """An attack met nobody: it becomes a move into the hex at combat resolution (TOCS-W10.6-3). stayed: who could not have
    moved there, out of one zone into another."""

    side: str
    hex: Hex
    stayed: tuple[str, ...] = ()


class PursuitStopped(Value):
    """An attacker who was to go on after a battle that was won came no further (TOCS-3.9-11)."""

    side: str
    unit: str
    hex: Hex
    into: Hex
    why: str


class AttacksCleared(Value):
    """The attacks on one hex are over, or (units) those of some units were called off; the attackers' markers come off."""

    side: str
    hex: Hex
    units: tuple[str, ...] = ()


class EngagementMarked(Value):
    """A hex became an engagement; it stays the defender's (TOCS-1.9-2)."""

    hex: Hex
    defender: str


class EngagementLifted(Value):
    """A hex is no longer an engagement."""

    hex: Hex


class EngagementResolved(Value):
    """An engagement has been fought this turn (TOCS-1.3-3)."""

    hex: Hex


class TurnEndThrown(Value):
    """The turn-end roll (TOCS-3.11-1): the dice, the number they had to meet, whether the turn ended, the new box."""

    side: str
    passed: bool
    throw: Throw | None
    needed: int
    ended: bool
    box: int
    passes: int


class TurnEnded(Value):
    """The turn is over; deficit credits lapse (TOCS-3.5-3)."""

    turn: int


class BatteriesSpent(Value):
    """Batteries fired: as they are afterwards, all AP gone (TOCS-W10.24-2, TOCS-W10.25-2, TOCS-W10.26-1).

    pool: after the OP that time on target costs (TOCS-W10.25-5), None when none was due.
    """

    side: str
    units: tuple[Unit, ...]
    pool: ReplacementPool | None = None


class InterdictionLifted(Value):
    """The interdictions of a side are over: its next impulse begins (TOCS-W10.26-2)."""

    side: str


class SupportOrdered(Value):
    """Fire in support of a battle was ordered (TOCS-W10.24-6, TOCS-W10.25-3)."""

    side: str
    mission: Mission


class SupportSpent(Value):
    """The support laid on a hex was fired, or its battle never came."""

    side: str
    hex: Hex


class AttackCalledOff(Value):
    """A hasty attack was cancelled by interdiction: the unit as it is afterwards (TOCS-W10.26-5, TOCS-W10.26-6)."""

    side: str
    unit: Unit
    hex: Hex


class BattleCalledOff(Value):
    """An announced battle does not take place: interdiction stopped every attack on the hex (TOCS-W10.26-6)."""

    hex: Hex


class SetupBegan(Value):
    """A side may set up before the first turn; `impulse` counts the set-ups."""

    impulse: int
    phasing: str


class WorksSetUp(Value):
    """A side bought an improved position for its set-up; the points it has left."""

    side: str
    hex: Hex
    level: str
    labour: int


class PointSpent(Value):
    """An OP was spent on the staff's own work; the pool afterwards."""

    side: str
    pool: ReplacementPool


class SourceChanged(Value):
    """A source of supply of a side's is new, moved, or holds other points. why: captured, created, moved, drawn by …"""

    side: str
    source: SupplySource
    why: str


class BaseMarked(Value):
    """A supply base, known to both, changed hands or ("") is no more (TOCS-W8.1-1)."""

    hex: Hex
    owner: str


class BaseSetUp(Value):
    """A side has placed its base otherwise than printed, before play: the other learns its place as play begins (TOCS-2.1-1)."""

    side: str
    was: Hex
    now: Hex


class PositionImproved(Value):
    """A unit dug in its hex: the level it has now (TOCS-W10.9-3)."""

    side: str
    hex: Hex
    level: str


class DeploymentExtended(Value):
    """A company went into extended deployment; the unit with the hexside it faces (TOCS-W10.15-1)."""

    side: str
    unit: Unit


class ObstacleLaid(Value):
    """Mines or a roadblock were laid, in secret (TOCS-W10.10-1, TOCS-W10.11-1)."""

    side: str
    hex: Hex
    kind: str


class ObstacleCleared(Value):
    """Mines or roadblocks were taken out of a hex, whoever laid them; their owner is not told (TOCS-W10.12-1)."""

    side: str
    hex: Hex
    kind: str


class TaskWent(Value):
    """A work of many turns was begun, went on by a turn, or stood still; the task afterwards. why: begun, went on, or what
    held it up, in words."""

    side: str
    task: Task
    why: str


class TaskEnded(Value):
    """A work of many turns is off file. why: done, given up, or what put an end to it, in words."""

    side: str
    task: Task
    why: str


class TrainChanged(Value):
    """A train came on, moved, took troops or points on or set them down, or is lost; the units it concerns as they are now
    (TOCS-W12.3)."""

    side: str
    train: Train
    units: tuple[Unit, ...]
    why: str


class HomeScouted(Value):
    """A scout looked into a hex of its own side's that held no enemy: the enemy hears nothing of it (TOCS-1.2-4)."""

    side: str
    call: str
    hex: Hex


class TrucksLate(Value):
    """The supplies of a side that were to come by road and wait off the board, since the enemy holds their entries."""

    side: str
    late: tuple[Arrival, ...]


class GearChanged(Value):
    """The bridging equipment a side has left (TOCS-W10.13-7)."""

    side: str
    gear: Mapping[str, int]


class EngineersTried(Value):
    """Engineers tried what takes a throw: each throw, the number each had to meet, and whether it came off."""

    side: str
    unit: str
    what: str
    throws: tuple[Throw, ...]
    needed: int
    done: bool


class InfiltrationThrown(Value):
    """An infiltrator came to an occupied hex (TOCS-W10.2-5): the throw, and whether it was not seen."""

    side: str
    hex: Hex
    throw: Throw
    success: bool


OwnTold = (
    UnitChanged | ActivationChanged | UnitActivated | ForcesPatched | IncomeEarned | StaffWoken | StaffChanged | StaffLaidAside
    | AssetsWoken | MoraleChecked | LinksReviewed | CompanyDeployed | ReplacementsChanged | WrecksSought | RefitTried
    | ReserveOrdered | ReserveCommitted | ScriptBroke | PlansFiled | MoveStopped | AttackLapsed | WayTested | HexScouted
    | FixedFound | HexObserved | HomeScouted | WaterTried | WaterKnown | UnitFerried | AttackOrdered | AttackFoundEmpty
    | PursuitStopped | AttacksCleared | BatteriesSpent | SupportOrdered | SupportSpent | AttackCalledOff | FieldReported
    | WorksSetUp | PointSpent | SourceChanged | BaseSetUp | PositionImproved | DeploymentExtended | ObstacleLaid
    | ObstacleCleared | TaskWent | TaskEnded | TrainChanged | TrucksLate | GearChanged | EngineersTried
)  # fmt: skip
PublicTold = (
    TurnBegan | InitiativeThrown | ImpulseBegan | WeatherChanged | OwnerChanged | EzocAnswered | BankTaken
    | BattlesAnnounced | EngagementMarked | EngagementLifted | EngagementResolved | TurnEndThrown | TurnEnded
    | InterdictionLifted | BattleCalledOff | SetupBegan | BaseMarked | InfiltrationThrown
)  # fmt: skip
