"""The drawn map: well formed, complete, the same each time; heights and front lines are where ground and owners have them."""

import re
from itertools import pairwise
from math import hypot
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import ImageFont

from pbem.cli import main
from pbem.documents.cartography import palette, ways
from pbem.documents.cartography.curves import Point, along, distance, lengths, mean, sampled
from pbem.documents.cartography.frames import FEET, MOST_PIXELS, view_of
from pbem.documents.cartography.ground import base
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.legend import SIGNS, terrain_sign
from pbem.documents.cartography.letter_widths import LETTERS
from pbem.documents.cartography.lettering import Lettering
from pbem.documents.cartography.paper import edges, hexsides_out, paper_of
from pbem.documents.cartography.relief import contours
from pbem.documents.cartography.sheet import Headline
from pbem.documents.cartography.situation import canvas_of, draw_sheet
from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour, neighbours
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs.map_file import Terrain
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports.map import draw
from pbem.rulesets.tocs.reports.map_overlay import land_of
from tests.rulesets.tocs.builder import ground as printed

SVG = "{http://www.w3.org/2000/svg}"
FILES = {name: library.module_files(library.module_folder(name)) for name in library.module_names()}
SHIPPED = sorted(name for name, files in FILES.items() if 'ruleset = "tocs"' in files["module.toml"])
HEUMEN = load_module(FILES["heumen-bridge"])
LAND = land_of(HEUMEN.ground)
FACES = {"plain": "Regular", "bold": "Bold", "italic": "Italic", "bold_italic": "BoldItalic"}


def small_ground(*changes: str) -> PrintedLand:
    """A small map, changed so."""
    return land_of(printed(*changes))


def words(drawing: str) -> set[str]:
    """Everything written on it, tips included."""
    return {(element.text or "").strip() for element in ElementTree.fromstring(drawing).iter()}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_hex_of_a_shipped_module_is_drawn_with_its_number(name: str) -> None:
    module = load_module(FILES[name])
    drawing = draw(module)
    ids = {element.get("id") for element in ElementTree.fromstring(drawing).iter()}
    assert {f"h{place}" for place in module.ground.hexes} <= ids
    assert set(module.ground.hexes) <= words(drawing)


@pytest.mark.parametrize("side", ["", "allied", "german"])
def test_no_unit_and_no_work_is_drawn_of_a_side_that_was_not_named(side: str) -> None:
    drawing = draw(HEUMEN, side)
    said = words(drawing)
    for counter in HEUMEN.counters:
        listed = any(word.partition(" +")[0] == counter.call for word in said)
        assert not listed or counter.side == side, counter.call
    own = [c for c in HEUMEN.counters if c.side == side and c.setup is not None]
    assert sum(any(word.partition(" +")[0] == c.call for word in said) for c in own) == len(own)
    works = [w for w in HEUMEN.works if w.side == side]
    assert ("own works" in said) == bool(works)


def test_places_and_bridges_are_named_and_a_crowded_name_is_left_out_rather_than_written_over() -> None:
    said = " ".join(words(draw(HEUMEN))).upper()
    named = [name for name in HEUMEN.ground.names.values() if all(part in said for part in name.upper().split())]
    assert len(named) >= len(HEUMEN.ground.names) - 2


def test_every_road_and_railway_between_two_hexes_is_drawn_once_and_over_its_bridges() -> None:
    paper, ground = paper_of(LAND, 59), LAND
    hearts = base(ground, 59).hearts
    found = ways.ways(paper, ground, hearts)
    edges_of = len(ground.roads) // 2 + len(ground.rails) // 2
    middles = {paper.middle(a, way) for a in ground.hexes for way in DIRECTIONS}
    crossed = sum(point in middles for way in found if way.kind != ways.RAILWAY for point in way.points)
    beyond = sum(1 for way in found for point in (way.points[0], way.points[-1]) if point in middles)
    assert crossed - beyond == len(ground.roads) // 2 and edges_of > crossed - beyond
    for bridge in ground.bridges:
        spot = ways.bridge_spot(paper, ground, hearts, bridge.id)
        assert any(point == spot for way in found for point in way.points), bridge.name


@pytest.mark.parametrize("half", [59, 28])
def test_crossing_contours_from_middle_to_middle_is_the_climb(half: int) -> None:
    climbs_are_crossed(LAND, half)


@pytest.mark.parametrize("seed", range(4))
def test_climbs_are_crossed_on_any_ground(seed: int) -> None:
    chance = Random(seed)
    changes = ", ".join(f"{c:02d}.{r:02d} open {chance.randint(0, 4)}" for c in range(1, 9) for r in range(1, 9))
    climbs_are_crossed(small_ground(changes), 59)


