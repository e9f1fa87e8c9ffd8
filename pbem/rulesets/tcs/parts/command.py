"""Command: who stands under whom; messages of a team are there at once."""

from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture


def chain(picture: TacticalPicture, call: str) -> tuple[str, ...]:
    """The formations that a unit stands in, innermost first."""
    unit = picture.forces.units.get(call)
    return unit.chain if unit else ()


def message_delay(game: TacticalGame, picture: TacticalPicture, ours: tuple[str, ...], theirs: tuple[str, ...]) -> int | None:
    """At once."""
    return None
