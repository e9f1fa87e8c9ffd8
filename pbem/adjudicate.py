"""Order lines are checked against the picture and carried out against the board, line by line.

`check` runs the sheet dry along the chain of what each act would bring about, both branches of a condition; a line is
refused only if it fails in every outcome the desk holds possible. `run` carries lines out until the sheet ends, a
line fails, a stop is reached, the budget is spent, or a decision is owed.
"""

from collections.abc import Iterable
from typing import Any

from pbem.command.words import VERBS
from pbem.engine.play import Play
from pbem.engine.ruleset import Halt, Outcome, Ruleset, Turn, Went
from pbem.intel.run import LineBegan, LineEnded, ManeuverHalted, RunStopped
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.values import Value, replace
from pbem.orders.printing import print_act, print_command
from pbem.orders.sheet import Act, Branch, LetterWord, SheetLine, Step, UnitLine

MOST_TURNS = 60  # of one line for several units: a battalion takes some twenty
MOST_OUTCOMES = 4  # how many outcomes of conditions are followed side by side


class Budget(Value):
    """How many OPs a letter may spend, how many must stay, how many deficit points are allowed."""

    spend: int | None = None
    keep: int = 0
    deficit: int = 0

    def allows(self, spent: int, points: int) -> bool:
        """Is one more OP within the budget?"""
        return (self.spend is None or spent < self.spend) and (self.keep == 0 or points > self.keep)


class Verdict(Value):
    """What the dry run says of a line. refusals: (call, why); cost: OPs; left: what each unit has to go, in words."""

    line: SheetLine
    refusals: tuple[tuple[str, Refusal], ...] = ()
    warnings: tuple[str, ...] = ()
    cost: int = 0
    beyond: bool = False

    @property
    def ok(self) -> bool:
        """May it run?"""
        return not self.refusals and not any(r.kind == "error" for r in self.line.remarks)


class _Dry:
    """A dry run: the outcomes held possible, and the OPs spent on the way."""

    def __init__(self, ruleset: Ruleset, game: Any, picture: Any, budget: Budget) -> None:
        self.ruleset, self.game, self.budget = ruleset, game, budget
        self.possible: tuple[Any, ...] = (picture,)
        self.spent = 0


class _Found(Value):
    """What came of some acts in one picture: the pictures after them, or why they cannot be."""

    pictures: tuple[Any, ...] = ()
    warnings: tuple[str, ...] = ()
    refusal: Refusal | None = None


def check(ruleset: Ruleset, game: Any, picture: Any, lines: tuple[SheetLine, ...], budget: Budget) -> tuple[Verdict, ...]:
    """The verdict on every line, each on top of those before it."""
    dry = _Dry(ruleset, game, picture, budget)
    return tuple(_verdict(dry, line) for line in lines)


def headed(ruleset: Ruleset, picture: Any, line: SheetLine) -> SheetLine:
    """An order that names its units within (`strike 13.09 with 376A`) as the line of the unit it belongs to."""
    act = line.command.act if isinstance(line.command, LetterWord) else None
    action = ruleset.actions.get(act.verb) if act else None
    if act is None or action is None or action.unit_of is None:
        return line
    return replace(line, command=UnitLine((action.unit_of(act, picture),), (act,)))


def _verdict(dry: _Dry, line: SheetLine) -> Verdict:
    if isinstance(line.command, LetterWord) and line.command.act.verb in dry.ruleset.maneuvers:
        return _maneuver(dry, line, line.command.act)
    if isinstance(line.command, LetterWord) and line.command.act.verb in dry.ruleset.deeds:
        return _deed(dry, line, line.command.act)
    line = headed(dry.ruleset, dry.possible[0], line)
    if isinstance(line.command, LetterWord):
        return _letter_word(dry, line, line.command.act)
    if not isinstance(line.command, UnitLine):
        return Verdict(line)
    verdict = Verdict(line)
    for call in line.command.units:
        verdict = _unit(dry, verdict, call, line.command.steps)
    return verdict


