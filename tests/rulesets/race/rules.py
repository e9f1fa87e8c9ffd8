"""The race: each turn both trainers say how far their runner is to run; whoever has come furthest after the last has won."""

from collections.abc import Mapping
from operator import attrgetter
from typing import ClassVar

from pbem.documents.document import Block, Document, block
from pbem.documents.station import Heading
from pbem.engine import moments
from pbem.engine.awaited import Awaited
from pbem.engine.observation import Observation
from pbem.engine.ruleset import OrderWord
from pbem.engine.run_observations import LineBegan, LineEnded, RunStopped
from pbem.engine.runs import Budget, Orders, Stage, Verdict
from pbem.engine.situation import Control, Situation
from pbem.kernel.charts.tables import Table
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.values import Value, replace
from pbem.modules.faults import Door, Source, read_toml
from pbem.modules.opened import OpenModule
from pbem.orders.tree import Act, SheetLine, UnitLine, Verb, Vocabulary
from pbem.rulesets.form import Opening, ReceiptNews, Station

SIDES, MOST = ("blue", "red"), 3
GAIT = Verb("if untold", ("if untold N",), "standing", "how far your runner goes unless you write")


def nothing(*_: object) -> tuple[()]:
    return ()


def none(*_: object) -> None:
    return None


silence, no, yes, adjective = (lambda *_: ""), (lambda *_: False), (lambda *_: True), (lambda _, side: side.title())
settle, is_idle, reached, sides_write, void = none, yes, yes, yes, silence
turn, turns, module_id, retold = attrgetter("turn"), attrgetter("last"), attrgetter("id"), str
annals = brief = close = lapse = costs_of_closing = diary = summary = located = fought = why = ask = idle = active_units = (
    warn_close
) = out_of_use = here = nothing
kept = turn_began = closes = left_to_report = no
SECTIONS: Mapping[str, Mapping[str, str]] = {}


class Course(Value):
    id: str
    letter_prefix: str
    form: str = ""


class Game(Value):
    """The module, which is the game as well."""

    id: str
    title: str
    last: int
    about: str = ""
    ruleset: str = "race"
    sides: tuple[Course, ...] = (Course("blue", "B"), Course("red", "R"))
    posts: tuple[()] = ()
    contents: str = "2 runners"

    @property
    def moments(self) -> int:
        return self.last

    def formations(self, side: str) -> tuple[str, ...]:
        return ()


class ModuleFile(Door):
    ruleset: str
    id: str
    title: str
    turns: int


class Known(Value):
    """The board, or a trainer's picture of it. at: how far each runner that is known of has come; run: the last turn in which
    both ran; over: the race is."""

    at: Mapping[str, int]
    turn: int = 0
    run: int = 0
    over: bool = False


class TurnBegan(Observation):
    licence: ClassVar[str] = "public"
    turn: int


class Ran(Observation):
    licence: ClassVar[str] = "own runner"
    side: str
    steps: int


class BothRan(Observation):
    licence: ClassVar[str] = "public"
    turn: int


class RaceEnded(Observation):
    licence: ClassVar[str] = "public"
    winner: str
    how: str = ""


Event = TurnBegan | Ran | BothRan | RaceEnded
Moment = moments.Moment[Game, Known, Known]
Phase = moments.Phase[Game, Known, Known, Event]


def awaited(known: Known) -> Awaited:
    return Awaited(frozenset(SIDES) if known.run < known.turn and not known.over else frozenset())


class StepsInSilence(Value):
    """How far does a silent side's runner run?"""

    def answer(self, game: Game, picture: Known, standing: moments.StandingFile) -> int:
        return sum(map(steps_of, standing))


def _begun(moment: Moment) -> tuple[Event, ...] | None:
    return None if moment.taken else (TurnBegan(moment.board.turn + 1),)


def _ended(moment: Moment) -> tuple[Event, ...] | None:
    blue, red = (moment.board.at[side] for side in SIDES)
    return None if moment.board.over else (RaceEnded("" if blue == red else SIDES[blue < red]),)


PHASES: tuple[Phase, ...] = (
    Phase("turn", "RACE-1", _begun, lambda game, board: "run"),
    Phase("run", "RACE-2", lambda moment: () if awaited(moment.board).sides else None,
          lambda game, board: "end" if board.turn == game.last else "turn", lambda game, board: awaited(board).sides),
    Phase("end", "RACE-3", _ended, lambda game, board: ""),
)  # fmt: skip


def named(picture: Known) -> str:
    return f"T{picture.turn}"


def ends_turn(event: Event | Control) -> bool:
    return isinstance(event, BothRan)


BOARD = PICTURE = Known
EVENTS = OBSERVATIONS = Event
RENAMED: Mapping[str, str] = {}


