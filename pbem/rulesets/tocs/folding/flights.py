"""Scheduled flights, flak, and what comes down (chapters W14, W15, MASL 7)."""

from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES
from pbem.rulesets.tocs.forces import Forces


@FORCES.of(t.FlightFiled, t.FlightFlown)
def _filed(forces: Forces, event: t.FlightFiled | t.FlightFlown) -> Forces:
    """A mission that was asked for in play files its way, but is on no schedule."""
    if event.flight.call not in forces.schedule.flights:
        return forces
    return replace(forces, schedule=forces.schedule.with_flight(event.flight))


@FORCES.of(t.LandingFought)
def _fought(forces: Forces, event: t.LandingFought) -> Forces:
    return replace(forces, schedule=forces.schedule.with_flight(event.flight))


@FORCES.of(t.FlightsOrdered)
def _ordered(forces: Forces, event: t.FlightsOrdered) -> Forces:
    return replace(forces, schedule=replace(forces.schedule, order=event.order))


@FORCES.of(t.WaveTried)
def _tried(forces: Forces, event: t.WaveTried) -> Forces:
    return replace(forces, schedule=forces.schedule.with_wave(event.wave)) if event.wave else forces


@FORCES.of(t.FlakFired)
def _fired(forces: Forces, event: t.FlakFired) -> Forces:
    return replace(forces.with_unit(event.unit), shots=(*forces.shots, f"{event.unit.id}/{event.hex}"))


@FORCES.of(t.StickLanded)
def _landed(forces: Forces, event: t.StickLanded) -> Forces:
    for unit in event.units:
        forces = forces.with_unit(unit)
    return replace(forces, schedule=replace(forces.schedule, drops=(*forces.schedule.drops, *event.landings)))
