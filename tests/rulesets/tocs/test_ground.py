"""The printed map: banks, bridges, roads, contours, and the faults a map can have."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.charts.tables import Sheet, parse_table
from pbem.kernel.hexes import DIRECTIONS, Hex, direction
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs import ground as g
from pbem.rulesets.tocs.map_file import HexEntry
from pbem.rulesets.tocs.map_reading import parse_map
from pbem.rulesets.tocs.waterways import banks_between

HOME = Path(__file__).parents[3]
TEXT = (HOME / "games" / "heumen-bridge" / "map.toml").read_text(encoding="utf-8")
COSTS = (HOME / "pbem" / "rulesets" / "tocs" / "tables" / "cost-of-terrain.toml").read_text(encoding="utf-8")

HEUMEN, MALDEN, MOUTH = Hex("14.12"), Hex("13.11"), Hex("15.14")

SMALL = """
schema = "pbem-map/1"
[grid]
columns = [11, 12]
rows = [4, 5]
hex_metres = 1200
contour_metres = 20
[hex]
"11.04" = { terrain = "farmland" }
"11.05" = { terrain = "polder", level = 1, name = "Dike" }
"12.04" = { terrain = "forest", level = 3 }
"12.05" = { terrain = "town" }
[cliffs]
sides = [["11.05", "12.04"]]
"""


@pytest.fixture(scope="module")
def ground() -> g.Ground:
    return parse_map("map.toml", TEXT)


def faults_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(ModuleError) as caught:
        parse_map("map.toml", text)
    return [(fault.key, fault.message) for fault in caught.value.faults]


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


def test_the_training_map_is_twelve_columns_of_ten(ground: g.Ground) -> None:
    assert len(ground.hexes) == 120
    assert ground.hexes == tuple(sorted(ground.hexes))
    assert (ground.hexes[0], ground.hexes[-1]) == ("09.08", "20.17")


def test_the_canal_splits_the_heumen_hex_into_a_side_and_three(ground: g.Ground) -> None:
    assert ground.banks[HEUMEN] == (("NE",), ("S", "SW", "NW"))
    assert [g.bank_of(ground, HEUMEN, side) for side in DIRECTIONS] == [None, 0, None, 1, 1, 1]


def test_a_hex_without_water_has_one_bank_all_round(ground: g.Ground) -> None:
    assert [g.bank_of(ground, Hex("12.11"), side) for side in DIRECTIONS] == [0] * 6
    assert not g.is_divided(ground, Hex("12.11"))


def test_where_the_canal_meets_the_maas_only_the_south_can_be_entered(ground: g.Ground) -> None:
    assert ground.banks[MOUTH] == (("SE", "S", "SW"),)
    assert not g.is_divided(ground, MOUTH)


def test_a_bank_is_named_by_hexsides_on_it(ground: g.Ground) -> None:
    assert g.bank_named(ground, HEUMEN, "NE") == 0
    assert g.bank_named(ground, HEUMEN, "SW+NW") == 1
    assert g.bank_named(ground, HEUMEN, "NE+S") is None
    assert g.bank_named(ground, HEUMEN, "") is None
    assert g.bank_named(ground, Hex("12.11"), "N") is None


def test_the_maas_comes_in_and_goes_out_over_the_edge_of_the_map(ground: g.Ground) -> None:
    assert g.bank_of(ground, Hex("20.17"), "SE") is None
    assert g.bank_of(ground, Hex("09.12"), "SW") is None


def test_water_closes_a_hexside_from_both_hexes(ground: g.Ground) -> None:
    for place in ground.banks:
        for other in ground.neighbours[place]:
            there, back = direction(place, other), direction(other, place)
            assert there and back
            if g.bank_of(ground, place, there) is None:
                assert g.bank_of(ground, other, back) is None


@given(st.sets(st.sampled_from(DIRECTIONS)))
def test_banks_and_crossings_share_out_the_six_hexsides(crossed: set[str]) -> None:
    banks = banks_between(crossed)
    assert sorted([*crossed, *(side for bank in banks for side in bank)]) == sorted(DIRECTIONS)
    for bank in banks:
        steps = [(DIRECTIONS.index(end) - DIRECTIONS.index(start)) % 6 for start, end in pairwise(bank)]
        assert set(steps) <= {1}


@given(st.sets(st.sampled_from(DIRECTIONS), min_size=2))
def test_neighbouring_banks_have_water_between_them(crossed: set[str]) -> None:
    for bank in banks_between(crossed):
        before = DIRECTIONS[DIRECTIONS.index(bank[0]) - 1]
        after = DIRECTIONS[(DIRECTIONS.index(bank[-1]) + 1) % 6]
        assert {before, after} <= crossed


def test_the_heumen_bridge_carries_the_paved_road(ground: g.Ground) -> None:
    (bridge,) = g.bridge_at(ground, HEUMEN)
    assert (bridge.id, bridge.carries, bridge.damage_points, bridge.intact) == ("heumen", ("paved",), 6, True)
    assert g.bridge_named(ground, "heumen") == bridge
    assert g.bridge_at(ground, Hex("12.11")) == ()
    assert g.bridge_named(ground, "arnhem") is None


def test_bridges_stand_in_the_order_of_their_ids(ground: g.Ground) -> None:
    assert [bridge.id for bridge in ground.bridges] == ["guyk", "hatert", "heumen", "malden", "molenhoek", "mook_rr"]


def test_roads_run_both_ways(ground: g.Ground) -> None:
    assert ground.roads[Hex("13.12"), HEUMEN] == ground.roads[HEUMEN, Hex("13.12")] == "paved"
    assert (Hex("14.11"), HEUMEN) not in ground.roads
    assert ground.rails[Hex("16.12"), Hex("16.13")] == ground.rails[Hex("16.13"), Hex("16.12")] == "railroad"


def test_of_two_roads_the_better_counts() -> None:
    two = SMALL.replace("[cliffs]", road("slow", "dirt_3_6") + road("fast", "highway") + "[cliffs]")
    other = SMALL.replace("[cliffs]", road("fast", "highway") + road("slow", "dirt_3_6") + "[cliffs]")
    for text in (two, other):
        assert parse_map("map.toml", text).roads[Hex("11.04"), Hex("11.05")] == "highway"


def road(name: str, kind: str) -> str:
    return f'[[road]]\nid = "{name}"\nclass = "{kind}"\npath = ["11.04", "11.05"]\n'


def test_neighbours_go_clockwise_from_north_and_stop_at_the_edge(ground: g.Ground) -> None:
    assert ground.neighbours[Hex("12.11")] == ("12.10", "13.11", "13.12", "12.12", "11.12", "11.11")
    assert ground.neighbours[Hex("09.08")] == ("10.08", "09.09")


def test_climbing_counts_contours_and_descending_none() -> None:
    small = parse_map("map.toml", SMALL)
    assert g.crossed_contours(small, Hex("11.05"), Hex("12.04")) == 2
    assert g.crossed_contours(small, Hex("12.04"), Hex("11.05")) == 0
    assert small.contour_metres == 20  # the module's (TOCS-W11.19-9), as every hex is 1,200 m across (TOCS-W1.2-3)


def test_a_polder_has_an_edge_on_the_way_in_and_on_the_way_out() -> None:
    small = parse_map("map.toml", SMALL)
    assert g.polder_side(small, Hex("11.04"), Hex("11.05"))
    assert g.polder_side(small, Hex("11.05"), Hex("11.04"))
    assert not g.polder_side(small, Hex("11.04"), Hex("12.04"))


def test_cliffs_and_streams_are_known_from_both_sides(ground: g.Ground) -> None:
    assert parse_map("map.toml", SMALL).cliffs == {("11.05", "12.04"), ("12.04", "11.05")}
    assert (Hex("13.12"), Hex("12.12")) in ground.streams
    assert (Hex("12.12"), Hex("13.12")) in ground.streams


def test_houses_are_told_from_other_ground() -> None:
    small = parse_map("map.toml", SMALL)
    assert [g.is_built_up(small, place) for place in small.hexes] == [False, False, False, True]
    assert small.names == {"11.05": "Dike"}


def test_every_terrain_a_map_may_use_has_a_cost() -> None:
    costs = parse_table("cost-of-terrain", COSTS, library.grammar("tocs"))
    assert isinstance(costs, Sheet)
    kinds = HexEntry.model_json_schema()["properties"]["terrain"]["enum"]
    for terrain in kinds:
        assert costs.cell(terrain, "foot")


HEX = '"12.11" = { terrain = "farmland", country = "NL" }'
HEUMEN_ROAD = '["09.11", "10.11", "11.12", "12.11", "13.12", "14.12", "15.12"]'


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        (HEX + "\n", "", "hex", "not described: 12.11"),
        (HEX, HEX + '\n"40.11" = { terrain = "open" }', 'hex."40.11"', "outside the frame of the map: 40.11"),
        (HEX, HEX.replace("farmland", "lava"), 'hex."12.11".terrain', "'lava'"),
        (HEX, HEX.replace("terrain", "terain"), 'hex."12.11".terain', 'unknown key "terain": did you mean "terrain"?'),
        (HEX, HEX.replace("12.11", "12.111"), 'hex."12.111"', "should be a hex such as 08.12, not '12.111'"),
        (HEX, HEX.replace(" }", ', name = "heumen" }'), 'hex."12.11".name', 'two hexes are named "heumen"'),
        ('id = "canal"', 'id = "maas"', "water[1].id", 'the id "maas" is taken'),
        ('id = "guyk_road"', 'id = "heath_lane"', "road[12].id", 'the id "heath_lane" is taken'),
        ('"13.10", "13.11", "14.11"', '"13.11", "14.11"', "water[1].path", "13.09 and 13.11 are not adjacent"),
        ('"15.13", "15.14"]', '"15.13", "15.14", "40.40"]', "water[1].path", "40.40 is not on the map"),
        ('leaves = "SW"', 'leaves = "N"', "water[0].leaves", "goes on N of 09.12, which is on the map"),
        ('["12.11", "13.12"], ', '["12.11", "14.12"], ', "streams.sides", "12.11 and 14.12 are not adjacent"),
        (HEUMEN_ROAD, HEUMEN_ROAD.replace('"11.12", ', ""), "road[3].path", "10.11 and 12.11 are not adjacent"),
        (HEUMEN_ROAD, '["08.11", ' + HEUMEN_ROAD[1:], "road[3].path", "08.11 is not on the map"),
        (HEUMEN_ROAD, '["14.11", "14.12"]', "road[3].path", "the hexside from 14.11 to 14.12 is water"),
        ('carries = ["paved"]', 'carries = ["dirt_6_8"]', "road[3].path", "in 14.12, where no bridge carries paved"),
        (HEUMEN_ROAD, '["09.11", "10.11"]', "bridge[2].carries", "no road or railway crosses Heumen bridge"),
        ('hex = "14.12"\nwater = "canal"', 'hex = "14.12"\nwater = "rhine"', "bridge[2].water", 'no water "rhine"'),
        ('hex = "14.12"', 'hex = "12.11"', "bridge[2].hex", '"canal" does not run through 12.11'),
        ('hex = "14.12"', 'hex = "15.14"', "bridge[2].hex", "15.14 has only one bank"),
        ("hex_metres = 1200", "hex_metres = 1000", "grid.hex_metres", "a hex is 1200 m across, not 1000 (TOCS-W1.2-3)"),
        ("contour_metres = 20\n", "", "grid.contour_metres", "is missing"),
        ("rows = [8, 17]", 'rows = "8 to 17"', "grid.rows", "list"),
        ('schema = "pbem-map/1"', 'schema = "pbem-map/2"', "schema", "pbem-map/1"),
        ('schema = "pbem-map/1"', 'schema = "pbem-map/1', "", "not TOML"),
    ],
)
def test_a_fault_of_the_map_is_found_and_placed(old: str, new: str, key: str, message: str) -> None:
    found = faults_of(changed(old, new))
    assert any(key == fault_key and message in said for fault_key, said in found), found


CANAL = '[[water]]\nid = "c"\nname = "Canal"\nkind = "minor_river"\nleaves = "S"\npath = ["11.04", "11.05"]\n'


@pytest.mark.parametrize("entry, key, message", [
    ('[[ford]]\nhex = "12.04"\nwater = "c"\n', "ford[0].hex", '"c" does not run through 12.04'),
    ('[[ford]]\nhex = "11.05"\nwater = "d"\n', "ford[0].water", 'no water "d"'),
    ('[[ford]]\nhex = "11.04"\nwater = "c"\n', "ford[0].hex", "11.04 has only one bank"),
    ('[[ferry]]\nhex = "12.04"\nwater = "c"\n', "ferry[0].hex", '"c" does not run through 12.04'),
    ('[[ferry]]\nhex = "11.05"\nwater = "d"\n', "ferry[0].water", 'no water "d"'),
    ('[[ferry]]\nhex = "11.04"\nwater = "c"\n', "ferry[0].hex", "11.04 has only one bank"),
    ('[[ferry]]\nhex = "11.05"\nwater = "c"\n' * 2, "ferry[1].hex", "there is a ferry in 11.05 already"),
])  # fmt: skip
def test_a_ford_or_a_ferry_lies_on_a_water_that_divides_its_hex(entry: str, key: str, message: str) -> None:
    """TOCS-W11.14-1, TOCS-W11.10-3."""
    assert any(key == at and message in said for at, said in faults_of(SMALL + CANAL + entry))


def test_nobody_prints_a_ford_over_a_major_river() -> None:
    """TOCS-W11.9-1."""
    ford = '[[ford]]\nhex = "11.05"\nwater = "c"\n'
    assert parse_map("map.toml", SMALL + CANAL + ford).fords == {Hex("11.05")}
    assert ("ford[0].water", "Canal is a major river: it has no fords (TOCS-W11.9-1)") in faults_of(
        SMALL + CANAL.replace("minor", "major") + ford
    )


def test_room_is_printed_only_where_a_hex_can_be_gone_round() -> None:
    """TOCS-W10.1.1-6, TOCS-W10.1.1-5."""
    found = faults_of(SMALL.replace('"forest", level = 3', '"forest", room = { N = "open" }'))
    assert found == [('hex."12.04".room', "12.04 is forest: nobody goes round it (TOCS-W10.1.1-6)")]
