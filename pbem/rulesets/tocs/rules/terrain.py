"""What the ground costs on the way from a hexside to the centre of a hex (TOCS-W11.0 to W11.27)."""

from functools import cache

from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import crossed_contours, polder_side, slope, terrain_met
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import afloat, weather
from pbem.rulesets.tocs.rules.crossings import VEHICLES
from pbem.rulesets.tocs.units import HALVES
from pbem.rulesets.tocs.view import View

ALL_AP = -1  # a cost that takes every action point the unit has
SHUT = ("flooded", "marsh", "bocage", "lake", "ocean")  # where it may not be entered it may not be left either
STEEPEST = 2  # contour lines that vehicles take off the road


def off_road(view: View, counter: Counter, a: Hex, b: Hex, road: bool) -> int | None:
    """Halves to go from a into b off the road, None where it is barred; a road or railway over the hexside cancels
    stream and polder, and a cliff (TOCS-W11.12-3)."""
    return None if shut_in(view, counter, a, b) else inward(view, counter, a, b, road)


@rule("TOCS-W1.8-1", "TOCS-1.10-1", "TOCS-W11.0-2", "TOCS-W11.0-3", "TOCS-W11.0-4", "TOCS-W1.8-2", "TOCS-W13.1.2-1")
def inward(view: View, counter: Counter, a: Hex, b: Hex, road: bool) -> int | None:
    """Halves from the hexside between a and b to the centre of b."""
    if not (road or climbable(view, counter, a, b)):
        return None
    cost = ground_cost(view, counter, terrain_met(view.game.ground, a, b))
    if cost is None or cost == ALL_AP:
        return cost
    cost += climb(view, counter, a, b)
    if not road:
        cost += hexside(view, counter, a, b)
    return cost * 2 if view.night else cost


@rule("TOCS-W11.4-1", "TOCS-W11.5-1", "TOCS-W11.6-1", "TOCS-W11.6-2", "TOCS-W11.7-1", "TOCS-W11.8-1", "TOCS-W11.24-2")
def ground_cost(view: View, counter: Counter, kinds: tuple[str, ...]) -> int | None:
    """Halves for the terrain met on the way: the dearest (or by switch the cheapest); None when any of it is barred."""
    costs = [terrain_cost(view, counter, kind) for kind in kinds]
    paid = [cost for cost in costs if cost is not None]
    if len(paid) < len(costs):
        return None
    if view.game.switches["mixed_hex_costs"] == "cheapest":
        return min(paid, key=lambda cost: (cost == ALL_AP, cost))
    return ALL_AP if ALL_AP in paid else max(paid)


@rule("TOCS-W11.22-2", "TOCS-W11.22-4", "TOCS-W11.4-1", "TOCS-W11.5-1", "TOCS-W11.6-1", "TOCS-W11.7-1")
def terrain_cost(view: View, counter: Counter, kind: str) -> int | None:
    """Halves for one kind of terrain; a tank that cuts hedgerows pays one more than their base instead of all its AP.

    Frozen or dry bog bears vehicles, and ice on still water everybody it is thick enough for, at one more than open; who
    floats has the price of open water in the chart, and wades in the shallows where that is cheaper.
    """
    sheet = view.game.sheet("cost-of-terrain")
    if kind == "bocage" and counter.mobility == "armored" and {"cullin", "dozer"} & set(counter.traits):
        return halves(str(whole(sheet.rows[kind].extras, "armored_base") + 1))
    if kind == "rocky_shore" and "commando" in counter.traits:
        return halves(str(sheet.rows[kind].extras["commando"]))
    cell = sheet.cell(kind, counter.mobility)
    if kind in afloat.SWUM and afloat.floats(view, counter) and not (kind == "lake" and _hardened(view, counter, kind)):
        swum = halves(str(sheet.rows[kind].extras["swim"]))
        return swum if cell == "X" else min(swum, halves(cell))
    if cell == "X" and _hardened(view, counter, kind):
        return halves(sheet.cell("open", counter.mobility)) + HALVES
    return {"X": None, "A": ALL_AP}.get(cell) if cell in "XA" else halves(cell)


