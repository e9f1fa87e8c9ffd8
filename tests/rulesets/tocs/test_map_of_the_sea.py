"""The sea in the picture: a plate for each zone with own ships in their boxes, landing craft on the map, and the same as text."""

import pytest

from pbem.documents.cartography.plates import plates
from pbem.documents.cartography.water_sheet import WIDTH, water_sheet
from pbem.documents.map_picture import Vessel, WaterBox, WaterPlate
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.reports import map_sea, sketch
from pbem.rulesets.tocs.reports.map_overlay import job
from pbem.rulesets.tocs.reports.map_view import theatre
from pbem.rulesets.tocs.ships import WORDS_OF_CLASS, Plane
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.seas import at_sea, plane, ship


def fleet(**more: object) -> Scene:
    ships = (ship("ERE", "monitor", damage=1), ship("DD1", box=1, patrols=True), ship("TR", "transport", box=1, lift=8),
             ship("LCA1", "landing_craft", hex=Hex("02.03"), box=0), ship("CV1", "carrier", zone="deeps"))  # fmt: skip
    planes = (plane(box="over the sea"),)
    return at_sea(ships, (ship("U1", "submarine", "red"),), pieces=(Piece("41RM", "08.01"), Piece("B", "08.02")),
                  aboard={"41RM": "TR"}, planes=planes, own_sea={"planes": {"SQ1": Plane("SQ1", "roads", 2)}}, **more)  # fmt: skip


def shown(plate: WaterPlate) -> dict[str, list[tuple[str, str, str]]]:
    return {box.name: [(v.call, v.code, v.note) for v in box.vessels] for box in plate.boxes}


def test_a_plate_for_each_zone_holds_own_ships_by_box() -> None:
    """TOCS-W16.0-1, TOCS-W16.0-3: nothing of the enemy's is on it, and a side without ships has none."""
    s = fleet()
    roads, deeps = map_sea.plates(s.game, s.picture())
    assert (roads.name, deeps.name) == ("Roads", "High Sea")
    assert shown(roads) == {
        "box 3": [("ERE", "BM", "hit 1/3")], "box 2": [("SQ1", "", "")],
        "box 1": [("DD1", "DD", "patrols"), ("TR", "TR", "loaded")], "box 0": [("LCA1", "LC", "in 02.03")],
    }  # fmt: skip
    assert [v.call for box in deeps.boxes for v in box.vessels] == ["CV1"]
    (red, _) = map_sea.plates(s.game, s.picture("red"))
    assert [v.call for box in red.boxes for v in box.vessels] == ["U1"]
    assert map_sea.plates(s.game, at_sea().picture()) == ()


def test_every_class_has_letters_of_its_own() -> None:
    assert set(map_sea.CODES) == set(WORDS_OF_CLASS) and len(set(map_sea.CODES.values())) == len(map_sea.CODES)


def test_the_letter_has_a_sheet_of_the_sea_and_the_map_the_craft_inshore() -> None:
    """TOCS-W16.0-1, TOCS-W17.9-1."""
    s = fleet()
    view = theatre(s.game, s.picture())
    assert (Hex("02.03"), map_sea.OWN_CRAFT) in view.marks
    sheets = {plate.name: plate for plate in plates(job(s.game, view))}
    assert sheets["sea"].base is None and ">ERE<" in sheets["sea"].overlay and "BM monitor" in sheets["sea"].overlay
    assert "own landing craft" in sheets["map"].overlay and "U1" not in "".join(sheet.overlay for sheet in sheets.values())
    assert "sea" not in {plate.name for plate in plates(job(s.game, replace(view, waters=())))}


@pytest.mark.parametrize("count", [0, 1, 6, 7, 40])
def test_ships_take_as_many_rows_as_they_need(count: int) -> None:
    vessels = tuple(Vessel(f"S{n}", "DD", "ship", "x" * 60) for n in range(count))
    drawn = water_sheet((WaterPlate("<b>&", "calm", (WaterBox("box 3", vessels),), ("n" * 300,)),), ()).svg
    assert drawn.count(">DD<") == count and f'width="{WIDTH}"' in drawn and "<b>&" not in drawn


def test_the_text_map_ends_with_the_sea() -> None:
    """TOCS-W16.0-1."""
    s = fleet()
    told = "\n".join(sketch.sketch(s.game, s.picture(), "", 0))
    assert "Roads" in told and "[3] ERE HMS ERE, monitor" in told
    assert "HMS" not in "\n".join(sketch.sketch(s.game, s.picture(), "08.01", 2))
