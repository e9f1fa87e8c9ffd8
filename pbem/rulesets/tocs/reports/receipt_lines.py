"""What a letter's orders brought, for its receipt: each observation in words, and the news of all of them."""

from collections.abc import Iterator
from typing import Any

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, say
from pbem.rulesets.form import ReceiptNews
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.headline import headline, short_place, turned
from pbem.rulesets.tocs.reports.in_a_row import in_a_row
from pbem.rulesets.tocs.reports.sentences import sentence
from pbem.rulesets.tocs.reports.wording import place, places

WEIGHTY = (t.OwnerChanged, o.BattleFoughtSeen, o.EnemyDestroyed)
MOST_LOOKS = 3  # hexes that were reconnoitred, by name in the first lines


def told(game: Game, picture: Picture, seen: tuple[o.Seen, ...]) -> tuple[str, ...]:
    """What was learnt in a row in words, () when a receipt need not say any of it. `picture` is the desk's after the run."""
    return in_a_row(game, picture, o.whats(seen), tell)


def tell(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """An observation by itself in words."""
    what = o.what(seen)
    return sentence(what).receipt(game, picture, what)


def news(game: Game, picture: Picture, news: tuple[Any, ...]) -> ReceiptNews:
    """The news of a letter's run: what recon found, what was gained, what was lost, which battles are to come."""
    learnt = o.whats(news)
    found = headline(game, picture, learnt) if any(map(_weighs, learnt)) else None
    short, full = (found.short, found.full) if found else ((), ())
    gained, _ = turned(picture, learnt)
    looks = {h: seen for h, seen in _looks(learnt).items() if seen.occupied or h not in gained}
    return ReceiptNews(
        (*(f"{short_place(game, h)} {_answer(seen)}" for h, seen in looks.items()), *short),
        (*_found(game, looks), *full, *_ahead(game, picture, learnt)),
        tuple(place(game, h) for h in sorted(gained)),
    )


def _weighs(what: o.What) -> bool:
    """Does a headline say anything of it?"""
    return type(what) in WEIGHTY or (type(what) is t.UnitChanged and what.unit.status == "dead")


def _looks(learnt: tuple[o.What, ...]) -> dict[Hex, t.HexScouted]:
    """The last answer of each hex that was reconnoitred or probed, those that are held first."""
    last = {seen.hex: seen for seen in learnt if type(seen) is t.HexScouted}
    return dict(sorted(last.items(), key=lambda item: not item[1].occupied))


def _answer(seen: t.HexScouted) -> str:
    return say("is held") if seen.occupied else say("is empty")


def _found(game: Game, looks: dict[Hex, t.HexScouted]) -> Iterator[str]:
    """`13.11 Malden bridge is held by the enemy.` for the first few, the others counted; empty ones in one sentence."""
    held = tuple(h for h, seen in looks.items() if seen.occupied)
    empty = tuple(h for h in looks if h not in held)
    if held:
        more = len(held) - MOST_LOOKS
        rest = counted(more, " and {number} more hex", " and {number} more hexes") if more > 0 else ""
        yield say("Held by the enemy: {places}{rest}.", places=places(game, held[:MOST_LOOKS]), rest=rest)
    if empty:
        more = len(empty) - MOST_LOOKS
        rest = counted(more, " and {number} more hex", " and {number} more hexes") if more > 0 else ""
        yield say("Found empty: {places}{rest}.", places=places(game, empty[:MOST_LOOKS]), rest=rest)


def _ahead(game: Game, picture: Picture, learnt: tuple[o.What, ...]) -> Iterator[str]:
    """The battles that follow when the impulse is closed, if this letter ordered any of them."""
    targets = tuple({attack.target for attack in picture.forces.attacks})
    if targets and any(type(seen) is t.AttackOrdered for seen in learnt):
        count = counted(len(targets), "{number} battle follows", "{number} battles follow")
        yield say("When the impulse closes {count}: {places}.", count=count, places=places(game, targets))
