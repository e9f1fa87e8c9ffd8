"""A scripted commander: writes legal order letters from his own picture, for the demo, rehearsals and tests.

He knows nothing but what a desk knows, and speaks nothing but the order language.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

from pbem.command.words import VERBS
from pbem.engine.ruleset import Ruleset
from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import Value, replace
from pbem.orders.reading import read_line
from pbem.orders.sheet import Act, UnitLine, Vocabulary

T = TypeVar("T")


KNOWN = ("move", "recon", "probe", "attack")  # verbs that take him to a hex; of the others he has no notion


class Chance(Protocol):
    """A source of chance, such as random.Random(seed)."""

    def choice(self, seq: Sequence[T]) -> T:
        """One of them."""
        ...

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Mix them."""
        ...

    def random(self) -> float:
        """Between 0 and 1."""
        ...


class Temper(Value):
    """How he fights: boldness 0..1 decides between scouting, moving and attacking; noise: how often he acts at random."""

    boldness: float = 0.6
    noise: float = 0.1


class Commander:
    """One side's scripted commander."""

    def __init__(self, ruleset: Ruleset, game: Any, chance: Chance, temper: Temper = Temper()) -> None:  # noqa: B008 - frozen
        self.ruleset, self.game, self.chance, self.temper = ruleset, game, chance, temper

    def letter(self, picture: Any, end: bool = True) -> str:
        """Orders for the whole impulse, every line legal on the picture he has."""
        words = self._words(picture)
        calls = list(self.ruleset.reports.idle(picture))
        self.chance.shuffle(calls)
        lines: list[str] = []
        for call in calls:
            acts, after = self._unit(picture, call, words)
            if acts:
                lines.append(f"{call}: {'; '.join(acts)}")
                picture = after
        return "\n".join([*lines, *(["end impulse"] if end else [])]) + "\n"

    def _words(self, picture: Any) -> Vocabulary:
        own = self.ruleset.vocabulary(self.game, picture)
        return replace(own, verbs=(*VERBS, *own.verbs))

    def _unit(self, picture: Any, call: str, words: Vocabulary) -> tuple[list[str], Any]:
        control = self.ruleset.control
        refusals, now = control.check_activate(self.game, picture, call, 0)
        if refusals:
            return [], picture
        acts: list[str] = []
        while len(acts) < 3 and control.in_hand(now) == call:
            found = self._act(now, call, words)
            if found is None:
                break
            text, now = found
            acts.append(text)
        return acts, (now if acts else picture)

    def _act(self, picture: Any, call: str, words: Vocabulary) -> tuple[str, Any] | None:
        """The best legal act now and the picture it would bring about."""
        unit = picture.camp.unit_called(call).id
        known = (action for name, action in self.ruleset.actions.items() if name in KNOWN)
        options = [o for action in known for o in action.options(self.game, picture, unit)]
        scored = sorted(((self._worth(picture, unit, o), o) for o in options), key=lambda p: (-p[0], p[1]))
        if self.chance.random() < self.temper.noise:
            self.chance.shuffle(scored)
        for worth, option in scored:
            if worth <= 0:
                continue
            after = self._legal(picture, option, words)
            if after is not None:
                return option, after
        return None

    def _legal(self, picture: Any, text: str, words: Vocabulary) -> Any | None:
        line = read_line(text, words).command
        if not isinstance(line, UnitLine) or not isinstance(line.steps[0], Act):
            return None
        action = self.ruleset.actions[line.steps[0].verb]
        order = action.order(line.steps[0], picture)
        if isinstance(order, Refusal) or action.check(self.game, picture, order):
            return None
        return action.expect(self.game, picture, order)

    def _worth(self, picture: Any, unit: str, option: str) -> float:
        """Attack what is known to be there, look before leaping, move toward what pays."""
        verb, place = option.split(maxsplit=1)[0], Hex(option.split()[1])
        occupied = place in picture.held_by_enemy()
        if verb == "attack":
            return 2 + self.chance.random() if occupied and self.chance.random() < self.temper.boldness else 0
        if verb == "recon":
            known = place in picture.looks or occupied
            return 0.2 if known else 1 + self.chance.random()
        if verb == "move":
            return 0 if occupied else self._closer(picture, unit, place)
        return 0.3 * self.chance.random() if not occupied else 0.5 * self.chance.random()

    def _closer(self, picture: Any, unit: str, place: Hex) -> float:
        goals = self.ruleset.reports.goals(self.game, picture)
        if not goals:
            return 0
        here = picture.camp.units[unit].hex
        gain = min(distance(here, g) for g in goals) - min(distance(place, g) for g in goals)
        looked = picture.public.owner[place] == picture.side or place in picture.looks
        return gain * (1.5 if looked else self.temper.boldness)
