"""ROADBLOCK: a road is blocked in secret (TOCS-W10.10)."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions.laying import laying_action

ACTION = laying_action(
    Verb("roadblock", ("roadblock [HEX]",), "unit", phrase("block the road in the unit's hex or one beside it")),
    phrase(
        """ROADBLOCK blocks the roads of the unit's hex, or of one beside it inside your perimeter, for 1 AP of a company or of
engineers in good order (TOCS-W10.10). Nobody, not even you, enters a blocked hex at road rate; a unit that cannot pay for
the way beside the road goes back to where it came from. Leaving is free. It counts for nothing in battle, except that a
column that runs into you there is in column no more. The enemy finds it by recon of the hex or by entering it, and not
before. Without a hex it means the unit's own.

    B/504: roadblock
    B/504: roadblock 12.12"""
    ),
    "roadblock",
)
