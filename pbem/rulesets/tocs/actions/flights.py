"""FLIGHTS: the order in which scheduled flights fly (MASL-7.1-4)."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions.flight import DEED, order
from pbem.rulesets.tocs.actions.form import Action

ACTION = Action(
    verb=Verb("flights", ("flights in order CALL_FIRST...",), "letter", phrase("say which scheduled flights fly first")),
    help=phrase(
        """FLIGHTS says in which order the flights of a wave fly: those you name first, then the others as the scenario lists
them, as in `flights in order J505-2, J505-1`. Guns tire of firing, so who comes later may come through (TOCS-W14.5-2).
FLIGHTS alone tells the flights to come."""
    ),
    order=order, check=DEED.check, expect=DEED.expect, execute=DEED.execute,
)  # fmt: skip
