"""The sea in words: ships and their boxes zone by zone, what was announced, found, fired and sunk (TOCS-W16, W17)."""

from typing import Any

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.weather import spoken
from pbem.rulesets.tocs.reports.wording import dice, place
from pbem.rulesets.tocs.rules import lading, naval, naval_guns
from pbem.rulesets.tocs.ships import WORDS_OF_CLASS, Plane, SeaZone, Ship

MODIFIERS = {
    **naval.WORDS_OF_MOVEMENT, "torpedo": phrase("torpedoes"),
    "docked": phrase("docked or disabled"), "agile": phrase("small ships"),
    "heavy_deck": phrase("heavy decks"), "carrier": phrase("carrier"), "flak": phrase("screen"), "night": phrase("night"),
    "cloud": phrase("cloud"), "surprised": phrase("surprise"), "radar": phrase("radar"), "rough": phrase("rough water"),
    "crippled": phrase("disabled ship"), "night_surface": phrase("surfaced by night"), "screened": phrase("screen"),
    "transport": phrase("transport"), "capital": phrase("battleship"), "warned": phrase("warned"), "sonar": phrase("sonar"),
    "ahead_weapons": phrase("ahead weapons"), "with_air": phrase("aircraft along"), "shallow": phrase("shallow water"),
    "known": phrase("known field"), "sweepers": phrase("sweepers lead"), "large": phrase("large ship"),
}  # fmt: skip
QUIET = (
    phrase("acted"),
    phrase("impulse over"),
    phrase("turn over"),
    phrase("in battle"),
    phrase("cover fired"),
    phrase("attacked"),
    phrase("sailed"),
    phrase("did not get away"),
)
"""Why ships changed, where nothing is said of it: it stands in their line, or in what did it."""
HARM = (
    phrase("struck a mine"),
    phrase("hit by coast guns"),
    phrase("torpedoed"),
    phrase("hit while submerged"),
    phrase("bombed"),
    phrase("hit by naval guns"),
    phrase("sunk"),
)
"""Why ships changed that were hit."""
CARGO = {
    "went over": phrase("{units} changed from {first} to {last}"),
    "inshore": phrase("{last} took {units} inshore, to {place}"),
    "loaded": phrase("{units} went aboard {last}"),
    "unloaded": phrase("{units} landed from {last}"),
    "taken off": phrase("{units} taken off by {last}"),
}
"""What became of units that went by ship, by why they did."""


# ---------------------------------------------------------------- the situation


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """Own ships zone by zone and box by box, in port and inshore; fleets; mines; the weather there."""
    sea = picture.forces.sea
    if not sea.ships:
        return ()
    found: list[str] = []
    for zone in game.ground.zones.values():
        found += _zone(game, picture, zone)
    found += [say(" fleet {name}: {ships}", name=name, ships=", ".join(calls)) for name, calls in sea.fleets.items()]
    if sea.mines:
        laid = ", ".join(f"{place(game, h)} ({factors})" for h, factors in sorted(sea.mines.items()))
        found.append(say(" own mines: {laid}", laid=laid))
    if sea.dangers:
        found.append(say(" enemy mines known in: {places}", places=", ".join(place(game, h) for h in sea.dangers)))
    sunk = [ship.name for _, ship in sorted(sea.ships.items()) if ship.sunk]
    return (*found, *((say(" sunk: {ships}", ships=", ".join(sunk)),) if sunk else ()))


def _zone(game: Game, picture: Picture, zone: SeaZone) -> list[str]:
    sea = picture.forces.sea
    here = [ship for _, ship in sorted(sea.ships.items()) if ship.zone == zone.id and not ship.sunk and not ship.aboard]
    head = f" {zone.name}"
    known = picture.public.sea.get(zone.id)
    if known:
        head += say(": {weather}", weather=spoken(known).partition(";")[0])
    if not (here or sea.over(zone.id) or known):
        return []
    boxes = [line for box in range(3, -1, -1) for line in _box(game, picture, zone, box)]
    return [head, *boxes, *(_ship(game, picture, ship) for ship in here if ship.port)]


def _box(game: Game, picture: Picture, zone: SeaZone, box: int) -> list[str]:
    sea = picture.forces.sea
    ships = [_ship(game, picture, ship) for ship in sea.in_zone(zone.id) if ship.box == box]
    return [*ships, *(_plane(picture, plane) for plane in sea.over(zone.id) if plane.box == box)]


