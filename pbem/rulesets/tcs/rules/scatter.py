"""Where a point or a sheaf comes down: direction, distance and rotation dice; the patterns."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, text, texts, wholes
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.plots import Pattern
from pbem.rulesets.tcs.rules.rolls import throw_as

LOST = "out"


class Aimed(Value):
    """How the sheafs of a mission are laid. axis: of a linear pattern ("2-5"), "" for the others."""

    place: Hex
    pattern: Pattern
    axis: str = ""


class ScatteredFall(Value):
    """Where something comes down: None beyond the grid, or lost. off: how many hexes from where it was meant."""

    place: Hex | None
    off: int


@rule("TCSB-1-4")
def side(number: int) -> str:
    """The hexside of a direction: 1 is north, the others follow clockwise."""
    return DIRECTIONS[number - 1]


@rule("TCS3-2.2-2")
def adjustment_point(charts: ChartBook, dice: Dice, occasion: str, target: Hex) -> ScatteredFall:
    """Places the adjustment point of a mission by direction die, distance die and rotation."""
    away = throw_as(dice, f"{occasion}/distance", _spec(charts, "distance")).value
    return _scattered(charts, dice, occasion, target, away)


@rule("TCS3-2.3-6", "TCS3-2.13-2", "TCS3-2.13-3", "TCS3-2.13-4")
def sheaf_falls(charts: ChartBook, dice: Dice, occasion: str, aimed: Aimed) -> ScatteredFall:
    """Places one sheaf by its own roll of the mission's pattern."""
    chart = charts.grid("patterns")
    column = chart.column_named("linear_red" if aimed.pattern == "linear" else aimed.pattern)
    where = chart.cell({"die": "first"}, column, throw_as(dice, occasion, chart.dice.roll).value)
    if where == LOST:
        return ScatteredFall(None, 0)
    if aimed.pattern == "linear":
        return _on_axis(charts, dice, occasion, aimed)
    return _scattered(charts, dice, occasion, aimed.place, _OFF[where])


_OFF = {"in": 0, "adj": 1, "two": 2}


@rule("TCSB-18-3", "TCS3-2.13-1")
def axes(charts: ChartBook) -> tuple[str, ...]:
    """The axes that a linear mission may be plotted on."""
    return texts(section(charts.grid("patterns").extras, "linear_white"), "axes")


@rule("TCS3-2.13-4")
def _on_axis(charts: ChartBook, dice: Dice, occasion: str, aimed: Aimed) -> ScatteredFall:
    """The white die gives the hex of the axis: below 0 toward its first end, above toward its second; nothing is rotated."""
    white = section(charts.grid("patterns").extras, "linear_white")
    offset = wholes(white, "offset_along_axis")[throw_as(dice, f"{occasion}/white", text(white, "roll")).value - 1]
    first, second = aimed.axis.split("-")
    return ScatteredFall(_going(aimed.place, side(int(first if offset < 0 else second)), abs(offset)), abs(offset))


def _scattered(charts: ChartBook, dice: Dice, occasion: str, place: Hex, away: int) -> ScatteredFall:
    """So many hexes in a thrown direction; two or more are rotated along the ring, so that all of its hexes can be hit."""
    if away == 0:
        return ScatteredFall(place, 0)
    towards = throw_as(dice, f"{occasion}/direction", _spec(charts, "direction")).value
    turned = (throw_as(dice, f"{occasion}/rotate", _spec(charts, "rotate")).value - 1) % away if away > 1 else 0
    # So many of the steps lead into the next direction clockwise: the ring's hex that many places on from its corner.
    corner = _going(place, side(towards), away - turned)
    return ScatteredFall(_going(corner, DIRECTIONS[towards % len(DIRECTIONS)], turned) if corner else None, away)


def _going(start: Hex, towards: str, hexes: int) -> Hex | None:
    place: Hex | None = start
    for _ in range(hexes):
        place = neighbour(place, towards) if place else None
    return place


def _spec(charts: ChartBook, name: str) -> str:
    return text(charts.records("scatter")[name], "roll")
