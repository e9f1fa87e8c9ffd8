"""Lines of sight: what lies between two centres, and how high it reaches (TOCS-W7.2-1, W11.19)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, distance
from pbem.rulesets.tocs.rules import sight
from tests.rulesets.tocs.builder import COLUMNS, ROWS, game, ground

FLAT = game(ground())
places = st.sampled_from(FLAT.ground.hexes)


@pytest.mark.parametrize("terrain, level", [
    ("bocage", 1), ("orchard", 1), ("woods", 1), ("forest", 2), ("jungle", 2), ("village", 1), ("town", 1), ("suburb", 2),
    ("city", 2), ("farmland", 0), ("open", 0), ("marsh", 0),
])  # fmt: skip
def test_cover_stands_above_its_ground(terrain: str, level: int) -> None:
    """TOCS-W11.15-2, TOCS-W11.16-2: cities and suburbs two levels, like forest; TOCS-W11.17-1, TOCS-W11.18-1, TOCS-W11.22-1,
    TOCS-W11.24-1, TOCS-W11.25-1: towns, villages, bocage, orchards and woods one."""
    over = game(ground(f"03.03 {terrain} 2"))
    assert sight.cover(over, Hex("03.03")) == level
    assert sight.height(over, Hex("03.03")) == 2 + level


@pytest.mark.parametrize("land, sees", [
    ("", True),  # flat farmland hides nothing
    ("03.04 open 1", False),  # a bare crest above the eye does
    ("03.03 open 1, 03.04 open 1", True),  # but not one as high as the eye
    ("03.04 woods", False),
    ("03.03 open 1, 03.04 woods", False),  # level with the tree tops is not over them
    ("03.03 open 2, 03.04 woods", True),
    ("03.03 open 2, 03.04 forest", False),
    ("03.03 woods, 03.05 forest", True),  # what stands at the ends is not in between
])  # fmt: skip
def test_one_level_more_than_the_cover_looks_over_it(land: str, sees: bool) -> None:
    """TOCS-W11.19-6: one level or more above what stands between."""
    assert sight.clear_line(game(ground(land)), Hex("03.03"), Hex("03.05")) == sees


def test_a_line_along_a_hexside_passes_by_the_lower_hand() -> None:
    along = (Hex("03.04"), Hex("07.05"))  # 05.04 and 05.05 are on its two hands
    assert sight.clear_line(game(ground("05.04 woods")), *along)
    assert sight.clear_line(game(ground("05.05 woods")), *along)
    assert sight.in_the_way(game(ground("05.04 woods, 05.05 forest")), *along) == ("05.04",)


def test_a_hill_stands_above_a_neighbour() -> None:
    plateau = game(ground("03.03 open 1, 03.04 open 1"))
    assert sight.on_a_hill(plateau, Hex("03.03"))
    assert not sight.on_a_hill(plateau, Hex("06.06"))


@given(places, places)
def test_a_line_never_leaves_the_map_and_has_one_hex_a_step(start: Hex, end: Hex) -> None:
    passed = sight.between(FLAT, start, end)
    assert len(passed) == max(0, distance(start, end) - 1)
    assert all(int(p[:2]) <= COLUMNS and int(p[3:]) <= ROWS for p in passed)
    assert sight.between(FLAT, end, start) == passed[::-1]
