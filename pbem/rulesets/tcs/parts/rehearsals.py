"""Rehearsals: what a forecast counts of a game of TCS. Nobody fights a battle of it elsewhere."""

from collections import Counter

from pbem.engine.situation import Control
from pbem.modules.opened import OpenModule
from pbem.rulesets.form import ForecastTally, FoughtOut
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import own_module
from pbem.rulesets.tcs.picture import TacticalPicture

FIRES = (t.AreaFired, t.PointFired, t.AtThrown)


def with_field_battles(module: OpenModule) -> OpenModule:
    """The module as it is: TCS has no field battles."""
    return module


def length(module: OpenModule) -> int:
    """How many turns it has."""
    return own_module(module).turns


def largest(module: OpenModule, side: str) -> tuple[str, ...]:
    """A side's companies, the largest first."""
    sizes = Counter(unit.company for unit in own_module(module).everyone if unit.side == side and unit.company)
    return tuple(sorted(sizes, key=lambda name: (-sizes[name], name)))


def waiting(picture: TacticalPicture) -> int:
    """Nobody waits off the board."""
    return 0


def tally(events: tuple[Event | Control, ...]) -> ForecastTally:
    """Fires, and the points of the end."""
    over = next((event for event in events if isinstance(event, t.BattleOver)), None)
    return ForecastTally(
        sum(isinstance(event, FIRES) for event in events),
        points={total.side: total.total for total in over.points} if over else None,
        winner=over.winner if over else "",
    )


def fought(game: TacticalGame, attacker: int, defender: int, thrown: int) -> FoughtOut:
    """Field battles there are none: nobody holds anything by them."""
    return FoughtOut("", 0, 0)
