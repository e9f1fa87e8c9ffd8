"""The course of the game: turns, impulses, weather, income, set-up, patches."""

from pbem.kernel.dice import Throw
from pbem.kernel.values import Value
from pbem.rulesets.tocs.units import (
    ForcesPatch,
    ReplacementPool,
)
from pbem.rulesets.tocs.view import Weather


class TurnBegan(Value):
    """A turn began; its number, from 1."""

    turn: int


class ForcesPatched(Value):
    """A patch of the module takes effect for a side, as its turn begins."""

    side: str
    patch: ForcesPatch


class InitiativeThrown(Value):
    """Both sides threw for initiative; holder moves first (TOCS-2.7-1). No throws when the module says who begins."""

    holder: str
    throws: tuple[tuple[str, Throw], ...]


class ImpulseBegan(Value):
    """An operational impulse began for `phasing`."""

    impulse: int
    phasing: str


class WeatherChanged(Value):
    """The weather was rolled, or is as history had it: for a turn (TOCS-2.5-1) or for an impulse (TOCS-3.1-1)."""

    weather: Weather
    throws: tuple[Throw, ...]


class IncomeEarned(Value):
    """OPs came in: the pool afterwards, the die, the deficit OPs the enemy handed over (TOCS-3.3-1), and what the module's reserve
    added when it opened."""

    side: str
    pool: ReplacementPool
    throw: Throw
    credit: int
    reserve: int = 0


class TurnEndThrown(Value):
    """The turn-end roll (TOCS-3.11-1): the dice, the number they had to meet, whether the turn ended, the new box."""

    side: str
    passed: bool
    throw: Throw | None
    needed: int
    ended: bool
    box: int
    passes: int


class TurnEnded(Value):
    """The turn is over; deficit credits lapse (TOCS-3.5-3)."""

    turn: int


class SetupBegan(Value):
    """A side may set up before the first turn; `impulse` counts the set-ups."""

    impulse: int
    phasing: str
