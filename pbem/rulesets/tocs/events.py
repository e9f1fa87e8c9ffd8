"""Everything that can happen on a TOCS board. Events carry new values, so that applying them computes nothing.

Here are those that no side is told whole; those that are told as they stand are in `told_events.py`, and belong to the union.
"""

from pbem.kernel.decisions import Decision
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.field_units import FieldBattle, Force
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.told_events import (
    ActivationChanged,
    AimReached,
    AircraftHeard,
    AircraftMoved,
    AirFought,
    AirZoneMarked,
    AssetsWoken,
    AttackCalledOff,
    AttackFoundEmpty,
    AttackLapsed,
    AttackOrdered,
    AttacksCleared,
    BankTaken,
    BaseMarked,
    BaseSetUp,
    BatteriesSpent,
    BattleCalledOff,
    BattleFlownOver,
    BattlesAnnounced,
    CargoMoved,
    CommandPassed,
    CompanyDeployed,
    CraftSeen,
    DeploymentExtended,
    DescentSeen,
    EngagementLifted,
    EngagementMarked,
    EngagementResolved,
    EngineersTried,
    EzocAnswered,
    FieldReported,
    FixedFound,
    FlakFired,
    FleetFormed,
    FlightFiled,
    FlightFlown,
    FlightsOrdered,
    ForcesPatched,
    GearChanged,
    HexesFlownOver,
    HexObserved,
    HexScouted,
    HomeScouted,
    ImpulseBegan,
    IncomeEarned,
    InfiltrationThrown,
    InitiativeThrown,
    InterdictionLifted,
    LandingFought,
    LeafletsDropped,
    LinksReviewed,
    MinesFound,
    MinesLaid,
    MineStruck,
    MoraleChecked,
    MovementSeen,
    MoveStopped,
    NavalGunsFired,
    NobodyFound,
    ObstacleCleared,
    ObstacleLaid,
    OwnerChanged,
    OwnTold,
    PlanesMoved,
    PlansFiled,
    PointSpent,
    PositionImproved,
    PublicTold,
    PursuitStopped,
    RefitTried,
    ReplacementsChanged,
    ReserveCommitted,
    ReserveOrdered,
    SailThrown,
    ScriptBroke,
    SeaAirFought,
    SeaBattleBegan,
    SeaSearched,
    SeaWeatherChanged,
    SetupBegan,
    ShipActivated,
    ShipsMoved,
    ShipSunk,
    SortieFlew,
    SourceChanged,
    StaffChanged,
    StaffLaidAside,
    StaffWoken,
    StickLanded,
    StripWorked,
    SubHunted,
    SupportOrdered,
    SupportSpent,
    SurfaceDuel,
    TaskEnded,
    TaskWent,
    TrainChanged,
    TrucksLate,
    TurnBegan,
    TurnEnded,
    TurnEndThrown,
    UnitActivated,
    UnitChanged,
    UnitFerried,
    WaterKnown,
    WaterTried,
    WaveTried,
    WayTested,
    WeatherChanged,
    WorksSetUp,
    WrecksSought,
    ZoneTraffic,
)  # fmt: skip
from pbem.rulesets.tocs.units import (
    Activation,
    Attack,
    Mission,
    ReplacementPool,
    SupplySource,
    Toll,
    Unit,
)

