"""The worked examples of terrain, hex by hex under their printed numbers, at the costs of the chart (TOCS-W11)."""

from typing import Any

import pytest

from pbem.kernel.hexes import DIRECTIONS, Hex, column_row, direction, hex_at, neighbour
from pbem.rulesets.tocs.ground import Ground, parse_map
from pbem.rulesets.tocs.procedures.movement import ALL_AP, entry, step
from tests.rulesets.tocs.builder import Piece, Scene, road

TANK: dict[str, Any] = {"kind": "vehicle_platoon"}
LORRY: dict[str, Any] = {"mobility": "motorized", "mp": 6}


def around(place: str, cells: dict[str, str], extra: str = "") -> Ground:
    """The hex and those around it: farmland but for `cells` (hex -> inline keys), and more of map.toml."""
    column, row = column_row(Hex(place))
    frame = [hex_at(c, r) for c in range(column - 1, column + 2) for r in range(row - 1, row + 2)]
    lines = (f'"{h}" = {{ {cells.get(h, chr(116) + "errain = " + chr(34) + "farmland" + chr(34))} }}' for h in frame)
    head = f'schema = "pbem-map/1"\n[grid]\ncolumns = [{column - 1}, {column + 1}]\nrows = [{row - 1}, {row + 1}]\n'
    return parse_map("map.toml", head + "hex_metres = 1200\ncontour_metres = 20\n[hex]\n" + "\n".join(lines) + "\n" + extra)


def streams(place: str, *but: str) -> str:
    """A stream on every hexside but those towards some hexes."""
    near = (neighbour(Hex(place), side) for side in DIRECTIONS)
    sides = ", ".join(f'["{place}", "{h}"]' for h in near if h and h not in but)
    return f"[streams]\nsides = [{sides}]\n"


def cost(land: Ground, start: str, end: str, there: tuple[Piece, ...] = (), **unit: Any) -> int | None:
    """Halves of a point from a hex into the next."""
    scene = Scene([Piece("A", start, **unit), *there], land=land)
    way = entry(scene.view(), scene.camp().counters["a"], (Hex(start), 0), Hex(end))
    return way.cost if way else None


def side(of: str, to: str) -> str:
    found = direction(Hex(of), Hex(to))
    assert found
    return found


def test_woods_with_two_roads() -> None:
    """TOCS-W11.1-4: hex 22.17; a lorry in it shuts the lane, not the wider road, and any may leave by either."""
    roads = road("22.16 22.17", "dirt_6_8") + road("21.17 22.17", "dirt_3_6")
    land, lorry = around("22.17", {"22.17": 'terrain = "woods"'}, roads), (Piece("X", "22.17", **LORRY),)
    assert cost(land, "22.16", "22.17", lorry, **LORRY) == 2
    assert cost(land, "21.17", "22.17", lorry, **LORRY) == 8
    assert cost(land, "22.17", "21.17", lorry, **LORRY) == 2


def test_streams_on_all_sides_but_one() -> None:
    """TOCS-W11.12-4: hex 37.09."""
    land = around("37.09", {}, streams("37.09", "37.10") + road("37.08 37.09", "dirt_6_8"))
    assert cost(land, "37.10", "37.09") == 2
    assert cost(land, "38.09", "37.09") == 4 and cost(land, "38.09", "37.09", **LORRY) == 8
    assert cost(land, "37.08", "37.09", **LORRY) == 2


def test_a_polder() -> None:
    """TOCS-W11.13-2: hex 20.06, one more in and one more out but by road."""
    land = around("20.06", {"20.06": 'terrain = "polder"'}, road("20.05 20.06 20.07"))
    assert (cost(land, "19.06", "20.06"), cost(land, "20.06", "19.06")) == (4, 4)
    assert (cost(land, "20.05", "20.06"), cost(land, "20.06", "20.07")) == (2, 2)


def test_a_road_over_the_minor_river_out_of_a_suburb() -> None:
    """TOCS-W11.16-3: hexes 14.25 and 14.26."""
    water = '[[water]]\nid = "r"\nname = "R"\nkind = "minor_river"\npath = ["13.26", "14.25", "15.26"]\n'
    over = '[[bridge]]\nid = "b"\nname = "B"\nhex = "14.25"\nwater = "r"\nkind = "stone"\ncarries = ["paved"]\ndamage_points = 6\n'
    land = around("14.25", {"14.25": 'terrain = "suburb"'}, water + road("14.24 14.25 14.26") + over)
    assert cost(land, "14.25", "14.26") == 2


