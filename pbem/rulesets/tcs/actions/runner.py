"""The run: what both sides have on file is carried out, in a segment after the other. How it went is told to each writer's desk."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pbem.engine import runs
from pbem.engine.run_observations import LineBegan, LineEnded, RunStopped
from pbem.engine.runs import Orders
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Branch, Condition, LetterWord, SheetLine, Step, UnitLine
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS, sheet_blocks
from pbem.rulesets.tcs.actions.direct_fire import SEGMENTS, SfaAsked
from pbem.rulesets.tcs.actions.dry_run import is_so, refusals, shared, stacks, wrong_letter
from pbem.rulesets.tcs.actions.form import Calls
from pbem.rulesets.tcs.actions.segments import first_act, segment_of
from pbem.rulesets.tcs.actions.sheet_blocks import SheetBlock, in_blocks
from pbem.rulesets.tcs.attacks import FireOrder
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.events import AssaultsBegan, Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.impulses import Segment
from pbem.rulesets.tcs.rules.suppressive import next_side
from pbem.rulesets.tcs.settling import artillery, command_phase, digging, turns
from pbem.rulesets.tcs.settling.barriers import cleared
from pbem.rulesets.tcs.settling.crowding import crowded_out
from pbem.rulesets.tcs.settling.impulses import segment_begun, segments_left, segments_of
from pbem.rulesets.tcs.settling.mines import breached
from pbem.rulesets.tcs.settling.obliged import idled, obliged

Stage: TypeAlias = runs.Stage[TacticalGame, TacticalBoard, TacticalPicture, Event]
Part: TypeAlias = SheetLine | SheetBlock


def run(stage: Stage, orders: Orders) -> None:
    """Carry out the letters that play waited for. Who was silent has no lines, and the rest goes on."""
    letter = stage.moment.board.public.letter
    if letter == "A":
        _command(stage, orders)
    if letter == "A" and stage.game.switches["pace"] == "one_letter":
        _artillery(stage)
        stage.happen(turns.order(stage.moment) or ())
        _actions(stage, orders)
    elif letter != "A":
        _actions(stage, orders)
    for side in orders:
        stage.learn_run(side, RunStopped("", ()))
    stage.happen((t.PauseClosed(letter),))


@rule("TCSB-2-7")
def _artillery(stage: Stage) -> None:
    """The Aircraft and Artillery Phase, where one letter holds command and action."""
    while (events := artillery.step(stage.moment)) is not None:
        stage.happen(events)
        stage.settle_act()


@rule("TCSB-2-2", "TCSB-2-4")
def _command(stage: Stage, orders: Orders) -> None:
    """The Command Phase of both sides: the lines of letter A, then what the rules do with every sheet."""
    for side in sorted(stage.moment.board.forces):
        stage.happen(command_phase.ended(stage.moment, side))
        stage.happen(command_phase.staged(stage.moment, side))
        stage.happen(command_phase.gained(stage.moment, side))
        for part in _parts(stage, side, orders, "A"):
            _carry_out(stage, side, part)
        for sheet in tuple(command_phase.waiting(stage.moment, side)):
            stage.happen(command_phase.rolled(stage.moment, side, sheet))
        for sheet in tuple(command_phase.committing(stage.moment.board.forces[side])):
            stage.happen(command_phase.committed(stage.moment, side, sheet))
        for ahead in tuple(command_phase.ahead(stage.moment, side)):
            stage.happen(command_phase.sent_ahead(stage.moment, side, ahead))
        for name in stage.moment.board.forces[side].named_to_dig:
            stage.happen(digging.begun(stage.moment, side, name))
        for sheet in tuple(command_phase.alternating(stage.moment.board.forces[side])):
            stage.happen(command_phase.alternated(stage.moment, side, sheet))


@rule("TCSB-2-10", "TCSB-2-11", "TCSB-2-16", "TCSB-2-17")
def _actions(stage: Stage, orders: Orders) -> None:
    """Both Action Phases, the first side's first; at a stop the second waits for new orders, at three letters for its own."""
    for side in _to_act(stage):
        for part in _parts(stage, side, orders, "B"):
            if _is_stop(part):
                _carry_out(stage, side, part)
    if stage.game.switches["sfa"] == "phase" and not stage.moment.board.public.parts:
        _suppressive_fire(stage, orders)
    for side in _to_act(stage):
        for segment in segments_left(stage.game, stage.moment.board.public.halfway):
            _segment(stage, side, orders, segment)
            if stopped := turns.stopped(stage.moment, segment):
                stage.happen(stopped)
                _give_back(stage, orders, segment)
                return


