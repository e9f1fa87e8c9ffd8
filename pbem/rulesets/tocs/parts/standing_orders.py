"""StandingOrders: what answers for a side in the middle of play."""

from collections.abc import Mapping

from pbem.engine.moments import StandingFile
from pbem.engine.ruleset import StandingWord
from pbem.kernel.decisions import Refusal
from pbem.orders.tree import Act
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders import REACTIONS, night, policies

WORDS: Mapping[str, StandingWord] = {
    name: StandingWord(reaction.verb, reaction.help, reaction.defaults, reaction.closes) for name, reaction in REACTIONS.items()
}


def day_one(game: Game, picture: Picture) -> tuple[str, ...]:
    """The lines that the module files for a side, in place of the ruleset's own of their kind."""
    return picture.forces.lines


def part(act: Act) -> str:
    """The part of the file that a line replaces."""
    return REACTIONS[act.verb].part(act)


def check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    """Why a line cannot be filed."""
    return REACTIONS[act.verb].check(game, picture, act)


def warning(act: Act) -> str:
    """What a line may cost in the long run, "" for nothing."""
    return REACTIONS[act.verb].warning(act)


def idles(standing: StandingFile, game: Game, picture: Picture) -> bool:
    """Does an impulse that begins so quietly close by itself?"""
    return night.answer(policies(standing).night, game, picture)
