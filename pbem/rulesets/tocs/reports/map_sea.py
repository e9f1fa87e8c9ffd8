"""What a desk's map shows of the sea: own ships zone by zone and box by box, beside the hexes (TOCS-W16.0, W16.1)."""

from pbem.documents.map_picture import Vessel, WaterBox, WaterPlate
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.weather import spoken
from pbem.rulesets.tocs.reports.wording import place
from pbem.rulesets.tocs.rules import lading
from pbem.rulesets.tocs.ships import CRAFT, SUBMARINE, TOP, WORDS_OF_CLASS, Plane, SeaZone, Ship

CODES = {
    "carrier": "CV", "battleship": "BB", "monitor": "BM", "cruiser": "CA", "destroyer": "DD", "escort": "DE", "minesweeper": "MS",
    "minelayer": "ML", "transport": "TR", "landing_craft": "LC", "patrol_boat": "PB", "submarine": "SS",
}  # fmt: skip
"""The letters on a hull, by its class."""
SHAPES = {CRAFT: "craft", SUBMARINE: "boat"}
OWN_CRAFT = phrase("own landing craft")


@rule("TOCS-W16.0-1", "TOCS-W16.0-3")
def plates(game: Game, picture: Picture) -> tuple[WaterPlate, ...]:
    """Each zone with what a side has in it; none for a side without ships, and nothing of the enemy's."""
    if not picture.forces.sea.ships:
        return ()
    return tuple(_plate(game, picture, zone) for zone in game.ground.zones.values())


def codes(picture: Picture) -> tuple[tuple[str, str], ...]:
    """What the letters mean that stand on own hulls."""
    classes = {ship.ship for ship in picture.forces.sea.ships.values() if not ship.sunk and not ship.aboard}
    return tuple((CODES[kind], say(WORDS_OF_CLASS[kind])) for kind in CODES if kind in classes)


def marks(picture: Picture) -> tuple[tuple[Hex, str], ...]:
    """Own landing craft in water hexes, which are on the map."""
    found = sorted({ship.hex for ship in picture.forces.sea.ships.values() if ship.hex and not ship.sunk})
    return tuple((hex_, OWN_CRAFT) for hex_ in found)


def _plate(game: Game, picture: Picture, zone: SeaZone) -> WaterPlate:
    sea = picture.forces.sea
    here = [ship for _, ship in sorted(sea.ships.items()) if ship.zone == zone.id and not ship.sunk and not ship.aboard]
    boxes = [_box(game, picture, zone, box) for box in range(TOP, -1, -1)]
    docked = tuple(_vessel(game, picture, ship) for ship in here if ship.port)
    if docked:
        boxes.append(WaterBox(say("port"), docked))
    known = picture.public.sea.get(zone.id)
    sky = spoken(known).partition(";")[0] if known else ""
    return WaterPlate(zone.name, sky, tuple(boxes), tuple(_notes(game, picture, zone)))


def _box(game: Game, picture: Picture, zone: SeaZone, box: int) -> WaterBox:
    sea = picture.forces.sea
    ships = tuple(_vessel(game, picture, ship) for ship in sea.in_zone(zone.id) if ship.box == box)
    planes = tuple(_aloft(plane) for plane in sea.over(zone.id) if plane.box == box)
    return WaterBox(say("box {number}", number=box), (*ships, *planes))


def _vessel(game: Game, picture: Picture, ship: Ship) -> Vessel:
    return Vessel(ship.call, CODES[ship.ship], SHAPES.get(ship.ship, "ship"), _note(game, picture, ship))


def _note(game: Game, picture: Picture, ship: Ship) -> str:
    """The weightiest that is to be known of a ship: damage, then where it lies, what it does, what it carries."""
    if ship.damage or ship.disabled:
        hits = say("hit {damage}/{dp}", damage=ship.damage, dp=ship.dp)
        return hits if ship.damage else say("disabled")
    if ship.hex:
        return say("in {place}", place=ship.hex)
    if ship.covers:
        return say("covers {place}", place=ship.covers)
    if ship.patrols:
        return say("patrols")
    loaded = ship.points or lading.cargo(picture.forces, ship.call)
    return say("loaded") if loaded else ""


def _aloft(plane: Plane) -> Vessel:
    return Vessel(plane.call, "", "aircraft", say("patrols") if plane.patrols else "")


def _notes(game: Game, picture: Picture, zone: SeaZone) -> list[str]:
    """Mines of the zone's water that are known, own and found."""
    sea, water = picture.forces.sea, {*zone.water, *(h for ways in zone.passages.values() for h in ways)}
    own = ", ".join(f"{place(game, h)} ({factors})" for h, factors in sorted(sea.mines.items()) if h in water)
    found = ", ".join(place(game, h) for h in sorted(sea.dangers) if h in water)
    return [*([say("own mines: {places}", places=own)] if own else []),
            *([say("enemy mines: {places}", places=found)] if found else [])]  # fmt: skip
