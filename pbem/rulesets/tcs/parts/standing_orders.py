"""StandingOrders: none are built yet; what is on file of a side is empty, and HELP says so."""

from collections.abc import Mapping

from pbem.engine.moments import StandingFile
from pbem.engine.ruleset import StandingWord
from pbem.kernel.decisions import Refusal
from pbem.orders.tree import Act
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture

WORDS: Mapping[str, StandingWord] = {}


def part(act: Act) -> str:
    """The part of the file that a line replaces."""
    return act.verb


def check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    """Why a line cannot be filed."""
    return None


def warning(act: Act) -> str:
    """What a line may cost in the long run."""
    return ""


def idles(standing: StandingFile, game: Game, picture: Picture) -> bool:
    """No pause closes by itself: the other side would learn of it."""
    return False