def apply(known: Known, event: Event) -> Known:
    match event:
        case TurnBegan(number):
            return replace(known, turn=number)
        case Ran(side, steps):
            return replace(known, at={**known.at, side: known.at[side] + steps})
        case BothRan(number):
            return replace(known, run=number)
        case RaceEnded():
            return replace(known, over=True)


learn = apply


def observe(game: Game, before: Known, event: Event) -> tuple[tuple[str, Event], ...]:
    return tuple((side, event) for side in SIDES if not isinstance(event, Ran) or event.side == side)


WORDS: Mapping[str, OrderWord] = {
    "run": OrderWord(Verb("run", ("run N",), "unit", "run so far"), "RUN is for 0 to 3 steps; a die says who stumbles.")
}


def vocabulary(game: Game, picture: Known) -> Vocabulary:
    return Vocabulary((WORDS["run"].verb, GAIT), {"runner": "RUNNER"}, {}, {})


def steps_of(act: Act) -> int:
    return act.number() or 0


def _steps(line: SheetLine) -> int | None:
    """How far a line bids the runner run; None for another kind of line."""
    acts = line.command.steps if isinstance(line.command, UnitLine) else ()
    return steps_of(acts[0]) if len(acts) == 1 and isinstance(acts[0], Act) else None


def check(game: Game, picture: Known, lines: tuple[SheetLine, ...], budget: Budget) -> tuple[Verdict, ...]:
    return tuple(Verdict(line, tuple(("RUNNER", why) for why in _refused(line, n))) for n, line in enumerate(lines))


def _refused(line: SheetLine, before: int) -> tuple[Refusal, ...]:
    steps = _steps(line)
    if line.command is not None and (before or steps is None):
        return (illegal("a runner is told one thing a turn: RUNNER: run N", "RACE-1"),)
    return (illegal(f"nobody runs further than {MOST}", "RACE-1"),) if (steps or 0) > MOST else ()


def run(stage: Stage[Game, Known, Known, Event], orders: Orders) -> None:
    for side, sheets in sorted(orders.items()):
        lines = [line for sheet in sheets for line in sheet.lines]
        for line in lines:
            stage.learn_run(side, LineBegan(line.number, "RUNNER"))
            stage.happen((_ran(stage.moment, side, _steps(line) or 0),))
            stage.learn_run(side, LineEnded(line.number, "RUNNER", "done"))
        if not lines:
            stage.happen((_ran(stage.moment, side, stage.moment.ask(side, StepsInSilence())),))
        stage.learn_run(side, RunStopped("", ()))
    stage.happen((BothRan(stage.moment.board.turn),))


def _ran(moment: Moment, side: str, steps: int) -> Ran:
    die = moment.dice.throw(f"stumble/T{moment.board.turn}/{side}", "1d6")
    return Ran(side, max(0, steps - (die.total == 1)))


def load_module(files: Mapping[str, str], *_: object) -> Game:
    read = read_toml(Source("module.toml", files["module.toml"]), ModuleFile)
    return Game(read.id, read.title, read.turns)


def opening(module: OpenModule, charts: Mapping[str, Table]) -> Opening[Game, Known, Known]:
    assert isinstance(module, Game)
    return Opening(module, Situation("turn", Known(dict.fromkeys(SIDES, 0))), {side: Known({side: 0}) for side in SIDES})


receipt_news, _ = (lambda *_: ReceiptNews()), None
conclude, _ = (lambda _, winner, how: (RaceEnded(winner, how),)), None


def correct(game: Game, board: Known, side: str, text: str) -> Refusal:
    return illegal("nothing can be corrected in a race", "RACE-3")


def reveal(game: Game, board: Known, kept: Mapping[str, tuple[Event, ...]]) -> tuple[Block, ...]:
    return block("WHERE THEY ARE", (f" {side}: {at}" for side, at in sorted(board.at.items())))


def receipt_lines(game: Game, picture: Known, seen: tuple[Event, ...]) -> tuple[str, ...]:
    return tuple(f"your runner goes {event.steps}" for event in seen if isinstance(event, Ran))


def station(news: tuple[Event, ...]) -> Station:
    kinds = [type(seen) for seen in news]
    return "end" if RaceEnded in kinds else "began" if TurnBegan in kinds else ""


def letterhead(game: Game, picture: Known) -> tuple[tuple[str, str], ...]:
    return (("side", min(picture.at)), ("moment", named(picture)))


def sitrep(game: Game, picture: Known, news: tuple[Event, ...], heading: Heading) -> Document:
    went = tuple(f" {line}" for line in receipt_lines(game, picture, news))
    stands = (f" {side} has come {at}" for side, at in picture.at.items())
    wanted = (f"ORDERS due {heading.due}",) if heading.due else ()
    blocks = (*block("SINCE THE LAST REPORT", went), *block("YOUR RUNNER", stands), *heading.extra)
    head = ((f"REPORT {named(picture)}", heading.number),)
    return Document(f"{named(picture)} {min(picture.at)} · report", head, wanted, blocks, heading.small)
