"""Hexes: the grid's names, neighbours, distances, lines, rings and discs."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.hexes import (
    DIRECTIONS,
    Hex,
    beneath,
    column_row,
    direction,
    disc,
    distance,
    hex_at,
    line,
    neighbour,
    neighbours,
    ring,
)
from pbem.kernel.paths import cheapest

hexes = st.builds(hex_at, st.integers(1, 99), st.integers(1, 99))
inland = st.builds(hex_at, st.integers(20, 40), st.integers(20, 40))
BACK = dict(zip(DIRECTIONS, DIRECTIONS[3:] + DIRECTIONS[:3], strict=True))


def test_the_neighbours_of_11_05() -> None:
    assert neighbours(Hex("11.05")) == ("11.04", "12.04", "12.05", "11.06", "10.05", "10.04")


def test_the_neighbours_of_12_05_lie_lower() -> None:
    assert neighbours(Hex("12.05")) == ("12.04", "13.05", "13.06", "12.06", "11.06", "11.05")


def test_a_corner_of_the_grid_has_fewer_neighbours() -> None:
    assert neighbours(Hex("01.01")) == ("02.01", "01.02")
    assert neighbour(Hex("01.01"), "N") is None


def test_a_hex_beyond_the_grid_is_a_bug() -> None:
    with pytest.raises(ValueError, match="column 100"):
        hex_at(100, 1)


def test_hexes_sort_by_column_and_then_row() -> None:
    assert sorted([hex_at(10, 2), hex_at(2, 10), hex_at(2, 9)]) == ["02.09", "02.10", "10.02"]


@given(st.integers(1, 99), st.integers(1, 99))
def test_a_name_gives_its_column_and_row_back(column: int, row: int) -> None:
    assert column_row(hex_at(column, row)) == (column, row)


@given(hexes, st.sampled_from(DIRECTIONS))
def test_the_way_back_is_the_opposite_direction(place: Hex, towards: str) -> None:
    other = neighbour(place, towards)
    if other is not None:
        assert direction(place, other) == towards
        assert neighbour(other, BACK[towards]) == place


def test_hexes_that_do_not_touch_have_no_direction() -> None:
    assert direction(Hex("11.05"), Hex("11.07")) is None
    assert direction(Hex("11.05"), Hex("11.05")) is None


@given(inland, st.integers(0, 6))
def test_distance_agrees_with_a_walk_over_neighbours(place: Hex, radius: int) -> None:
    walked = cheapest([place], lambda at: dict.fromkeys(neighbours(at), 1), radius).cost
    assert {other: distance(place, other) for other in walked} == walked
    assert tuple(sorted(walked)) == disc(place, radius)


@given(inland, st.integers(0, 6))
def test_a_ring_is_the_rim_of_the_disc(place: Hex, radius: int) -> None:
    assert ring(place, radius) == tuple(h for h in disc(place, radius) if distance(place, h) == radius)
    assert len(ring(place, radius)) == (6 * radius or 1)


@given(hexes, hexes)
def test_a_line_is_a_shortest_way_between_its_ends(start: Hex, end: Hex) -> None:
    way = line(start, end)
    assert (way[0], way[-1]) == (start, end)
    assert len(way) == distance(start, end) + 1
    assert all(distance(one, two) == 1 for one, two in pairwise(way))


@given(hexes, hexes)
def test_a_line_is_the_same_both_ways(start: Hex, end: Hex) -> None:
    assert line(end, start) == line(start, end)[::-1]


def test_a_line_along_hexsides_takes_the_southern_hexes() -> None:
    assert line(Hex("11.05"), Hex("15.05")) == ("11.05", "12.05", "13.05", "14.05", "15.05")
    assert line(Hex("12.05"), Hex("14.05")) == ("12.05", "13.06", "14.05")


def test_under_a_line_along_a_hexside_lie_the_hexes_on_both_hands() -> None:
    under = beneath(Hex("12.07"), Hex("14.07"))
    assert [set(step) for step in under] == [{"12.07"}, {"13.07", "13.08"}, {"14.07"}]


@given(inland, inland)
def test_a_line_takes_the_first_hex_of_every_step_beneath_it(start: Hex, end: Hex) -> None:
    assert all(place in step for place, step in zip(line(start, end), beneath(start, end), strict=True))


def test_a_line_along_the_southern_edge_stays_on_the_grid() -> None:
    assert line(Hex("02.99"), Hex("04.99")) == ("02.99", "03.99", "04.99")


def test_a_line_down_a_column_is_the_column() -> None:
    assert line(Hex("12.05"), Hex("12.08")) == ("12.05", "12.06", "12.07", "12.08")


def test_a_line_from_a_hex_to_itself_is_that_hex() -> None:
    assert line(Hex("12.05"), Hex("12.05")) == ("12.05",)
