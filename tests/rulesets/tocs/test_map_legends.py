"""The legend of a map keeps within it, however narrow it is; and the text map says whose a fought-over hex is."""

import re

import pytest

from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.reports import map_overlay, map_view, sketch
from pbem.rulesets.tocs.reports.map_ground import TITLE, legend_of
from pbem.rulesets.tocs.reports.map_shapes import MapSheet, sheet_of
from tests.rulesets.tocs.builder import Piece, Scene, game, ground

TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" class="(\w*)">([^<]*)</text>')


@pytest.mark.parametrize("columns", [2, 4, 8, 14])
def test_no_line_of_a_legend_leaves_its_map(columns: int) -> None:
    """By the width of a letter in each size of print."""
    played = game(ground())
    whole = sheet_of(played.ground)
    sheet = MapSheet(whole.column, whole.row, 48.0 + 44.0 * (2 + 1.5 * (columns - 1)), whole.height)
    picture = MapPicture("blue", "T12.3 · 17 September 1200", (Frame("map", "all"),))
    drawn = "\n".join(map_overlay._legend(played, picture, sheet))
    found = TEXT.findall(drawn)
    assert found
    for x, y, class_, words in found:
        pixels = {"title": TITLE, "small": 5.7}.get(class_, 6.2)
        assert float(x) + pixels * len(words) <= sheet.width, words
        assert float(y) <= sheet.height + legend_of(sheet, played.ground).height


def test_the_text_map_says_whose_an_engaged_hex_is() -> None:
    """TOCS-1.3-3: the hex is the defender's as long as the engagement lasts."""
    engaged = {Hex("03.04"): "blue", Hex("05.05"): "red"}
    blue = [Piece("A", "03.04"), Piece("B", "05.05")]
    scene = Scene(blue, [Piece("R", "03.04"), Piece("S", "05.05")], own="03.04", engaged=engaged)
    text = sketch.sketch(scene.game, scene.picture(), "", 0)
    signs = "".join(text[:-3])
    assert signs.count("!") == signs.count("%") == 1
    key = " ".join(text)
    assert "! engagement in your hex, % engagement in an enemy hex" in key
    near = " ".join(sketch.sketch(scene.game, scene.picture(), "05.05", 1))
    assert "B %" in near and "% engagement" in near
    assert map_view.theatre(scene.game, scene.picture()).engaged == (Hex("03.04"), Hex("05.05"))
