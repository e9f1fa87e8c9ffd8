"""Observations that are stored under a class that is no more: what they are now, an event as its side or as both were told of it.

Until schema 2 an observation was often a copy of an event, in a class of its own and, of a side's own event, without its `side`:
the desk that learnt it is that side. Such data is read as the event within `OwnEvent` or `PublicEvent`, field by field under the
same name; nothing else of a record changes, so that what is derived from the events is what was stored. A row is added when an
observation gives way to the event that it copied, and never taken away; a name in it stays taken, as in `renames.py`.
"""

from collections.abc import Mapping
from typing import Any

from pbem.kernel.values import Value, field
from pbem.store.renames import TAG


class Recast(Value):
    """What an old observation is now: `event` within a value of class `within`.

    when: values of fields by which one of several rows fits, the first that does; dropped: fields that the event has not;
    copied: fields that the event has besides, from a field of a field; owned: its `side` is the desk that learnt it.
    """

    within: str
    event: str
    owned: bool = False
    when: Mapping[str, Any] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    copied: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def fits(self, data: Mapping[str, Any]) -> bool:
        """Is this the row for such data?"""
        return all(data.get(name) == value for name, value in self.when.items())

    def made(self, desk: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The data in its new form."""
        event = {name: part for name, part in data.items() if name != TAG and name not in self.dropped}
        event |= {name: data[part][inner] for name, (part, inner) in self.copied.items()}
        owner = {"side": desk} if self.owned else {}
        return {TAG: self.within, "event": {**owner, **event, TAG: self.event}}


def recast(desk: str, data: Any) -> Any:
    """Plain data of an observation that a desk made, in its form of today; what is none of the old ones, as it is."""
    rows = RECASTS.get(data.get(TAG, "")) if type(data) is dict else None
    found = next((row for row in rows if row.fits(data)), None) if rows else None
    return found.made(desk, data) if found else data


_OWN = {
    "OwnUnit": "UnitChanged", "OwnHand": "ActivationChanged", "OwnActivation": "UnitActivated", "OwnMend": "ForcesPatched",
    "OwnIncome": "IncomeEarned", "OwnAssetsWoken": "AssetsWoken", "OwnMorale": "MoraleChecked", "OwnLinks": "LinksReviewed",
    "OwnDeployment": "CompanyDeployed", "OwnReplacements": "ReplacementsChanged", "OwnSearch": "WrecksSought",
    "OwnRefit": "RefitTried", "OwnReserve": "ReserveOrdered", "OwnCommitment": "ReserveCommitted", "OwnScript": "ScriptBroke",
    "OwnPlans": "PlansFiled", "OwnStop": "MoveStopped", "OwnAttackLapsed": "AttackLapsed", "OwnWay": "WayTested",
    "HexAnswered": "HexScouted", "FixedSeen": "FixedFound", "HexSighted": "HexObserved", "OwnGroundScouted": "HomeScouted",
    "OwnWade": "WaterTried", "OwnWater": "WaterKnown", "OwnFerry": "UnitFerried", "OwnAttack": "AttackOrdered",
    "OwnAttackEmpty": "AttackFoundEmpty", "OwnPursuitStopped": "PursuitStopped", "OwnAttacksCleared": "AttacksCleared",
    "OwnBatteries": "BatteriesSpent", "OwnSupport": "SupportOrdered", "OwnSupportSpent": "SupportSpent",
    "OwnAttackCalledOff": "AttackCalledOff", "OwnFieldReport": "FieldReported", "OwnWorks": "WorksSetUp",
    "OwnPool": "PointSpent", "OwnSource": "SourceChanged", "OwnBaseSetUp": "BaseSetUp", "OwnDug": "PositionImproved",
    "OwnExtended": "DeploymentExtended", "OwnTask": "TaskWent", "OwnTaskEnded": "TaskEnded", "OwnTrain": "TrainChanged",
    "OwnLate": "TrucksLate", "OwnGear": "GearChanged", "OwnEngineers": "EngineersTried",
}  # fmt: skip
_PUBLIC = {
    "TurnSeen": "TurnBegan", "InitiativeSeen": "InitiativeThrown", "ImpulseSeen": "ImpulseBegan",
    "WeatherSeen": "WeatherChanged", "OwnerSeen": "OwnerChanged", "EzocSeen": "EzocAnswered", "BankSeen": "BankTaken",
    "BattlesSeen": "BattlesAnnounced", "EngagementFoughtSeen": "EngagementResolved", "TurnEndSeen": "TurnEndThrown",
    "TurnEndedSeen": "TurnEnded", "InterdictionLiftedSeen": "InterdictionLifted", "BattleCalledOffSeen": "BattleCalledOff",
    "SetupSeen": "SetupBegan", "BaseSeen": "BaseMarked", "InfiltrationSeen": "InfiltrationThrown",
}  # fmt: skip
RECASTS: Mapping[str, tuple[Recast, ...]] = {
    **{old: (Recast("OwnEvent", event, owned=True),) for old, event in _OWN.items()},
    **{old: (Recast("PublicEvent", event),) for old, event in _PUBLIC.items()},
    "OwnStaff": (
        Recast("OwnEvent", "StaffWoken", True, {"how": "woken"}, ("how",), {"unit": ("hand", "unit")}),
        Recast("OwnEvent", "StaffLaidAside", True, {"how": "aside"}, ("how", "pool")),
        Recast("OwnEvent", "StaffChanged", True, {}, ("pool",)),
    ),
    "OwnObstacle": (
        Recast("OwnEvent", "ObstacleLaid", True, {"laid": True}, ("laid",)),
        Recast("OwnEvent", "ObstacleCleared", True, {}, ("laid",)),
    ),
    "EngagementSeen": (
        Recast("PublicEvent", "EngagementLifted", False, {"defender": ""}, ("defender",)),
        Recast("PublicEvent", "EngagementMarked"),
    ),
}
"""Old class of an observation → its rows."""
