"""Aircraft, their missions, and the zones of those that are announced (chapters W14, W15)."""

from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES, PUBLIC
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.view import Public


@FORCES.of(t.AircraftMoved)
def _moved(forces: Forces, event: t.AircraftMoved) -> Forces:
    return replace(forces, air=forces.air.moved(event.aircraft))


@FORCES.of(t.SortieFlew)
def _flew(forces: Forces, event: t.SortieFlew) -> Forces:
    return replace(forces, air=forces.air.flown(event.sortie))


@PUBLIC.of(t.AirZoneMarked)
def _zone(public: Public, event: t.AirZoneMarked) -> Public:
    rest = tuple(zone for zone in public.zones if zone != event.zone)
    return replace(public, zones=(*rest, event.zone) if event.stands else rest)


@PUBLIC.of(t.AirFought)
def _fought(public: Public, event: t.AirFought) -> Public:
    return replace(public, air_fights=event.number)
