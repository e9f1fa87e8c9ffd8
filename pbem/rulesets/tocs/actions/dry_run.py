"""The dry run: every line against the picture, along the chain of what each act would bring about.

Both branches of a condition are followed; a line is refused only if it fails in every outcome the desk holds possible.
"""

from collections.abc import Callable

from pbem.engine.runs import Budget, Verdict
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Branch, LetterWord, SheetLine, Step, UnitLine
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS, closing, control
from pbem.rulesets.tocs.actions.form import Halt, ManeuverTurn, Went
from pbem.rulesets.tocs.actions.line_costs import MOST_TURNS, headed, pays
from pbem.rulesets.tocs.actions.plans import check_plan
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture

MOST_OUTCOMES = 4  # how many outcomes of conditions are followed side by side


class _Dry:
    """A dry run: the outcomes held possible, and the OPs spent on the way."""

    def __init__(self, game: Game, picture: Picture, budget: Budget) -> None:
        self.game, self.budget, self.before = game, budget, picture
        self.possible: tuple[Picture, ...] = (picture,)
        self.spent = 0


class _Found(Value):
    """What came of some acts in one picture: the pictures after them, or why they cannot be."""

    pictures: tuple[Picture, ...] = ()
    warnings: tuple[str, ...] = ()
    refusal: Refusal | None = None


def check(game: Game, picture: Picture, lines: tuple[SheetLine, ...], budget: Budget) -> tuple[Verdict, ...]:
    """The verdict on every line, each on top of those before it."""
    dry = _Dry(game, picture, budget)
    verdicts = list[Verdict]()
    crowds = [closing.crowded(picture)]
    for line in lines:
        verdicts.append(_verdict(dry, line))
        crowds.append(closing.crowded(*dry.possible))
    if lines and all(_is_stop(line) for line in lines):
        return _nothing_to_stop(verdicts)
    if any(isinstance(line.command, LetterWord) and line.command.act.verb in closing.WORDS for line in lines):
        return tuple(verdicts)  # it says itself what it would cost
    for hex_ in sorted(h for h, many in crowds[-1].items() if many > crowds[0].get(h, 0)):
        last = max(n for n in range(len(lines)) if crowds[n + 1].get(hex_, 0) > crowds[n].get(hex_, 0))
        told = closing.crowding(game, dry.possible[0].public, hex_, crowds[-1][hex_])
        verdicts[last] = replace(verdicts[last], warnings=(*verdicts[last].warnings, told))
    return tuple(verdicts)


def _nothing_to_stop(verdicts: list[Verdict]) -> tuple[Verdict, ...]:
    """STOP alone orders nothing: `Stop` may be all that somebody says, and would be told that orders were executed."""
    idle = illegal(say("no order stands beside it, and {word} ends the run of its own letter alone", word="STOP"), "TOCS-3.6-1")
    return tuple(replace(verdict, refusals=(("", idle),)) for verdict in verdicts)


def _is_stop(line: SheetLine) -> bool:
    return isinstance(line.command, LetterWord) and line.command.act.verb == "stop"


def _verdict(dry: _Dry, line: SheetLine) -> Verdict:
    if isinstance(line.command, LetterWord) and line.command.act.verb in MANEUVERS:
        return _maneuver(dry, line, line.command.act)
    if isinstance(line.command, LetterWord) and line.command.act.verb in DEEDS:
        return _deed(dry, line, line.command.act)
    line = headed(dry.possible[0], line)
    if isinstance(line.command, LetterWord):
        return _letter_word(dry, line, line.command.act)
    if not isinstance(line.command, UnitLine):
        return Verdict(line)
    verdict, before = Verdict(line), (dry.possible, dry.spent)
    for call in line.command.units:
        verdict = _unit(dry, verdict, call, line.command.steps)
    if not verdict.ok:  # a line that does not run tires no unit for those below it
        dry.possible, dry.spent = before
    return verdict


def _letter_word(dry: _Dry, line: SheetLine, act: Act) -> Verdict:
    if act.verb == "stop":
        return Verdict(line)
    if act.verb == "after":
        left = check_plan(dry.game, dry.possible[0], act)
        return Verdict(line, tuple(("", r) for r in left))
    if stray := closing.no_order(act):
        return Verdict(line, (("", stray),))
    how = "pass" if act.verb == "pass" else "end"
    refusals = closing.check_close(dry.game, dry.possible[0], how)
    if how == "pass" and refusals and not closing.check_close(dry.game, dry.before, how):  # no orders are executed yet
        words = say("the lines above it activate units: with them the impulse ends with END IMPULSE; to pass, CANCEL them first")
        refusals = tuple(replace(refusal, words=words) for refusal in refusals[:1])
    costs = dict.fromkeys(words for picture in dry.possible for words in closing.costs(dry.game, picture))
    return Verdict(line, tuple(("", r) for r in refusals), tuple(costs))