def _letter_word(dry: _Dry, line: SheetLine, act: Act) -> Verdict:
    if act.verb == "stop":
        return Verdict(line)
    if act.verb == "after":
        left = dry.ruleset.control.check_plan(dry.game, dry.possible[0], act)
        return Verdict(line, tuple(("", r) for r in left))
    how = "pass" if act.verb == "pass" else "end"
    refusals = dry.ruleset.control.check_close(dry.game, dry.possible[0], how)
    return Verdict(line, tuple(("", r) for r in refusals))


def _deed(dry: _Dry, line: SheetLine, act: Act) -> Verdict:
    """A staff's own order, over every outcome held possible."""
    action, points = dry.ruleset.deeds[act.verb], dry.ruleset.control.points
    if not dry.budget.allows(dry.spent, points(dry.possible[0])):
        return Verdict(line, beyond=True)
    came_off: list[tuple[Any, Any]] = []
    refused: tuple[Refusal, ...] = ()
    for picture in dry.possible:
        order = action.order(act, picture)
        refusals = (order,) if isinstance(order, Refusal) else action.check(dry.game, picture, order)
        refused = refused or refusals
        if not refusals:
            came_off.append((picture, action.expect(dry.game, picture, order)))
    if not came_off:
        return Verdict(line, tuple(("", r) for r in refused))
    dry.possible = _different([after for _, after in came_off])
    cost = points(came_off[0][0]) - points(came_off[0][1])
    dry.spent += cost
    return Verdict(line, cost=cost)


def _maneuver(dry: _Dry, line: SheetLine, act: Act) -> Verdict:
    """A line for several units, as if everything came off, over every outcome held possible."""
    verdicts: list[Verdict] = []
    reached: list[Any] = []
    for picture in dry.possible:
        verdict, after = _maneuvered(dry, Verdict(line), act, picture)
        verdicts.append(verdict)
        reached += [after] if verdict.ok else []
    best = next((v for v in verdicts if v.ok), verdicts[0])
    dry.possible = _different(reached) or dry.possible
    dry.spent += best.cost
    return best


def _maneuvered(dry: _Dry, verdict: Verdict, act: Act, picture: Any) -> tuple[Verdict, Any]:
    maneuver = dry.ruleset.maneuvers[act.verb]
    order = maneuver.order(act, picture)
    refusals = (order,) if isinstance(order, Refusal) else maneuver.check(dry.game, picture, order)
    if refusals:
        return replace(verdict, refusals=tuple(("", r) for r in refusals)), picture
    past: tuple[Went, ...] = ()
    warned, turn = list[str](), None
    control = dry.ruleset.control
    before = control.spent(picture)
    while len(past) < MOST_TURNS:
        turn = maneuver.turn(dry.game, picture, order, past)
        if isinstance(turn, Halt) and turn.off:
            return replace(verdict, refusals=(("", illegal(turn.words, maneuver.rule)),)), picture
        if isinstance(turn, Halt):
            break
        found = _turned(dry, picture, turn, control.spent(picture) - before)
        past = (*past, Went(turn.call, turn.act, found.refusal is None))
        picture = found.pictures[0] if found.pictures else picture
        why = (f"{turn.call} will not: {found.refusal.words}",) if found.refusal else ()
        warned += [w for w in (*found.warnings, *why) if w not in warned]
    if not past and isinstance(turn, Halt):
        warned.append(turn.words)
    return replace(verdict, cost=control.spent(picture) - before, warnings=tuple(warned)), picture


def _turned(dry: _Dry, picture: Any, turn: Turn, spent: int) -> _Found:
    """One turn of a maneuver, as if it came off and the hex asked about were what it counts on."""
    control = dry.ruleset.control
    if control.in_hand(picture) != turn.call:
        if not dry.budget.allows(dry.spent + spent, control.points(picture)):
            return _Found(refusal=illegal("the budget is spent", "TOCS-3.5-1"))
        take = control.check_activate if pays(dry.ruleset, (turn.act,)) else control.check_take_up
        refusals, picture = take(dry.game, picture, turn.call, dry.budget.deficit)
        if refusals:
            return _Found(refusal=refusals[0])
    found = _act(dry, turn.act, picture)
    if found.refusal:
        return replace(found, pictures=(picture,))
    if not turn.counts_on:
        return found
    return replace(found, pictures=tuple(control.assume(p, turn.counts_on, True) for p in found.pictures))


