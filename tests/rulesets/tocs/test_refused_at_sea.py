"""What ships and aircraft over the water are refused, by its own words: one row stands for several reasons (TOCS-W16, W17)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ships import Plane
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.seas import at_sea, plane, ship
from tests.rulesets.tocs.test_w16_sea import HAVEN, LCA, LST, OUT

FAR = Facility("far", "airfield", "Far", Hex("07.01"), 4)
CARRIED = {"A": "TR", "C": "TR", "D": "T2", "E": "LCA1", "TK": "T2"}


def sea(**more: Any) -> Scene:
    """Ships in every plight: at sea, in port, spent, gone to another zone, inshore; aircraft up and down."""
    ships = (
        ship("DD1"), ship("DD2", moved=True), ship("DD3", box=0), ship("DD4", **OUT), ship("CV1", "carrier", planes=3),
        ship("TR", "transport", port="haven", points=2, **LST), ship("TZ", "transport", port="haven", box=0, **LST),
        ship("T2", "transport", **LST), ship("LCA1", "landing_craft", hex=Hex("02.03"), points=1, **LCA),
        ship("LCA2", "landing_craft", **LCA), ship("LCA3", "landing_craft", **LCA, **OUT),
    )  # fmt: skip
    over = {"box": "over the sea"}
    planes = (
        replace(plane("SQ1"), missions=("recon",)),
        plane("SQ2", **over),
        plane("SQ3", **over),
        plane("SQ4", "far"),
        plane("SQ5", "off"),
    )
    up = {"SQ2": Plane("SQ2", "roads", 0), "SQ3": Plane("SQ3", "roads", 2, legs=2)}
    pieces = tuple(Piece(call, "08.01", "vehicle_platoon" if call == "TK" else "company") for call in (*CARRIED, "F"))
    return at_sea(ships, planes=planes, pieces=(*pieces, Piece("B", "07.01")), aboard=CARRIED, blue_sites=(HAVEN, FAR),
                  own_sea={"planes": up, "fleets": {"TF1": ("DD1", "DD4"), "TF2": ("TR", "TZ")}}, **more)  # fmt: skip


@pytest.mark.parametrize(("call", "text", "words"), [
    ("DD2", "sail High Sea", "DD2 has gone to another zone this turn"), ("TF1", "sail High Sea", "DD4 is in another zone than DD1"),
    ("LCA1", "sail High Sea", "LCA1 lies inshore in 02.03"), ("DD1", "sail Roads", "does not lie beside the zone they are in"),
    ("DD1", "sail High Sea through 02.03", "no passage to High Sea leads through 02.03"),
    ("SQ3", "sail Roads", "does not lie beside the zone they are over"), ("SQ3", "sail High Sea", "SQ3 can fly no farther"),
    ("SQ2", "sail High Sea", "SQ2 can fly no farther"), ("SQ4", "sail Roads", "SQ4 has no base beside Roads"),
    ("TF2", "unload A", "one ship is unloaded at a time"), ("TF2", "load F", "one ship is loaded at a time"),
    ("T2", "unload D", "T2 is not docked"), ("TZ", "load F", "TZ is in box 0"), ("TR", "unload D", "D is not aboard TR"),
    ("LCA1", "unload E", "out of landing craft by themselves"), ("TR", "unload A, C", "TR moves 4 steps an action"),
    ("TR", "unload 3 sp", "has not so much aboard"), ("LCA1", "unload 1 sp at 05.05", "supplies come ashore at a port"),
    ("LCA1", "unload 1 sp at 03.03", "03.03 is not yours"), ("TR", "load B", "B is not at hand"),
    ("TR", "load A", "must be on the map"), ("TR", "load 3 sp", "no own store in 08.01 has so much"),
    ("TF1", "boats A to LCA2", "one ship puts out boats"), ("T2", "boats A to LCA2", "A is not aboard T2"),
    ("T2", "boats D to LCA3", "LCA3 is not alongside T2"), ("T2", "boats D to DD1", "between a ship and landing craft"),
    ("T2", "boats TK to LCA2", "LCA2 takes no vehicles and guns: TK"), ("LCA2", "bring to 05.05", "05.05 is no water hex of Roads"),
    ("DD1", "bring to 02.03", "only landing craft go inshore"), ("DD1", "dock at 05.05", "is no port of the zone"),
    ("DD4", "dock at 08.01", "is no port of the zone"), ("DD1", "fly SQ1", "from one ship that carries them"),
    ("CV1", "fly SQ4", "SQ4 is not ready aboard CV1"), ("CV1", "fly SQ1 strike 05.05", "SQ1 does not fly strike"),
    ("SQ2", "search box 3", "SQ2 has nothing left to search with"), ("SQ3", "search box 9", "there is no such box"),
    ("DD1", "search box 3", "only aircraft over the water search"), ("SQ2", "sweep", "SQ2 has nothing left to patrol with"),
    ("T2", "sweep", "T2 is a transport"), ("DD1", "undock", "they are not docked"), ("DD1", "shell 08.01", "08.01 is yours"),
    ("SQ1", "home", "only aircraft over the water go home"), ("DD3", "sweep", "DD3 is in box 0: too few actions"),
])  # fmt: skip
def test_each_reason_has_its_words(call: str, text: str, words: str) -> None:
    """TOCS-W16.1-1, TOCS-W16.1-2, TOCS-W16.2-1, TOCS-W16.2-2, TOCS-W16.2-3, TOCS-W16.2-4, TOCS-W17.1-1, TOCS-W17.2-1, TOCS-W17.3-1,
    TOCS-W17.4-1, TOCS-W17.5-1, TOCS-W17.7-1, TOCS-W17.8-1, TOCS-W17.9-1, TOCS-W16.4-2, TOCS-W16.8-1."""
    (why, *_) = sea().check(call, f"{call}: {text}")
    assert words in why.words


@pytest.mark.parametrize(("call", "text", "weather", "words"), [
    ("SQ5", "sail Roads", {"cloud": "overcast", "precipitation": "rain", "fog": True}, "nothing takes off in"),
    ("CV1", "fly SQ1", {"fog": True}, "nothing takes off in"), ("SQ3", "search box 3", {"fog": True}, "by night or in fog"),
    ("DD1", "sweep", {"fog": True}, "no patrols in fog"), ("T2", "boats D to LCA2", {"wind": "heavy"}, "no boats put out"),
    ("LCA2", "bring to 02.03", {"wind": "heavy"}, "no boats go inshore"),
])  # fmt: skip
def test_what_the_weather_forbids(call: str, text: str, weather: dict[str, Any], words: str) -> None:
    """TOCS-W13.3-2."""
    assert not sea().check(call, f"{call}: {text}")
    (why,) = sea(weather=weather).check(call, f"{call}: {text}")
    assert words in why.words and why.rule == "TOCS-W13.3-2"
