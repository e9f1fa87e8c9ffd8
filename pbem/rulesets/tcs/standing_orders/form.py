"""The form of a policy: its words, its HELP, its line of day one, and what a module must have for it."""

from pbem.kernel.values import Value
from pbem.orders.tree import Verb


class Policy(Value):
    """A key of the standing orders. default: its line of day one, "" where what holds depends on the unit (HELP says what does);
    armor: it is for the rules for armor alone."""

    verb: Verb
    help: str
    default: str = ""
    armor: bool = False
