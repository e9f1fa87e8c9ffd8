"""The drawn map: well formed, complete, the same each time, and without a side's units unless that side is named."""

from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.modules import library
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports.map import draw
from pbem.rulesets.tocs.reports.map_shapes import heart, sheet_of

SVG = "{http://www.w3.org/2000/svg}"
MODULES = {name: load_module(library.module_files(library.module_folder(name))) for name in library.module_names()}
HEUMEN = MODULES["heumen-bridge"]


def layer(drawing: str, name: str) -> list[ElementTree.Element]:
    """The elements of a layer; none where it is not drawn."""
    found = ElementTree.fromstring(drawing).find(f"{SVG}g[@class='{name}']")
    return list(found.iter()) if found is not None else []


def words(drawing: str) -> set[str]:
    """Everything written on it, tips included."""
    return {(element.text or "").strip() for element in ElementTree.fromstring(drawing).iter() if element.tag != f"{SVG}style"}


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_hex_of_a_shipped_module_is_drawn_with_its_number(name: str) -> None:
    drawing = draw(MODULES[name])
    ids = {element.get("id") for element in layer(drawing, "hexes")}
    assert {f"h{place}" for place in MODULES[name].ground.hexes} <= ids
    assert set(MODULES[name].ground.hexes) <= words(drawing)


@pytest.mark.parametrize("side", ["", "allied", "german"])
def test_no_unit_and_no_work_is_drawn_of_a_side_that_was_not_named(side: str) -> None:
    drawing = draw(HEUMEN, side)
    for counter in HEUMEN.counters:
        there = counter.call in words(drawing) or counter.name in words(drawing)
        assert there == (counter.side == side and counter.setup is not None), counter.call
    works = [w for w in HEUMEN.works if w.side == side]
    assert sum(element.tag == f"{SVG}path" for element in layer(drawing, "works")) == len(works)


def test_all_the_ground_is_there() -> None:
    drawing, ground = draw(HEUMEN), HEUMEN.ground
    assert set(ground.names.values()) <= words(drawing)
    assert sum(e.tag == f"{SVG}path" for e in layer(drawing, "waters")) == len(ground.waters)
    assert sum(e.tag == f"{SVG}path" for e in layer(drawing, "roads")) == len(ground.roads) // 2
    assert sum(e.tag == f"{SVG}rect" for e in layer(drawing, "bridges")) == len(ground.bridges)
    assert sum(e.tag == f"{SVG}line" for e in layer(drawing, "streams")) == len(ground.streams) // 2


def test_a_perimeter_is_drawn_on_both_sides_of_every_hexside_where_owners_meet() -> None:
    owners = HEUMEN.owners
    meet = sum(owners.get(neighbour(h, way) or Hex(""), owners[h]) != owners[h] for h in owners for way in DIRECTIONS)
    assert sum(e.tag == f"{SVG}line" for e in layer(draw(HEUMEN), "owners")) == meet > 0


def test_neighbours_share_a_hexside_on_paper() -> None:
    sheet = sheet_of(HEUMEN.ground)
    for place in HEUMEN.ground.hexes:
        for number, way in enumerate(DIRECTIONS):
            other = neighbour(place, way)
            if other in HEUMEN.ground.hexes:
                here, there = sheet.middle(place, way), sheet.middle(other, DIRECTIONS[(number + 3) % 6])
                assert here == pytest.approx(there)


def test_everything_lies_on_the_paper() -> None:
    sheet = sheet_of(HEUMEN.ground)
    corners = [corner for place in HEUMEN.ground.hexes for corner in sheet.corners(place)]
    assert min(x for x, _ in corners) > 0 and min(y for _, y in corners) > 0
    assert max(x for x, _ in corners) < sheet.width and max(y for _, y in corners) < sheet.height


def test_a_bridge_stands_where_its_water_runs() -> None:
    sheet = sheet_of(HEUMEN.ground)
    x, y = heart(sheet, HEUMEN.ground, Hex("13.10"))  # the canal comes straight from the north and goes on south
    assert (x, y) == pytest.approx(sheet.centre(Hex("13.10")))
    assert heart(sheet, HEUMEN.ground, Hex("14.12")) != pytest.approx(sheet.centre(Hex("14.12")))  # and bends here


def test_the_same_module_gives_the_same_drawing() -> None:
    assert draw(HEUMEN, "allied") == draw(HEUMEN, "allied")


def test_names_cannot_break_the_drawing() -> None:
    texts = library.module_files(library.module_folder("heumen-bridge"))
    nasty = {**texts, "map.toml": texts["map.toml"].replace('"Overasselt"', '"<b> & \\"x\\""')}
    assert '<b> & "x"' in words(draw(load_module(nasty)))


def test_a_side_that_is_not_there_is_refused_by_name() -> None:
    result = CliRunner().invoke(main, ["map", "heumen-bridge", "--side", "french"])
    assert result.exit_code == 2
    assert "one of allied, german" in result.output
