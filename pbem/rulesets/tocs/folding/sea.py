"""Ships, fleets, mines, aircraft over the water, cargo (chapters W16, W17)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES, PUBLIC
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import Public

ABOARD = ("map", "off")
"""How units are that a ship carries: in craft inshore, and elsewhere."""


@FORCES.of(t.ShipsMoved)
def _ships(forces: Forces, event: t.ShipsMoved) -> Forces:
    return _with_who_is_aboard(replace(forces, sea=forces.sea.with_ships(event.ships)))


def _with_who_is_aboard(forces: Forces) -> Forces:
    """Who is in craft inshore is in their water hex, who is aboard elsewhere nowhere on the map (TOCS-W17.9-1)."""
    aboard = (unit for unit in forces.units.values() if unit.ship and unit.status in ABOARD)
    placed = {unit.id: (unit, _placed(unit, forces.sea.ships[unit.ship].hex)) for unit in aboard}
    changed = {name: now for name, (unit, now) in placed.items() if now != unit}
    return replace(forces, units={**forces.units, **changed}) if changed else forces


def _placed(unit: Unit, place: Hex | None) -> Unit:
    return replace(unit, status="off") if place is None else replace(unit, status="map", hex=place, bank=0)


@FORCES.of(t.ShipActivated)
def _activated(forces: Forces, event: t.ShipActivated) -> Forces:
    sea = forces.sea
    return replace(forces, sea=replace(sea, active=event.call, done=tuple(sorted({*sea.done, event.call})), found=None))


@FORCES.of(t.FleetFormed)
def _fleet(forces: Forces, event: t.FleetFormed) -> Forces:
    known = {name: tuple(c for c in calls if c not in event.ships) for name, calls in forces.sea.fleets.items()}
    known |= {event.name: event.ships}
    return replace(forces, sea=replace(forces.sea, fleets={name: known[name] for name in sorted(known) if known[name]}))


@FORCES.of(t.PlanesMoved)
def _planes(forces: Forces, event: t.PlanesMoved) -> Forces:
    air = forces.air.moved(event.aircraft) if event.aircraft else forces.air
    return replace(forces, air=air, sea=forces.sea.with_planes(event.planes, event.down))


@FORCES.of(t.CargoMoved)
def _cargo(forces: Forces, event: t.CargoMoved) -> Forces:
    units = {**forces.units, **{unit.id: unit for unit in event.units}}
    return _with_who_is_aboard(replace(forces, units=units, sea=forces.sea.with_ships(event.ships)))


@FORCES.of(t.MinesLaid)
def _mines(forces: Forces, event: t.MinesLaid) -> Forces:
    mines = {**forces.sea.mines, event.hex: event.factors}
    return replace(forces, sea=replace(forces.sea, mines={hex_: count for hex_, count in sorted(mines.items()) if count}))


@FORCES.of(t.MinesFound)
def _found(forces: Forces, event: t.MinesFound) -> Forces:
    known = set(forces.sea.dangers) - {event.hex} if event.gone else {*forces.sea.dangers, event.hex}
    return replace(forces, sea=replace(forces.sea, dangers=tuple(sorted(known))))


@FORCES.of(t.SubHunted)
def _hunted(forces: Forces, event: t.SubHunted) -> Forces:
    if not event.hit:
        return forces
    return replace(forces, sea=replace(forces.sea, warned=tuple(sorted({*forces.sea.warned, event.zone}))))


@PUBLIC.of(t.SeaBattleBegan)
def _battle(public: Public, event: t.SeaBattleBegan) -> Public:
    return replace(public, sea_battles=event.number)


@PUBLIC.of(t.SeaWeatherChanged)
def _weather(public: Public, event: t.SeaWeatherChanged) -> Public:
    return replace(public, sea={**public.sea, event.zone: event.weather})


@FORCES.of(t.SeaSearched)
def _searched(forces: Forces, event: t.SeaSearched) -> Forces:
    sea = forces.sea
    return replace(forces, sea=replace(sea, found=event.found, searched=tuple(sorted({*sea.searched, event.zone}))))
