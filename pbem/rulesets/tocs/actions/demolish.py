"""DEMOLISH: an engineer company destroys a facility (TOCS-W10.27)."""

from functools import partial

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions import facility_rules
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, read
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


def check(game: Game, picture: Picture, order: Engineering) -> tuple[Refusal, ...]:
    """An engineer company in good order, and a facility in its hex that stands (TOCS-W10.27-1)."""
    found = facility_rules.plan(picture.view(game), active_unit(picture)[0], order, "demolish")
    return (found,) if isinstance(found, Refusal) else ()


ACTION = Action(
    verb=Verb("demolish", (f"demolish ({facility_rules.NAMED}) [HEX]",), "unit", phrase("destroy a facility")),
    help=phrase(
        """DEMOLISH destroys a facility in the hex of an engineer company in good order: a hospital, a field repair centre, a
railyard … It takes a roll, by the kind of facility, and the company is disordered afterwards whether it succeeds or fails
(TOCS-W10.27-1). A facility serves the side that owns its hex; only the side that holds the hex can blow it up.

    C/307: demolish facility
    C/307: demolish railyard 15.08"""
    ),
    order=read, check=check, expect=partial(facility_rules.expect, what="demolish"),
    execute=partial(facility_rules.execute, what="demolish"),
)  # fmt: skip