__all__ = [
    "ActivationChanged",
    "ActivationEnded",
    "AimReached",
    "AirFought",
    "AirStruck",
    "AirZoneMarked",
    "AircraftHeard",
    "AircraftMoved",
    "AssetsWoken",
    "AttackCalledOff",
    "AttackFoundEmpty",
    "AttackLapsed",
    "AttackOrdered",
    "AttacksCleared",
    "BankTaken",
    "BaseMarked",
    "BaseSetUp",
    "BatteriesSpent",
    "BattleCalledOff",
    "BattleFlownOver",
    "BattleFought",
    "BattleRolled",
    "BattlesAnnounced",
    "BombsFell",
    "BridgeChanged",
    "BridgeKnown",
    "Captive",
    "CargoMoved",
    "ChoiceAsked",
    "ChoiceMade",
    "CiviliansSpoke",
    "ClearingBarred",
    "CoastGunsFired",
    "CommandPassed",
    "CompanyDeployed",
    "CraftSeen",
    "DeploymentExtended",
    "DescentSeen",
    "EngagementLifted",
    "EngagementMarked",
    "EngagementResolved",
    "EngineersTried",
    "Event",
    "EzocAnswered",
    "FacilityChanged",
    "FacilityKnown",
    "Fate",
    "FieldBattleBegan",
    "FieldBattleDecided",
    "FieldBattleEnded",
    "FieldReported",
    "FieldVerdict",
    "Fight",
    "FightWent",
    "FixedFound",
    "FlakFired",
    "FleetFormed",
    "FlightFiled",
    "FlightFlown",
    "FlightsOrdered",
    "ForcesPatched",
    "GameOver",
    "GearChanged",
    "HexEntered",
    "HexInterdicted",
    "HexObserved",
    "HexScouted",
    "HexesFlownOver",
    "HomeScouted",
    "ImpulseBegan",
    "ImpulseClosed",
    "ImpulseOver",
    "IncomeEarned",
    "InfiltrationModified",
    "InfiltrationThrown",
    "InitiativeThrown",
    "InterceptionTried",
    "InterdictionLifted",
    "LandingFought",
    "LeafletsDropped",
    "LinksReviewed",
    "MineStruck",
    "MinesFound",
    "MinesLaid",
    "MinesLifted",
    "MissionFired",
    "MoraleChecked",
    "MoveHalted",
    "MoveStopped",
    "MovementSeen",
    "NavalGunsFired",
    "NobodyFound",
    "ObstacleCleared",
    "ObstacleLaid",
    "OwnTold",
    "OwnerChanged",
    "PlanesMoved",
    "PlansFiled",
    "PointSpent",
    "PositionImproved",
    "PrisonerSpoke",
    "PublicTold",
    "PursuitStopped",
    "Reckoning",
    "RefitTried",
    "ReplacementsChanged",
    "ReserveCommitted",
    "ReserveOrdered",
    "SailThrown",
    "Score",
    "ScriptBroke",
    "SeaAirFought",
    "SeaBattleBegan",
    "SeaSearched",
    "SeaWeatherChanged",
    "SetupBegan",
    "ShipActivated",
    "ShipSunk",
    "ShipsBombed",
    "ShipsMoved",
    "ShipsShelled",
    "SortieFlew",
    "SourceChanged",
    "SourceLost",
    "StaffChanged",
    "StaffLaidAside",
    "StaffWoken",
    "StickLanded",
    "StripWorked",
    "SubHunted",
    "SupportOrdered",
    "SupportSpent",
    "SurfaceDuel",
    "TaskEnded",
    "TaskWent",
    "Torpedoed",
    "TrainChanged",
    "TrainPassed",
    "TrucksLate",
    "TurnBegan",
    "TurnEndThrown",
    "TurnEnded",
    "UnitActivated",
    "UnitChanged",
    "UnitDestroyed",
    "UnitFerried",
    "WaterKnown",
    "WaterTried",
    "WaveTried",
    "WayTested",
    "WeatherChanged",
    "WorksSetUp",
    "WrecksSought",
    "ZoneTraffic",
]  # fmt: skip


class ActivationEnded(Value):
    """The active unit ended its activation; the unit as it is afterwards (one state lower unless it is to attack)."""

    side: str
    unit: Unit


class UnitDestroyed(Value):
    """A unit went to the dead pile (TOCS-W1.11-1): what it was is told to the enemy (TOCS-1.2-1)."""

    side: str
    unit: Unit
    call: str
    name: str
    kind: str
    level: str
    why: str


