"""What the host and the real clock have done to a campaign: pauses, absences, rulings, appeals, leaks. A fold of admin events.

Beside `state.AdminState`, which knows who sits where; nothing here is on the map.
"""

from collections.abc import Mapping
from datetime import datetime

from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Instant, Value, field


class Pending(Value):
    """A host's word that waits for its code: the words, the code, until when it counts, and how much the players had been
    told when it was asked for (letters, over all seats): what came since makes the statement before it stale.
    """

    seat: str
    lines: tuple[NumberedLine, ...]
    code: str
    until: Instant
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

    start: Instant
    end: Instant
    proxy: str = ""


class Waiting(Value):
    """A letter that its writer may still recall: its cause, and when it is carried out."""

    id: str
    seat: str
    until: Instant
    lines: tuple[NumberedLine, ...]
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
    until: Instant | None = None
    outage: str = ""
    digest: str = ""
    counted: tuple[int, int] = (0, 0)
    heard: Instant | None = None
    warned: bool = False
    everywhere: tuple[str, ...] = ()
    patches: tuple[Patch, ...] = ()

    def away(self, seat: str, at: datetime) -> Absence | None:
        """The absence of a seat at a moment."""
        absence = self.absences.get(seat)
        return absence if absence and absence.start <= at < absence.end else None
