"""Rehearsals: what a forecast counts of a game of TOCS."""

from pbem.engine.situation import Control
from pbem.kernel.charts.tables import Grid
from pbem.rulesets.form import ForecastTally
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


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
