"""INTERDICT: a hex under steady fire until the next own impulse (TOCS-W10.26)."""

from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.rulesets.tocs.actions.fire_rules import MissionOrder, gun_action
from pbem.rulesets.tocs.actions.fire_rules import options as hexes_for
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes it believes held by the enemy and could fire at."""
    return hexes_for(game, picture, unit, "interdict")


def warn(game: Game, picture: Picture, fire: MissionOrder) -> tuple[str, ...]:
    """It hinders both sides."""
    return (
        say("{place} is difficult going for your own units too, until your next impulse (TOCS-W10.26-7)", place=fire.mission.hex),
    )


GUNS = gun_action(
    ("interdict", "[by CALL_HQ]", phrase("keep a hex under fire until your next impulse")),
    phrase(
        """INTERDICT keeps a hex under fire until your next impulse begins, for 1 AP of a headquarters; the battery, in good
order or fatigued, falls a state (TOCS-W10.26). It is announced and marked. Units of either side that move into or
out of the hex pay 1 MP more and have no road. Attacks out of it are a level lower and hasty ones are cancelled; so
are attacks into it by the firer's enemy. Units that must retreat into it fall a state more, and nobody pursues out
of it or through it.

    interdict 14.10 with 376A"""
    ),
)
ACTION = replace(GUNS, options=options, warn=warn)
