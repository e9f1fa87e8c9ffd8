"""What the host and the real clock have done to a campaign: pauses, absences, rulings, appeals, leaks. A fold of admin events.

Beside `state.AdminState`, which knows who sits where; nothing here is on the map.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from pbem.kernel.values import Value, field, replace


class Pending(Value):
    """A host's word that waits for its code: the words, the code, until when it counts, and how much the players had been
    told when it was asked for (letters, over all seats): what came since makes the statement before it stale.
    """

    seat: str
    lines: tuple[tuple[int, str], ...]
    code: str
    until: datetime
    told: int


class Ruling(Value):
    """A ruling of the host's on a rule, which binds later cases."""

    rule: str
    text: str
    when: str


class Appeal(Value):
    """A commander's appeal: his words, what it is about, and the host's answer ("" = open)."""

    number: int
    seat: str
    when: str
    words: tuple[str, ...]
    answer: str = ""


class Absence(Value):
    """A commander is away from `start` to `end`; proxy: the seat that stands in for him, "" for none."""

    start: datetime
    end: datetime
    proxy: str = ""


class Waiting(Value):
    """A letter that its writer may still recall: its cause, and when it is carried out."""

    id: str
    seat: str
    until: datetime
    lines: tuple[tuple[int, str], ...]
    answers: str
    message_id: str
    left_out: tuple[str, ...] = ()


class Patch(Value):
    """What the module is to say otherwise from a turn on: TOML, as the host wrote it; told: by side, what it was told of it."""

    turn: int
    text: str
    told: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Leak(Value):
    """A letter of a seat's came to the other side: what it told, and the remedy that was chosen ("" = none yet)."""

    number: int
    letter: str
    seat: str
    to: str
    facts: tuple[str, ...]
    remedy: str = ""


class Hosting(Value):
    """until: when a pause ends by itself; outage: since when the referee was away, "" when he is not; digest: the date of the
    last; heard: when the host was last heard of; warned: he was missed.

    zones, recall (minutes a letter can be taken back), extended (extensions used), silences (in a row), muted (whose messages
    he takes no more), absences: by seat; voided: by seat, the number of the last letter that a rollback made void; offers: sides
    that offer a draw; everywhere: a word said for all campaigns, and the cause that said it.
    """

    pending: Mapping[str, Pending] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    leaks: tuple[Leak, ...] = ()
    absences: Mapping[str, Absence] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    recall: Mapping[str, int] = field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    extended: Mapping[str, int] = field(default_factory=dict)
    silences: Mapping[str, int] = field(default_factory=dict)
    muted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    offers: tuple[str, ...] = ()
    voided: Mapping[str, int] = field(default_factory=dict)
    until: datetime | None = None
    outage: str = ""
    digest: str = ""
    heard: datetime | None = None
    warned: bool = False
    everywhere: tuple[str, ...] = ()
    patches: tuple[Patch, ...] = ()

    def away(self, seat: str, at: datetime) -> Absence | None:
        """The absence of a seat at a moment."""
        absence = self.absences.get(seat)
        return absence if absence and absence.start <= at < absence.end else None


# ---------------------------------------------------------------- admin events


class WordAsked(Value):
    """A host's word waits for its code."""

    pending: Pending


class WordSpent(Value):
    """The code of a host's word is used up, or the word is dropped."""

    seat: str


class Ruled(Value):
    """A ruling; an older one on the same rule is overruled."""

    ruling: Ruling


class AppealMade(Value):
    """An appeal, or its answer."""

    appeal: Appeal


class LeakNoted(Value):
    """A leak, or the remedy chosen for it."""

    leak: Leak


class AbsenceFiled(Value):
    """A seat will be away, or (None) is back."""

    seat: str
    absence: Absence | None


class ZoneSet(Value):
    """A seat reads its clocks in a zone."""

    seat: str
    zone: str


class RecallSet(Value):
    """A seat's letters wait so many minutes."""

    seat: str
    minutes: int


class LetterWaits(Value):
    """A letter waits, and may be recalled."""

    waiting: Waiting


class WaitOver(Value):
    """A letter waits no more: carried out, or recalled."""

    id: str