def _ship(game: Game, picture: Picture, ship: Ship) -> str:
    """`  [3] ERE HMS Erebus, monitor: 14-16 8, range 9; damage 1 of 4; moved`."""
    facts = [_where(game, picture, ship)] if ship.port or ship.hex else []
    facts += [f'{gun.bore}" {say("strength {n}, range {r}", n=gun.strength, r=gun.range)}' for gun in ship.guns]
    facts += [say("aboard: {cargo}", cargo=cargo)] if (cargo := _cargo(picture, ship)) else []
    facts += [say("damage {damage} of {dp}", damage=ship.damage, dp=ship.dp)] if ship.damage else []
    facts += [say("disabled")] if ship.disabled else []
    facts += [say("on patrol")] if ship.patrols else []
    facts += [say("covers {place}", place=place(game, ship.covers))] if ship.covers else []
    facts += [say("moved this turn")] if ship.moved else []
    box = say("port") if ship.port else str(ship.box)
    tail = f": {'; '.join(facts)}" if facts else ""
    return f"  [{box}] {ship.call} {ship.name}, {say(WORDS_OF_CLASS[ship.ship])}{tail}"


def _where(game: Game, picture: Picture, ship: Ship) -> str:
    if ship.hex:
        return say("inshore in {place}", place=place(game, ship.hex))
    site = next((s for s in picture.forces.sites if s.id == ship.port), None)
    return say("docked at {place}", place=site.name if site else ship.port)


def _cargo(picture: Picture, ship: Ship) -> str:
    forces = picture.forces
    units = [forces.counter(unit).call for unit in lading.cargo(forces, ship.call)]
    craft = [call for call, other in sorted(forces.sea.ships.items()) if other.aboard == ship.call and not other.sunk]
    points = [counted(ship.points, "{number} SP", "{number} SP")] if ship.points else []
    return ", ".join((*units, *craft, *points))


def _plane(picture: Picture, plane: Plane) -> str:
    patrol = say("; on patrol") if plane.patrols else ""
    return f"  [{plane.box}] {plane.call} {picture.forces.air.aircraft[plane.call].name}{patrol}"


