"""Events of which each field may be told as it stands: each to the side whose it is, or to both. `licences.py` says by which rule.

Events carry new values, so that applying them computes nothing. What may not be told whole stands in `events.py`. A chapter a file,
as their folds in `folding/`; nothing comes in but an event with a row of `licences.OWN` or `PUBLIC`. First file: `command.py`.
"""

from pbem.rulesets.tocs.told_events.air import (
    AircraftMoved,
    AirFought,
    AirZoneMarked,
    BattleFlownOver,
    HexesFlownOver,
    LeafletsDropped,
    MovementSeen,
    SortieFlew,
)
from pbem.rulesets.tocs.told_events.combat import (
    AttackCalledOff,
    AttackFoundEmpty,
    AttackLapsed,
    AttackOrdered,
    AttacksCleared,
    BankTaken,
    BatteriesSpent,
    BattleCalledOff,
    BattlesAnnounced,
    EngagementLifted,
    EngagementMarked,
    EngagementResolved,
    FieldReported,
    InfiltrationThrown,
    InterdictionLifted,
    PursuitStopped,
    SupportOrdered,
    SupportSpent,
)
from pbem.rulesets.tocs.told_events.command import (
    ActivationChanged,
    AssetsWoken,
    CompanyDeployed,
    LinksReviewed,
    MoraleChecked,
    PlansFiled,
    PointSpent,
    RefitTried,
    ReplacementsChanged,
    ReserveCommitted,
    ReserveOrdered,
    ScriptBroke,
    StaffChanged,
    StaffLaidAside,
    StaffWoken,
    UnitActivated,
    UnitChanged,
    WrecksSought,
)
from pbem.rulesets.tocs.told_events.flights import (
    AircraftHeard,
    DescentSeen,
    FlakFired,
    FlightFiled,
    FlightFlown,
    FlightsOrdered,
    LandingFought,
    StickLanded,
    WaveTried,
)
from pbem.rulesets.tocs.told_events.ground import (
    BaseMarked,
    BaseSetUp,
    DeploymentExtended,
    EngineersTried,
    GearChanged,
    ObstacleCleared,
    ObstacleLaid,
    PositionImproved,
    SourceChanged,
    TaskEnded,
    TaskWent,
    TrucksLate,
    WorksSetUp,
)
from pbem.rulesets.tocs.told_events.movement import (
    EzocAnswered,
    FixedFound,
    HexObserved,
    HexScouted,
    HomeScouted,
    MoveStopped,
    OwnerChanged,
    TrainChanged,
    UnitFerried,
    WaterKnown,
    WaterTried,
    WayTested,
)
from pbem.rulesets.tocs.told_events.turn import (
    ForcesPatched,
    ImpulseBegan,
    IncomeEarned,
    InitiativeThrown,
    SetupBegan,
    TurnBegan,
    TurnEnded,
    TurnEndThrown,
    WeatherChanged,
)

__all__ = [
    "ActivationChanged", "AirFought", "AirZoneMarked", "AircraftHeard", "AircraftMoved", "AssetsWoken", "AttackCalledOff",
    "AttackFoundEmpty", "AttackLapsed", "AttackOrdered", "AttacksCleared", "BankTaken", "BaseMarked", "BaseSetUp",
    "BatteriesSpent", "BattleCalledOff", "BattleFlownOver", "BattlesAnnounced", "CompanyDeployed", "DeploymentExtended",
    "DescentSeen", "EngagementLifted", "EngagementMarked", "EngagementResolved", "EngineersTried", "EzocAnswered",
    "FieldReported", "FixedFound", "FlakFired", "FlightFiled", "FlightFlown", "FlightsOrdered", "ForcesPatched",
    "GearChanged", "HexObserved", "HexScouted", "HexesFlownOver", "HomeScouted", "ImpulseBegan", "IncomeEarned",
    "InfiltrationThrown", "InitiativeThrown", "InterdictionLifted", "LandingFought", "LeafletsDropped", "LinksReviewed",
    "MoraleChecked", "MoveStopped", "MovementSeen", "ObstacleCleared", "ObstacleLaid", "OwnTold", "OwnerChanged",
    "PlansFiled", "PointSpent", "PositionImproved", "PublicTold", "PursuitStopped", "RefitTried", "ReplacementsChanged",
    "ReserveCommitted", "ReserveOrdered", "ScriptBroke", "SetupBegan", "SortieFlew", "SourceChanged", "StaffChanged",
    "StaffLaidAside", "StaffWoken", "StickLanded", "SupportOrdered", "SupportSpent", "TaskEnded", "TaskWent",
    "TrainChanged", "TrucksLate", "TurnBegan", "TurnEndThrown", "TurnEnded", "UnitActivated", "UnitChanged", "UnitFerried",
    "WaterKnown", "WaterTried", "WaveTried", "WayTested", "WeatherChanged", "WorksSetUp", "WrecksSought",
]  # fmt: skip

OwnTold = (
    UnitChanged | ActivationChanged | UnitActivated | ForcesPatched | IncomeEarned | StaffWoken | StaffChanged | StaffLaidAside
    | AssetsWoken | MoraleChecked | LinksReviewed | CompanyDeployed | ReplacementsChanged | WrecksSought | RefitTried
    | ReserveOrdered | ReserveCommitted | ScriptBroke | PlansFiled | MoveStopped | AttackLapsed | WayTested | HexScouted
    | FixedFound | HexObserved | HomeScouted | WaterTried | WaterKnown | UnitFerried | AttackOrdered | AttackFoundEmpty
    | PursuitStopped | AttacksCleared | BatteriesSpent | SupportOrdered | SupportSpent | AttackCalledOff | FieldReported
    | WorksSetUp | PointSpent | SourceChanged | BaseSetUp | PositionImproved | DeploymentExtended | ObstacleLaid
    | ObstacleCleared | TaskWent | TaskEnded | TrainChanged | TrucksLate | GearChanged | EngineersTried
    | FlightFiled | FlightsOrdered | WaveTried | FlightFlown | LandingFought | StickLanded | FlakFired | AircraftHeard | DescentSeen
    | AircraftMoved | SortieFlew | HexesFlownOver | MovementSeen | LeafletsDropped
)  # fmt: skip
PublicTold = (
    TurnBegan | InitiativeThrown | ImpulseBegan | WeatherChanged | OwnerChanged | EzocAnswered | BankTaken
    | BattlesAnnounced | EngagementMarked | EngagementLifted | EngagementResolved | TurnEndThrown | TurnEnded
    | InterdictionLifted | BattleCalledOff | SetupBegan | BaseMarked | InfiltrationThrown | AirZoneMarked | BattleFlownOver
    | AirFought
)  # fmt: skip
