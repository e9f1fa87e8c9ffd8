"""The run: lines carried out against the board, one after another.

It goes on until the sheet ends, a line fails, a stop is reached, the budget is spent, or a decision is owed.
"""

from typing import TypeAlias

from pbem.engine import runs
from pbem.engine.run_observations import LineBegan, LineEnded, ManeuverHalted, RunStopped
from pbem.engine.runs import Manner, Orders
from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.orders.printer import print_act, print_command
from pbem.orders.tree import Act, Branch, LetterWord, SheetLine, Step, UnitLine
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS, closing, control
from pbem.rulesets.tocs.actions.form import Halt, ManeuverTurn, Went
from pbem.rulesets.tocs.actions.line_costs import MOST_TURNS, headed, pays
from pbem.rulesets.tocs.actions.plans import check_plan, plan
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Outcome
from pbem.rulesets.tocs.picture import Picture

Stage: TypeAlias = runs.Stage[Game, Board, Picture, e.Event]


class _Run:
    """A run as it goes: OPs spent so far, whether something has stopped it, and whether contact is to."""

    def __init__(self, play: Stage, manner: Manner) -> None:
        self.play, self.manner = play, manner
        self.before = control.spent(play.pictures[manner.side])
        self.stop, self.asks, self.on_contact = "", False, False

    @property
    def spent(self) -> int:
        """OPs that the run has spent so far."""
        return control.spent(self.play.pictures[self.manner.side]) - self.before


def run_all(play: Stage, orders: Orders) -> None:
    """Carry out the orders of every side that is awaited, a sheet after the other."""
    for _, sheets in sorted(orders.items()):
        for sheet in sheets:
            run(play, sheet.lines, sheet.manner)


def run(play: Stage, lines: tuple[SheetLine, ...], manner: Manner) -> None:
    """Carry out the lines in order. How they ran is told to the writer's desk; what is cut off is not carried out."""
    running = _Run(play, manner)
    first = lines[0].command if lines else None
    running.on_contact = isinstance(first, LetterWord) and first.act.verb == "stop" and first.act.says("on contact")
    back: list[SheetLine] = []
    for index, line in enumerate(lines):
        back += _line(running, line)
        if running.stop:
            back += lines[index + 1 :]
            break
    why = running.stop or ("budget" if back else "")
    left = tuple(NumberedLine(line.number, line.canonical or line.text) for line in back)
    play.learn_run(manner.side, RunStopped(why, left, running.asks))


def _line(running: _Run, line: SheetLine) -> tuple[SheetLine, ...]:
    """Carry out one line; what is left of it: the acts a stop cut off, and the units that were not touched."""
    if isinstance(line.command, LetterWord) and line.command.act.verb in MANEUVERS:
        return _play_maneuver(running, line, line.command.act)
    if isinstance(line.command, LetterWord) and line.command.act.verb in DEEDS:
        return _do_deed(running, line, line.command.act)
    line = headed(running.play.pictures[running.manner.side], line)
    if isinstance(line.command, LetterWord):
        return _word(running, line, line.command.act)
    if not isinstance(line.command, UnitLine):
        return ()
    cut: tuple[SheetLine, ...] = ()
    untouched: list[str] = []
    for call in line.command.units:
        left = None if running.stop else _unit_line(running, line, call)
        if left is None:
            untouched.append(call)
        elif left:
            cut = (_part(running, line, UnitLine((call,), left)),)
    return (*cut, _part(running, line, UnitLine(tuple(untouched), line.command.steps))) if untouched else cut


def _part(running: _Run, line: SheetLine, command: UnitLine) -> SheetLine:
    """The line for some of its units, with what they have yet to do."""
    play = running.play
    words = vocabulary(play.game, play.pictures[running.manner.side])
    text = print_command(command, replace(words, verbs=(*running.manner.verbs, *words.verbs)))
    return replace(line, text=text, command=command, canonical=text)


def _do_deed(running: _Run, line: SheetLine, act: Act) -> tuple[SheetLine, ...]:
    """Carry out a staff's own order; the line comes back when the budget does not reach."""
    play, side = running.play, running.manner.side
    action, picture = DEEDS[act.verb], play.pictures[side]
    if not running.manner.budget.allows(running.spent, control.points(picture)):
        return (line,)
    play.learn_run(side, LineBegan(line.number, phrase("staff"), line.canonical or line.text))
    order = action.order(act, picture)
    refused = (order,) if isinstance(order, Refusal) else action.check(play.game, picture, order)
    outcome = Outcome((), replace(refused[0], kind="failed")) if refused else action.execute(play.moment, picture, order)
    _happened(running, outcome)
    _ended(running, line, "staff", outcome.failure)
    return ()


def _word(running: _Run, line: SheetLine, act: Act) -> tuple[SheetLine, ...]:
    """Carry out a word of the letter; END IMPULSE comes back when it would cost what its writer was not told of (TOCS-W3.0-5)."""
    play, side = running.play, running.manner.side
    if act.verb == "stop":
        running.stop = "stop" if not act.says("on contact") else running.stop
    elif act.verb == "after":
        refused = check_plan(play.game, play.pictures[side], act)
        if refused:
            play.learn_run(side, LineBegan(line.number, ""))
            _ended(running, line, "", refused[0])
        else:
            play.happen(plan(play.moment, side, act, line.canonical))
    elif stray := closing.no_order(act):
        play.learn_run(side, LineBegan(line.number, ""))
        _ended(running, line, "", stray)
    elif not (act.says("anyway") or running.manner.accepts(closing.costs(play.game, play.pictures[side]))):
        running.stop, running.asks = say("END IMPULSE is asked about"), True
        return (line,)
    else:
        play.learn_run(side, LineBegan(line.number, "", line.canonical or line.text))
        play.happen(closing.close(play.moment, side, "pass" if act.verb == "pass" else "end"))
        running.stop = say("the impulse is closed")
    return ()


