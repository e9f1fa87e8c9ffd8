"""Bunkers: who is inside, what the walls and the roof give, what opens them (TCSB-27-9)."""

from collections.abc import Iterable

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import flag, section, whole
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit

CHART = "bunkers"
NO_BUNKER = ""


class Walls(Value):
    """What a bunker gives who is inside. cover: against area fire, below 0; roof: steps fewer from shells."""

    cover: int = 0
    roof: int = 0


@rule("TCSB-27-9")
def inside(charts: ChartBook, position: DugPosition | None, units: Iterable[TacticalUnit]) -> tuple[str, ...]:
    """Of the units of a hex those that are in its bunker: of who holds it, in fire mode, no vehicles and not aboard any. Weapons go
    first, then all others, each in the order of battle, as long as there is room for all of their steps."""
    if position is None or not position.bunker:
        return ()
    record, found = charts.records(CHART)[position.bunker], list[str]()
    room = whole(record, "room")
    for unit in sorted(units, key=lambda unit: not _is_weapon(unit.counter)):
        able = unit.side == position.owner and unit.mode == "fire" and not unit.rides and _fits(unit.counter, flag(record, "guns"))
        if able and 0 < unit.steps <= room:
            found.append(unit.id)
            room -= unit.steps
    return tuple(found)


def _is_weapon(counter: PrintedUnit) -> bool:
    return counter.gun or counter.type == "mg_section"


def _fits(counter: PrintedUnit, guns: bool) -> bool:
    return not counter.vehicle and counter.type != "mortar_section" and (guns or not counter.gun)


@rule("TCSB-27-9")
def walls(charts: ChartBook, position: DugPosition) -> Walls:
    """What its bunker gives its owner: less to the enemy of who built it."""
    record, chart = charts.records(CHART)[position.bunker], charts.records(CHART)
    taken = 0 if position.owner == position.built_by else whole(section(chart.extras, "occupant"), "lower_by")
    return Walls(min(0, whole(record, "cover") + taken), whole(record, "roof"))


@rule("TCSB-27-9", "TCSB-12-1")
def as_target(charts: ChartBook, kind: str) -> PrintedUnit:
    """A bunker as point fire meets it."""
    return PrintedUnit("", kind, "at_gun", "P", whole(charts.records(CHART)[kind], "defense"), 1, "towed", 0, 0)


@rule("TCSB-27-9")
def column_inside(charts: ChartBook) -> int:
    """The column of what strikes those inside when their bunker is opened."""
    return whole(section(charts.records(CHART).extras, "opened"), "column")
