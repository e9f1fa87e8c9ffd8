"""Suppressive fire: who may make it, at what, and whose turn it is in the Direct Fire Segment (TCSB-13)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import whole
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit


@rule("TCSB-13-4", "TCSB-2-11")
def after_suppressive_fire(unit: TacticalUnit) -> TacticalUnit:
    """A unit that made its SFA: marked, its action over."""
    return replace(unit, fired=True, over=True, gave_fire=True)


@rule("TCSB-4-10", "TCSB-9-8", "TCSB-26-4")
def may_fire_at_all(unit: TacticalUnit, carried_by: TacticalUnit | None = None) -> bool:
    """Can a unit fire? Not paralyzed; mortars and guns not in move mode; riders only from armor and armored carriers.

    carried_by: what it rides on.
    """
    if unit.paralyzed or unit.steps == 0:
        return False
    if carried_by is not None:
        return carried_by.counter.armor or (carried_by.counter.carrier and carried_by.counter.defense > 0)
    held = unit.counter.gun or unit.counter.type == "mortar_section" or unit.counter.move == "towed"
    return unit.mode == "fire" or not held


SMALL_ARMS_UNDER_MM = 75


@rule("TCSARM-4.11-1")
def is_light(charts: ChartBook, counter: PrintedUnit) -> bool:
    """Are its area fires those of small arms, below 75 mm, or of a point firer, so that hard cover saves more from them?"""
    if counter.mortar:
        return whole(charts.records("mortars")[counter.mortar], "mm") < SMALL_ARMS_UNDER_MM
    return counter.point > 0 or counter.area_class in ("area_small_arms", "area_machine_gun")


@rule("TCSB-9-9")
def spares_friends(friends_in_hex: int) -> bool:
    """May fire be aimed at a hex? Never at one with friendly units in it."""
    return friends_in_hex == 0


@rule("TCSB-13-2", "TCSB-13-3", "TCSB-2-8", "TCS3-9-5")
def next_side(first: str, second: str, done: str, open_to: frozenset[str]) -> str:
    """Whose turn it is when sides fire by turns: the other's, unless it is out of fires; "" when both are.

    done: the side that has just fired, "" at the start; open_to: the sides that have fires left.
    """
    order = (second, first) if done == first else (first, second)
    return next((side for side in order if side in open_to), "")


@rule("TCSB-13-7")
def may_observe_for_mortar(mortar: TacticalUnit, observer: TacticalUnit, same_sheet: bool, sees: bool) -> bool:
    """May a mortar fire at what a unit sees? One of its own company, or on its sheet."""
    return sees and (same_sheet or (bool(mortar.company) and mortar.company == observer.company))