def _deed(dry: _Dry, line: SheetLine, act: Act) -> Verdict:
    """A staff's own order, over every outcome held possible."""
    action, points = DEEDS[act.verb], control.points
    if not dry.budget.allows(dry.spent, points(dry.possible[0])):
        return Verdict(line, beyond=True)
    came_off: list[tuple[Picture, Picture]] = []
    refused: tuple[Refusal, ...] = ()
    warned: tuple[str, ...] = ()
    for picture in dry.possible:
        order = action.order(act, picture)
        refusals = (order,) if isinstance(order, Refusal) else action.check(dry.game, picture, order)
        refused = refused or refusals
        if not refusals:
            warned += action.warn(dry.game, picture, order)
            came_off.append((picture, action.expect(dry.game, picture, order)))
    if not came_off:
        return Verdict(line, tuple(("", r) for r in refused))
    dry.possible = _different([after for _, after in came_off])
    cost = points(came_off[0][0]) - points(came_off[0][1])
    dry.spent += cost
    return Verdict(line, warnings=tuple(dict.fromkeys(warned)), cost=cost)


def _maneuver(dry: _Dry, line: SheetLine, act: Act) -> Verdict:
    """A line for several units, as if everything came off, over every outcome held possible."""
    verdicts: list[Verdict] = []
    reached: list[Picture] = []
    for picture in dry.possible:
        verdict, after = _maneuvered(dry, Verdict(line), act, picture)
        verdicts.append(verdict)
        reached += [after] if verdict.ok else []
    best = next((v for v in verdicts if v.ok), verdicts[0])
    dry.possible = _different(reached) or dry.possible
    dry.spent += best.cost
    return best


def _maneuvered(dry: _Dry, verdict: Verdict, act: Act, picture: Picture) -> tuple[Verdict, Picture]:
    maneuver = MANEUVERS[act.verb]
    order = maneuver.order(act, picture)
    refusals = (order,) if isinstance(order, Refusal) else maneuver.check(dry.game, picture, order)
    if refusals:
        return replace(verdict, refusals=tuple(("", r) for r in refusals)), picture
    course = _course(dry, picture, lambda now, past: maneuver.turn(dry.game, now, order, past))
    if course.halt and course.halt.off:
        return replace(verdict, refusals=(("", illegal(course.halt.words, maneuver.rule)),)), picture
    idle = (course.halt.words,) if course.halt and not course.past else ()
    cost = control.spent(course.picture) - control.spent(picture)
    return replace(verdict, cost=cost, warnings=(*course.warnings, *idle)), course.picture


class _Course(Value):
    """How a maneuver went: the picture after it, its turns, and what ended it (None: it had as many turns as it may have)."""

    picture: Picture
    past: tuple[Went, ...]
    warnings: tuple[str, ...]
    halt: Halt | None


def _course(dry: _Dry, picture: Picture, next_turn: Callable[[Picture, tuple[Went, ...]], ManeuverTurn | Halt]) -> _Course:
    """The turns of a maneuver from a picture on, as if all of them came off."""
    before, past, warned = control.spent(picture), tuple[Went, ...](), list[str]()
    while len(past) < MOST_TURNS:
        turn = next_turn(picture, past)
        if isinstance(turn, Halt):
            return _Course(picture, past, tuple(warned), turn)
        found = _turned(dry, picture, turn, control.spent(picture) - before)
        past = (*past, Went(turn.call, turn.act, found.refusal is None))
        picture = found.pictures[0] if found.pictures else picture
        why = (say("{unit} will not: {why}", unit=turn.call, why=found.refusal.words),) if found.refusal else ()
        warned += [w for w in (*found.warnings, *why) if w not in warned]
    return _Course(picture, past, tuple(warned), None)