def _hardened(view: View, counter: Counter, kind: str) -> bool:
    """Has the weather made wet ground passable that is barred to the unit otherwise?"""
    now = view.public.weather
    frozen = weather.ice_bears(now, counter) or now.ground == "frozen"
    if kind == "marsh":
        return frozen or now.ground in weather.DRY
    return frozen if kind == "flooded" else kind == "lake" and weather.ice_bears(now, counter)


def shut_in(view: View, counter: Counter, a: Hex, b: Hex) -> bool:
    """Does the way out of a lie through water, bog or hedgerows that the unit may neither enter nor leave off the road?"""
    kinds = terrain_met(view.game.ground, b, a)
    return any(kind in SHUT and terrain_cost(view, counter, kind) is None for kind in kinds)


@rule("TOCS-W11.19-3", "TOCS-W11.19-4")
def climbable(view: View, counter: Counter, a: Hex, b: Hex) -> bool:
    """May the unit take this slope off the road? Cliffs are for commandos and mountain troops, and vehicles take at most
    two contours up or down."""
    ground = view.game.ground
    if (a, b) in ground.cliffs and not {"commando", "mountain"} & set(counter.traits):
        return False
    return counter.mobility not in VEHICLES or abs(slope(ground, a, b)) <= STEEPEST


@rule("TOCS-W11.1-2", "TOCS-W11.12-3", "TOCS-W11.18-2", "TOCS-W11.16-3")
def by_road(view: View, counter: Counter, a: Hex, b: Hex, road: str) -> int | None:
    """Halves to enter b at road rate; climbing still costs (TOCS-W11.19-1), night does not double it (TOCS-W13.1.2-1)."""
    cell = view.game.sheet("cost-of-terrain").cell(road, counter.mobility)
    return None if cell in "XA" else halves(cell) + climb(view, counter, a, b)


@rule("TOCS-W11.19-1", "TOCS-W11.19-10", "TOCS-W11.23-2")
def climb(view: View, counter: Counter, a: Hex, b: Hex) -> int:
    """Halves for the contour lines climbed between the hexside and the centre."""
    lines = crossed_contours(view.game.ground, a, b)
    return lines * added(view, counter, "contour_up") if lines else 0


@rule("TOCS-W11.12-1", "TOCS-W11.12-2", "TOCS-W11.12-4", "TOCS-W11.13-1", "TOCS-W11.13-2", "MASL-13.1-3")
def hexside(view: View, counter: Counter, a: Hex, b: Hex) -> int:
    """Halves for the hexside itself: the edge of a polder, or a stream or gully; never both."""
    if polder_side(view.game.ground, a, b):
        return added(view, counter, "polder_side")
    return added(view, counter, "stream") if (a, b) in view.game.ground.streams else 0


def added(view: View, counter: Counter, row: str) -> int:
    """Halves that a row of the chart adds."""
    return halves(view.game.sheet("cost-of-terrain").cell(row, counter.mobility))


@cache
def halves(cell: str) -> int:
    """The halves in a cell of the chart."""
    return int(float(cell) * HALVES)


def in_points(halves: int) -> str:
    """Halves as movement points, as letters have them: `3`, `2.5`."""
    return f"{halves // HALVES}" if halves % HALVES == 0 else f"{halves / HALVES:.1f}"


def floor(game: Game, counter: Counter) -> int:
    """Halves below which no step of the unit falls, for those who look ahead: the least of the chart, and one for units with
    ways of their own."""
    return 1 if counter.skis or counter.traits else max(1, _least(game, counter.mobility))


@kept(8)
def _least(game: Game, mobility: str) -> int:
    sheet = game.sheet("cost-of-terrain")
    cells = (sheet.cell(row.id, mobility) for row in (*sheet.group("terrain"), *sheet.group("road")))
    return min((halves(cell) for cell in cells if cell not in "XA"), default=1)
