"""What a boot camp of TCS teaches: what passes a lesson, and examples for the pupil's own map."""

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value, replace
from pbem.orders.parser import read_orders
from pbem.orders.tree import Verb
from pbem.rulesets.form import PupilLetter
from pbem.rulesets.tcs.actions.dry_run import check
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.picture import TacticalPicture

__all__ = ["EXAMPLES", "PARTS", "did", "example"]

ASKED = frozenset({"what can", "cost", "see from", "chance", "ask", "map", "report", "status", "orders"})
OF_SHEETS = frozenset({"roll", "commit", "alternate", "call off", "join", "line", "sheet", "dig", "dig company"})
FIRES = frozenset({"fire", "antitank", "direct"})
MOST_TRIED = 60


def _ordered(letter: PupilLetter, verbs: frozenset[str]) -> bool:
    return "orders" in letter.filed and bool(letter.ordered & verbs)


PARTS: Mapping[str, Callable[[PupilLetter], bool]] = {
    "ask": lambda letter: any(question.verb in ASKED for question in letter.asked),
    "command": lambda letter: _ordered(letter, OF_SHEETS),
    "move": lambda letter: _ordered(letter, frozenset({"move"})),
    "fire": lambda letter: _ordered(letter, FIRES),
    "policy": lambda letter: "standing" in letter.filed,
}
"""Every part of a lesson: has this letter done it?"""


def did(seen: tuple[Seen, ...]) -> frozenset[str]:
    """Nothing runs by a letter: what counts is what it put on file."""
    return frozenset()


class PupilGround(Value):
    """What an example is made from: the pupil's picture, and the words that they may write."""

    game: TacticalGame
    picture: TacticalPicture
    verbs: tuple[Verb, ...]


def example(game: TacticalGame, picture: TacticalPicture, slot: str, verbs: tuple[Verb, ...]) -> str:
    """What stands in a lesson's text in braces, "" where nothing of the kind can be done now."""
    return EXAMPLES[slot](PupilGround(game, picture, verbs))


def _legal(known: PupilGround, lines: Iterator[str]) -> str:
    """The first line that the pupil's own map allows now."""
    own = vocabulary(known.game, known.picture)
    words = replace(own, verbs=(*known.verbs, *own.verbs))
    for _, text in zip(range(MOST_TRIED), lines, strict=False):
        verdicts = check(known.game, known.picture, read_orders((NumberedLine(1, text),), words).lines, Budget())
        if verdicts and all(verdict.ok for verdict in verdicts):
            return text
    return ""


def _command(known: PupilGround) -> Iterator[str]:
    for sheet in known.picture.forces.sheets.values():
        if sheet.status == "unimplemented":
            yield f"ROLL {sheet.id} ALWAYS"
        yield from (f"COMMIT {sheet.id} {option.letter}" for option in sheet.options)


def _goals(known: PupilGround) -> tuple[Hex, ...]:
    return tuple(place for sheet in known.picture.forces.sheets.values() for place in sheet.objective)


def _moves(known: PupilGround) -> Iterator[str]:
    """A hex toward what a sheet wants, of a unit in move mode before others."""
    goals = _goals(known)
    units = sorted(known.picture.forces.units.values(), key=lambda unit: (unit.mode != "move", unit.id))
    for unit in units:
        beside = known.game.ground.neighbours(unit.hex)
        for place in sorted(beside, key=lambda hex_: min((distance(hex_, goal) for goal in goals), default=0)):
            turned = "" if unit.mode == "move" else "move mode; "
            yield f"{unit.id}: {turned}move {place}"


def _fires(known: PupilGround) -> Iterator[str]:
    for place in sorted(known.picture.known_enemies):
        units = sorted(known.picture.forces.units.values(), key=lambda unit: (distance(unit.hex, place), unit.id))
        for unit in units:
            yield from (f"{unit.id}: fire {place} {how}" for how in ("area", "point"))


EXAMPLES: Mapping[str, Callable[[PupilGround], str]] = {
    "unit": lambda known: next(iter(known.picture.forces.units), ""),
    "command": lambda known: _legal(known, _command(known)),
    "move": lambda known: _legal(known, _moves(known)),
    "fire": lambda known: _legal(known, _fires(known)),
    "policy": lambda known: f"POLICY {next(iter(known.picture.forces.units), 'ALL')} FIRE HOLD UNTIL FIRED ON",
}
"""What stands in a lesson's text in braces, made from the pupil's own map."""