class HexEntered(Value):
    """A hex of the enemy's was entered: announced to him (TOCS-W10.1-8)."""

    side: str
    unit: str
    hex: Hex


class MoveHalted(Value):
    """A mover was held by EZOC (TOCS-W6.0-11): stopped where it came, or kept from leaving its own EZOC hex."""

    side: str
    unit: str
    hex: Hex
    active: Activation
    barred: bool


class ImpulseClosed(Value):
    """The phasing side wrote END IMPULSE or PASS, or was silent: how = end, pass or silence; its pools as they stand."""

    side: str
    how: str
    pools: tuple[ReplacementPool, ...] = ()


class Reckoning(Value):
    """One side's sum for a battle: its lines in words, its total, and its shifts."""

    side: str
    lines: tuple[str, ...]
    total: int
    shifts: tuple[str, ...]
    shift: int


class InfiltrationModified(Value):
    """What modified the throw of an infiltration, which would tell of the other side (TOCS-W10.2-5)."""

    side: str
    hex: Hex
    drm: int


class Captive(Value):
    """A step lost to the enemy: whose, its unit, the unit's state before the battle, and whether it was its last."""

    side: str
    unit: str
    state: int
    last: bool


class PrisonerSpoke(Value):
    """A captive was questioned by `side` (TOCS-W20.1-1): the throw, its modifiers, and what he said."""

    side: str
    number: int
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    answer: Testimony


class CiviliansSpoke(Value):
    """The people of a place were asked by `side` (TOCS-W20.2-1)."""

    side: str
    number: int
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    answer: Testimony


class Fight(Value):
    """A battle between its roll and its end.

    carried: an engagement fought again. attacks: one for each attacker (ap 0 for those already in the hex).
    a_loss … d_retreat: the result as thrown. stage: whose losses and retreat come next ("defender", "attacker",
    "aftermath"). path: the hexes the defender fell back through, furthest path first; stood: who did not leave;
    chosen: what a side decided when it was asked (side, "stand" | "retreat"); captives: the steps both sides lost,
    for interrogation; tolls: what made up the losses of each side so far.
    """

    number: int
    hex: Hex
    level: str
    carried: bool
    attacker: str
    defender: str
    attacks: tuple[Attack, ...]
    defenders: tuple[str, ...]
    a_loss: int
    a_retreat: int
    d_loss: int
    d_retreat: int
    stage: str = "defender"
    path: tuple[Hex, ...] = ()
    lost: tuple[tuple[str, int], ...] = ()
    left: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    captives: tuple[Captive, ...] = ()
    tolls: tuple[Toll, ...] = ()


class ChoiceAsked(Value):
    """Play pauses: a side is asked for a decision, in words made from what it knows."""

    decision: Decision


class ChoiceMade(Value):
    """A side has decided; the battle as it goes on, with what was chosen (None: it was asked about its reserves, word)."""

    side: str
    fight: Fight | None
    word: str = ""


class BattleRolled(Value):
    """A battle was thrown on the CRT: both reckonings, the columns, the dice, the modifiers to them and the cell."""

    fight: Fight
    attacker: Reckoning
    defender: Reckoning
    basic_column: str
    column: str
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    row: str
    line: int
    cell: str


class FightWent(Value):
    """A battle went on to its next stage."""

    fight: Fight


class BattleFought(Value):
    """A battle is over: steps each side lost, who fell back, who holds the hex, whether it is an engagement now; what made up
    the losses of each."""

    number: int
    hex: Hex
    level: str
    attacker: str
    defender: str
    lost: tuple[tuple[str, int], ...]
    left: tuple[str, ...]
    holder: str
    engaged: bool
    tolls: tuple[Toll, ...] = ()


class FieldBattleBegan(Value):
    """A battle was handed to field commanders (MASL-2.1-5): what both sides know of it, and what each gave its own."""

    battle: FieldBattle
    attacker: Force
    defender: Force


