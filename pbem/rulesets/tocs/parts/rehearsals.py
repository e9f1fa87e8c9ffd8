"""Rehearsals: what a forecast counts of a game of TOCS."""

from collections import Counter

from pbem.engine.situation import Control
from pbem.kernel.charts.tables import Grid
from pbem.kernel.values import replace
from pbem.modules.opened import OpenModule
from pbem.rulesets.form import ForecastTally
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module import Module, own_module
from pbem.rulesets.tocs.picture import Picture


def with_field_battles(module: OpenModule) -> Module:
    """The module, its engagements fought by people."""
    own = own_module(module)
    return replace(own, switches={**own.switches, "field_battle": "engagement"})


def length(module: OpenModule) -> int:
    """How many turns it has."""
    return len(own_module(module).turns)


def largest(module: OpenModule, side: str) -> tuple[str, ...]:
    """A side's formations, those with most counters directly below their headquarters first."""
    own = [counter for counter in own_module(module).counters if counter.side == side]
    sizes = Counter(counter.parent for counter in own)
    heads = {counter.formation: counter.id for counter in own if counter.formation}
    return tuple(sorted(heads, key=lambda name: (-sizes[heads[name]], name)))


def waiting(picture: Picture) -> int:
    """Units that wait off the board."""
    return sum(unit.status == "waiting" for unit in picture.camp.units.values())


def tally(events: tuple[e.Event | Control, ...]) -> ForecastTally:
    """Battles, and the points of the end."""
    over = next((event for event in events if isinstance(event, e.GameOver)), None)
    return ForecastTally(
        sum(isinstance(event, e.BattleFought) for event in events),
        sum(isinstance(event, e.FieldBattleEnded) and not event.thrown for event in events),
        {side: total for side, _, total in over.tallies} if over else None,
        over.winner if over else "",
    )


def results(game: Game) -> Grid:
    """The CRT."""
    return game.grid("crt")
