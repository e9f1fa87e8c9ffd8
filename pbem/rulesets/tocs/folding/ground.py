"""The ground: whose it is, zones, works and obstacles, water, bridges and facilities (chapters W6, W9 to W12)."""

from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES, OBSTACLES, PUBLIC, WORKS, Obstacles, Works
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import Bridge, rebuilt
from pbem.rulesets.tocs.units import Obstacle
from pbem.rulesets.tocs.view import Public, with_obstacle, without_obstacle


@PUBLIC.of(t.OwnerChanged)
def _owner(public: Public, event: t.OwnerChanged) -> Public:
    return replace(public, owner={**public.owner, event.hex: event.owner})


@WORKS.of(t.OwnerChanged)
def _works_lost(works: Works, event: t.OwnerChanged) -> Works:
    _, owner = works.get(event.hex, ("", event.owner))
    return works if owner == event.owner else {h: w for h, w in works.items() if h != event.hex}  # TOCS-W10.9-6


@PUBLIC.of(t.EzocAnswered)
def _zone(public: Public, event: t.EzocAnswered) -> Public:
    kept = {h for h in public.claims[event.viewer] if h != event.hex} | ({event.hex} if event.stands else set())
    return replace(public, claims={**public.claims, event.viewer: tuple(sorted(kept))})


@WORKS.of(t.PositionImproved)
def _improved(works: Works, event: t.PositionImproved) -> Works:
    return {**works, event.hex: (event.level, event.side)}


@FORCES.of(t.PositionImproved)
def _dug(forces: Forces, event: t.PositionImproved) -> Forces:
    return replace(forces, dug=tuple(sorted({*forces.dug, event.hex})))


@OBSTACLES.of(t.ObstacleLaid)
def _laid(obstacles: Obstacles, event: t.ObstacleLaid) -> Obstacles:
    return with_obstacle(obstacles, event.hex, Obstacle(event.kind, event.side))


@OBSTACLES.of(t.ObstacleCleared)
def _cleared(obstacles: Obstacles, event: t.ObstacleCleared) -> Obstacles:
    return without_obstacle(obstacles, event.hex, event.kind)


@FORCES.of(t.WaterKnown)
def _water(forces: Forces, event: t.WaterKnown) -> Forces:
    return replace(forces, fords=event.fords, sounded=event.sounded)


@FORCES.of(t.UnitFerried)
def _ferried(forces: Forces, event: t.UnitFerried) -> Forces:
    return replace(forces.with_unit(event.unit), active=event.active, ferried=event.ferried)


@FORCES.of(t.StripWorked)
def _strip(forces: Forces, event: t.StripWorked) -> Forces:
    rest = {hex_: done for hex_, done in forces.strips.items() if hex_ != event.hex}
    return replace(forces, strips={**rest, event.hex: event.done} if event.done < event.of else rest)


@FORCES.of(t.GearChanged)
def _gear(forces: Forces, event: t.GearChanged) -> Forces:
    return replace(forces, gear=event.gear)


# What a side is told of its part of.


def spanned(forces: Forces, bridge: Bridge) -> Forces:
    """The forces that know a bridge as it is now."""
    return replace(forces, spans=rebuilt(forces.spans, bridge))


def outraged(forces: Forces, points: int) -> Forces:
    """The forces with so many points for what the enemy did to their hospitals."""
    return replace(forces, outrage=points)