class Fate(Value):
    """What became of a unit in a field battle, by its own field commander: steps lost in all, state, and where it is."""

    side: str
    unit: str
    lost: int
    state: int
    hex: Hex
    bank: int = 0


class FieldVerdict(Value):
    """How a field battle went. result: "attacker" or "defender" (who holds the hex), "engaged", or "crt" (it is thrown).

    prisoners: how many steps each side took captive; bridge: "whole", "damaged", "down", or "" where there is none; how:
    "agreed", "ruled" (by the host), or why it is thrown: "late", "ruled", "end" (of the game).
    """

    number: int
    hex: Hex
    result: str
    how: str
    fates: tuple[Fate, ...] = ()
    prisoners: tuple[tuple[str, int], ...] = ()
    bridge: str = ""


class FieldBattleDecided(Value):
    """Both reports of a field battle are in, or will not come; it is applied when the sequence of play comes to it."""

    verdict: FieldVerdict


class FieldBattleEnded(Value):
    """A field battle is over: steps each side lost, who fell back, who holds the hex; thrown: the CRT decides it now."""

    battle: FieldBattle
    how: str
    lost: tuple[tuple[str, int], ...] = ()
    left: tuple[str, ...] = ()
    holder: str = ""
    engaged: bool = False
    thrown: bool = False


class ImpulseOver(Value):
    """The impulse is over: marks of the impulse come off the side; deficit OPs go to the other (TOCS-1.5-2)."""

    side: str
    pools: tuple[ReplacementPool, ...]
    credit_to: str
    credit: int


class MissionFired(Value):
    """Shells on a hex: the roll, and what the firer is told of it (TOCS-W10.24-1, TOCS-W10.25-1).

    known: the modifiers the firer knows of; drms, drm: all of them, in words and as a number; seen: somebody of his
    watches; kinds: the kinds of target there; effects: (kind, steps lost, states fallen) of each that was hit.
    """

    side: str
    mission: Mission
    strength: int
    throw: Throw
    known: tuple[str, ...]
    drms: tuple[str, ...]
    drm: int
    column: str
    cell: str
    seen: bool
    kinds: tuple[str, ...]
    effects: tuple[tuple[str, int, int], ...]


class AirStruck(Value):
    """Aircraft struck a hex (TOCS-W15.11-1). attacked: the kind of target that was found, "" for nothing; known: the modifiers the
    flyer knows of; effects: (kind, steps lost or damage, states fallen) of each that was hit; kinds: all that is there, where a
    spotter of his is over the hex (TOCS-W15.3-2)."""

    side: str
    sortie: str
    hex: Hex
    aircraft: int
    attacked: str
    throw: Throw | None
    known: tuple[str, ...]
    drms: tuple[str, ...]
    drm: int
    cell: str
    effects: tuple[tuple[str, int, int], ...]
    kinds: tuple[str, ...] = ()


class BombsFell(Value):
    """Bombers bombed a hex, once (TOCS-W15.13-1, TOCS-W15.14-1): aircraft over it, the throw, the modifiers its crews know of, all
    of them, what they come to, the cell of the chart. flight: the call of theirs."""

    side: str
    flight: str
    hex: Hex
    aircraft: int
    throw: Throw
    known: tuple[str, ...]
    drms: tuple[str, ...]
    drm: int
    cell: str


class InterceptionTried(Value):
    """Both sides threw to come upon each other in a sea zone, in an empty one too; number: of the tries so far (ruling N1)."""

    number: int
    zone: str
    throws: tuple[tuple[str, Throw], ...]


class MinesLifted(Value):
    """Mines of a side were lifted by the enemy, which it is not told; factors: all that were lifted in the hex so far."""

    side: str
    hex: Hex
    factors: int


