"""Admin events: who sits where, what lies on file, which clock runs; a small class each, with the change it makes.

An event computes nothing: what it comes to was decided by whoever filed it, and the journal keeps it under its class name. One that
is a single word's alone stands with that word (`handlers/words/`, `handlers/host/`) and joins these when a campaign is opened.
First file: `event.py`.
"""

from pbem.campaign.admin_events.arrangements import (
    LetterWaits,
    MessagesMuted,
    SilenceCounted,
    WaitOver,
)
from pbem.campaign.admin_events.evenings import EveningSet, LiveOfferGone
from pbem.campaign.admin_events.event import AdminEvent, EveningEvent, HostingEvent
from pbem.campaign.admin_events.fields import BattleKept, FieldFiled, IntentFiled
from pbem.campaign.admin_events.host_words import (
    AppealMade,
    HostHeard,
    HostMissed,
    LeakNoted,
    SaidForAll,
    WordAsked,
    WordSpent,
)
from pbem.campaign.admin_events.mail import (
    CalendarTold,
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
    FiguresKept,
    PlayBegan,
    PlayEnded,
    PlayPaused,
    PlayResumed,
    Reminded,
    RunSet,
)
from pbem.campaign.admin_events.seats import (
    Delegated,
    SeatAccepted,
    SeatGiven,
    SeatJoined,
    SeatLeft,
    TokenTurned,
    WishKept,
)
from pbem.campaign.admin_events.staffwork import (
    HourSet,
    OrdersFiled,
    PointsSpent,
    SeatDone,
    StaffEvent,
    StaffworkEnded,
    UnitsOrdered,
)
from pbem.campaign.admin_events.time import DigestSent, OutageSeen, PauseEnds

FORMS = (AdminEvent, EveningEvent, HostingEvent, StaffEvent)
"""What kinds there are; none of these is filed itself."""
SHARED: tuple[type[AdminEvent], ...] = tuple(
    kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, AdminEvent) and kind not in FORMS
)
"""All of them that belong to no single word, by their imports above."""

__all__ = [
    "FORMS",
    "SHARED",
    "AdminEvent",
    "AppealMade",
    "AskedBack",
    "BattleKept",
    "CalendarTold",
    "CampMoved",
    "ClockChanged",
    "ClocksSet",
    "Delegated",
    "DigestSent",
    "DraftDropped",
    "DraftKept",
    "EffectNoted",
    "EveningEvent",
    "EveningSet",
    "FieldFiled",
    "FiguresKept",
    "HostHeard",
    "HostMissed",
    "HostingEvent",
    "HourSet",
    "IntentFiled",
    "LeakNoted",
    "LetterCame",
    "LetterWaits",
    "LettersSent",
    "LiveOfferGone",
    "LogKept",
    "MarchFiled",
    "MessageHeld",
    "MessageWritten",
    "MessagesArrived",
    "MessagesMuted",
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
    "PointsSpent",
    "Reminded",
    "Reported",
    "RunSet",
    "SaidForAll",
    "SeatAccepted",
    "SeatDone",
    "SeatGiven",
    "SeatJoined",
    "SeatLeft",
    "SilenceCounted",
    "StaffEvent",
    "StaffworkEnded",
    "StandingFiled",
    "TokenTurned",
    "Told",
    "UnitsOrdered",
    "WaitOver",
    "WishKept",
    "WordAsked",
    "WordSpent",
]