def _unit(dry: _Dry, verdict: Verdict, call: str, steps: tuple[Step, ...]) -> Verdict:
    """Activation, then the acts, over every outcome held possible."""
    control = dry.ruleset.control
    before = control.spent(dry.possible[0])
    if control.in_hand(dry.possible[0]) != call and not dry.budget.allows(dry.spent, control.points(dry.possible[0])):
        return replace(verdict, beyond=True)
    take = control.check_activate if pays(dry.ruleset, steps) else control.check_take_up
    taken = [take(dry.game, picture, call, dry.budget.deficit) for picture in dry.possible]
    refusals = taken[0][0]
    if all(r for r, _ in taken):
        return replace(verdict, refusals=(*verdict.refusals, *((call, r) for r in refusals)))
    dry.possible = tuple(picture for r, picture in taken if not r)
    verdict = _costed(dry, verdict, before)
    for step in steps:
        before = control.spent(dry.possible[0])
        failed, warnings = _step(dry, step)
        verdict = _costed(dry, verdict, before)
        verdict = replace(verdict, warnings=(*verdict.warnings, *(w for w in warnings if w not in verdict.warnings)))
        if failed:
            return replace(verdict, refusals=(*verdict.refusals, (call, failed)))
    return verdict


def _costed(dry: _Dry, verdict: Verdict, before: int) -> Verdict:
    """The verdict with the OPs spent since; an act may spend some too (an HQ woken for an order)."""
    spent = dry.ruleset.control.spent(dry.possible[0]) - before
    dry.spent += spent
    return replace(verdict, cost=verdict.cost + spent)


def pays(ruleset: Ruleset, steps: tuple[Step, ...]) -> bool:
    """Is the unit's OP paid before its first act?"""
    action = ruleset.actions.get(steps[0].verb) if steps and isinstance(steps[0], Act) else None
    return action is None or action.pays


def _step(dry: _Dry, step: Step) -> tuple[Refusal | None, tuple[str, ...]]:
    """One act or branch, over every outcome; refused only if it fails in all of them."""
    came_off: list[Any] = []
    warned: list[str] = []
    refused: Refusal | None = None
    for picture in dry.possible:
        for steps, met in _ways(dry, step, picture):
            found = _chain(dry, steps, met)
            refused = refused or found.refusal
            came_off += found.pictures
            warned += found.warnings
    if not came_off:
        return refused, ()
    dry.possible = _different(came_off)
    return None, tuple(dict.fromkeys(warned))


def _chain(dry: _Dry, steps: tuple[Step, ...], picture: Any) -> _Found:
    """Acts and branches one after another from one picture on."""
    now, warned = (picture,), list[str]()
    for step in steps:
        found = [_act(dry, step, p) for p in now] if isinstance(step, Act) else [_fork(dry, step, p) for p in now]
        now = _different([p for one in found for p in one.pictures])
        warned += [w for one in found for w in one.warnings]
        if not now:
            return next(one for one in found if one.refusal)
    return _Found(now, tuple(warned))


def _fork(dry: _Dry, branch: Branch, picture: Any) -> _Found:
    found = [_chain(dry, steps, met) for steps, met in _ways(dry, branch, picture)]
    pictures = tuple(p for one in found for p in one.pictures)
    warned = tuple(w for one in found for w in one.warnings)
    return _Found(pictures, warned, None if pictures else found[0].refusal)


def _ways(dry: _Dry, step: Step, picture: Any) -> list[tuple[tuple[Step, ...], Any]]:
    """What might have to be done, with the picture it would meet: both ways of a condition whose answer is not known yet."""
    if isinstance(step, Act):
        return [((step,), picture)]
    control = dry.ruleset.control
    then = step.then, control.assume(picture, step.test, True)
    otherwise = step.otherwise, control.assume(picture, step.test, False)
    if control.holds(picture, "empty") is None:
        return [then, otherwise]
    return [then if control.holds(picture, step.test) else otherwise]


def _different(pictures: list[Any]) -> tuple[Any, ...]:
    kept: list[Any] = []
    for picture in pictures:
        if picture not in kept:
            kept.append(picture)
    return tuple(kept[:MOST_OUTCOMES])


