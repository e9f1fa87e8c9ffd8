"""What changed since the last report, a line each, in the words of a situation report."""

from collections.abc import Iterable
from typing import Any

from pbem.documents.document import listed
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.sentences import sentence
from pbem.rulesets.tocs.reports.wording import places


def lines(game: Game, picture: Picture, news: Iterable[Any]) -> tuple[str, ...]:
    """What happened since the last report, a line each, in order; the perimeter gathered at the end."""
    news = _lapsed(o.whats(news))
    said = [line for what in news for line in sentence(what).report(game, picture, what)]
    said += _ground(game, picture, news)
    return listed(said, " - ")


@rule("TOCS-3.5-3")
def _lapsed(news: tuple[Any, ...]) -> tuple[Any, ...]:
    """The news without deficit OPs that came to us and lapsed before we read of them: their end alone is told."""
    ends = [number for number, seen in enumerate(news) if isinstance(seen, o.CreditLapsed)]
    earned = [number for number, seen in enumerate(news) if isinstance(seen, t.IncomeEarned)]
    gone = {n for n, seen in enumerate(news) if isinstance(seen, o.EnemyCredit)
            and any(n < end and not any(n < turn < end for turn in earned) for end in ends)}  # fmt: skip
    return tuple(seen for number, seen in enumerate(news) if number not in gone)


def _ground(game: Game, picture: Picture, news: Iterable[Any]) -> list[str]:
    """The perimeter's changes, net, by side."""
    last = {n.hex: n.owner for n in news if isinstance(n, t.OwnerChanged)}
    won = tuple(h for h, owner in last.items() if owner == picture.side)
    lost = tuple(h for h, owner in last.items() if owner != picture.side)
    lines = [say("inside our perimeter now: {places}", places=places(game, won))] if won else []
    return [*lines, say("the enemy's now: {places}", places=places(game, lost))] if lost else lines
