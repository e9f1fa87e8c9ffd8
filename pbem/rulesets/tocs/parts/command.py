"""Command: who stands under whom, and how long a message is on its way."""

from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.communications import runner
from pbem.rulesets.tocs.rules import formations


def chain(picture: Picture, call: str) -> tuple[str, ...]:
    """The formations that a unit stands in, innermost first."""
    return formations.chain(picture.forces, call)


def message_delay(game: Game, picture: Picture, ours: tuple[str, ...], theirs: tuple[str, ...]) -> int | None:
    """Turns until a message is there, None = at once, always where the module's switch says so."""
    return None if game.switches["team_messages"] == "at_once" else runner(game, picture, ours, theirs)
