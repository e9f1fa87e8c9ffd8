"""The air on the map: ways of flights step by step, where who jumped came down, fields, aircraft that are known."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.campaign.records import Sent
from pbem.documents.cartography.flight_paths import turning
from pbem.documents.cartography.sheet import Headline
from pbem.documents.cartography.situation import canvas_of, draw_sheet
from pbem.documents.map_picture import Arrow, Frame, MapPicture
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.values import replace
from pbem.rulesets.tocs.aircraft import IN_FLIGHT, ON_STATION, Sortie
from pbem.rulesets.tocs.reports import map_air, map_view
from pbem.rulesets.tocs.reports.map_overlay import land_of
from pbem.rulesets.tocs.view import AirZone
from tests.acceptance.table import Table, recorded
from tests.rulesets.tocs.builder import Piece, Scene, ground

PATH = ("04.01", "04.02", "04.03", "05.03", "06.03")
FRAMED = Frame("flight-J1", "Flight J1", (2, 1), (8, 6), flights=("J1",))
WHOLE = Frame("map", "Map")


def said(frame: Frame, **shown: object) -> list[str]:
    """Everything written on a sheet of empty ground."""
    canvas = canvas_of(land_of(ground()), MapPicture("blue", "T1.1", (frame,), **shown), frame)  # type: ignore[arg-type]
    drawing = draw_sheet(canvas, Headline("Map", "", "", "", ""), "Blue").svg
    return [(element.text or "").strip() for element in ElementTree.fromstring(drawing).iter()]


def test_a_map_of_one_flight_numbers_its_steps_and_leaves_out_the_others() -> None:
    """MASL-7.1-3: its turns and its zone are signs of the legend, the way of another flight is not on it."""
    mine, other = (
        Arrow(tuple(map(Hex, PATH)), flight="J1", zones=(Hex("06.03"),)),
        Arrow((Hex("04.05"), Hex("05.05")), flight="J2"),
    )
    alone = said(FRAMED, arrows=(mine, other))
    assert [word for word in alone if word in "12345" and word] == list("12345")
    assert {"planned way of a flight", "it turns here", "drop zone"} <= set(alone) and "moved" not in alone
    assert said(FRAMED, arrows=(other,)) == said(FRAMED)
    all_ = said(WHOLE, arrows=(mine, other))
    assert "drop zone" in all_ and not [word for word in all_ if word in "12345" and word]


@pytest.mark.parametrize("towards", DIRECTIONS)
def test_a_straight_way_turns_nowhere(towards: str) -> None:
    way = [Hex("10.10")]
    for _ in range(4):
        step = neighbour(way[-1], towards)
        assert step
        way.append(step)
    assert not turning(tuple(way))
    other = DIRECTIONS[(DIRECTIONS.index(towards) + 1) % 6]
    aside = neighbour(way[-1], other)
    assert aside and turning((*way, aside)) == {way[-1]}


def test_a_drift_is_no_move() -> None:
    """MASL-7.1-11: the map says of its arrow that who was to land there landed here."""
    drawn = said(WHOLE, arrows=(Arrow((Hex("04.05"), Hex("04.04")), drifted=True),))
    assert "was to land there, landed here" in drawn and "moved" not in drawn


def test_aircraft_over_a_hex_are_on_the_map_as_far_as_a_side_knows() -> None:
    """TOCS-W15.7-1: own ones once they are on station; of the enemy's those that both sides know to be about."""
    s = Scene([Piece("A", "03.03")])
    flown = tuple(
        Sortie(call, "patrol", (Hex(where),), (call,), status=status)
        for call, where, status in (("S1", "05.05", ON_STATION), ("S2", "06.06", IN_FLIGHT))
    )
    blue = s.picture()
    mine = replace(blue, forces=replace(blue.forces, air=replace(blue.forces.air, sorties=flown)))
    assert map_air.marks(mine) == ((Hex("05.05"), "own aircraft"),)
    zones = (AirZone("red", "patrol", Hex("07.07")), AirZone("blue", "patrol", Hex("05.05")))
    seen = replace(blue, public=replace(blue.public, zones=zones))
    assert map_view.theatre(s.game, seen).marks == ((Hex("07.07"), "enemy aircraft"),)
    drawn = said(WHOLE, marks=((Hex("05.05"), "own aircraft"), (Hex("07.07"), "enemy aircraft"), (Hex("03.03"), "airstrip")))
    assert {"own aircraft", "enemy aircraft", "airstrip"} <= set(drawn)


def maps_of_the_last_letter(table: Table) -> list[MapPicture | None]:
    """What the letters that answered it show."""
    return [sent.document.map for sent in recorded(table)[-1].letters if isinstance(sent, Sent)]


def test_the_answer_to_a_plan_brings_the_map_of_that_flight(tmp_path: Path) -> None:
    """MASL-7.1-3: of the flights that were filed and of no other; a letter that files none has no map."""
    table = Table(tmp_path, module="groesbeek-drop")
    table.begin()
    table.write("allied", "flight J505-1: 16.14 17.14 18.13 18.12 19.12 20.11 21.12 22.12")
    (drawn,) = maps_of_the_last_letter(table)
    assert drawn
    assert [frame.name for frame in drawn.frames] == ["flight-J505-1"]
    filed = {arrow.flight: (arrow.path[3], arrow.zones) for arrow in drawn.arrows if arrow.flight == "J505-1"}
    assert filed == {"J505-1": ("18.12", ("22.12",))}
    table.write("allied", "flight R505: 20.14 21.14 21.13 22.12\nmap 20.11")
    (drawn,) = maps_of_the_last_letter(table)
    assert drawn
    assert [frame.name for frame in drawn.frames] == ["flight-R505", "20-11"]
    table.write("allied", "flights in order J505-2")
    assert maps_of_the_last_letter(table) == [None]
    table.close()
