"""One observation in words, for a receipt."""

from typing import Any

from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.sentences import sentence


def tell(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """The observation in words, () when a receipt need not say it. `picture` is the desk's after the run."""
    what = o.what(seen)
    return sentence(what).receipt(game, picture, what)