@rule("TCSB-13-2", "TCSB-13-3", "TCSB-2-16", "TCS3-9-2", "TCS3-9-5", "TCS3-2.12-3")
def _suppressive_fire(stage: Stage, orders: Orders) -> None:
    """The Direct Fire Segment, then the AT Roll Segment: one line of each side by turns; units without a line fire by policy."""
    sides = _to_act(stage)
    for verbs in SEGMENTS:
        lines = {side: [part for part in _parts(stage, side, orders, "B") if _begins(part) in verbs] for side in sides}
        _by_turns(stage, lines)
        if verbs == SEGMENTS[0]:
            by_policy = {side: list(stage.moment.ask(side, SfaAsked(_named(stage, side, orders)))) for side in sides}
            _by_turns(stage, by_policy)


def _by_turns(stage: Stage, left: Mapping[str, list[Part]] | Mapping[str, list[FireOrder]]) -> None:
    """Fires of both sides, one of each by turns, who acts first in the turn beginning."""
    first, second, done = stage.moment.board.public.first, stage.game.other(stage.moment.board.public.first), ""
    while done := next_side(first, second, done, frozenset(side for side, fires in left.items() if fires)):
        fire = left[done].pop(0)
        if isinstance(fire, FireOrder):
            stage.happen((t.FireWanted(done, fire),))
            stage.settle_act()
        else:
            _carry_out(stage, done, fire, combined=True)


def _begins(part: Part) -> str:
    """The verb that a line of units begins with, "" for any other."""
    first = None if isinstance(part, SheetBlock) else first_act(part)
    return first.verb if first else ""


def _named(stage: Stage, side: str, orders: Orders) -> frozenset[str]:
    """The units that a side's letter names."""
    commands = (part.command for part in _parts(stage, side, orders, "B") if not isinstance(part, SheetBlock))
    return frozenset(call for command in commands if isinstance(command, UnitLine) for call in command.units)


def _to_act(stage: Stage) -> tuple[str, ...]:
    """The sides whose Action Phase is to come in this run, in order."""
    public = stage.moment.board.public
    sides = (public.first, stage.game.other(public.first))
    return tuple(side for side in sides if side in public.waits and side not in public.acted)


def _segment(stage: Stage, side: str, orders: Orders, segment: Segment) -> None:
    """A segment of the Action Phase of a side, which begins with the first and ends with the last; without armor it has one."""
    every = segments_of(stage.game)
    if segment == every[0]:
        stage.happen((t.ActionBegan(side),))
    stage.happen(segment_begun(stage.moment, side, segment))
    stage.settle_act()
    fired = tuple(verb for verbs in SEGMENTS for verb in verbs) if stage.game.switches["sfa"] == "phase" else ()
    for part in _parts(stage, side, orders, "B"):
        if not _is_stop(part) and _begins(part) not in fired and segment_of(part) == segment:
            _carry_out(stage, side, part)
    if segment == "normal":
        _oblige(stage, side)
    stage.happen((AssaultsBegan(),))
    stage.settle_act()
    if segment == every[-1]:
        _ended(stage, side)


@rule("TCSB-6-25", "TCSB-6-28")
def _oblige(stage: Stage, side: str) -> None:
    """What the rules make units do that no line moved, at the end of the normal phase."""
    for name in tuple(stage.moment.board.forces[side].units):
        unit = stage.moment.board.forces[side].units.get(name)
        stage.happen(obliged(stage.moment, side, unit) if unit else ())
        stage.settle_act()


@rule("TCS3-10-3")
def _ended(stage: Stage, side: str) -> None:
    """The end of an Action Phase: breaches after all other movement, what was idle, what was dug."""
    for name, place in stage.moment.board.forces[side].breaches.items():
        clears = name in stage.moment.board.forces[side].clearing
        stage.happen((cleared if clears else breached)(stage.moment, side, name, place))
    while crowded := tuple(crowded_out(stage.moment, side)):
        stage.happen(crowded)
    stage.happen(idled(stage.moment, side))
    stage.happen(digging.accrued(stage.moment, side))
    stage.happen((t.ActionEnded(side),))
    stage.settle_act()


def _give_back(stage: Stage, orders: Orders, segment: Segment) -> None:
    """What was not reached at a stop behind a segment is given back to who has not acted yet."""
    public = stage.moment.board.public
    for side in (side for side in orders if side not in public.acted):
        left = segments_left(stage.game, segment if side == public.first else "")
        parts = (part for part in _parts(stage, side, orders, "B") if not _is_stop(part) and segment_of(part) in left)
        rest = tuple(NumberedLine(line.number, line.canonical or line.text) for part in parts for line in _lines(part))
        stage.learn_run(side, RunStopped(say("play stopped before them"), rest))


def _lines(part: Part) -> tuple[SheetLine, ...]:
    return part.lines if isinstance(part, SheetBlock) else (part,)


def _is_stop(part: Part) -> bool:
    return isinstance(part, SheetLine) and isinstance(part.command, LetterWord) and part.command.act.verb == "stop after"


