"""What a boot camp of TOCS teaches: what passes a lesson, what a letter's orders did, and examples for the pupil's own map."""

from collections.abc import Callable, Collection, Iterator, Mapping

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value, replace
from pbem.orders.parser import read_orders
from pbem.orders.tree import Verb
from pbem.rulesets.form import PupilLetter
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.actions.control import check_activate
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.bot import FIGHTERS, unit_called
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.reports.lesson_progress import did

__all__ = ["EXAMPLES", "PARTS", "did", "example"]

MOST_TRIED = 60  # lines that are tried for an example
ASKED = frozenset(
    {"what can", "cost", "map", "report", "intsum", "why", "why out of supply", "why at sea", "status", "orders", "diary"}
)
OF_CLOCKS = frozenset({"zone", "extend", "absent", "hold my letters"})


def _asked(letter: PupilLetter, verbs: Collection[str]) -> bool:
    return any(question.verb in verbs for question in letter.asked)


def _said(letter: PupilLetter, verbs: Collection[str]) -> bool:
    return any(word.verb in verbs for word in letter.said)


PARTS: Mapping[str, Callable[[PupilLetter], bool]] = {
    "ask": lambda letter: _asked(letter, ASKED),
    "recon": lambda letter: "recon" in letter.did,
    "move": lambda letter: "move" in letter.did,
    "check": lambda letter: letter.understood and any(word.verb == "check" and not word.slots for word in letter.said),
    "attack": lambda letter: "attack" in letter.did,
    "standing": lambda letter: "standing" in letter.filed,
    "supply": lambda letter: "order" in letter.did or any(q.verb == "why out of supply" for q in letter.asked),
    "plan": lambda letter: "plan" in letter.filed,
    "end": lambda letter: letter.ended,
    "clock": lambda letter: _asked(letter, ("status", "orders")) or _said(letter, OF_CLOCKS),
    "help": lambda letter: any(question.verb == "help" and question.text("TOPIC") for question in letter.asked),
}
"""Every part of a lesson: has this letter done it?"""


class PupilMap(Value):
    """What an example is made from: the pupil's picture, and the words they may write. verbs: those of every letter."""

    game: Game
    picture: Picture
    verbs: tuple[Verb, ...]


def example(game: Game, picture: Picture, slot: str, verbs: tuple[Verb, ...]) -> str:
    """What stands in a lesson's text in braces, "" where nothing of the kind can be done now."""
    return EXAMPLES[slot](PupilMap(game, picture, verbs))


def _order(known: PupilMap, verb: str) -> str:
    """The first line of this verb that the pupil's own map allows now, nearest to what pays."""
    return next(_legal(known, _options(known, verb)), "")


def _options(known: PupilMap, verb: str) -> list[str]:
    return [f"{call}: {text}" for _, call, text in sorted(_told(known, verb))]


def _told(known: PupilMap, verb: str) -> Iterator[tuple[tuple[bool, int], str, str]]:
    for call in _calls(known):
        unit = unit_called(known.picture, call)
        refusals, ready = check_activate(known.game, known.picture, call, 0)
        for text in () if refusals else ACTIONS[verb].options(known.game, ready, unit.id):
            place = _place(text)
            if place and not (verb == "move" and _is_unsafe(known, place)):
                yield (known.picture.forces.counter(unit).kind not in FIGHTERS, _from_goals(known, place)), call, text


def _from_goals(known: PupilMap, place: Hex) -> int:
    return min((distance(place, goal) for goal in advice.goals(known.game, known.picture)), default=0)


def _is_unsafe(known: PupilMap, place: Hex) -> bool:
    """Does nobody of the pupil's know that the enemy is not there?"""
    picture = known.picture
    return place in picture.held_by_enemy() or (picture.public.owner[place] != picture.side and place not in picture.looks)


def _place(text: str) -> Hex | None:
    return next((Hex(word) for word in text.split() if word[:1].isdigit() and "." in word), None)


def _calls(known: PupilMap) -> tuple[str, ...]:
    """The units that have no orders yet, all that are there when there are none: those that fight and are near what pays first."""
    forces = known.picture.forces
    calls = advice.idle(known.picture) or tuple(forces.counter(u).call for u in forces.on_map())
    units = [unit_called(known.picture, call) for call in calls]
    ordered = sorted(
        units, key=lambda u: (forces.counter(u).kind not in FIGHTERS, _from_goals(known, u.hex), forces.counter(u).call)
    )
    return tuple(forces.counter(u).call for u in ordered)


def _attack(known: PupilMap) -> str:
    """An attack that the pupil's own map allows, at once or after a move; where the enemy is known to be, if anywhere."""
    held = known.picture.held_by_enemy()
    goals = (*held, *advice.goals(known.game, known.picture))
    direct = [line for line in _options(known, "attack") if _place(line.partition(": ")[2]) in goals]
    moves = [
        f"{line}; attack {target} hasty"
        for line in _options(known, "move")
        for target in goals if target in _beside(known, line)
    ]  # fmt: skip
    lines = sorted((*direct, *moves), key=lambda line: _place(line.rpartition("attack ")[2]) not in held)
    return next(_legal(known, [*lines, *_options(known, "attack")]), "")


def _beside(known: PupilMap, line: str) -> tuple[Hex, ...]:
    place = _place(line.partition(": ")[2])
    return tuple(known.game.ground.neighbours[place]) if place else ()


def _legal(known: PupilMap, lines: list[str]) -> Iterator[str]:
    own = vocabulary(known.game, known.picture)
    words = replace(own, verbs=(*known.verbs, *own.verbs))
    for text in lines[:MOST_TRIED]:
        sheet = read_orders((NumberedLine(1, text),), words)
        verdicts = check(known.game, known.picture, sheet.lines, Budget())
        if all(v.ok and not v.beyond for v in verdicts):
            yield text


def _goal(known: PupilMap) -> str:
    """A hex worth having; else where the pupil's own troops are."""
    goals, calls = advice.goals(known.game, known.picture), _calls(known)
    return str(goals[0] if goals else unit_called(known.picture, calls[0]).hex if calls else "")


EXAMPLES: Mapping[str, Callable[[PupilMap], str]] = {
    "recon": lambda known: _order(known, "recon"),
    "move": lambda known: _order(known, "move"),
    "attack": _attack,
    "unit": lambda known: next(iter(_calls(known)), ""),
    "place": _goal,
}
"""What stands in a lesson's text in braces, made from the pupil's own map."""
