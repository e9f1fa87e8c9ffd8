"""A small sea for tests: two zones beside a coast, ships of both sides, and a scene with them in it."""

from typing import Any

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.aircraft import Air, Aircraft
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.ships import NavalGun, Sea, Ship
from tests.rulesets.tocs.builder import Piece, Scene, ground

ZONES = """
[[sea_zone]]
id = "roads"
name = "Roads"
next = { deeps = ["01.04"] }
water = { "02.03" = "shallow", "01.03" = "normal", "01.04" = "deep", "03.01" = "shallow" }
ports = ["haven"]
coast = ["03.03", "03.02"]
[[sea_zone]]
id = "deeps"
name = "High Sea"
next = { roads = ["01.04"] }
[shore]
"03.03" = "beach"
"03.02" = "rocky"
"""
WATER = "01.03 ocean, 02.03 ocean, 01.04 ocean, 03.01 ocean"
GUNS = {"monitor": (NavalGun("14-16", 8, 9),), "destroyer": (NavalGun("5-7", 3, 5),), "cruiser": (NavalGun("8-13", 5, 7),)}
QUIET = {"turn-end": (6, 6), "seek/": (6,)}


def coast() -> Ground:
    """The ground of it."""
    return ground(WATER, ZONES)


def ship(call: str, kind: str = "destroyer", side: str = "blue", **more: Any) -> Ship:
    """A ship in box 3 of the Roads, but for what is said otherwise."""
    guns = more.pop("guns", GUNS.get(kind, ()))
    zone = more.pop("zone", "roads")
    return Ship(call, f"HMS {call}", side, "british", kind, more.pop("dp", 3), zone, guns=guns, **more)


def at_sea(blue: tuple[Ship, ...] = (), red: tuple[Ship, ...] = (), **more: Any) -> Scene:
    """A scene with these ships. planes: aircraft; aboard: unit call → ship; coast_guns: call → strength of red's."""
    pieces: tuple[Piece, ...] = tuple(more.pop("pieces", ())) or (Piece("B", "08.01"),)
    reds = tuple(more.pop("reds", ())) or (Piece("R", "08.08"),)
    aboard, extra = more.pop("aboard", {}), {"blue": more.pop("own_sea", {}), "red": more.pop("red_sea", {})}
    craft = {"blue": more.pop("planes", ()), "red": more.pop("red_planes", ())}
    guns = more.pop("coast_guns", {})
    seas = {
        side: Sea({s.call: replace(s, side=side) for s in ships}, **extra[side]) for side, ships in (("blue", blue), ("red", red))
    }
    for piece in pieces:
        if piece.counter.call in aboard:
            piece.unit = replace(piece.unit, status="off", ship=aboard[piece.counter.call])
    sides = {
        side: {"sea": seas[side], "air": Air({c.call: c for c in craft[side]}), "sites": more.pop(f"{side}_sites", ())}
        for side in seas
    }
    sides["red"]["coast_guns"] = {call.lower(): strength for call, strength in guns.items()}
    told = more.pop("dice", {})
    dice = {**told, **{start: faces for start, faces in QUIET.items() if start not in told}}
    return Scene(pieces, reds, own=more.pop("own", "08.01 07.01"), land=coast(), sides=sides, dice=dice, turns=3,
                 switches={"supply": "ample"}, **more)  # fmt: skip


def plane(call: str = "SQ1", base: str = "CV1", box: str = "ready", **more: Any) -> Aircraft:
    """A squadron aboard a carrier."""
    missions = ("patrol", "recon", "strike")
    return Aircraft(call, "Squadron", more.pop("side", "blue"), "british", "naval", missions, base, box=box, **more)


def now(s: Scene, call: str, side: str = "blue") -> Ship:
    """A ship as it is now."""
    found: Ship = s.forces(side).sea.ships[call]
    return found


def hexed(place: str) -> Hex:
    """A hex by its number."""
    return Hex(place)
