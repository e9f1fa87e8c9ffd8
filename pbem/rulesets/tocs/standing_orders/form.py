"""The form of a standing order: its words, its default lines, the part of the file that a line fills, and the check of a line."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


class Reaction(Value):
    """A standing order: its words, its default lines, the part of the file a line replaces, and the check of a line.

    check(game, picture, act) -> Refusal | None; regrets(act) -> what it may cost in the long run, "" for nothing; closes: it says
    how an impulse ends, which in a team is for the side's commander to say.
    """

    verb: Verb
    help: str
    defaults: tuple[str, ...]
    part: Callable[[Act], str]
    check: Callable[[Game, Picture, Act], Refusal | None]
    warning: Callable[[Act], str] = lambda _: ""
    closes: bool = False
