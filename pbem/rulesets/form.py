"""The form a ruleset fills in: a few Protocols, each filled by one *module* of the ruleset's room, which mypy checks.

Six must be filled: `Sequence`, `Knowledge`, `Actions`, `StandingOrders` (`engine/ruleset.py`, what is played), `Scenario` and
`Reports` (here, what is opened and written). The rest may be left out (None), and the shared rooms do without. Five types are the
ruleset's own: its game, board, picture, events and observations. They end here: the shared rooms see a `Ruleset`, the form with
the five classes of `engine/opaque.py` in their place, and no shared room is generic.
"""

from collections.abc import Callable, Mapping, MutableSequence
from collections.abc import Sequence as List
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from pbem.documents.cartography.job import MapJob
from pbem.documents.document import Block, Document
from pbem.documents.map_picture import MapPicture, PrintedMap
from pbem.documents.pad_sheet import PadManner, PadSheet
from pbem.documents.plot import Figure
from pbem.documents.station import Heading
from pbem.engine.idiom import Idiom
from pbem.engine.moments import EventT, GameT, Moment, PictureT
from pbem.engine.opaque import OpaqueBoard, OpaqueEvent, OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.ruleset import (
    Actions,
    Command,
    Decisions,
    E_co,
    G_contra,
    Knowledge,
    P_contra,
    Points,
    S_contra,
    SeenT,
    Sequence,
    StandingOrders,
)
from pbem.engine.situation import BoardT, Control, Situation
from pbem.kernel.charts.grammar import ChartGrammar
from pbem.kernel.charts.tables import Table
from pbem.kernel.decisions import Refusal, ReportFault
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, field
from pbem.modules.battlefield import BattleOutcome, BattleStory, StatedBattle
from pbem.modules.faults import Fault
from pbem.modules.opened import OpenModule
from pbem.orders.tree import Act, Verb

B_contra = TypeVar("B_contra", contravariant=True)
E_in_contra = TypeVar("E_in_contra", contravariant=True)
T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)


Station = Literal["", "began", "pause", "end"]
"""A public moment: a part of play began, play pauses for a decision, it is over; "" none."""


class LogEntry(NamedTuple):
    """What a commander kept in a log: when ("T3.2"), and the lines."""

    when: str
    lines: tuple[str, ...]


class Opening(NamedTuple, Generic[GameT, BoardT, PictureT]):
    """The game, the situation before the first turn, each side's picture."""

    game: GameT
    situation: Situation[BoardT]
    pictures: Mapping[str, PictureT]


# ---------------------------------------------------------------- what a ruleset must fill, beside what is played


class Scenario(Protocol[GameT, BoardT, PictureT, EventT, S_contra]):
    """How a game begins and ends, and what is opened then."""

    def load_module(
        self,
        files: Mapping[str, str],
        order_words: frozenset[str],
        scenario: str,
        charts: Mapping[str, Table],
        grammar: ChartGrammar,
        /,
    ) -> OpenModule:
        """The module of these files with one of its scenarios; ModuleError with every fault found. No unit may be called by one of
        `order_words`; what it says must fit `charts`, the ruleset's own, where they are given; grammar: of the ruleset's charts."""

    def opening(self, module: OpenModule, charts: Mapping[str, Table], /) -> Opening[GameT, BoardT, PictureT]:
        """The game, the situation before the first turn, each side's picture. module: as `load_module` read it."""

    def module_id(self, game: GameT, /) -> str:
        """The id of the module that the game is of."""

    def adjective(self, game: GameT, side: str, /) -> str:
        """`Allied`."""

    def sides_write(self, game: GameT, /) -> bool:
        """May the sides write to each other?"""

    def reached(self, game: GameT, picture: PictureT, turn: str, /) -> bool:
        """Has the turn of this id ("19-0600") begun?"""

    def conclude(self, moment: Moment[GameT, BoardT, PictureT], winner: str, how: str, /) -> tuple[EventT | Control, ...]:
        """The end of a game before its last turn. winner: a side, "" = drawn, NOBODY."""

    def correct(self, game: GameT, board: BoardT, side: str, text: str, /) -> tuple[EventT, ...] | Refusal:
        """Events that put a fault right."""

    def reveal(self, game: GameT, board: BoardT, kept: Mapping[str, tuple[S_contra, ...]], /) -> tuple[Block, ...]:
        """What nobody could know, opened at the end. kept: what was kept for the questions of each side, by its id."""

    def annals(self, board: BoardT, events: tuple[EventT | Control, ...], /) -> tuple[str, ...]:
        """What happened, in words, for the end."""

    def retold(self, line: str, /) -> str:
        """A line of the annals as a letter says it: they are kept in the words of the day they were written."""

    def diary(
        self, game: GameT, picture: PictureT, kept: tuple[S_contra, ...], logs: tuple[LogEntry, ...], enemy: PictureT | None, /
    ) -> tuple[Block, ...]:
        """The stories of a side's units, with what its logs say of each; enemy: the enemy's picture, None: it stays closed."""