class ShipsBombed(Value):
    """Aircraft attacked ships: the class aimed at, the throw and its modifiers, hits on the group, and which ships took them."""

    side: str
    number: int
    zone: str
    aircraft: int
    target: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    hits: int
    ships: tuple[str, ...]


class Torpedoed(Value):
    """A submarine attacked a ship: the class and call of the ship, the throw, and the result."""

    side: str
    call: str
    zone: str
    target: str
    victim: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class ShipsShelled(Value):
    """Naval guns of one size fired at a hex on land; as `MissionFired` of batteries (TOCS-W17.5-1)."""

    side: str
    ships: tuple[str, ...]
    hex: Hex
    bore: str
    aim: str
    strength: int
    throw: Throw
    known: tuple[str, ...]
    drm: int
    column: str
    cell: str
    seen: bool
    kinds: tuple[str, ...]
    effects: tuple[tuple[str, int, int], ...]


class CoastGunsFired(Value):
    """A battery on the coast fired at a ship: the ship's call and class, the throw, and the result (ruling N5)."""

    side: str
    unit: str
    ship: str
    target: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class HexInterdicted(Value):
    """A hex is under interdiction; announced and marked (TOCS-W10.26-2)."""

    side: str
    mission: Mission


class SourceLost(Value):
    """A source of supply is no longer a side's: captured, destroyed, or lost with the unit it was with."""

    side: str
    source: SupplySource
    why: str


class ClearingBarred(Value):
    """Mines were to be lifted in a hex of the enemy's, and he is in it (TOCS-W10.12-2)."""

    side: str
    unit: str
    call: str
    hex: Hex


class BridgeChanged(Value):
    """A bridge is as it is now: built, damaged, destroyed, repaired, dismantled. knows: the sides that see it happen;
    another learns of it when it comes there or scouts (TOCS-W10.4-5)."""

    bridge: Bridge
    why: str
    knows: tuple[str, ...]


class FacilityChanged(Value):
    """A facility is as it is now: hit, demolished, repaired. knows: the sides that see it happen; outrage: what is counted
    from now on for a side whose hospital the enemy hit (TOCS-W12.9-3)."""

    facility: Facility
    why: str
    knows: tuple[str, ...]
    outrage: tuple[tuple[str, int], ...] = ()


class FacilityKnown(Value):
    """A side found a facility, or that one is not as it believed."""

    side: str
    facility: Facility
    how: str


class TrainPassed(Value):
    """A train of `side` went through a hex the enemy holds or fights for (TOCS-W12.3-5)."""

    side: str
    hex: Hex


class BridgeKnown(Value):
    """A side found that a bridge is not as it believed. how: by whom, or that it owns the hex."""

    side: str
    bridge: Bridge
    how: str


class Score(Value):
    """One line of a side's tally."""

    what: str
    points: int


class GameOver(Value):
    """It is over: both tallies, opened to both (TOCS-5.0-3). winner: a side, "" for a draw, or NOBODY; how: what ended it before
    its time, in words, "" for the last turn.
    """

    tallies: tuple[tuple[str, tuple[Score, ...], int], ...]
    winner: str
    how: str = ""


Event = (
    OwnTold | PublicTold
    | ActivationEnded | UnitDestroyed | HexEntered | MoveHalted | ImpulseClosed | InfiltrationModified | PrisonerSpoke
    | CiviliansSpoke | ChoiceAsked | ChoiceMade | BattleRolled | FightWent | BattleFought | FieldBattleBegan
    | FieldBattleDecided | FieldBattleEnded | ImpulseOver | MissionFired | HexInterdicted | SourceLost | ClearingBarred
    | AirStruck | BombsFell | InterceptionTried | MinesLifted | ShipsBombed | Torpedoed | ShipsShelled | CoastGunsFired
    | BridgeChanged | FacilityChanged | FacilityKnown | TrainPassed | BridgeKnown | GameOver
)  # fmt: skip