def _parts(stage: Stage, side: str, orders: Orders, letter: str) -> tuple[Part, ...]:
    """The lines of a side's letters that belong to a kind of letter, in their order."""
    lines = (part for sheet in orders.get(side, ()) for part in in_blocks(sheet.lines))
    if stage.game.switches["pace"] != "one_letter":
        return tuple(lines)
    return tuple(part for part in lines if _letter(part) == letter)


def _letter(part: Part) -> str:
    if isinstance(part, SheetBlock):
        return "A"
    if isinstance(part.command, LetterWord) and part.command.act.verb in ACTIONS:
        return ACTIONS[part.command.act.verb].letter
    first = first_act(part)
    return ACTIONS[first.verb].letter if first else "B"


# ---------------------------------------------------------------- a line


class _RunningLine(NamedTuple):
    """A line that is being carried out: for whom it failed, what halts its moves, which ways of its conditions each unit went."""

    stage: Stage
    side: str
    number: int
    failed: set[str]
    halts: list[Condition]
    ways: dict[str, list[str]]


@rule("TCSB-9-5")
def _carry_out(stage: Stage, side: str, part: Part, combined: bool = False) -> None:
    """Carry out a line, or a sheet as a whole; one that fails ends it for the units that it is told to. combined: its units fire
    as one, whatever hexes they stand in, as stacks may in the Direct Fire Segment."""
    if isinstance(part, SheetBlock):
        _sheet(stage, side, part)
        return
    line = _RunningLine(stage, side, part.number, set(), [], {})
    command = part.command
    told = command.units if isinstance(command, UnitLine) else ("",)
    for call in told:
        stage.learn_run(side, LineBegan(part.number, call))
    if isinstance(command, UnitLine):
        for calls in (command.units,) if combined else stacks(stage.pictures[side], command.units):
            line.halts.clear()
            _steps(line, calls, command.steps)
    elif isinstance(command, LetterWord) and command.act.verb in ACTIONS:
        _steps(line, (), (command.act,))
    for call in (call for call in told if call not in line.failed):
        stage.learn_run(side, LineEnded(part.number, call, "done", ways=tuple(line.ways.get(call, ()))))


def _steps(line: _RunningLine, calls: Calls, steps: tuple[Step, ...]) -> None:
    """Carry out steps one after another; a condition is asked of the picture as it is when it is reached (TCSB-20-6)."""
    for step in steps:
        if isinstance(step, Branch):
            _steps(line, calls, _way(line, calls, step))
        else:
            _of_all(line, calls, step)


def _way(line: _RunningLine, calls: Calls, branch: Branch) -> tuple[Step, ...]:
    """The way of a condition that is taken, noted for the receipt."""
    so = is_so(line.stage.game, line.stage.pictures[line.side], calls, branch)
    otherwise = "ELSE" if branch.otherwise else "IF NOT"
    for call in calls:
        line.ways.setdefault(call, []).append("IF" if so else otherwise)
    return branch.then if so else branch.otherwise


def _of_all(line: _RunningLine, calls: Calls, act: Act) -> None:
    """Carry out an act for the units that no act before it failed for."""
    if halt := act.condition() if act.verb == "halt" else None:
        line.halts.append(halt)
    who = tuple(call for call in calls if call not in line.failed)
    for some in shared(who, act) if who or not calls else ():
        _act(line, some, act)


def _act(line: _RunningLine, calls: Calls, act: Act) -> None:
    """Carry out one act; where it fails each of its units is told why."""
    stage, side = line.stage, line.side
    wrong = refusals(stage.game, stage.pictures[side], calls, act)
    if not wrong:
        events = ACTIONS[act.verb].begun(stage.game, stage.pictures[side], calls, act)
        halts = tuple(line.halts)
        stage.happen(replace(event, halts=halts) if isinstance(event, t.MoveBegan) and halts else event for event in events)
        stage.settle_act()
        return
    for call in calls or ("",):
        stage.learn_run(side, LineEnded(line.number, call, "failed", wrong[0][1].words, wrong[0][1].rule))
    line.failed.update(calls or ("",))


def _sheet(stage: Stage, side: str, block: SheetBlock) -> None:
    """Draw up or change a sheet; where anything is wrong with it by now nothing of it is done."""
    picture = stage.pictures[side]
    why = wrong_letter(stage.game, picture, "A", say("SHEET"))
    faults = sheet_blocks.faults(stage.game, picture, block)
    wrong = why or (faults[0].why if faults else None)
    number = block.lines[0].number
    stage.learn_run(side, LineBegan(number, ""))
    if wrong:
        stage.learn_run(side, LineEnded(number, "", "failed", wrong.words, wrong.rule))
        return
    stage.happen(sheet_blocks.begun(stage.game, picture, block))
    stage.learn_run(side, LineEnded(number, "", "done"))