def _act(dry: _Dry, act: Act, picture: Any) -> _Found:
    if act.verb == "stop":
        return _Found((picture,))
    if not dry.ruleset.control.in_hand(picture):
        return _Found(refusal=illegal("nothing can follow an attack", "TOCS-W10.0-5"))
    action = dry.ruleset.actions[act.verb]
    order = action.order(act, picture)
    if isinstance(order, Refusal):
        return _Found(refusal=order)
    refusals = action.check(dry.game, picture, order)
    if refusals:
        return _Found(refusal=refusals[0])
    return _Found((action.expect(dry.game, picture, order),), action.warn(dry.game, picture, order))


# ---------------------------------------------------------------- carrying out


class Manner(Value):
    """How a run is meant: whose, its budget, whether failures end it, whether contact does."""

    side: str
    budget: Budget
    carry_on: bool = False
    on_contact: bool = False


class Ran(Value):
    """How far a run came: the lines not carried out, and why it stopped ("" = it reached the end of the sheet)."""

    rest: tuple[SheetLine, ...] = ()
    why: str = ""


class _Run:
    """A run in hand: OPs spent so far, and whether something has stopped it."""

    def __init__(self, play: Play, manner: Manner) -> None:
        self.play, self.manner = play, manner
        self.before = play.ruleset.control.spent(play.pictures[manner.side])
        self.stop = ""

    @property
    def spent(self) -> int:
        """OPs that the run has spent so far."""
        return self.play.ruleset.control.spent(self.play.pictures[self.manner.side]) - self.before


def run(play: Play, lines: tuple[SheetLine, ...], manner: Manner) -> None:
    """Carry out the lines in order. How they ran is told to the writer's desk; what is cut off is not carried out."""
    running = _Run(play, manner)
    back: list[SheetLine] = []
    for index, line in enumerate(lines):
        back += _line(running, line)
        if running.stop:
            back += lines[index + 1 :]
            break
    why = running.stop or ("budget" if back else "")
    play.learn_run(manner.side, RunStopped(why, tuple((line.number, line.canonical or line.text) for line in back)))


def ran(lines: tuple[SheetLine, ...], seen: Iterable[Any]) -> Ran:
    """How far a run came, from what its writer's desk was told; the rest can be sent again as it stands."""
    ends = [item for item in seen if isinstance(item, RunStopped)]
    if not ends:
        return Ran()
    told = {line.number: line for line in lines}
    return Ran(tuple(replace(told[number], text=text, canonical=text) for number, text in ends[-1].rest), ends[-1].why)


def _line(running: _Run, line: SheetLine) -> tuple[SheetLine, ...]:
    """Carry out one line; what is left of it: the acts a stop cut off, and the units that were not touched."""
    if isinstance(line.command, LetterWord) and line.command.act.verb in running.play.ruleset.maneuvers:
        return _play_maneuver(running, line, line.command.act)
    if isinstance(line.command, LetterWord) and line.command.act.verb in running.play.ruleset.deeds:
        return _do_deed(running, line, line.command.act)
    line = headed(running.play.ruleset, running.play.pictures[running.manner.side], line)
    if isinstance(line.command, LetterWord):
        _word(running, line, line.command.act)
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
    words = play.ruleset.vocabulary(play.game, play.pictures[running.manner.side])
    text = print_command(command, replace(words, verbs=(*VERBS, *words.verbs)))
    return replace(line, text=text, command=command, canonical=text)


def _do_deed(running: _Run, line: SheetLine, act: Act) -> tuple[SheetLine, ...]:
    """Carry out a staff's own order; the line comes back when the budget does not reach."""
    play, side = running.play, running.manner.side
    action, picture = play.ruleset.deeds[act.verb], play.pictures[side]
    if not running.manner.budget.allows(running.spent, play.ruleset.control.points(picture)):
        return (line,)
    play.learn_run(side, LineBegan(line.number, "staff", line.canonical or line.text))
    order = action.order(act, picture)
    refused = (order,) if isinstance(order, Refusal) else action.check(play.game, picture, order)
    outcome = Outcome((), replace(refused[0], kind="failed")) if refused else action.execute(play.moment, side, order)
    _happened(running, outcome)
    _ended(running, line, "staff", outcome.failure)
    return ()