def test_a_village_on_a_hill() -> None:
    """TOCS-W11.18-2: hex 31.30 from 31.31: stream and slope off the road, slope alone by road; a lorry shuts the lane."""
    cells = {"31.30": 'terrain = "village", level = 1'}
    extra = '[streams]\nsides = [["31.30", "31.31"]]\n'
    assert cost(around("31.30", cells, extra), "31.31", "31.30") == 6
    land = around("31.30", cells, extra + road("31.31 31.30", "dirt_3_6"))
    assert cost(land, "31.31", "31.30") == 4
    assert cost(land, "31.31", "31.30", (Piece("X", "31.30", **LORRY),), **LORRY) == 6


def test_two_lines_of_a_hill_one_of_them_beyond_the_middle() -> None:
    """TOCS-W11.19-10: hex 35.11, a stream and one line in from 35.12; out to 35.10 the second line is free."""
    cells = {"35.11": 'terrain = "village", level = 2, climb = { S = 1 }'}
    land = around("35.11", cells, '[streams]\nsides = [["35.11", "35.12"]]\n')
    assert side("35.11", "35.12") == "S"
    assert (cost(land, "35.12", "35.11"), cost(land, "35.11", "35.10")) == (6, 2)


def test_a_lake_in_the_middle() -> None:
    """TOCS-W11.6-2: hex 08.14, entered as woods from its land sides alone."""
    dry, wet = ("07.14", "08.13", "09.14"), ("07.15", "08.15", "09.15")
    met = ", ".join([f'{side("08.14", h)} = ["woods"]' for h in dry] + [f'{side("08.14", h)} = ["lake"]' for h in wet])
    land = around("08.14", {"08.14": f'terrain = "lake", met = {{ {met} }}'})
    assert [cost(land, h, "08.14") for h in dry] == [4, 4, 4]
    assert [cost(land, h, "08.14") for h in wet] == [None, None, None]


def test_bocage_by_the_road_and_off_it() -> None:
    """TOCS-W11.22-4: hex 12.22."""
    land = around("12.22", {"12.22": 'terrain = "bocage"'}, road("12.21 12.22", "dirt_6_8"))
    assert cost(land, "12.21", "12.22", **LORRY) == 2
    assert (cost(land, "12.23", "12.22", **LORRY), cost(land, "12.23", "12.22", **TANK)) == (None, ALL_AP)
    assert cost(land, "12.23", "12.22", **TANK, traits=("cullin",)) == 8


def test_a_desert_hill_with_slopes_on_three_sides() -> None:
    """TOCS-W11.23-2: hex 16.42."""
    lines = {"17.42": 1, "16.41": 1, "16.43": 1, "17.43": 0, "15.42": 0, "15.43": 0}
    climb = ", ".join(f'{side("16.42", h)} = {n}' for h, n in lines.items())
    stream = streams("16.42", *(set(lines) - {"17.42"}))
    land = around("16.42", {"16.42": f'terrain = "desert", level = 1, climb = {{ {climb} }}'}, stream)
    assert {h: cost(land, h, "16.42") for h in lines} == {
        "17.42": 6, "16.41": 4, "16.43": 4, "17.43": 2, "15.42": 2, "15.43": 2
    }  # fmt: skip


def test_bocage_and_orchard() -> None:
    """TOCS-W11.24-2, TOCS-W11.24-1: hex 18.26, the dearer of the two from every side, one more over the stream."""
    cells = {"18.26": 'terrain = "bocage", met = { S = ["orchard", "bocage"] }'}
    land = around("18.26", cells, '[streams]\nsides = [["18.26", "18.25"]]\n')
    assert (cost(land, "18.27", "18.26"), cost(land, "18.25", "18.26"), cost(land, "17.26", "18.26")) == (4, 6, 4)


@pytest.mark.parametrize("start, end, round_it", [("13.15", "15.14", True), ("14.15", "14.13", False)])
def test_woods_with_room_on_two_sides(start: str, end: str, round_it: bool) -> None:
    """TOCS-W11.25-2: hex 14.14 may be passed along the hexsides towards 13.14 and 14.13."""
    room = ", ".join(f'{side("14.14", h)} = "open"' for h in ("13.14", "14.13"))
    land = around("14.14", {"14.14": f'terrain = "woods", room = {{ {room} }}'})
    scene = Scene([Piece("A", start)], own=" ".join(land.hexes), land=land)
    way = step(scene.view(), scene.camp().counters["a"], (Hex(start), 0), Hex(end))
    assert (way is not None) == round_it
