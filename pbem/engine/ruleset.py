"""The half of a ruleset's form that is played: what `Play` asks while a campaign goes on, and the words it is ordered in.

`rulesets/form.py` has the other half, what is opened and written, and the whole. Each Protocol is filled by one *module* of the
ruleset's room, which mypy checks. Five types are the ruleset's own: its game, board, picture, events and observations; the shared
rooms see the classes of `opaque.py` in their place, and none of them is generic.

Powers are apart by type: a check has a picture and no board, an execution the board.
"""

from collections.abc import Mapping
from types import UnionType
from typing import Protocol, TypeAlias, TypeVar

from pbem.engine.awaited import Awaited
from pbem.engine.moments import EventT, GameT, Moment, Phase, PictureT, StandingFile
from pbem.engine.opaque import OpaqueBoard, OpaqueEvent, OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.runs import Budget, Orders, Stage, Verdict
from pbem.engine.situation import BoardT, Control
from pbem.kernel.decisions import Decision, Refusal
from pbem.kernel.values import Value
from pbem.orders.tree import Act, SheetLine, Verb, Vocabulary

NOBODY = "-"  # the winner of a game that was broken off

SeenT = TypeVar("SeenT")
G_contra = TypeVar("G_contra", contravariant=True)
B_contra = TypeVar("B_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
E_co = TypeVar("E_co", covariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


class OrderWord(Value):
    """An order verb as it is read and explained. form: the same order as a line that begins with the verb and names its units
    within; of_unit: a unit carries it out, so that none may be called by it; stays: its line lies on file until it is over."""

    verb: Verb
    help: str
    form: Verb | None = None
    of_unit: bool = False
    stays: bool = False


class StandingWord(Value):
    """A standing order's word. defaults: its lines of day one; closes: it says how a part of play ends, which in a team is for the
    side's commander to say."""

    verb: Verb
    help: str
    defaults: tuple[str, ...]
    closes: bool = False


# ---------------------------------------------------------------- what a ruleset must fill


class Sequence(Protocol[GameT, BoardT, PictureT, EventT]):
    """The sequence of play. Both sides know all that is told of a picture here."""

    PHASES: tuple[Phase[GameT, BoardT, PictureT, EventT], ...]

    def settle(self, moment: Moment[GameT, BoardT, PictureT], /) -> tuple[EventT | Control, ...] | None:
        """What the last act set going, None when nothing did: game and board alone decide whether."""

    def is_idle(self, board: BoardT, event: EventT, /) -> bool:
        """Does this event set nothing going, since settle looks at nothing that it changes?"""

    def awaited(self, known: BoardT | PictureT, /) -> Awaited:
        """Whom play waits for: both sides know it, and never who of them has written."""

    def turn(self, known: BoardT | PictureT, /) -> int:
        """The number of the turn."""

    def turns(self, game: GameT, /) -> int:
        """How many there are."""

    def named(self, picture: PictureT, /) -> str:
        """The moment of play by its name, `T3.2`."""

    def ends_turn(self, event: EventT | Control, /) -> bool:
        """Does a turn end with it, and with that a file of the journal?"""


class Knowledge(Protocol[G_contra, BoardT, PictureT, E_contra, SeenT]):
    """The folds. EVENTS and OBSERVATIONS are the unions of their classes, as the journal writes them; RENAMED: what a class of them
    was called by when campaigns that run were stored, and is called now."""

    BOARD: type[BoardT]
    PICTURE: type[PictureT]
    EVENTS: UnionType
    OBSERVATIONS: UnionType
    RENAMED: Mapping[str, str]

    def apply(self, board: BoardT, event: E_contra, /) -> BoardT:
        """The board after an event."""

    def observe(self, game: G_contra, before: BoardT, event: E_contra, /) -> tuple[tuple[str, SeenT], ...]:
        """What each desk learns of an event, under which licence. before: the board before it."""

    def learn(self, picture: PictureT, seen: SeenT, /) -> PictureT:
        """A picture after something was learnt."""


class Actions(Protocol[GameT, BoardT, PictureT, E_co, S_contra]):
    """Orders: their words, what the dry run says of them, and how they are carried out."""

    WORDS: Mapping[str, OrderWord]

    def vocabulary(self, game: GameT, picture: PictureT, /) -> Vocabulary:
        """Every verb, and the names a side may use: its units, places, formations."""

    def check(self, game: GameT, picture: PictureT, lines: tuple[SheetLine, ...], budget: Budget, /) -> tuple[Verdict, ...]:
        """The dry run: the verdict on every line, each on top of those before it."""

    def run(self, stage: Stage[GameT, BoardT, PictureT, E_co], orders: Orders, /) -> None:
        """Carry out the orders of every side that is awaited, on the board. How they ran is told to each writer's desk."""

    def close(self, moment: Moment[GameT, BoardT, PictureT], side: str, /) -> tuple[E_co | Control, ...]:
        """A side is through with its part of the pause."""

    def lapse(self, moment: Moment[GameT, BoardT, PictureT], side: str, /) -> tuple[E_co | Control, ...]:
        """A side let the pause pass in silence: its standing orders say how that is taken."""

    def costs_of_closing(self, game: GameT, picture: PictureT, /) -> tuple[str, ...]:
        """What closing now would cost, in words."""

    def void(self, picture: PictureT, news: tuple[S_contra, ...], act: Act, /) -> str:
        """Why a guard of a plan (`void if …`) forbids it to run, or ""."""


class StandingOrders(Protocol[G_contra, P_contra]):
    """What answers for a side in the middle of play. A line fills one part of the side's file."""

    WORDS: Mapping[str, StandingWord]

    def part(self, act: Act, /) -> str:
        """The part of the file that a line replaces."""

    def day_one(self, game: G_contra, picture: P_contra, /) -> tuple[str, ...]:
        """Lines that the module files for a side, in place of the ruleset's own of their kind."""

    def check(self, game: G_contra, picture: P_contra, act: Act, /) -> Refusal | None:
        """Why a line cannot be filed, by its owner's picture."""

    def warning(self, act: Act, /) -> str:
        """What a line may cost in the long run, "" for nothing."""

    def idles(self, standing: StandingFile, game: G_contra, picture: P_contra, /) -> bool:
        """Does a pause that begins so quietly close by itself?"""


# ---------------------------------------------------------------- what a ruleset may leave out


class Decisions(Protocol[GameT, BoardT, PictureT, E_co]):
    """Questions that play pauses for, to be answered by a side."""

    def owed(self, picture: PictureT, /) -> Decision | None:
        """The decision that this side owes."""

    def asked(self, picture: PictureT, /) -> int:
        """How many it was asked so far."""

    def answer(self, moment: Moment[GameT, BoardT, PictureT], side: str, choice: str, /) -> tuple[E_co | Control, ...]:
        """A choice is made ("" = by standing orders)."""


class Points(Protocol[P_contra]):
    """Points that a letter spends."""

    def left(self, picture: P_contra, /) -> int:
        """How many can be spent now."""

    def spent(self, picture: P_contra, /) -> int:
        """How many were spent in this pause."""

    def counting(self, picture: P_contra, /) -> bool:
        """Does anything cost points in the part of play that runs?"""

    def told(self, picture: P_contra, /) -> str:
        """The line of them."""

    def budget(self, said: tuple[Act, ...], standing: StandingFile, /) -> Budget:
        """What a letter may spend: by its own words, else by the side's standing orders."""


class Command(Protocol[G_contra, P_contra]):
    """Whose unit it is in a team. A ruleset without it lets every seat order every unit of its side."""

    def chain(self, picture: P_contra, call: str, /) -> tuple[str, ...]:
        """The formations that a unit stands in, innermost first."""

    def message_delay(self, game: G_contra, picture: P_contra, ours: tuple[str, ...], theirs: tuple[str, ...], /) -> int | None:
        """Turns until a message between two seats' formations is there, None = at once; () = the side's own staff."""


class Amended(Protocol[GameT, B_contra]):
    """A game that changes while it is played, because its module is patched."""

    def in_force(self, game: GameT, board: B_contra, /) -> GameT:
        """The game as it is now."""


# ---------------------------------------------------------------- what play sees of it


class PlayedRules(Protocol):
    """A ruleset as `Play` needs it, its five types put out of sight."""

    @property
    def sequence(self) -> Sequence[OpaqueGame, OpaqueBoard, OpaquePicture, OpaqueEvent]:
        """Its sequence of play."""

    @property
    def knowledge(self) -> Knowledge[OpaqueGame, OpaqueBoard, OpaquePicture, OpaqueEvent, OpaqueSeen]:
        """Its folds."""

    @property
    def patches(self) -> Amended[OpaqueGame, OpaqueBoard] | None:
        """Its patches, if its modules can be patched."""


OpaqueMoment: TypeAlias = Moment[OpaqueGame, OpaqueBoard, OpaquePicture]
OpaquePhase: TypeAlias = Phase[OpaqueGame, OpaqueBoard, OpaquePicture, OpaqueEvent]