class ReceiptNews(Value):
    """What a letter's orders brought. short: for a subject, the weightiest first; full: sentences; gained: ground, in words."""

    short: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()


class Reports(Protocol[G_contra, P_contra, S_contra]):
    """A ruleset's part of the letters, all of them functions of what one desk may know."""

    SECTIONS: Mapping[str, Mapping[str, str]]
    """Of "sitrep" and "intsum", by plain title: the part of the letter a section belongs to, "changed" or "state"."""

    def receipt_lines(self, game: G_contra, picture: P_contra, seen: tuple[S_contra, ...], /) -> tuple[str, ...]:
        """What was learnt in a row in words, () when a receipt need not say any of it. picture: after all of it."""

    def receipt_news(self, game: G_contra, picture: P_contra, news: tuple[S_contra, ...], /) -> ReceiptNews:
        """What a letter's orders brought, for the subject and first lines of its receipt. picture: after the run."""

    def sitrep(self, game: G_contra, picture: P_contra, news: tuple[S_contra, ...], heading: Heading, /) -> Document:
        """The report of a picture and of its news."""

    def station(self, news: tuple[S_contra, ...], /) -> Station:
        """The last public moment that observations hold."""

    def closes(self, seen: S_contra, /) -> bool:
        """Does the writer's own part of a run end here?"""

    def left_to_report(self, seen: S_contra, /) -> bool:
        """Is it told by the report that comes with a run, and not by the receipt of the orders that ran in it?"""

    def turn_began(self, news: tuple[S_contra, ...], /) -> bool:
        """Is a summary due?"""

    def summary(
        self, game: G_contra, picture: P_contra, kept: tuple[S_contra, ...], words: tuple[str, ...], /
    ) -> tuple[Block, ...]:
        """What is known of the enemy, () where there are no summaries. words: its commander's for the coming turn."""

    def located(self, game: G_contra, picture: P_contra, /) -> tuple[str, ...]:
        """Where a summary has the enemy, in words, the last seen first."""

    def brief(self, game: G_contra, picture: P_contra, seat: str, /) -> tuple[Block, ...]:
        """The welcome of the side's commander ("") or of a seat, by its name without the side."""

    def letterhead(self, game: G_contra, picture: P_contra, /) -> tuple[tuple[str, str], ...]:
        """(name, value) of what a staff form may head a report with."""

    def kept(self, seen: S_contra, /) -> bool:
        """Is it kept for questions to come (WHY)?"""

    def fought(self, kept: tuple[S_contra, ...], /) -> tuple[int, ...]:
        """The numbers that WHY can be asked of."""

    def why(self, game: G_contra, kept: tuple[S_contra, ...], number: int, /) -> tuple[str, ...]:
        """The figures behind one of them."""

    def ask(self, game: G_contra, picture: P_contra, kept: tuple[S_contra, ...], act: Act, /) -> tuple[Block, ...]:
        """The answer to a question of the ruleset's own (COST, WHAT CAN, WHY), () to one that it does not know."""

    def idle(self, picture: P_contra, /) -> tuple[str, ...]:
        """Units that have no orders yet, by their calls."""

    def active_units(self, game: G_contra, picture: P_contra, /) -> tuple[str, ...]:
        """What is left of the units that are active, in lines."""

    def warn_close(self, game: G_contra, picture: P_contra, /) -> tuple[str, ...]:
        """What END would cost, in lines of a receipt."""

    def out_of_use(self, game: G_contra, topic: str, /) -> tuple[str, ...]:
        """That a topic of HELP is about rules which this game does not use, () if it uses them."""

    def here(self, game: G_contra, topic: str, /) -> tuple[str, ...]:
        """How this game has set what a topic of HELP explains in general, () where nothing is set."""


# ---------------------------------------------------------------- what a ruleset may leave out


class BattleOut(NamedTuple):
    """A battle that field commanders fight: its number, and where."""

    number: int
    hex: str


class ReportRead(NamedTuple, Generic[R_co]):
    """A report, None when it has faults."""

    report: R_co | None
    faults: tuple[ReportFault, ...]