def _turned(dry: _Dry, picture: Picture, turn: ManeuverTurn, spent: int) -> _Found:
    """One turn of a maneuver, as if it came off and the hex asked about were what it counts on."""
    if control.active_unit(picture) != turn.call:
        if not dry.budget.allows(dry.spent + spent, control.points(picture)):
            return _Found(refusal=illegal(say("the budget is spent"), "TOCS-3.5-1"))
        take = control.check_activate if pays((turn.act,)) else control.check_take_up
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
    """Activation, then the acts, over every outcome held possible. An act may spend OPs too (an HQ woken for an order)."""
    before = control.spent(dry.possible[0])
    if control.active_unit(dry.possible[0]) != call and not dry.budget.allows(dry.spent, control.points(dry.possible[0])):
        return replace(verdict, beyond=True)
    take = control.check_activate if pays(steps) else control.check_take_up
    verdict = replace(verdict, warnings=(*verdict.warnings, *control.warnings(dry.possible[0], call)))
    taken = [take(dry.game, picture, call, dry.budget.deficit) for picture in dry.possible]
    refusals = taken[0][0]
    if all(r for r, _ in taken):
        return replace(verdict, refusals=(*verdict.refusals, *((call, r) for r in refusals)))
    dry.possible = tuple(picture for r, picture in taken if not r)
    return _costed(dry, _acts(dry, verdict, call, steps), before)


def _acts(dry: _Dry, verdict: Verdict, call: str, steps: tuple[Step, ...]) -> Verdict:
    """The acts of a unit that is active, up to the first that is refused."""
    for step in steps:
        failed, warnings = _step(dry, step)
        if warnings:
            verdict = replace(verdict, warnings=(*verdict.warnings, *(w for w in warnings if w not in verdict.warnings)))
        if failed:
            return replace(verdict, refusals=(*verdict.refusals, (call, failed)))
    return verdict


def _costed(dry: _Dry, verdict: Verdict, before: int) -> Verdict:
    """The verdict with the OPs spent since."""
    spent = control.spent(dry.possible[0]) - before
    dry.spent += spent
    return replace(verdict, cost=verdict.cost + spent)


def _step(dry: _Dry, step: Step) -> tuple[Refusal | None, tuple[str, ...]]:
    """One act or branch, over every outcome; refused only if it fails in all of them."""
    if isinstance(step, Act) and len(dry.possible) == 1:
        found = _act(dry, step, dry.possible[0])
        dry.possible = found.pictures or dry.possible
        return found.refusal, tuple(dict.fromkeys(found.warnings))
    came_off: list[Picture] = []
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


def _chain(dry: _Dry, steps: tuple[Step, ...], picture: Picture) -> _Found:
    """Acts and branches one after another from one picture on."""
    now: tuple[Picture, ...] = (picture,)
    warned: list[str] = []
    for step in steps:
        found = [_act(dry, step, p) if isinstance(step, Act) else _fork(dry, step, p) for p in now]
        came = _together(found)
        if not came.pictures:
            return found[0]
        now = _different(list(came.pictures))
        warned += came.warnings
    return _Found(now, tuple(warned))


def _together(found: list[_Found]) -> _Found:
    """What came of several; it is refused when all of them are, for the first one's reason."""
    pictures = tuple(picture for one in found for picture in one.pictures)
    warnings = tuple(words for one in found for words in one.warnings)
    return _Found(pictures, warnings, None if pictures else found[0].refusal)


def _fork(dry: _Dry, branch: Branch, picture: Picture) -> _Found:
    return _together([_chain(dry, steps, met) for steps, met in _ways(dry, branch, picture)])


def _ways(dry: _Dry, step: Step, picture: Picture) -> list[tuple[tuple[Step, ...], Picture]]:
    """What might have to be done, with the picture it would meet: both ways of a condition whose answer is not known yet."""
    if isinstance(step, Act):
        return [((step,), picture)]
    then = step.then, control.suppose(picture, step.test, True)
    otherwise = step.otherwise, control.suppose(picture, step.test, False)
    if control.unknown(picture, step.test):
        return [then, otherwise]
    return [then if control.holds(picture, step.test) else otherwise]


def _different(pictures: list[Picture]) -> tuple[Picture, ...]:
    kept: list[Picture] = []
    for picture in pictures:
        if picture not in kept:
            kept.append(picture)
    return tuple(kept[:MOST_OUTCOMES])


def _act(dry: _Dry, act: Act, picture: Picture) -> _Found:
    if act.verb == "stop":
        return _Found((picture,))
    if not control.active_unit(picture):
        return _Found(refusal=illegal(say("nothing can follow an attack"), "TOCS-W10.0-5"))
    action = ACTIONS[act.verb]
    refused = control.wrong_element(picture, act.verb, action.sea)
    order = refused or action.order(act, picture)
    if isinstance(order, Refusal):
        return _Found(refusal=order)
    refusals = action.check(dry.game, picture, order)
    if refusals:
        return _Found(refusal=refusals[0])
    return _Found((action.expect(dry.game, picture, order),), action.warn(dry.game, picture, order))
