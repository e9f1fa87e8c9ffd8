"""The part of a map with most in it is the one that looking at every part finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, column_row
from pbem.modules import library
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports import map_near as near

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME = scenario.opening(MODULE, library.charts("tocs")).game
HEXES = st.sampled_from(sorted(GAME.ground.hexes))
COLUMNS, ROWS = ({column_row(h)[axis] for h in GAME.ground.hexes} for axis in (0, 1))
WHOLE = near.Extent(max(COLUMNS) + 1, max(ROWS) + 1)


def looked_for(extent: near.Extent, weights: near.Weights, asked: near.Weights | None) -> near.Corner:
    """The corner of the part that holds most, by looking at every part."""
    last = max(max(COLUMNS) - extent.columns + 1, min(COLUMNS)), max(max(ROWS) - extent.rows + 1, min(ROWS))
    corners = [(c, r) for c in range(min(COLUMNS), last[0] + 1) for r in range(min(ROWS), last[1] + 1)]
    held = [corner for corner in corners if asked is None or any(extent.holds(corner, h) for h in asked)]

    def inside(corner: near.Corner) -> float:
        across, down = corner[0] + (extent.columns - 1) / 2, corner[1] + (extent.rows - 1) / 2
        shown = {column_row(h): weight for h, weight in weights.items() if extent.holds(corner, h)}
        return round(sum(w * (1 - 0.04 * max(abs(c - across), abs(r - down))) for (c, r), w in shown.items()), 6)

    return max(held, key=lambda corner: (inside(corner), -corner[0], -corner[1]))


@settings(max_examples=60)
@given(
    st.sampled_from([near.SMALL, near.NARROW, near.Extent(2, 3), WHOLE]),
    st.dictionaries(HEXES, st.sampled_from([near.BEHIND, near.AT_FRONT, near.CONTACT, near.ENGAGED]), min_size=1, max_size=12),
    st.integers(0, 3),
)
def test_the_part_with_most_is_the_one_that_looking_at_every_part_finds(
    extent: near.Extent, weights: dict[Hex, float], many: int
) -> None:
    """Each weight is added to the parts that show it; of the parts with as much the leftmost and then the uppermost counts."""
    asked = dict(sorted(weights.items())[:many]) or None
    assert near._best(GAME, extent, weights, asked) == looked_for(extent, weights, asked)
