"""HARASS: one battery at one hex, at random (TOCS-W10.24-4)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.values import replace
from pbem.rulesets.tocs.actions.fire_rules import gun_action
from pbem.rulesets.tocs.actions.fire_rules import options as hexes_for
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes it believes held by the enemy and could fire at."""
    return hexes_for(game, picture, unit, "harass")


GUNS = gun_action(
    ("harass", "[by CALL_HQ]", phrase("harass a hex with a battery, at random")),
    phrase(
        """HARASS is a strike that nobody aims: its damage falls at random on what is in the hex, troops, stores, bridges and
facilities; it rolls with -1, and it costs what a strike costs (TOCS-W10.24-4). It may be chosen where an observer could
aim, too. Of what it did you are told only what an observer sees, and which units were destroyed.

    harass 13.09 with 376A"""
    ),
)
ACTION = replace(GUNS, options=options)