def climbs_are_crossed(ground: PrintedLand, half: int) -> None:
    paper = paper_of(ground, half)
    found = [
        (a, b) for contour in contours(paper, ground, frozenset(ground.hexes)) for line in contour.lines
        for a, b in pairwise([*line.points, line.points[0]] if line.closed else line.points)
    ]  # fmt: skip
    pairs = [(a, b) for a in ground.hexes for b in neighbours(a) if b in ground.level and a < b]
    assert pairs
    for a, b in pairs:
        start, end = paper.centre(a), paper.centre(b)
        reach = 2.2 * half
        near = [s for s in found if distance(s[0], start) < reach]
        assert sum(_cross((start, end), s) for s in near) == abs(ground.level[a] - ground.level[b]), (a, b)


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def active(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return (active(a, b, c) > 0) != (active(a, b, d) > 0) and (active(c, d, a) > 0) != (active(c, d, b) > 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_front_line_is_the_perimeter(seed: int) -> None:
    """As long as the hexsides where owners meet, each of them on it once, none of the map's edge."""
    chance, ground = Random(seed), LAND
    ours = (
        frozenset(chance.sample(ground.hexes, 5 + 15 * seed))
        if seed
        else frozenset(h for h in HEUMEN.owners if HEUMEN.owners[h] == "allied")
    )
    paper = paper_of(ground, 59)
    meet = {(h, way) for h in ours for way in DIRECTIONS if (o := neighbour(h, way)) in ground.terrain and o not in ours}
    assert set(hexsides_out(ours, ground.terrain)) == meet
    drawn = [
        step for edge in edges(paper, ours, ground.terrain)
        for step in pairwise([*edge.points, edge.points[0]] if edge.closed else edge.points)
    ]  # fmt: skip
    sides = {mean(paper.side(h, way)) for h, way in meet}
    assert len(drawn) == len(meet)
    assert {(round(x), round(y)) for x, y in map(mean, drawn)} == {(round(x), round(y)) for x, y in sides}


def test_neighbours_share_a_hexside_on_paper() -> None:
    paper = paper_of(LAND, 28)
    for place in HEUMEN.ground.hexes:
        for number, way in enumerate(DIRECTIONS):
            other = neighbour(place, way)
            if other in HEUMEN.ground.hexes:
                here, there = paper.middle(place, way), paper.middle(other, DIRECTIONS[(number + 3) % 6])
                assert here == pytest.approx(there)


def test_everything_lies_on_the_paper() -> None:
    paper = paper_of(LAND, 59)
    corners = [corner for place in HEUMEN.ground.hexes for corner in paper.corners(place)]
    assert min(x for x, _ in corners) > 0 and min(y for _, y in corners) > 0
    assert max(x for x, _ in corners) < paper.width and max(y for _, y in corners) < paper.height


def test_a_bridge_stands_where_its_water_runs() -> None:
    drawn = base(LAND, 59)
    for bridge in HEUMEN.ground.bridges:
        spot = drawn.hearts[bridge.hex]
        assert min(hypot(spot[0] - x, spot[1] - y) for run in drawn.waters for x, y in sampled(run.points)) < 1


def test_a_line_is_measured_along_itself() -> None:
    line = [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0)]
    assert along(line, lengths(line), 15) == (10.0, 5.0)


def test_the_same_module_gives_the_same_drawing() -> None:
    first = draw(HEUMEN, "allied")
    base.__wrapped__(LAND, 59)  # type: ignore[attr-defined]
    assert draw(load_module(library.module_files(library.module_folder("heumen-bridge"))), "allied") == first


def test_numbers_are_printed_with_the_ground_and_written_again_where_the_situation_lies_over_them() -> None:
    land = small_ground()

    def again(picture: MapPicture) -> set[str]:
        """The numbers that a sheet writes itself."""
        canvas = canvas_of(land, picture, Frame("map", ""))
        sheet = draw_sheet(canvas, Headline("", "", "", "", ""), "American").svg
        return set(re.findall(r">(\d\d\.\d\d)<", sheet))

    empty = MapPicture("blue", "T1.1", (Frame("map", ""),))
    printed_ones = re.findall(r">(\d\d\.\d\d)<", canvas_of(land, empty, Frame("map", "")).base.svg)
    assert sorted(printed_ones) == sorted(land.hexes)
    bare = again(empty)  # those beside a bridge at most
    assert len(bare) < len(land.hexes) / 4
    free = next(place for place in ("03.03", "02.03", "03.02") if place not in bare)
    assert again(replace(empty, claims=(free,))) == bare | {free}
    front = again(replace(empty, ours=(free,)))
    assert {free} <= front - bare, "its line runs above the number"
    assert front - bare <= {free, *neighbours(free)}


def test_names_cannot_break_the_drawing() -> None:
    texts = library.module_files(library.module_folder("heumen-bridge"))
    nasty = {**texts, "map.toml": texts["map.toml"].replace('"Overasselt"', '"<b>&\\"x\\""')}
    assert '<b>&"x"' in words(draw(load_module(nasty)))


def test_a_side_that_is_not_there_is_refused_by_name() -> None:
    result = CliRunner().invoke(main, ["map", "heumen-bridge", "--side", "french"])
    assert result.exit_code == 2
    assert "one of allied, german" in result.output


def test_the_palette_is_fixed_and_told_apart_in_grey() -> None:
    assert len(palette.PALETTE) == 90 and all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in palette.PALETTE)
    greys = [_luminance(colour) for colour in palette.STATES[1:]]
    assert greys == sorted(greys, reverse=True) and min(a - b for a, b in pairwise(greys)) > 0.1
    for ink, below in (
        (palette.NUMBER, palette.FARMLAND), (palette.OWN_INK, palette.OWN), (palette.ENEMY_INK, palette.ENEMY),
        (palette.INK, palette.PAPER), (palette.LINE, palette.raised(palette.WOODS, 2)),
    ):  # fmt: skip
        assert (_luminance(below) + 0.05) / (_luminance(ink) + 0.05) > 4.0, (ink, below)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("face", LETTERS)