class FieldBattles(Protocol[GameT, BoardT, PictureT, E_co, S_contra]):
    """Battles handed to field commanders. A report is a value of the ruleset's own, handed on."""

    def out(self, picture: PictureT, /) -> tuple[BattleOut, ...]:
        """Those that are out, in order."""

    def brief(
        self, game: GameT, picture: PictureT, number: int, intent: tuple[str, ...], standing: tuple[tuple[str, str], ...], /
    ) -> tuple[Block, ...]:
        """The mission brief. standing: the side's standing orders by part."""

    def form(self, game: GameT, picture: PictureT, number: int, /) -> tuple[str, ...]:
        """The form of a report."""

    def read(self, game: GameT, picture: PictureT, number: int, lines: tuple[str, ...], /) -> ReportRead[object]:
        """What was read of a report's lines."""

    def understood(self, game: GameT, picture: PictureT, report: object, /) -> tuple[str, ...]:
        """What a report was taken to say."""

    def report(
        self, moment: Moment[GameT, BoardT, PictureT], side: str, number: int, report: object, /
    ) -> tuple[E_co | Control, ...]:
        """A report is filed."""

    def differing(self, board: BoardT, number: int, /) -> tuple[str, ...]:
        """Items in which the two reports differ."""

    def own_words(self, picture: PictureT, number: int, item: str, /) -> tuple[str, ...]:
        """What the own report says of an item, () before it."""

    def whole(self, picture: PictureT, number: int, /) -> tuple[str, ...]:
        """The own report, whole."""

    def decided(self, board: BoardT, number: int, /) -> bool:
        """Is its outcome known?"""

    def over(self, seen: S_contra, /) -> int:
        """The number of the battle that an observation ends, 0 for none."""

    def rule(self, moment: Moment[GameT, BoardT, PictureT], number: int, side: str, /) -> tuple[E_co | Control, ...]:
        """It is decided by a side's report; "": by the dice."""

    def days(self, game: GameT, /) -> tuple[int, int]:
        """Days until a report is due, and to agree."""

    def played_with(self, game: GameT, /) -> str:
        """The ruleset in which they are fought as games of their own; "" where people report what they fought elsewhere."""

    def statement(self, game: GameT, board: BoardT, number: int, /) -> StatedBattle:
        """A battle that is out, stated for another ruleset, without its id and seed."""

    def reports(self, game: GameT, board: BoardT, number: int, outcome: BattleOutcome, /) -> Mapping[str, tuple[str, ...]]:
        """By side, the items of its report that follow from how it ended, in lines of the form; those that both must know agree."""


class Skirmishes(Protocol[G_contra, B_contra, P_contra, S_contra]):
    """Battles that came about in a game of another ruleset, fought in this one."""

    def files(self, battle: StatedBattle, charts: Mapping[str, Table], words: frozenset[str], /) -> Mapping[str, str]:
        """The files of the module that it is fought as. charts: the ruleset's own; words: that no unit may be called by."""

    def outcome(self, module: OpenModule, game: G_contra, board: B_contra, winner: str, /) -> BattleOutcome:
        """Who holds what was fought for, and what is left of whom. winner: of the game, by its points or a concession."""

    def story(self, game: G_contra, picture: P_contra, seen: tuple[S_contra, ...], /) -> BattleStory:
        """What one side saw of it, from its own observations, in their order."""

    def faults_of_map(self, file: str, text: str, /) -> tuple[Fault, ...]:
        """What is wrong with a tactical map that a module brings for one of its hexes."""


class Change(Protocol):
    """One thing that a patch changes: printed by `str`; side: whose secret it is, "" for what both may know."""

    @property
    def side(self) -> str:
        """Whose secret it is."""


class PatchedFiles(Protocol):
    """A module's files as a patch would have them."""

    @property
    def texts(self) -> Mapping[str, str]:
        """All of them, by name."""

    @property
    def changes(self) -> List[Change]:
        """What the patch changes."""

    def at_home(self, fault: Fault, /) -> Fault:
        """A fault of the patched files with the line of the patch that made it."""


class Patches(Protocol[GameT, BoardT, PictureT, EventT]):
    """Patches of a module while it is played."""

    def patched(self, texts: Mapping[str, str], patch: str, /) -> PatchedFiles:
        """The texts with the patch laid over them; ModuleError with every fault of the patch."""

    def amends(
        self, before: Opening[GameT, BoardT, PictureT], after: Opening[GameT, BoardT, PictureT], turn: int, /
    ) -> tuple[tuple[EventT, ...], tuple[str, ...]]:
        """The events that make of one opening the other from a turn on, and what cannot be made of it, in words."""

    def chained(self, game: GameT, turn: int, other: GameT, events: tuple[EventT, ...], /) -> GameT:
        """The game that becomes the other with a turn."""

    def in_force(self, game: GameT, board: BoardT, /) -> GameT:
        """The game as it is now."""


