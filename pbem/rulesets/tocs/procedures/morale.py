"""Morale checks (TOCS-W4.1)."""

from pbem.engine.ruleset import Moment
from pbem.kernel.charts import Check, Drm
from pbem.kernel.dice import Throw
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value


class Nerve(Value):
    """What a morale check asks of a unit. numbered: 2 for a "2MC"; hq_present: an undegraded HQ of its chain is with it."""

    ml: int
    numbered: int = 0
    out_of_supply: bool = False
    hq_present: bool = False
    withdraw_surrounded: bool = False
    withdraw_night: bool = False


@rule("TOCS-W4.1-1")
def morale_check(moment: Moment, occasion: str, nerve: Nerve) -> tuple[Throw, bool]:
    """Thrown for an occasion ("morale/<unit id>/T3.2/1"): the dice, and whether the modified roll is not above ML."""
    throw = moment.dice.throw(occasion, moment.game.check("morale-check").trial.roll)
    return throw, throw.total + drms(moment.game.check("morale-check"), nerve)[0] <= nerve.ml


def drms(chart: Check, nerve: Nerve) -> tuple[int, tuple[str, ...]]:
    """The modifier to the roll, and its reasons: `out of supply +1`."""
    worth = {name: bounded(drm, nerve.numbered if name == "numbered_mc" else 1) for name, drm in chart.drms.items()}
    held = {"numbered_mc": nerve.numbered > 0, **{name: getattr(nerve, name) for name in chart.drms if name != "numbered_mc"}}
    return summed({name: worth[name] for name in chart.drms if held[name]})


def bounded(drm: Drm, number: int) -> int:
    """What a modifier is worth: as printed, or the number it stands for within its bounds."""
    if isinstance(drm.value, int):
        return drm.value
    low, high = drm.lo if drm.lo is not None else number, drm.hi if drm.hi is not None else number
    return max(low, min(high, number))


def summed(worth: dict[str, int]) -> tuple[int, tuple[str, ...]]:
    """Modifiers added up, and each in words."""
    return sum(worth.values()), tuple(f"{name.replace('_', ' ')} {value:+d}" for name, value in worth.items())