def _word(running: _Run, line: SheetLine, act: Act) -> None:
    play, side = running.play, running.manner.side
    if act.verb == "stop":
        running.stop = "stop" if not act.says("on contact") else running.stop
        return
    if act.verb == "after":
        refused = play.ruleset.control.check_plan(play.game, play.pictures[side], act)
        if refused:
            play.learn_run(side, LineBegan(line.number, ""))
            _ended(running, line, "", refused[0])
        else:
            play.happen(play.ruleset.control.plan(play.moment, side, act, line.canonical))
        return
    play.happen(play.ruleset.control.close(play.moment, side, "pass" if act.verb == "pass" else "end"))
    running.stop = "the impulse is closed"


def _unit_line(running: _Run, line: SheetLine, call: str) -> tuple[Step, ...] | None:
    """Carry out one unit's acts; what a stop left undone (nothing after a failure), None if none was begun (budget)."""
    play, manner = running.play, running.manner
    control = play.ruleset.control
    picture = play.pictures[manner.side]
    fresh = control.in_hand(picture) != call
    if fresh and not manner.budget.allows(running.spent, control.points(picture)):
        return None
    play.learn_run(manner.side, LineBegan(line.number, call))
    todo = line.command.steps if isinstance(line.command, UnitLine) else ()
    take = control.activate if pays(play.ruleset, todo) else control.take_up
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
        running.manner = replace(running.manner, on_contact=running.manner.on_contact or act.says("on contact"))
        return Outcome(())
    picture = play.pictures[side]
    if play.ruleset.control.in_hand(picture) != call:
        return Outcome((), Refusal("failed", f"{call} has nothing left to do it with", "TOCS-W10.0-1"))
    action = play.ruleset.actions[act.verb]
    order = action.order(act, picture)
    if isinstance(order, Refusal):
        return Outcome((), replace(order, kind="failed"))
    refused = action.check(play.game, picture, order)
    outcome = Outcome((), replace(refused[0], kind="failed")) if refused else action.execute(play.moment, side, order)
    _happened(running, outcome)
    return outcome


def _play_maneuver(running: _Run, line: SheetLine, act: Act) -> tuple[SheetLine, ...]:
    """Turn by turn, each chosen from what is known by then; the whole line comes back when something else stops it."""
    play, side = running.play, running.manner.side
    maneuver = play.ruleset.maneuvers[act.verb]
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
        running.stop = f"line {line.number} was called off"


def _take_turn(running: _Run, line: SheetLine, turn: Turn) -> bool:
    """One act of a maneuver, its unit taken in hand first; did it come off?"""
    play, manner, control = running.play, running.manner, running.play.ruleset.control
    picture = play.pictures[manner.side]
    fresh = control.in_hand(picture) != turn.call
    if fresh and not manner.budget.allows(running.spent, control.points(picture)):
        return False
    play.learn_run(manner.side, LineBegan(line.number, turn.call, _said(running, turn.act)))
    take = control.activate if pays(play.ruleset, (turn.act,)) else control.take_up
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
    return print_act(act, play.ruleset.vocabulary(play.game, play.pictures[running.manner.side]))


def _chosen(running: _Run, branch: Branch) -> tuple[Step, ...]:
    """The way that the condition chooses; what is unknown runs `else`."""
    picture = running.play.pictures[running.manner.side]
    return branch.then if running.play.ruleset.control.holds(picture, branch.test) else branch.otherwise


def _happened(running: _Run, outcome: Outcome) -> None:
    play = running.play
    play.happen(outcome.events)
    play.settle_act()
    if play.situation.owed:
        running.stop = "a decision is owed"
    elif outcome.contact and running.manner.on_contact:
        running.stop = "contact"


def _ended(running: _Run, line: SheetLine, call: str, failure: Refusal | None) -> None:
    status = "failed" if failure else "done"
    words, rule = (failure.words, failure.rule) if failure else ("", "")
    running.play.learn_run(running.manner.side, LineEnded(line.number, call, status, words, rule))
    if failure and not running.manner.carry_on and not running.stop:
        running.stop = f"line {line.number} failed"