def test_letters_are_as_wide_as_the_font_has_them(face: str) -> None:
    (file,) = (path for path in library.fonts() if path.name == f"Cabin-{FACES[face]}.otf")
    font = ImageFont.truetype(str(file), 1000, layout_engine=ImageFont.Layout.BASIC)
    for width, letters in LETTERS[face].items():
        for letter in letters:
            assert abs(font.getlength(letter) - width) < 2, letter
    active = Lettering(10, bold="bold" in face, italic="italic" in face)
    assert active.face == face and active.width("") == 0 < active.width("W") < active.width("WW")


@pytest.mark.parametrize("terrain", Terrain.__args__)  # type: ignore[attr-defined]
def test_every_terrain_a_map_may_have_has_a_tint_a_texture_and_a_swatch(terrain: str) -> None:
    level = " 2" if terrain not in ("lake", "ocean", "shallows") else ""
    drawn = base(small_ground(f"04.04 {terrain}{level}, 04.05 {terrain}"), 59)
    assert drawn.svg != base(small_ground(), 59).svg or terrain == "farmland"
    ElementTree.fromstring(drawn.svg)
    ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{terrain_sign(terrain)}</svg>')


def test_what_a_hexside_has_of_its_own_is_on_the_map() -> None:
    plain, detailed = (
        base(small_ground("04.04 woods 1", "", detail), 59).svg
        for detail in ("", "04.04 climb S 2, 04.04 met N open, 04.04 room NE open")
    )
    assert "+2" in detailed and "+2" not in plain and detailed.count("<path") > plain.count("<path")


def test_every_sign_of_the_legend_is_drawn() -> None:
    for name, said, sign in SIGNS:
        ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{sign()}</svg>')
        assert name and said


@pytest.mark.parametrize(("columns", "rows"), [(12, 10), (28, 19), (90, 10), (99, 99), (3, 99)])
def test_a_picture_keeps_to_its_pixels_whatever_the_size_of_the_map(columns: int, rows: int) -> None:
    places = tuple(Hex(f"{c:02d}.{r:02d}") for c in range(1, columns + 1) for r in range(1, rows + 1))
    empty = LAND
    ground = replace(empty, hexes=places, terrain=dict.fromkeys(places, "open"), level=dict.fromkeys(places, 0))
    for frame in (Frame("map", "all"), Frame("part", "part", (1, 1), (min(columns, 7), min(rows, 7)))):
        view = view_of(ground, frame, FEET[-1])
        assert view.window.width * (view.window.height + FEET[-1]) <= MOST_PIXELS and view.shown


def test_a_sheet_of_few_hexes_is_drawn_larger() -> None:
    shown = MapPicture("allied", "", ())
    part, wide = (canvas_of(LAND, shown, Frame("f", "f", (9, 8), last)) for last in ((15, 14), (18, 16)))
    assert part.k > wide.k
