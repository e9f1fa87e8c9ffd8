"""The ground as sight sees it: levels, what stands on them, crests, all in half levels (TCSB-8-2)."""

from collections.abc import Mapping
from fractions import Fraction

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import number, section, text, whole
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.ground import Ground, Side

_PARTS = 2
"""Heights are told in half levels: whole numbers all the way."""


class Relief(Value):
    """What lines of sight pass over, in half levels.

    ground: the contour level of each hex of the map; stands: how high its terrain stands above that, where it does; woods: those
    of which two in a row block at their very top; crests: hexsides, with how high each reaches; band: how far bare ground may
    rise above a line and not block it; in_a_row: how many such woods block.
    """

    ground: Mapping[Hex, int]
    stands: Mapping[Hex, int]
    woods: frozenset[Hex]
    crests: Mapping[Side, int]
    band: int
    in_a_row: int


@rule("TCSB-8-2", "TCSB-8-6")
def relief(charts: ChartBook, ground: Ground) -> Relief:
    """The relief of a map. ValueError where a height of the chart is no half level."""
    chart = charts.records("terrain-effects")
    sight = section(chart.extras, "sight")
    height = {name: _halves(number(record, "height")) for name, record in chart.records.items()}
    crest = height[text(sight, "crest")]
    return Relief(
        ground={place: level * _PARTS for place, level in ground.level.items()},
        stands={place: height[kind] for place, kind in ground.terrain.items() if height[kind]},
        woods=frozenset(place for place, kind in ground.terrain.items() if kind == text(sight, "woods")),
        crests={side: max(ground.level[place] for place in side) * _PARTS + crest for side in ground.crests},
        band=_halves(number(sight, "band")),
        in_a_row=whole(sight, "in_a_row"),
    )


def _halves(levels: Fraction) -> int:
    if (levels * _PARTS).denominator != 1:
        raise ValueError(f"{levels} levels are no half levels")
    return int(levels * _PARTS)
