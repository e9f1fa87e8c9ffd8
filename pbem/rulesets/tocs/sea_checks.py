"""What must hold of the sea of a module: zones and their passages, shores, ships, cargo, mines, coast guns (`pbem check`)."""

from collections.abc import Iterator, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.modules.faults import KeyPath, near
from pbem.rulesets.tocs.aircraft_checks import CALL
from pbem.rulesets.tocs.ground import OPEN, Ground
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts
from pbem.rulesets.tocs.oob import Berthed, Counter
from pbem.rulesets.tocs.ships import CARRIER, CRAFT, SeaZone, Ship

PORTS = ("port", "harbor", "naval_base")
WATER = (*OPEN, "shallows")


@rule("TOCS-W16.0-1", "TOCS-W11.7-2", "TOCS-W17.4-1")
def _zones(parts: Parts) -> Iterator[Complaint]:
    """Zones lie beside zones, over hexes of water; what is coast says what sort of shore it is."""
    ground = parts.ground
    if ground is None:
        return
    for number, zone in enumerate(ground.zones.values()):
        for key, why in (*_passages(ground, zone), *_hexes(ground, zone), *_ports(parts, zone)):
            yield "map.toml", ("sea_zone", number, *key), f"{zone.id}: {why}"


def _passages(ground: Ground, zone: SeaZone) -> Iterator[tuple[KeyPath, str]]:
    for name, hexes in zone.passages.items():
        if name not in ground.zones:
            yield ("next", name), f'there is no sea zone "{name}"' + near(name, set(ground.zones))
        elif zone.id not in ground.zones[name].passages:
            yield ("next", name), f"{name} does not lie beside it"
        for place in hexes:
            if ground.terrain.get(place) not in WATER:
                yield ("next", name), f"{place} is no water: a passage leads over water"


def _hexes(ground: Ground, zone: SeaZone) -> Iterator[tuple[KeyPath, str]]:
    for place in zone.water:
        if ground.terrain.get(place) not in WATER:
            yield ("water", place), f"{place} is no water"
    for place in zone.coast:
        if place not in ground.terrain or ground.terrain[place] in WATER:
            yield ("coast",), f"{place} is no land hex of the map"
        elif place not in ground.shores:
            yield ("coast",), f"{place} is coast: say under [shore] whether it is a beach or rocky"


def _ports(parts: Parts, zone: SeaZone) -> Iterator[tuple[KeyPath, str]]:
    if parts.play is None:
        return
    known = {site.id: site.kind for site in parts.play.facility}
    for name in zone.ports:
        if known.get(name) not in PORTS:
            yield ("ports",), f'"{name}" is no port, harbor or naval base of the scenario' + near(name, set(known))


@rule("TOCS-W16.0-1", "TOCS-W17.8-1", "TOCS-W12.5-1")
def _ships(parts: Parts) -> Iterator[Complaint]:
    """Each can be written in an order, is in a zone there is, and carries no more than it can."""
    for file, fleet in parts.ships.items():
        taken = {counter.call.casefold() for counter in parts.oobs.get(file, ())}
        taken |= {craft.call.casefold() for craft in parts.aircraft.get(file, ())}
        for number, berthed in enumerate(fleet):
            ship = berthed.ship
            for key, why in (*_called(parts, ship.call, taken), *_placed(parts, berthed), *_laden(parts, file, berthed)):
                yield file, ("ship", number, key), f"{ship.call}: {why}"
            taken.add(ship.call.casefold())


def _called(parts: Parts, call: str, taken: set[str]) -> Iterator[tuple[str, str]]:
    if not CALL.fullmatch(call):
        yield "call", "a call is one to eight letters, digits, strokes or dashes"
    if call.casefold() in {word.casefold() for word in parts.order_words}:
        yield "call", "it is an order word"
    if call.casefold() in taken:
        yield "call", "it is taken"


def _placed(parts: Parts, berthed: Berthed) -> Iterator[tuple[str, str]]:
    ship, ground = berthed.ship, parts.ground
    if ground is None:
        return
    if ship.zone not in ground.zones:
        yield "zone", f'there is no sea zone "{ship.zone}"' + near(ship.zone, set(ground.zones))
    elif ship.port and ship.port not in ground.zones[ship.zone].ports:
        yield "docked", f'"{ship.port}" is no port of {ship.zone}'
    if ship.planes and ship.ship not in (CARRIER, "battleship", "cruiser"):
        yield "planes", f"no aircraft fly from a {ship.ship}"
    if ship.ship == CRAFT and ship.guns:
        yield "guns", "landing craft have no guns that count"


@rule("TOCS-W17.9-1", "TOCS-W17.8-1")
def _laden(parts: Parts, file: str, berthed: Berthed) -> Iterator[tuple[str, str]]:
    ship, counters = berthed.ship, {counter.call: counter for counter in parts.oobs.get(file, ())}
    fleet = {other.ship.call: other.ship for other in parts.ships.get(file, ())}
    strangers = [call for call in berthed.cargo if call not in counters and call not in fleet]
    for call in strangers:
        yield "cargo", f'there is no unit or craft "{call}"' + near(call, {*counters, *fleet})
    yield from (("cargo", why) for why in _riders(berthed, counters, fleet))
    aboard = (counters[call] for call in berthed.cargo if call in counters)
    steps = ship.points + sum(counter.steps - counter.lost for counter in aboard)
    if steps > ship.lift:
        yield "cargo", f"{steps} steps are aboard, and it lifts {ship.lift}"


def _riders(berthed: Berthed, counters: Mapping[str, Counter], fleet: Mapping[str, Ship]) -> Iterator[str]:
    for call in berthed.cargo:
        if call in counters:
            yield from _rider(berthed.ship, counters[call])
        if call in fleet:
            yield from _carried(berthed.ship, fleet[call])


def _rider(ship: Ship, counter: Counter) -> Iterator[str]:
    if counter.setup is not None:
        yield f"{counter.call} is set up on the map as well"
    if counter.replaced_by == "vehicles" and not ship.vehicles and "amphibious" not in counter.traits:
        yield f"{counter.call} has vehicles or guns, which it does not take"


def _carried(ship: Ship, craft: Ship) -> Iterator[str]:
    if craft.ship != CRAFT:
        yield f"{craft.call} is no landing craft"
    elif craft.lift > ship.lift or ship.ship == CRAFT:
        yield f"{craft.call} is bigger than the ship that is to carry it"


@rule("TOCS-W17.4-1")
def _laid(parts: Parts) -> Iterator[Complaint]:
    """Mines lie in shallow water of a zone; coast guns are batteries of their side."""
    if parts.play is None or parts.ground is None:
        return
    shallow = {place for zone in parts.ground.zones.values() for place, depth in zone.water.items() if depth == "shallow"}
    for number, entry in enumerate(parts.play.mines):
        if Hex(entry.hex) not in shallow:
            yield parts.scenario, ("mines", number, "hex"), f"{entry.hex} is no shallow water hex of a sea zone"
    counters = {(c.side, c.call): c for oob in parts.oobs.values() for c in oob}
    for number, gun in enumerate(parts.play.coast_gun):
        counter = counters.get((gun.side, gun.unit))
        if counter is None or not counter.artillery:
            yield parts.scenario, ("coast_gun", number, "unit"), f"{gun.unit} is no battery of the {gun.side} side"


SEA_CHECKS: tuple[Check, ...] = (_zones, _ships, _laid)
