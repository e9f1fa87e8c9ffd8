"""Field works: who can dig, lay and clear, at what price, and what a level comes to next (TOCS-W10.9 to W10.12)."""

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.zoc import COMPANIES
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

LEVELS = ("entrenched", "strongpoint", "fortified_area")
SPECIAL = ("dozer", "flail", "roller")


def price(view: View, work: str) -> str:
    """AP of a work, a record of the chart `engineering`: a number, or "all"."""
    return str(view.game.records("engineering")[work]["ap"])


def cost(view: View, unit: Unit, work: str) -> int:
    """The AP of a work: so many, or all that a unit in this state has."""
    told = price(view, work)
    return action_points(view, unit) if told == "all" else int(told)


def is_company(counter: Counter) -> bool:
    """A company, half-company or headquarters company."""
    return counter.kind in COMPANIES


@rule("TOCS-W2.6.4-3", "TOCS-W2.6.4-5")
def is_engineer(counter: Counter) -> bool:
    """An engineer company, platoon or asset that works by hand; the vehicles that only clear are none."""
    return counter.engineer and not special(counter)


@rule("TOCS-W10.12-3", "TOCS-W2.6.4-5")
def special(counter: Counter) -> str:
    """Which clearing vehicle a unit is: dozer, flail or roller, "" for none."""
    return next((trait for trait in SPECIAL if trait in counter.traits), "")


def sapper(counter: Counter) -> bool:
    """Engineers of any kind, their vehicles too."""
    return counter.engineer or bool(special(counter))


@rule("TOCS-W10.9-3")
def next_level(level: str) -> str:
    """The level a position comes to by one more effort, "" when there is none above."""
    return (*LEVELS, "")[LEVELS.index(level) + 1 if level else 0]


def clearing(counter: Counter, kind: str) -> str:
    """The record of the chart for this unit's clearing of mines or a block."""
    return f"clear_{kind}_vehicle" if special(counter) and kind == "minefield" else f"clear_{kind}"
