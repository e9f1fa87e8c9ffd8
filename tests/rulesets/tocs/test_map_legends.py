"""The legend of a map keeps within it, however narrow it is; and the text map says whose a fought-over hex is."""

import pytest

from pbem.documents.cartography.legend import SIGNS, LegendItem, items
from pbem.documents.cartography.sheet import Headline, framed
from pbem.documents.cartography.situation import canvas_of
from pbem.documents.map_picture import Frame, MapPicture, Symbol
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.reports import map_view, sketch
from pbem.rulesets.tocs.reports.map_overlay import land_of
from tests.rulesets.tocs.builder import Piece, Scene, ground
from tests.test_album import cut

UNIT = Symbol(Hex("02.02"), "A/504", "infantry", "I", 4, state=2, condition="disordered")
HEAD = Headline(
    "A title that is far too long for so narrow a map", "under it, long too", "AMERICAN SIDE ONLY", "171200A SEP 44", "A foot " * 20
)


@pytest.mark.parametrize("columns", [1, 2, 4, 8])
def test_no_line_of_a_legend_leaves_its_map(columns: int) -> None:
    """Every sign there is, on a map of few columns."""
    canvas = canvas_of(land_of(ground()), MapPicture("blue", "", ()), Frame("f", "f", (1, 1), (columns, 4)))
    sheet = framed(canvas, (), (), HEAD, [LegendItem(sign(), said) for _, said, sign in SIGNS])
    written = [stamp for stamp in sheet.stamps if "<text" in stamp.drawing]
    assert len(written) > len(SIGNS)
    for stamp in written:
        assert sheet.box.x <= stamp.at[0] <= sheet.box.right and sheet.box.y <= stamp.at[1] <= sheet.box.below


def test_no_sign_of_a_legend_is_cut_off() -> None:
    canvas = canvas_of(land_of(ground()), MapPicture("blue", "", ()), Frame("f", "f", (1, 1), (4, 4)))
    sheet = framed(canvas, (), (), HEAD, [LegendItem(sign(), said) for _, said, sign in SIGNS])
    assert not [stamp for stamp in sheet.stamps[1:] if cut(stamp)], "the first is the paper"


def test_a_legend_holds_what_is_on_its_sheet_and_nothing_else() -> None:
    canvas = canvas_of(land_of(ground()), MapPicture("blue", "", (), (UNIT,)), Frame("f", "f", (1, 1), (4, 4)))
    assert list(items(canvas, "Blue")) == []
    canvas.signs.update(("engaged", "state_2"))
    assert [item.words for item in items(canvas, "Blue")] == ["engaged", "disordered"]


def test_the_text_map_says_whose_an_engaged_hex_is() -> None:
    """TOCS-1.3-3: the hex is the defender's as long as the engagement lasts."""
    engaged = {Hex("03.04"): "blue", Hex("05.05"): "red"}
    blue = [Piece("A", "03.04"), Piece("B", "05.05")]
    scene = Scene(blue, [Piece("R", "03.04"), Piece("S", "05.05")], own="03.04", engaged=engaged)
    text = sketch.sketch(scene.game, scene.picture(), "", 0)
    signs = "".join(line for line in text if line.startswith(" "))
    assert signs.count("!") == signs.count("%") == 1
    key = [line for line in text if not line.startswith(" ")]
    assert "! engagement in your hex" in " ".join(key) and "% engagement in an enemy hex" in " ".join(key)
    assert all(len(line) <= sketch.KEY_WIDTH + 1 for line in key)
    near = " ".join(sketch.sketch(scene.game, scene.picture(), "05.05", 1))
    assert "B %" in near and "% engagement" in near and "own units" not in near and "! engagement" not in near
    assert map_view.theatre(scene.game, scene.picture()).engaged == (Hex("03.04"), Hex("05.05"))