def _unit_line(running: _Run, line: SheetLine, call: str) -> tuple[Step, ...] | None:
    """Carry out one unit's acts; what a stop left undone (nothing after a failure), None if none was begun (budget)."""
    play, manner = running.play, running.manner
    picture = play.pictures[manner.side]
    fresh = control.active_unit(picture) != call
    if fresh and not manner.budget.allows(running.spent, control.points(picture)):
        return None
    play.learn_run(manner.side, LineBegan(line.number, call))
    todo = line.command.steps if isinstance(line.command, UnitLine) else ()
    take = control.activate if pays(todo) else control.take_up
    outcome = take(play.moment, manner.side, call, manner.budget.deficit)
    _happened(running, outcome)
    while todo and not outcome.failure and not running.stop:
        if isinstance(todo[0], Branch):
            todo = (*_chosen(running, todo[0]), *todo[1:])
            continue
        outcome, todo = _carry_out(running, todo[0], call), todo[1:]
    _ended(running, line, call, outcome.failure)
    return () if outcome.failure else todo


def _carry_out(running: _Run, act: Act, call: str) -> Outcome:
    play, side = running.play, running.manner.side
    if act.verb == "stop":
        running.stop = running.stop if act.says("on contact") else "stop"
        running.on_contact = running.on_contact or act.says("on contact")
        return Outcome(())
    picture = play.pictures[side]
    if control.active_unit(picture) != call:
        return Outcome((), Refusal("failed", say("{call} has nothing left to do it with", call=call), "TOCS-W10.0-1"))
    action = ACTIONS[act.verb]
    wrong = control.wrong_element(picture, act.verb, action.sea)
    order = wrong or action.order(act, picture)
    if isinstance(order, Refusal):
        return Outcome((), replace(order, kind="failed"))
    refused = action.check(play.game, picture, order)
    outcome = Outcome((), replace(refused[0], kind="failed")) if refused else action.execute(play.moment, picture, order)
    _happened(running, outcome)
    return outcome


def _play_maneuver(running: _Run, line: SheetLine, act: Act) -> tuple[SheetLine, ...]:
    """Turn by turn, each chosen from what is known by then; the whole line comes back when something else stops it."""
    play, side = running.play, running.manner.side
    maneuver = MANEUVERS[act.verb]
    order = maneuver.order(act, play.pictures[side])
    past: tuple[Went, ...] = ()
    while len(past) < MOST_TURNS and not running.stop and not isinstance(order, Refusal):
        turn = maneuver.turn(play.game, play.pictures[side], order, past)
        if isinstance(turn, Halt):
            _halted(running, line, turn)
            if turn.off:
                play.happen(maneuver.undo(play.moment, side, order, past))
            return ()
        past = (*past, Went(turn.call, turn.act, _take_turn(running, line, turn)))
    return (line,)


def _halted(running: _Run, line: SheetLine, halt: Halt) -> None:
    running.play.learn_run(running.manner.side, ManeuverHalted(line.number, halt.words, halt.over))
    if halt.off and not running.manner.carry_on:
        running.stop = say("line {line} was called off", line=line.number)


def _take_turn(running: _Run, line: SheetLine, turn: ManeuverTurn) -> bool:
    """One act of a maneuver, its unit activated first; did it come off?"""
    play, manner = running.play, running.manner
    picture = play.pictures[manner.side]
    fresh = control.active_unit(picture) != turn.call
    if fresh and not manner.budget.allows(running.spent, control.points(picture)):
        return False
    play.learn_run(manner.side, LineBegan(line.number, turn.call, _said(running, turn.act)))
    take = control.activate if pays((turn.act,)) else control.take_up
    outcome = take(play.moment, manner.side, turn.call, manner.budget.deficit)
    _happened(running, outcome)
    if not outcome.failure and not running.stop:
        outcome = _carry_out(running, turn.act, turn.call)
    if outcome.failure:
        failure = outcome.failure
        play.learn_run(manner.side, LineEnded(line.number, turn.call, "failed", failure.words, failure.rule))
    return outcome.failure is None


def _said(running: _Run, act: Act) -> str:
    play = running.play
    return print_act(act, vocabulary(play.game, play.pictures[running.manner.side]))


def _chosen(running: _Run, branch: Branch) -> tuple[Step, ...]:
    """The way that the condition chooses; what is unknown runs `else`."""
    picture = running.play.pictures[running.manner.side]
    return branch.then if control.holds(picture, branch.test) else branch.otherwise


def _happened(running: _Run, outcome: Outcome) -> None:
    play = running.play
    play.happen(outcome.events)
    play.settle_act()
    if play.pauses:
        running.stop = say("a decision is owed")
    elif outcome.contact and running.on_contact:
        running.stop = "contact"


def _ended(running: _Run, line: SheetLine, call: str, failure: Refusal | None) -> None:
    status = "failed" if failure else "done"
    words, rule = (failure.words, failure.rule) if failure else ("", "")
    running.play.learn_run(running.manner.side, LineEnded(line.number, call, status, words, rule))
    if failure and not running.manner.carry_on and not running.stop:
        running.stop = say("line {line} failed", line=line.number)
