"""The dry run: every line of a letter against the own picture, each on top of what those before it would bring about.

Of a condition both ways are checked on the picture that meets it; what follows is checked on top of the way that would be taken
now. The way that would not be taken now is refused for what stays as it is alone: by the time it is taken a hex may be empty that
is not, or in sight. It need only fit one of two pictures: with the conditional orders before it carried out as they would be now,
or without any of them, for lines under opposite conditions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pbem.engine.runs import Budget, Verdict
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Branch, LetterWord, SheetLine, Step, UnitLine
from pbem.rulesets.tcs.actions import ACTIONS, fire, sheet_blocks, sorties
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.form import Calls
from pbem.rulesets.tcs.actions.move import laid_out
from pbem.rulesets.tcs.actions.plots import remarks
from pbem.rulesets.tcs.actions.segments import first_act, misplaced, segment_of
from pbem.rulesets.tcs.actions.sheet_blocks import SheetBlock, in_blocks
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.learning import learn
from pbem.rulesets.tcs.observations import OwnNews
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.rules.impulses import SEGMENTS
from pbem.rulesets.tcs.settling.impulses import foreseen
from pbem.rulesets.tcs.standing_orders.conditions import Standpoint, emptied, hex_of, holds

Refusals = tuple[tuple[str, Refusal], ...]


class CheckedLetter(Value, eq=False):
    """The verdicts on some lines, and the picture once those that may run came off."""

    verdicts: tuple[Verdict, ...]
    picture: TacticalPicture


def check(game: TacticalGame, picture: TacticalPicture, lines: tuple[SheetLine, ...], budget: Budget) -> tuple[Verdict, ...]:
    """The verdict on every line."""
    return checked(game, picture, lines).verdicts


def checked(game: TacticalGame, picture: TacticalPicture, lines: tuple[SheetLine, ...]) -> CheckedLetter:
    """The same with what they come to."""
    idle, so_far = _waiting_for_nothing(lines), _Outlook(picture, picture)
    verdicts = [_waits_for_nothing(game, picture, line) for line in idle]
    for part in _in_order(game, in_blocks(tuple(line for line in lines if line not in idle))):
        if isinstance(part, SheetBlock):
            found, drawn = _of_a_sheet(game, so_far.picture, part)
            so_far = _Outlook(drawn, drawn if so_far.is_one else so_far.bare)
            verdicts += found
            continue
        verdict, after = _judged(game, so_far.each(partial(_when, game, line=part)), part)
        verdicts.append(verdict)
        so_far = after if verdict.ok else so_far
    places = {id(line): number for number, line in enumerate(lines)}
    return CheckedLetter(tuple(sorted(verdicts, key=lambda verdict: places[id(verdict.line)])), so_far.picture)


def _waiting_for_nothing(lines: tuple[SheetLine, ...]) -> tuple[SheetLine, ...]:
    """Every WAIT with no mission below it."""
    last = max((number for number, line in enumerate(lines) if _says(line, "plot")), default=-1)
    return tuple(line for line in lines[last + 1 :] if _says(line, "wait"))


def _says(line: SheetLine, verb: str) -> bool:
    return isinstance(line.command, LetterWord) and line.command.act.verb == verb


@rule("TCSB-2-8")
def _waits_for_nothing(game: TacticalGame, picture: TacticalPicture, line: SheetLine) -> Verdict:
    """The verdict on a WAIT with no mission below it: it passes over nothing, and is said to the referee, `Please wait`."""
    words = say("WAIT passes over an exchange before a mission, and no PLOT stands below it; EXTEND gives you another day")
    return Verdict(line, (("", wrong_letter(game, picture, "A", say("WAIT")) or illegal(words, "TCSB-2-8")),))


class _Outlook(NamedTuple):
    """How things would stand by then: the picture with all orders so far, and (bare) without those under a condition."""

    picture: TacticalPicture
    bare: TacticalPicture

    @property
    def is_one(self) -> bool:
        """Has no order under a condition come so far?"""
        return self.bare is self.picture

    def each(self, change: Callable[[TacticalPicture], TacticalPicture]) -> "_Outlook":
        """Both, changed alike."""
        picture = change(self.picture)
        return _Outlook(picture, picture if self.is_one else change(self.bare))


def _in_order(game: TacticalGame, parts: Iterable[SheetLine | SheetBlock]) -> list[SheetLine | SheetBlock]:
    """The parts of a letter as they are carried out: lines for an earlier segment first."""
    return sorted(parts, key=lambda part: SEGMENTS.index(segment_of(part)) if game.switches["armor"] is True else 0)


@rule("TCSARM-4.3a-1")
def _when(game: TacticalGame, picture: TacticalPicture, line: SheetLine) -> TacticalPicture:
    """The picture as the segment begins that a line of units is for, in the letter for action."""
    acts = isinstance(line.command, UnitLine) and "B" in picture.public.takes(str(game.switches["pace"]))
    return foreseen(game, picture, segment_of(line)) if acts else picture


def _of_a_sheet(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> tuple[list[Verdict], TacticalPicture]:
    """The verdicts on the lines of a sheet, and the picture with it: it is drawn up whole or not at all."""
    if any(remark.kind == "error" for line in block.lines for remark in line.remarks):
        return [Verdict(line) for line in block.lines], picture
    if why := _against(game, picture, block):
        return [Verdict(line, tuple(why.get(line.number, ()))) for line in block.lines], picture
    first, *others = block.lines
    told = Verdict(first, warnings=sheet_blocks.remarks(game, picture, block))
    for event in sheet_blocks.begun(game, picture, block):
        picture = learn(picture, OwnNews(event))
    return [told, *map(Verdict, others)], picture


def _against(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> dict[int, list[tuple[str, Refusal]]]:
    """Why a sheet is not drawn up, by the number of the line that is at fault."""
    if wrong := wrong_letter(game, picture, "A", say("SHEET")):
        return {block.lines[0].number: [("", wrong)]}
    found: dict[int, list[tuple[str, Refusal]]] = {}
    for fault in sheet_blocks.faults(game, picture, block):
        found.setdefault(block.line_of(fault.field).number, []).append(("", fault.why))
    return found


class _LineFound:
    """What checking the steps of a line comes to: how things stand on the way, what is said, and the first refusals. way: the word
    of the way that these steps are and that would not be taken now; conditional: they stand under a condition; away: enemies
    who are in sight now, and gone from where they are if that way is taken."""

    def __init__(
        self, outlook: _Outlook, way: str = "", conditional: bool = False, away: Mapping[str, EnemyCounter] | None = None
    ) -> None:
        self.outlook, self.way, self.conditional, self.away = outlook, way, conditional, away or {}
        self.warned: tuple[str, ...] = ()
        self.refused: Refusals = ()


def _judged(game: TacticalGame, outlook: _Outlook, line: SheetLine) -> tuple[Verdict, _Outlook]:
    """The verdict on a line, and how things stand after it."""
    found = _LineFound(outlook)
    command = line.command
    if isinstance(command, LetterWord) and command.act.verb in ACTIONS:
        _check(game, found, (), (command.act,))
    if isinstance(command, UnitLine):
        together = stacks(outlook.picture, command.units)
        first = first_act(line)
        found.warned += fire.apart(game, together, first) if first else ()
        for calls in together:
            found.refused = found.refused or _mark_inside(calls, command.steps)
            _check(game, found, calls, command.steps)
    return Verdict(line, found.refused, tuple(dict.fromkeys(found.warned))), found.outlook if not found.refused else outlook


@rule("TCSARM-4.3a-1")
def _mark_inside(calls: Calls, steps: tuple[Step, ...]) -> Refusals:
    """Why a line is for no one segment: INITIAL or FINAL does not stand first on it."""
    mark = misplaced(steps)
    if mark is None:
        return ()
    words = say("{mark} stands first on a line and is for all of it: write a line of its own", mark=mark.verb.upper())
    return ((calls[0], illegal(words, "TCSARM-4.3a-1")),)


def _check(game: TacticalGame, found: _LineFound, calls: Calls, steps: tuple[Step, ...]) -> None:
    """Check steps one after another, until one is refused."""
    for step in steps:
        if found.refused:
            return
        if isinstance(step, Branch):
            _check_ways(game, found, calls, step)
            continue
        for who in shared(calls, step):
            _check_act(game, found, who, step)


def _check_act(game: TacticalGame, found: _LineFound, who: Calls, act: Act) -> None:
    """Check an act, unless one before it was refused."""
    if found.refused:
        return
    picture, bare = found.outlook
    found.refused = refusals(game, picture, who, act)
    if found.refused and found.way and all(why.kind == "for now" for _, why in found.refused):
        found.warned += tuple(_only_then(found, act, why.words) for _, why in found.refused)
        found.refused = ()
        return
    if found.refused:
        return
    found.warned += (
        *laid_out(game, picture, who, act), *remarks(game, picture, act), *fire.remarks(picture, act),
        *sorties.remarks(game, picture, act),
    )  # fmt: skip
    reached = after(game, picture, who, act)
    if found.outlook.is_one and not found.conditional:
        bare = reached
    elif not found.conditional and not refusals(game, bare, who, act):
        bare = after(game, bare, who, act)
    found.outlook = _Outlook(reached, bare)


def _only_then(found: _LineFound, act: Act, why: str) -> str:
    """The warning of a way that would not be taken now: what must have changed by the time it is."""
    gone = found.away.get(act.text("TARGET") or "")
    if gone:
        return say("under {way}: {name} is in {hex} now; it comes off only if {name} is in sight in another hex by then",
                   way=found.way, name=gone.name, hex=gone.look.hex)  # fmt: skip
    return say("under {way}: as things stand {why}; it comes off only if that has changed", way=found.way, why=why)


@rule("TCSB-20-6")
def _check_ways(game: TacticalGame, found: _LineFound, calls: Calls, branch: Branch) -> None:
    """Both ways of a condition on the picture that meets it; on from the one that would be taken now."""
    now = is_so(game, found.outlook.picture, calls, branch)
    way, other = ("ELSE", branch.otherwise) if now else ("IF", branch.then)
    begins = (found.outlook.picture,) if found.outlook.is_one else tuple(found.outlook)
    ways = []
    for picture in begins:
        supposed = _supposing(picture, calls, branch, not now)
        later = _LineFound(_Outlook(supposed, supposed), way, True, {**found.away, **_gone(picture, supposed)})
        _check(game, later, calls, other)
        ways.append(later)
    best = next((one for one in ways if not one.refused), ways[0])
    found.warned += best.warned
    found.refused = found.refused or best.refused
    conditional, found.conditional = found.conditional, True
    _check(game, found, calls, branch.then if now else branch.otherwise)
    found.conditional = conditional


def _gone(now: TacticalPicture, supposed: TacticalPicture) -> Mapping[str, EnemyCounter]:
    """Enemies who are in sight now, and whom another picture has no more."""
    return {name: enemy for name, enemy in now.enemies.items() if enemy.spotted and name not in supposed.enemies}


@rule("TCSB-20-6")
def _supposing(picture: TacticalPicture, calls: Calls, branch: Branch, so: bool) -> TacticalPicture:
    """The picture on which a way would be taken that is not taken now: enemies are gone from a hex that it needs empty."""
    empty = emptied(branch.test, _standpoint(calls, branch), so)
    left = {name: enemy for name, enemy in picture.enemies.items() if enemy.look.hex not in empty}
    return replace(picture, enemies=left) if empty else picture


def _standpoint(calls: Calls, branch: Branch) -> Standpoint:
    return Standpoint(calls[0] if calls else "", hex_of(branch.then))


def is_so(game: TacticalGame, picture: TacticalPicture, calls: Calls, branch: Branch) -> bool:
    """Is the first way of a branch taken, as far as the desk knows? Where it does not know the other is (TCSB-20-6)."""
    return holds(game, picture, branch.test, _standpoint(calls, branch)) is True


def refusals(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> Refusals:
    """Why an act may not be done now, by call."""
    action = ACTIONS[act.verb]
    wrong = wrong_letter(game, picture, action.letter, act.verb.upper())
    if wrong:
        return ((calls[0] if calls else "", wrong),)
    gone = tuple((call, absent(picture, call)) for call in calls if call not in picture.forces.units and act.verb != "direct")
    return gone or action.check(game, picture, calls, act)


@rule("TCSB-2-1", "TCSB-2-3")
def wrong_letter(game: TacticalGame, picture: TacticalPicture, letter: str, what: str) -> Refusal | None:
    """Why an order does not belong in the letter that is awaited."""
    public = picture.public
    if letter in public.takes(str(game.switches["pace"])):
        return None
    words = {
        "A": say("{verb} belongs in letter A, for command; this is letter {now}", verb=what, now=public.letter),
        "B": say("{verb} belongs in letter B, for action; this is letter {now}", verb=what, now=public.letter),
    }
    return illegal(words[letter], "TCSB-2-1")


def after(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> TacticalPicture:
    """The picture as if an act came off."""
    for event in ACTIONS[act.verb].expected(game, picture, calls, act):
        picture = learn(picture, OwnNews(event))
    return picture


def shared(calls: Calls, act: Act) -> Iterator[Calls]:
    """The units of a stack as they do an act: together, or each by itself."""
    return iter((calls,) if ACTIONS[act.verb].together or not calls else tuple((call,) for call in calls))


@rule("TCSB-20-5", "TCSB-2-11")
def stacks(picture: TacticalPicture, units: Calls) -> tuple[Calls, ...]:
    """The units of a line by the hex they stand in."""
    by_hex: dict[str, list[str]] = {}
    for call in units:
        unit = picture.forces.units.get(call)
        by_hex.setdefault(unit.hex if unit else call, []).append(call)
    return tuple(map(tuple, by_hex.values()))