class Extended(Value):
    """A seat has used so many of its extensions."""

    seat: str
    count: int


class SilenceCounted(Value):
    """So many deadlines in a row went by without a word of this seat's."""

    seat: str
    count: int


class MessagesMuted(Value):
    """Whose messages a seat takes no more."""

    seat: str
    names: tuple[str, ...]


class DrawOffered(Value):
    """The sides whose offer of a draw stands."""

    sides: tuple[str, ...]


class PauseEnds(Value):
    """The pause ends by itself."""

    until: datetime | None


class OutageSeen(Value):
    """The referee was away since then, and no deadline counts ("" = the host let time run again)."""

    since: str


class DigestSent(Value):
    """The digest of a day went out."""

    date: str


class HostHeard(Value):
    """The host gave a sign of life."""

    at: datetime


class HostMissed(Value):
    """The host has been silent for so long that the others were told."""


class RolledBack(Value):
    """Play stands again as it stood after record `to`, and other dice fall. voided: by seat, the last letter that is void."""

    to: int
    edition: int
    voided: Mapping[str, int]


class ModulePatched(Value):
    """The patches of the module that are on file, in the order of their turns."""

    patches: tuple[Patch, ...]


class SaidForAll(Value):
    """A word that goes for every campaign of its host: its words, and the cause that said it."""

    words: str
    cause: str


HostPaper = (
    WordAsked | WordSpent | Ruled | AppealMade | LeakNoted | AbsenceFiled | ZoneSet | RecallSet | LetterWaits
    | WaitOver | Extended | SilenceCounted | MessagesMuted | DrawOffered | PauseEnds | OutageSeen | DigestSent | HostHeard
    | HostMissed | RolledBack | SaidForAll | ModulePatched
)  # fmt: skip


def file(hosting: Hosting, paper: HostPaper) -> Hosting:  # noqa: C901, PLR0911, PLR0912 - a flat table
    """The state after an admin event."""
    now = hosting
    match paper:
        case WordAsked(pending):
            return replace(now, pending={**now.pending, pending.seat: pending})
        case WordSpent(seat):
            return replace(now, pending={s: p for s, p in now.pending.items() if s != seat})
        case Ruled(ruling):
            return replace(now, rulings=(*(r for r in now.rulings if r.rule != ruling.rule), ruling))
        case AppealMade(appeal):
            return replace(now, appeals=(*(a for a in now.appeals if a.number != appeal.number), appeal))
        case LeakNoted(leak):
            return replace(now, leaks=(*(k for k in now.leaks if k.number != leak.number), leak))
        case AbsenceFiled(seat, absence):
            others = {s: a for s, a in now.absences.items() if s != seat}
            return replace(now, absences={**others, seat: absence} if absence else others)
        case ZoneSet(seat, zone):
            return replace(now, zones={**now.zones, seat: zone})
        case RecallSet(seat, minutes):
            return replace(now, recall={**now.recall, seat: minutes})
        case LetterWaits(waiting):
            return replace(now, waiting=(*now.waiting, waiting))
        case WaitOver(id_):
            return replace(now, waiting=tuple(w for w in now.waiting if w.id != id_))
        case Extended(seat, count):
            return replace(now, extended={**now.extended, seat: count})
        case SilenceCounted(seat, count):
            return replace(now, silences={**now.silences, seat: count})
        case MessagesMuted(seat, names):
            return replace(now, muted={**now.muted, seat: names})
        case DrawOffered(sides):
            return replace(now, offers=sides)
        case PauseEnds(until):
            return replace(now, until=until)
        case OutageSeen(since):
            return replace(now, outage=since)
        case DigestSent(date):
            return replace(now, digest=date)
        case HostHeard(at):
            return replace(now, heard=at, warned=False)
        case HostMissed():
            return replace(now, warned=True)
        case RolledBack(_, _, voided):
            return replace(now, voided=voided, offers=(), waiting=())
        case ModulePatched(patches):
            return replace(now, patches=patches)
        case SaidForAll(words, cause):
            return replace(now, everywhere=(words, cause))
    assert_never(paper)
