"""MINE: mines are laid in secret (TOCS-W10.11)."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions.laying import laying_action

ACTION = laying_action(
    Verb("mine", ("mine [HEX]",), "unit", phrase("lay mines in the unit's hex or one beside it")),
    phrase(
        """MINE lays a minefield in the engineers' hex, or in one beside it inside your perimeter, for all their AP, in good order
and in supply (TOCS-W10.11). An enemy unit that moves in stops, loses the points of that AP and rolls a morale check; if
it fails it falls a state and has no AP left. To leave it pays 1 AP more and checks again. Engineers need no check in
mines they know of. An attack goes in without a check, but your defence there has +2. Your own units only lose the road
rate. The enemy finds mines by recon of the hex or by entering it. Without a hex it means the unit's own.

    C/307: mine 12.12"""
    ),
    "minefield",
)
