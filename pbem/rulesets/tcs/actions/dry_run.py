"""The dry run: every line of a letter against the own picture, each on top of what those before it would bring about."""

from collections.abc import Iterator
from itertools import product

from pbem.engine.runs import Budget, Verdict
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, LetterWord, SheetLine, UnitLine
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.actions.form import Calls
from pbem.rulesets.tcs.actions.move import laid_out
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.learning import learn
from pbem.rulesets.tcs.observations import OwnEvent
from pbem.rulesets.tcs.picture import Picture


def check(game: Game, picture: Picture, lines: tuple[SheetLine, ...], budget: Budget) -> tuple[Verdict, ...]:
    """The verdict on every line."""
    verdicts = list[Verdict]()
    for line in lines:
        verdict, after = _judged(game, picture, line)
        verdicts.append(verdict)
        picture = after if verdict.ok else picture
    return tuple(verdicts)


def _judged(game: Game, picture: Picture, line: SheetLine) -> tuple[Verdict, Picture]:
    """The verdict on a line, and the picture after it."""
    warned: tuple[str, ...] = ()
    for calls, act in parts(picture, line):
        refused = refusals(game, picture, calls, act)
        if refused:
            return Verdict(line, refused), picture
        warned += laid_out(game, picture, calls, act)
        picture = after(game, picture, calls, act)
    unread = _unread(line)
    return Verdict(line, ((("", unread),) if unread else ()), warned), picture


def refusals(game: Game, picture: Picture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    """Why an act may not be done now, by call."""
    action = ACTIONS[act.verb]
    wrong = _wrong_letter(picture, action.letter, act)
    if wrong:
        return ((calls[0] if calls else "", wrong),)
    gone = tuple((call, _lost(call)) for call in calls if call not in picture.forces.units)
    return gone or action.check(game, picture, calls, act)


def _lost(call: str) -> Refusal:
    return illegal(say("{unit} is destroyed", unit=call), "TCSB-3-13")


@rule("TCSB-2-1", "TCSB-2-3")
def _wrong_letter(picture: Picture, letter: str, act: Act) -> Refusal | None:
    now = picture.public.letter
    if now == letter:
        return None
    words = {
        "A": say("{verb} belongs in letter A, for command; this is letter {now}", verb=act.verb.upper(), now=now),
        "B": say("{verb} belongs in letter B, for action; this is letter {now}", verb=act.verb.upper(), now=now),
    }
    return illegal(words[letter], "TCSB-2-1")


def after(game: Game, picture: Picture, calls: Calls, act: Act) -> Picture:
    """The picture as if an act came off."""
    for event in ACTIONS[act.verb].expected(game, picture, calls, act):
        picture = learn(picture, OwnEvent(event))
    return picture


def parts(picture: Picture, line: SheetLine) -> Iterator[tuple[Calls, Act]]:
    """What a line bids whom do, in order; units of one hex do an act together where its verb says so."""
    command = line.command
    if isinstance(command, LetterWord) and command.act.verb in ACTIONS:
        yield (), command.act
    if isinstance(command, UnitLine):
        acts = [step for step in command.steps if isinstance(step, Act)]
        for calls, act in product(_stacks(picture, command.units), acts):
            yield from ((who, act) for who in _shared(calls, act))


def _shared(calls: Calls, act: Act) -> tuple[Calls, ...]:
    """The units of a stack as they do an act: together, or each by itself."""
    return (calls,) if ACTIONS[act.verb].together else tuple((call,) for call in calls)


@rule("TCSB-20-5", "TCSB-2-11")
def _stacks(picture: Picture, units: Calls) -> tuple[Calls, ...]:
    """The units of a line by the hex they stand in."""
    by_hex: dict[str, list[str]] = {}
    for call in units:
        unit = picture.forces.units.get(call)
        by_hex.setdefault(unit.hex if unit else call, []).append(call)
    return tuple(map(tuple, by_hex.values()))


def _unread(line: SheetLine) -> Refusal | None:
    """A condition is not carried out yet, and is not passed over."""
    steps = line.command.steps if isinstance(line.command, UnitLine) else ()
    if all(isinstance(step, Act) for step in steps):
        return None
    return illegal(say("conditions are not built yet: write the orders without IF"), "TCSB-20-6")