class Maps(Protocol[G_contra, P_contra]):
    """What a desk knows of the ground, drawn."""

    def sketch(self, game: G_contra, picture: P_contra, centre: str, reach: int, /) -> tuple[str, ...]:
        """In letters; centre: a hex, "" for all of it."""

    def theatre(self, game: G_contra, picture: P_contra, own: frozenset[str] | None = None, /) -> MapPicture:
        """All of it. own: the calls of the units that the reader leads, None for all."""

    def around(self, game: G_contra, picture: P_contra, centre: str, reach: int, /) -> MapPicture | None:
        """The ground about a hex; None where the map has none of that number."""

    def filed(self, game: G_contra, picture: P_contra, seen: tuple[object, ...], /) -> MapPicture | None:
        """Maps of what a letter filed that is best checked on one, from its observations; None where nothing was."""

    def of_module(self, module: OpenModule, side: str, /) -> str:
        """The map of a module as SVG; with a side, its units and works too."""

    def job(self, game: G_contra, picture: MapPicture, /) -> MapJob:
        """A map of a letter, to be drawn and painted beside the referee."""

    def places(self, game: G_contra, /) -> Mapping[str, Hex]:
        """The names on the printed map, those of bridges among them."""

    def printed(self, game: G_contra, /) -> PrintedMap:
        """The printed map, to be drawn on."""


class Pads(Protocol[G_contra, P_contra]):
    """What order pads hold of a ruleset."""

    MANNERS: Mapping[str, PadManner]
    """By verb; one that is missing is a plain one."""

    STATES: tuple[str, ...]
    """The states of a unit as pictures have them, the best first."""

    def verbs(self, game: G_contra, /) -> tuple[Verb, ...]:
        """Orders, forms with the lines within them, and standing orders: those that a game has a use for, none of ships without a
        sea."""

    def sheet(self, game: G_contra, picture: P_contra, /) -> PadSheet:
        """What a desk could order, and what its ways cost, over what it knows."""


class Figures(Protocol[G_contra, P_contra]):
    """What a side's reports show turn by turn."""

    def now(self, game: G_contra, picture: P_contra, /) -> tuple[Figure, ...]:
        """The figures of a side as they stand, by nothing but its own picture; those of one plot together."""


class Chance(Protocol):
    """A source of chance, such as random.Random(seed)."""

    def choice(self, seq: List[T]) -> T:
        """One of them."""

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Mix them."""

    def random(self) -> float:
        """Between 0 and 1."""


class Temper(Value):
    """How a scripted commander fights: boldness 0..1 decides between scouting, moving and attacking; noise: how often they act
    at random."""

    boldness: float = 0.6
    noise: float = 0.1


class Mind(Value):
    """A scripted commander: its chance and its temper. verbs: the words of every letter, beside the ruleset's own."""

    chance: Chance
    temper: Temper
    verbs: tuple[Verb, ...]


class Bot(Protocol[G_contra, P_contra]):
    """Who leads a side that nobody holds: order letters from what a desk knows, and nothing else."""

    def letter(self, game: G_contra, picture: P_contra, mind: Mind, end: bool, /) -> str:
        """Orders for the whole pause, every line legal on the picture. end: with the word that closes it."""


class PupilLetter(Value):
    """A letter of a pupil's and what came of it. asked: its questions; said: the words of the whole letter; understood: it has
    order lines, and all of them were read; filed: what it laid on file; did: what its orders did (`Lessons.did`); ended: it closed
    the moment of play; ordered: the verbs of its order lines.
    """

    asked: tuple[Act, ...]
    said: tuple[Act, ...]
    understood: bool
    filed: frozenset[Literal["standing", "plan", "orders"]]
    did: frozenset[str]
    ended: bool
    ordered: frozenset[str] = frozenset()


class Lessons(Protocol[G_contra, P_contra, S_contra]):
    """What a boot camp teaches: what passes a lesson, what a letter's orders did, and examples made from the pupil's own map. Its
    texts are in templates/boot-camp/<ruleset>/."""

    PARTS: Mapping[str, Callable[[PupilLetter], bool]]
    """Every part of a lesson: has this letter done it?"""

    def did(self, seen: tuple[S_contra, ...], /) -> frozenset[str]:
        """What a letter's orders did, in words that its parts ask for."""

    def example(self, game: G_contra, picture: P_contra, slot: str, verbs: tuple[Verb, ...], /) -> str:
        """A line for a slot that the pupil's map allows now, "" when there is none."""


