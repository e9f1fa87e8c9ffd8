"""What questions say of ships: COST of a ship or a fleet, WHY of a battle at sea, the sea in an intelligence summary."""

from collections.abc import Iterator
from typing import Any

from pbem.kernel.i18n import counted, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import ships as words
from pbem.rulesets.tocs.reports.wording import places
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.ships import Ship

OF_A_BATTLE = (t.SeaBattleBegan, t.SeaAirFought, o.OwnBombing, o.ShipsAttacked, t.SurfaceDuel, t.ShipSunk)
ROWS = {
    t.SeaBattleBegan: "TOCS-W16.5-1", t.SeaAirFought: "TOCS-W16.6-1", o.OwnBombing: "TOCS-W16.6-3", o.ShipsAttacked: "TOCS-W16.6-3",
    t.SurfaceDuel: "TOCS-W16.7-1", t.ShipSunk: "TOCS-W16.5-2",
}  # fmt: skip


@rule("TOCS-W17.0-1", "TOCS-W16.1-3", "TOCS-W16.0-1")
def cost(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """What the acts of a ship or a fleet cost it, and what a move to each zone beside its own needs on the die."""
    ships = picture.forces.sea.named(call)
    if not ships:
        return (say("{call} is sunk", call=call),)
    box = min(ship.box for ship in ships)
    acts = counted(box, "{number} more act", "{number} more acts")
    head = say("{call}: each act costs a box and no OP; box {box}: {acts}, one an impulse", call=call, box=box, acts=acts)
    if box == 0 or any(ship.moved or ship.port or ship.hex for ship in ships):
        return (head,)
    return (head, *_voyages(game, picture, ships))


def _voyages(game: Game, picture: Picture, ships: tuple[Ship, ...]) -> Iterator[str]:
    chart = game.check("naval-movement")
    for zone in game.ground.zones[ships[0].zone].passages:
        facts = _passage(picture, ships, zone)
        drms = "".join(f", {say(words.MODIFIERS[name])} {value:+d}" for name, value in naval.passage_drms(chart, facts))
        needs = naval.needed(facts.lowest)
        name = game.ground.zones[zone].name
        yield say("sail {zone}: 1d6{drms}, {needed} or less; a box lower either way", zone=name, drms=drms, needed=needs)
    mined = tuple(h for h in picture.forces.sea.dangers if h in _water(game, ships))
    if mined:
        yield say("mines known on the way: {places}", places=places(game, mined))


def _water(game: Game, ships: tuple[Ship, ...]) -> frozenset[Any]:
    return frozenset(h for ways in game.ground.zones[ships[0].zone].passages.values() for h in ways)


def _passage(picture: Picture, ships: tuple[Ship, ...], zone: str) -> naval.Passage:
    """What bears on a move as far as its side knows it, which is all of it."""
    forces, public = picture.forces, picture.public
    skies = (public.sea.get(name, public.weather) for name in (ships[0].zone, zone))
    storm = any(sky.wind == naval.HEAVY or sky.precipitation == "blizzard" for sky in skies)
    loaded = any(ship.points or lading.cargo(forces, ship.call) for ship in ships)
    return naval.Passage(min(ship.box for ship in ships), storm, loaded, any(ship.crippled for ship in ships))


@rule("TOCS-W16.5-1", "TOCS-1.2-1")
def why(game: Game, picture: Picture, kept: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """All that this side was told of a battle at sea, with the rows it stands on; what sank in it comes after its exchange."""
    told, now = list[str](), 0
    for seen in o.whats(kept):
        if not isinstance(seen, OF_A_BATTLE):
            continue
        now = getattr(seen, "number", now)
        if now == number:
            told += [f"{line} ({ROWS[type(seen)]})" for line in words.told(game, picture, seen)]
    return tuple(told) or (say("there was no battle S{number} at sea that you know of", number=number),)


@rule("TOCS-W16.0-2", "TOCS-W17.2-1")
def enemy_afloat(game: Game, picture: Picture) -> Iterator[str]:
    """What is known of the enemy at sea: what the last search found, submarines this turn, mines, ships sunk."""
    sea = picture.forces.sea
    if not game.ground.zones:
        return
    if sea.found is not None:
        found = ", ".join(map(worded, sea.found)) or say("nothing")
        yield say(" last search or patrol: {found}", found=found)
    if sea.warned:
        yield say(" submarines about this turn: {zones}", zones=", ".join(game.ground.zones[z].name for z in sea.warned))
    if sea.dangers:
        yield say(" mined: {places}", places=places(game, sea.dangers))
    sunk = [f"{k.name} ({k.when})" for k in picture.killed if k.kind.startswith("ship_")]
    if sunk:
        yield say(" sunk to date: {ships}", ships=", ".join(sunk))
