"""Morale checks (TOCS-W4.1)."""

from typing import Protocol

from pbem.kernel.charts.chart import Check
from pbem.kernel.dice import Dice, Throw
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game


class Nerve(Value):
    """What a morale check asks of a unit: its ML, and which modifiers of the chart hold, by their names there. hq_present: an
    undegraded HQ of its chain is with it; numbered_mc: the number of a check that is harder by so much (an nMC)."""

    ml: int
    out_of_supply: bool = False
    hq_present: bool = False
    withdraw_surrounded: bool = False
    withdraw_night: bool = False
    numbered_mc: int = 0


class CheckMoment(Protocol):
    """What is thrown with, and for which game: a moment, of which a rule sees no more."""

    @property
    def game(self) -> Game:
        """Whose chart it is."""

    @property
    def dice(self) -> Dice:
        """What is thrown with."""


@rule("TOCS-W4.1-1")
def morale_check(moment: CheckMoment, occasion: str, nerve: Nerve) -> tuple[Throw, bool]:
    """CheckMoment for an occasion ("morale/<unit id>/T3.2/1"): the dice, and whether the modified roll is not above ML."""
    throw = moment.dice.throw(occasion, moment.game.check("morale-check").trial.roll)
    return throw, throw.total + drms(moment.game.check("morale-check"), nerve)[0] <= nerve.ml


def drms(chart: Check, nerve: Nerve) -> tuple[int, tuple[str, ...]]:
    """The modifier to the roll, and its reasons: `out of supply +1`."""
    held = (drm for name, drm in chart.drms.items() if getattr(nerve, name, False))
    return summed({drm.id: nerve.numbered_mc if drm.value == "n" else int(str(drm.value)) for drm in held})


def summed(worth: dict[str, int]) -> tuple[int, tuple[str, ...]]:
    """Modifiers added up, and each in words."""
    return sum(worth.values()), tuple(f"{name.replace('_', ' ')} {value:+d}" for name, value in worth.items())
