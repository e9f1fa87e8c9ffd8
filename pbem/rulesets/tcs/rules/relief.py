"""The ground as sight sees it: levels, what stands on them, crests, all in half levels (TCSB-8-2).

It lies in lists, a place for each hex, so that a line is the same steps through them wherever it lies: a map of a thousand hexes
has half a million lines.
"""

from collections.abc import Mapping
from fractions import Fraction

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import number, section, text, whole
from pbem.kernel.hexes import Hex, Offset, hex_at, offset
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.ground import TacticalGround

_PARTS = 2
"""Heights are told in half levels: whole numbers all the way."""
_NOWHERE = -(10**6)
"""The height of what is not on the map, or does not stand: no line is lower."""
_CORNER = hex_at(1, 1)


class Relief(Value):
    """What lines of sight pass over, in half levels.

    index: where each hex of the map stands in the lists; stride: from a column to the next in them; ground: contour levels; over:
    what a line must not pass below, bare ground with what it may rise unseen, else the top of what stands there; woods: the tops of
    woods, of which `in_a_row` in a row block at their very top; crests: hexsides by their two hexes, and how high each reaches.
    """

    index: Mapping[Hex, int]
    stride: int
    ground: tuple[int, ...]
    over: tuple[int, ...]
    woods: tuple[int, ...]
    crests: Mapping[Offset, int]
    in_a_row: int


@rule("TCSB-8-2", "TCSB-8-6")
def relief(charts: ChartBook, ground: TacticalGround) -> Relief:
    """The relief of a map. ValueError where a height of the chart is no half level."""
    chart = charts.records("terrain-effects")
    sight = section(chart.extras, "sight")
    height = {name: _halves(number(record, "height")) for name, record in chart.records.items()}
    band, crest = _halves(number(sight, "band")), height[text(sight, "crest")]
    index, stride, size = _laid_out(ground)
    lies, over, woods = ([_NOWHERE] * size for _ in range(3))
    for place, at in index.items():
        lies[at] = ground.level[place] * _PARTS
        stands = height[ground.terrain[place]]
        over[at] = max(lies[at] - band, lies[at] + stands if stands else _NOWHERE)
        if ground.terrain[place] == text(sight, "woods"):
            woods[at] = lies[at] + stands
    crests = {(index[a], index[b]): max(ground.level[a], ground.level[b]) * _PARTS + crest for a, b in ground.crests}
    return Relief(index, stride, tuple(lies), tuple(over), tuple(woods), crests, whole(sight, "in_a_row"))


def _laid_out(ground: TacticalGround) -> tuple[dict[Hex, int], int, int]:
    """Where each hex stands, from a column to the next, and how many there are, with a rim that lines may touch."""
    ways = {place: offset(_CORNER, place) for place in ground.level}
    columns, slants = ({way[axis] for way in ways.values()} for axis in (0, 1))
    stride = max(slants) - min(slants) + 3
    first_column, first_slant = min(columns) - 1, min(slants) - 1
    index = {place: (column - first_column) * stride + slant - first_slant for place, (column, slant) in ways.items()}
    return index, stride, (max(columns) - first_column + 2) * stride


def _halves(levels: Fraction) -> int:
    if (levels * _PARTS).denominator != 1:
        raise ValueError(f"{levels} levels are no half levels")
    return int(levels * _PARTS)
