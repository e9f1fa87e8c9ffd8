"""Actions: the words of orders, what the dry run says of them, and how they are carried out."""

from collections.abc import Mapping

from pbem.engine.ruleset import OrderWord
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.actions.dry_run import check
from pbem.rulesets.tcs.actions.runner import run
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.settling.moment import Moment

__all__ = ["WORDS", "check", "close", "costs_of_closing", "lapse", "run", "vocabulary", "void"]

WORDS: Mapping[str, OrderWord] = {
    name: OrderWord(action.verb, action.help, of_unit=action.verb.place == "unit") for name, action in ACTIONS.items()
}


def close(moment: Moment, side: str) -> tuple[Event, ...]:
    """DONE is a mark and nothing else: both sides' letters are carried out by one run."""
    return ()


def lapse(moment: Moment, side: str) -> tuple[Event, ...]:
    """So is silence."""
    return ()


def costs_of_closing(game: TacticalGame, picture: TacticalPicture) -> tuple[str, ...]:
    """Being done costs nothing."""
    return ()


def void(picture: TacticalPicture, news: tuple[Seen, ...], act: Act) -> str:
    """There are no guards of plans."""
    return ""