class ForecastTally(Value):
    """What came of a rehearsal, by its events: battles fought, battles that people fought, points by side, the winner once it
    has ended; counts: what else the ruleset counts, by what a row of the forecast calls it."""

    battles: int = 0
    fields: int = 0
    points: Mapping[str, int] | None = None
    winner: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)


class FoughtOut(Value):
    """How a battle that people fight ends: who holds the hex ("" = nobody alone), and the steps that each side loses."""

    holds: Literal["attacker", "defender", ""]
    attacker: int
    defender: int


class Rehearsals(Protocol[G_contra, P_contra, E_in_contra]):
    """What a forecast by scripted people counts."""

    def with_field_battles(self, module: OpenModule, /) -> OpenModule:
        """The module, its battles fought by people."""

    def length(self, module: OpenModule, /) -> int:
        """How many turns it has."""

    def largest(self, module: OpenModule, side: str, /) -> tuple[str, ...]:
        """A side's formations, the largest first."""

    def waiting(self, picture: P_contra, /) -> int:
        """Units that wait off the board."""

    def tally(self, events: tuple[E_in_contra | Control, ...], /) -> ForecastTally:
        """What came of some events; points: None while the game goes on."""

    def fought(self, game: G_contra, attacker: int, defender: int, thrown: int, /) -> FoughtOut:
        """How people who bring so many steps each, and throw so much with two dice, fight a battle out."""


def no_remark(act: Act) -> str:
    """Nothing is to be said of it."""
    return ""


class OwnWord(Value):
    """A word of a letter that this ruleset alone has, one file each in its `words/`.

    verb: how it is written; its traits say what it means for its letter. beside: the same word in other places (on a unit's line,
    opening a block). does: what the shared rooms do at it, beside what its traits say (ask: it is a question, which
    `Reports.ask` answers). remark(act): what its writer is told of it.
    """

    verb: Verb
    help: str
    beside: tuple[Verb, ...] = ()
    does: Literal["", "ask", "share points"] = ""
    remark: Callable[[Act], str] = no_remark


# ---------------------------------------------------------------- the whole


class RulesetForm(Value, Generic[GameT, BoardT, PictureT, EventT, SeenT], eq=False):
    """A ruleset: six modules it must have, and those it may have. conditions: what its orders may ask, as its vocabulary has it."""

    name: str
    title: str
    sequence: Sequence[GameT, BoardT, PictureT, EventT]
    knowledge: Knowledge[GameT, BoardT, PictureT, EventT, SeenT]
    actions: Actions[GameT, BoardT, PictureT, EventT, SeenT]
    standing_orders: StandingOrders[GameT, PictureT]
    scenario: Scenario[GameT, BoardT, PictureT, EventT, SeenT]
    reports: Reports[GameT, PictureT, SeenT]
    decisions: Decisions[GameT, BoardT, PictureT, EventT] | None = None
    points: Points[PictureT] | None = None
    command: Command[GameT, PictureT] | None = None
    field_battles: FieldBattles[GameT, BoardT, PictureT, EventT, SeenT] | None = None
    skirmishes: Skirmishes[GameT, BoardT, PictureT, SeenT] | None = None
    patches: Patches[GameT, BoardT, PictureT, EventT] | None = None
    maps: Maps[GameT, PictureT] | None = None
    pads: Pads[GameT, PictureT] | None = None
    figures: Figures[GameT, PictureT] | None = None
    bot: Bot[GameT, PictureT] | None = None
    lessons: Lessons[GameT, PictureT, SeenT] | None = None
    rehearsals: Rehearsals[GameT, PictureT, EventT] | None = None
    idiom: Idiom = Idiom()
    words: tuple[OwnWord, ...] = ()
    conditions: tuple[Verb, ...] = ()


Ruleset: TypeAlias = RulesetForm[OpaqueGame, OpaqueBoard, OpaquePicture, OpaqueEvent, OpaqueSeen]
"""A ruleset as the shared rooms see it. Sound as long as values of one ruleset never meet another's: a campaign holds one, and
makes all its values with it."""

OpaqueFieldBattles: TypeAlias = FieldBattles[OpaqueGame, OpaqueBoard, OpaquePicture, OpaqueEvent, OpaqueSeen]
OpaqueSkirmishes: TypeAlias = Skirmishes[OpaqueGame, OpaqueBoard, OpaquePicture, OpaqueSeen]
OpaqueLessons: TypeAlias = Lessons[OpaqueGame, OpaquePicture, OpaqueSeen]
OpaqueRehearsals: TypeAlias = Rehearsals[OpaqueGame, OpaquePicture, OpaqueEvent]
