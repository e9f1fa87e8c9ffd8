"""Admin events: who sits where, what lies on file, which clock runs; a small class each, with the change it makes.

An event computes nothing: what it comes to was decided by whoever filed it, and the journal keeps it under its class name. One that
is a single word's alone stands with that word (`handlers/words/`, `handlers/host/`) and joins these when a campaign is opened.
First file: `event.py`.
"""

from pbem.campaign.admin_events.arrangements import (
    AbsenceFiled,
    DrawOffered,
    Extended,
    LetterWaits,
    MessagesMuted,
    RecallSet,
    SilenceCounted,
    WaitOver,
    ZoneSet,
)
from pbem.campaign.admin_events.evenings import EveningSet, LiveOffered, LiveOfferGone
from pbem.campaign.admin_events.event import AdminEvent
from pbem.campaign.admin_events.fields import FieldFiled, IntentFiled
from pbem.campaign.admin_events.host_words import (
    AppealMade,
    HostHeard,
    HostMissed,
    LeakNoted,
    ModulePatched,
    RolledBack,
    Ruled,
    SaidForAll,
    WordAsked,
    WordSpent,
)
from pbem.campaign.admin_events.mail import (
    EffectNoted,
    LetterCame,
    LettersSent,
    LogKept,
    MessageHeld,
    MessagesArrived,
    MessageWritten,
    Reported,
    Told,
)
from pbem.campaign.admin_events.orders import (
    AskedBack,
    DraftDropped,
    DraftKept,
    MarchFiled,
    OrdersRan,
    PlanDropped,
    PlanFiled,
    StandingFiled,
)
from pbem.campaign.admin_events.play import (
    CampMoved,
    ClockChanged,
    ClocksSet,
    LastToldSet,
    PlayBegan,
    PlayEnded,
    PlayPaused,
    PlayResumed,
    Reminded,
    RunSet,
)
from pbem.campaign.admin_events.seats import (
    AddressAdded,
    Delegated,
    SeatAccepted,
    SeatAdded,
    SeatGiven,
    SeatJoined,
    SeatLeft,
    TokenTurned,
    WishKept,
)
from pbem.campaign.admin_events.staffwork import HourSet, OpsAllotted, OpsSpent, OrdersFiled, SeatDone, StaffworkEnded
from pbem.campaign.admin_events.time import DigestSent, OutageSeen, PauseEnds

SHARED: tuple[type[AdminEvent], ...] = tuple(
    kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, AdminEvent) and kind is not AdminEvent
)
"""All of them that stand in this room, by their imports above."""

__all__ = [
    "SHARED",
    "AbsenceFiled",
    "AddressAdded",
    "AdminEvent",
    "AppealMade",
    "AskedBack",
    "CampMoved",
    "ClockChanged",
    "ClocksSet",
    "Delegated",
    "DigestSent",
    "DraftDropped",
    "DraftKept",
    "DrawOffered",
    "EffectNoted",
    "EveningSet",
    "Extended",
    "FieldFiled",
    "HostHeard",
    "HostMissed",
    "HourSet",
    "IntentFiled",
    "LastToldSet",
    "LeakNoted",
    "LetterCame",
    "LetterWaits",
    "LettersSent",
    "LiveOfferGone",
    "LiveOffered",
    "LogKept",
    "MarchFiled",
    "MessageHeld",
    "MessageWritten",
    "MessagesArrived",
    "MessagesMuted",
    "ModulePatched",
    "OpsAllotted",
    "OpsSpent",
    "OrdersFiled",
    "OrdersRan",
    "OutageSeen",
    "PauseEnds",
    "PlanDropped",
    "PlanFiled",
    "PlayBegan",
    "PlayEnded",
    "PlayPaused",
    "PlayResumed",
    "RecallSet",
    "Reminded",
    "Reported",
    "RolledBack",
    "Ruled",
    "RunSet",
    "SaidForAll",
    "SeatAccepted",
    "SeatAdded",
    "SeatDone",
    "SeatGiven",
    "SeatJoined",
    "SeatLeft",
    "SilenceCounted",
    "StaffworkEnded",
    "StandingFiled",
    "TokenTurned",
    "Told",
    "WaitOver",
    "WishKept",
    "WordAsked",
    "WordSpent",
    "ZoneSet",
]