def what_can(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """What a ship, a fleet or aircraft over the water could be told now."""
    sea, view = picture.forces.sea, picture.view(game)
    if call in sea.planes:
        plane = sea.planes[call]
        head = say("{call} over {zone}, box {box}", call=call, zone=game.ground.zones[plane.zone].name, box=plane.box)
        return (head, *((f"{call}: search box {n}" for n in (3, 2, 1)) if plane.box else ()), f"{call}: home")
    ships = sea.named(call)
    if not ships:
        return (say("{call} is sunk", call=call),)
    said = [_ship(game, picture, ship).strip() for ship in ships]
    if call in sea.done and sea.active != call and any(ship.acted for ship in ships):
        return (*said, say("has acted in this impulse"))
    return (*said, *(f"{call}: {line}" for line in offers(view.game, picture, call)))


def offers(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """Lines that ships could be told, without a judgement on each."""
    ships = picture.forces.sea.named(call)
    if not ships or min(ship.box for ship in ships) == 0:
        return ("undock",) if ships and ships[0].port else ()
    if ships[0].port:
        return ("undock",)
    return (*_voyages(game, ships), *_targets(game, picture, ships), *_duties(game, picture, ships))


def _voyages(game: Game, ships: tuple[Ship, ...]) -> tuple[str, ...]:
    if any(ship.moved or ship.hex for ship in ships):
        return ()
    return tuple(f"sail {game.ground.zones[name].name}" for name in game.ground.zones[ships[0].zone].passages)


def _targets(game: Game, picture: Picture, ships: tuple[Ship, ...]) -> tuple[str, ...]:
    held = sorted(picture.held_by_enemy())
    near = [target for target in held if all(naval_guns.in_range(game, ship, target) for ship in ships)]
    return tuple(line for target in near for line in (f"shell {target}", f"cover {target}"))


def _duties(game: Game, picture: Picture, ships: tuple[Ship, ...]) -> tuple[str, ...]:
    found = ["sweep for subs"] if all(naval.may_patrol(ship) for ship in ships) else []
    if all(ship.ship in naval.SWEEPERS for ship in ships):
        water = game.ground.zones[ships[0].zone].water
        found += [f"lift mines {h}" for h in sorted(water) if water[h] == "shallow"][:2]
    decks = {ship.call for ship in ships}
    ready = (c.call for c in picture.forces.air.aircraft.values() if c.base in decks and c.box == "ready")
    return (*found, *(f"fly {call}" for call in ready))


# ---------------------------------------------------------------- sentences


def taken_off(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """Of cargo a report tells who was taken off a damaged ship: the rest was ordered, and stands in the receipt."""
    return told(game, picture, seen) if seen.why == "taken off" else ()


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What was learnt of the sea in words, () for anything else."""
    match seen:
        case t.SailThrown():
            said: tuple[str, ...] = (_sailed(game, seen),)
        case t.ShipsMoved(_, ships, why):
            said = _moved(ships, why)
        case t.FleetFormed(_, name, ships):
            words = phrase("fleet {name}: {ships}") if ships else phrase("fleet {name} sails together no more")
            said = (say(words, name=name, ships=", ".join(ships)),)
        case t.NobodyFound(_, zone):
            said = (say("your ships and aircraft searched {zone}: no enemy found", zone=zone_name(game, zone)),)
        case t.PlanesMoved(_, planes, down, aircraft, why):
            said = _planes(planes, tuple(c.call for c in aircraft) if down else (), why)
        case t.CargoMoved():
            said = _cargo_moved(game, picture, seen)
        case t.ZoneTraffic(side):
            said = () if side == picture.side else (_traffic(game, seen),)
        case _:
            said = _mines(game, picture, seen) or _fights(game, picture, seen)
    return said


def zone_name(game: Game, zone: str) -> str:
    """What a sea zone is called."""
    return game.ground.zones[zone].name


def _drms(seen: Any) -> str:
    """The modifiers of a throw: ` night -1`."""
    return "".join(f" {say(MODIFIERS.get(name, name))} {value:+d}" for name, value in seen.drms)


def _sailed(game: Game, seen: t.SailThrown) -> str:
    words = phrase("{call}: sailed to {zone}") if seen.sailed else phrase("{call}: did not get away to {zone}")
    head = say(words, call=seen.call, zone=zone_name(game, seen.zone))
    return f"{head}: {dice(seen.throw)}{_drms(seen)}, {say('needed {needed} or less', needed=seen.needed)}"


def _moved(ships: tuple[Ship, ...], why: str) -> tuple[str, ...]:
    if why in QUIET:
        return ()
    return tuple(_hit(ship, why) for ship in ships)


def _hit(ship: Ship, why: str) -> str:
    if ship.sunk or why in HARM:
        return hurt(ship) if why == "sunk" else say("{hurt} ({why})", hurt=hurt(ship), why=say(why))
    return say("{call}: {why}, box {box}", call=ship.call, why=say(why), box=ship.box)


def hurt(ship: Ship) -> str:
    """An own ship that was hit, as it is now: `ERE damage 1 of 4`, `HMS Erebus sunk`."""
    if ship.sunk:
        return say("{name} sunk", name=ship.name)
    said = [say("damage {damage} of {dp}", damage=ship.damage, dp=ship.dp)] if ship.damage else []
    said += [say("disabled")] if ship.disabled else []
    return f"{ship.call} {', '.join(said)}"


def sunk(seen: t.ShipSunk) -> str:
    """An enemy ship that was sunk, which is told by name (TOCS-W16.5-2)."""
    return say("{name} sunk ({kind})", name=seen.name, kind=say(WORDS_OF_CLASS[seen.ship]))


def _planes(planes: tuple[Plane, ...], down: tuple[str, ...], why: str) -> tuple[str, ...]:
    if planes:
        return tuple(say("{call}: {why}, box {box}", call=plane.call, why=say(why), box=plane.box) for plane in planes)
    return tuple(say("{call}: {why}", call=call, why=say(why)) for call in down)


def _cargo_moved(game: Game, picture: Picture, seen: t.CargoMoved) -> tuple[str, ...]:
    calls = ", ".join(picture.forces.counter(unit).call for unit in seen.units)
    ships = tuple(ship.call for ship in seen.ships) or tuple(dict.fromkeys(unit.ship for unit in seen.units))
    if calls:
        where = next((place(game, ship.hex) for ship in seen.ships if ship.hex), "")
        return (say(CARGO[seen.why], units=calls, first=ships[0], last=ships[-1], place=where),)
    points = next((ship.points for ship in seen.ships), 0)
    if seen.why in ("loaded", "unloaded"):
        return (say("{ships}: {why}, {points} SP aboard", ships=", ".join(ships), why=say(seen.why), points=points),)
    return ()


def _traffic(game: Game, seen: t.ZoneTraffic) -> str:
    words = phrase("{adjective} {what} left {zone}") if seen.leaves else phrase("{adjective} {what} came into {zone}")
    return say(words, adjective=game.staff(seen.side).adjective, what=say(seen.what), zone=zone_name(game, seen.zone))


def _mines(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    match seen:
        case t.MinesLaid(_, hex_, factors):
            return (say("mines laid in {place}, {factors} in all", place=place(game, hex_), factors=factors),)
        case t.MinesFound():
            return (_swept(game, seen),)
        case t.MineStruck(_, call, hex_, throw):
            where = place(game, hex_)
            return (
                say("{call} struck a mine in {place}: {dice}{drms}", call=call, place=where, dice=dice(throw), drms=_drms(seen)),
            )
        case t.SubHunted(_, call, zone, throw, hit):
            result = say("a submarine is {hit}", hit=worded(hit)) if hit else say("nothing found")
            where = zone_name(game, zone)
            return (
                say("{call} hunts submarines in {zone}: {dice}, {result}", call=call, zone=where, dice=dice(throw), result=result),
            )
        case t.CraftSeen(_, hex_):
            near = ", ".join(place(game, h) for h in coast_beside(game, picture, hex_))
            return (say("enemy landing craft in {hex}, off {places}", hex=hex_, places=near),)
    return ()


def coast_beside(game: Game, picture: Picture, water: Hex) -> tuple[Hex, ...]:
    """The own coast beside a water hex."""
    coast = {h for zone in game.ground.zones.values() for h in zone.coast}
    return tuple(h for h in game.ground.neighbours[water] if h in coast and picture.public.owner[h] == picture.side)


def _swept(game: Game, seen: t.MinesFound) -> str:
    where = place(game, seen.hex)
    if not seen.lifted:
        return say("no mines found in {place}", place=where) if seen.gone else say("{place} is mined", place=where)
    swept = counted(seen.lifted, "{number} factor", "{number} factors")
    left = say(", none left") if seen.gone else say(", more remain")
    return say("{place}: {swept} of mines lifted{left}", place=where, swept=swept, left=left)


def _fights(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What was learnt of a battle at sea where it stands by itself, as in a receipt: numbered, with its rolls behind it."""
    match seen:
        case t.SeaBattleBegan(number, zone, attacker, surprise):
            surprised = say(", by surprise") if surprise else ""
            return (say("battle {number} at sea, {zone}: the {adjective} side attacks{surprised}", number=f"S{number}",
                        zone=zone_name(game, zone),
                        adjective=game.staff(attacker).adjective, surprised=surprised),)  # fmt: skip
        case t.SeaAirFought() | o.OwnBombing() | o.ShipsAttacked() | t.SurfaceDuel():
            thrown = "; ".join(rolls(seen))
            behind = f": {thrown}" if thrown else ""
            return tuple(f"S{seen.number}, {line}{behind}" for line in part(game, picture, seen))
        case t.ShipSunk(side, name, ship):
            if side == picture.side:
                return ()  # its line of hits says so
            kind = say(WORDS_OF_CLASS[ship])
            return (say("{adjective} ship sunk: {name}, {kind}", adjective=game.staff(side).adjective, name=name, kind=kind),)
        case t.NavalGunsFired(side, hex_):
            whose = game.staff(side).adjective
            return (say("{adjective} naval guns fired in the battle for {place}", adjective=whose, place=place(game, hex_)),)
    return _partly(game, picture, seen)


def part(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """A part of a battle at sea without its rolls, () for what is no part of one or is told otherwise."""
    match seen:
        case t.SeaAirFought():
            own = seen.attacker == picture.side
            one = sum(bout.attacker_lost + bout.attacker_home for bout in seen.rounds)
            other = sum(bout.defender_lost + bout.defender_home for bout in seen.rounds)
            words = phrase("your aircraft fought the screen: own {one} down or driven off, the screen {other}") if own else phrase(
                "your screen fought enemy aircraft: enemy {one} down or driven off, own {other}")  # fmt: skip
            return (say(words, one=one, other=other),)
        case o.OwnBombing(_, _, aircraft, target, _, _, hits):
            crews = counted(aircraft, "{number} own aircraft", "{number} own aircraft")
            scored = counted(hits, "{number} hit", "{number} hits") if hits else say("no hits")
            kind = say(WORDS_OF_CLASS[target])
            return (say("{crews} attacked the group of a {target}: {scored}", crews=crews, target=kind, scored=scored),)
        case o.ShipsAttacked(_, _, ships):
            hit = say("hit: {ships}", ships=", ".join(ships)) if ships else say("no hits")
            return (say("enemy aircraft attacked your ships; {hit}", hit=hit),)
        case t.SurfaceDuel():
            firers = ", ".join(say(WORDS_OF_CLASS[ship]) for ship in seen.firing)
            return (say("{adjective} {firers} against a {target}: {hits}; return fire {back}",
                        adjective=game.staff(seen.side).adjective, firers=firers, target=say(WORDS_OF_CLASS[seen.target]),
                        hits=_result(seen.target_hits), back=_result(seen.firer_hits)),)  # fmt: skip
    return ()


def rolls(seen: Any) -> tuple[str, ...]:
    """The rolls of a part of a battle at sea."""
    if isinstance(seen, t.SeaAirFought):
        return tuple(dice(bout.throw) for bout in seen.rounds)
    if isinstance(seen, (o.OwnBombing, t.SurfaceDuel)):
        return (f"{dice(seen.throw)}{_drms(seen)}",)
    return ()


def _result(token: str) -> str:
    """`no hits`, `2 hits, disabled`, `sunk`."""
    strike = naval.strike_of(token)
    if strike.sinks:
        return say("sunk")
    said = [counted(strike.hits, "{number} hit", "{number} hits")] if strike.hits else []
    said += [say("disabled")] if strike.disabled else []
    return ", ".join(said) or say("no hits")


def _partly(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    match seen:
        case t.SeaSearched(_, call, zone, box, found):
            what = ", ".join(say(kind) for kind in found) or say("nothing")
            return (say("{call} searched box {box} of {zone}: {what}", call=call, box=box, zone=zone_name(game, zone), what=what),)
        case o.ZoneSearched(zone, found):
            what = ", ".join(say(kind) for kind in found)
            return (say("the enemy searched {zone} and was told of {what}", zone=zone_name(game, zone), what=what),)
        case o.OwnTorpedoes(call, _, target, throw, _, result):
            return (say("{call} attacked a {target}: {dice}{drms}; {result}", call=call, target=say(WORDS_OF_CLASS[target]),
                        dice=dice(throw), drms=_drms(seen), result=_result(result)),)  # fmt: skip
        case o.ShipTorpedoed(victim, result):
            return (say("{victim} torpedoed: {result}", victim=victim, result=_result(result)),)
    return _guns(game, picture, seen)


def _guns(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    match seen:
        case o.OwnShelling(ships, hex_, bore, aim, strength, throw, drms):
            extra = f" {', '.join(drms)}" if drms else ""
            aimed = say(", aimed at {aim}", aim=worded(aim)) if aim else ""
            return (say("{ships}: {bore}\" at {place}{aimed}, strength {strength}: {dice}{extra}", ships=", ".join(ships),
                        bore=bore,
                        place=place(game, hex_), aimed=aimed, strength=strength, dice=dice(throw), extra=extra),)  # fmt: skip
        case o.NavalShellsFell(hex_):
            return (say("naval guns shelled {place}", place=place(game, hex_)),)
        case o.OwnCoastGuns(unit, target, throw, _, result):
            return (say("{unit} fired at a {target}: {dice}{drms}; {result}", unit=unit, target=say(WORDS_OF_CLASS[target]),
                        dice=dice(throw), drms=_drms(seen), result=_result(result)),)  # fmt: skip
        case o.CoastGunsSeen(ship, result):
            return (say("coast guns fired at {ship}: {result}", ship=ship, result=_result(result)),)
    return ()
