"""Who acts, and what became of units: activations, staffs, morale, reserves, plans, losses made good."""

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import (
    Activation,
    ReplacementPool,
    Replacements,
    ReservePlan,
    Unit,
)


class UnitActivated(Value):
    """An OP was spent on a unit, which is now active."""

    side: str
    unit: str
    pool: ReplacementPool
    active: Activation


class ActivationChanged(Value):
    """The active unit spent action or movement points, or (None) ended its activation."""

    side: str
    active: Activation | None


class StaffWoken(Value):
    """An OP was spent on an HQ while another unit is active: it is awake, with what its first order left of its AP."""

    side: str
    unit: str
    pool: ReplacementPool
    active: Activation


class StaffChanged(Value):
    """An HQ that is awake gave an order; what is left of its AP (TOCS-W2.1-6). how: ordered, noted (nothing was spent)."""

    side: str
    active: Activation
    how: str = "ordered"


class StaffLaidAside(Value):
    """An HQ is no longer active and may spend what is left of its AP later in the impulse."""

    side: str
    active: Activation


class AssetsWoken(Value):
    """An HQ activated assets, which may act at any moment of the impulse (TOCS-W2.1-4, TOCS-W2.1-7)."""

    side: str
    active: Activation
    units: tuple[str, ...]


class MoraleChecked(Value):
    """A unit threw a morale check: the unit as it is afterwards, what for, the dice, their modifier and its reasons."""

    side: str
    unit: Unit
    what: str
    throw: Throw
    drm: int
    reasons: tuple[str, ...]
    needed: int
    passed: bool


class LinksReviewed(Value):
    """At the end of an impulse: own units out of communication, each with the impulse since which (TOCS-W7.0-4)."""

    side: str
    silent: tuple[tuple[str, str], ...]


class UnitChanged(Value):
    """A unit's place, losses or state changed. why: moved, advanced, retreated, pursued, lost, degraded, recovered …"""

    side: str
    unit: Unit
    why: str


class CompanyDeployed(Value):
    """A company was deployed into two halves, with counters of their own, or is whole again (no counters): all units as
    they are then (TOCS-W10.18-1, TOCS-W10.18-3)."""

    side: str
    unit: str
    counters: tuple[Counter, ...]
    units: tuple[Unit, ...]


class ReplacementsChanged(Value):
    """A side's pools of replacements hold something else. why: disbanded, drawn, …"""

    side: str
    left: Replacements
    why: str


class WrecksSought(Value):
    """An HQ had wrecks looked for in a hex: the throw, its modifiers, and what there is now (TOCS-W10.23-1)."""

    side: str
    hex: Hex
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    needed: int
    found: bool
    left: Replacements


class RefitTried(Value):
    """A unit on refit looked for men or vehicles where no pool had any: the throw, its modifiers, what came of it."""

    side: str
    unit: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class ReserveOrdered(Value):
    """An HQ put a unit into reserve; its OP is paid (TOCS-W10.21-1)."""

    side: str
    unit: Unit
    pool: ReplacementPool


class ReserveCommitted(Value):
    """A unit comes out of reserve and acts, free (TOCS-W10.21-3); the unit, no longer in reserve, and its activation."""

    side: str
    unit: Unit
    active: Activation


class ScriptBroke(Value):
    """A reserve's script did not run, or not to its end: why, in its owner's words."""

    side: str
    unit: str
    words: str
    rule: str


class PlansFiled(Value):
    """A side's orders for after the battles of this impulse."""

    side: str
    plans: tuple[ReservePlan, ...]


class CommandPassed(Value):
    """A headquarters took over command of units, by the number of the module's order for it."""

    side: str
    number: int
    units: tuple[str, ...]


class AimReached(Value):
    """A side reached an aim that has a date."""

    side: str
    aim: str


class PointSpent(Value):
    """An OP was spent on the staff's own work; the pool afterwards."""

    side: str
    pool: ReplacementPool
