"""The form of an order verb: what is checked on the own picture, what it would bring about, how it begins."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.told_events import OwnTold

Calls = tuple[str, ...]
Check = Callable[[TacticalGame, TacticalPicture, Calls, Act], tuple[tuple[str, Refusal], ...]]
Happens = Callable[[TacticalGame, TacticalPicture, Calls, Act], tuple[OwnTold, ...]]


class TacticalAction(Value):
    """An order verb. letter: the one it is written in; check(game, picture, calls, act) -> (call, why not); expected(…) -> the own
    events as if it came off; begun(…) -> those with which it begins, the rest being settled; both only of what check let pass.
    together: units of a line that stand in one hex carry it out as a stack."""

    verb: Verb
    help: str
    letter: str
    check: Check
    expected: Happens
    begun: Happens
    together: bool = False
