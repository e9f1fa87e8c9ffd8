"""Trucks: loading, driving, unloading, and digging a depot in (TOCS-W8.1-3, W8.2)."""

from itertools import pairwise

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.movement import ALL_AP, Position, entries
from pbem.rulesets.tocs.rules.overland_lines import passable
from pbem.rulesets.tocs.rules.stocks import fresh
from pbem.rulesets.tocs.units import HALVES, ReplacementPool, SupplySource
from pbem.rulesets.tocs.view import View

MOST = 4  # supply points a convoy carries (TOCS-W8.2-2)
LEGS = {"day": 3, "night": 2}  # action points of troops in good order: drivers are no worse
FIXED = ("base", "dump", "depot")


class ConvoyStep(Value):
    """A step of a convoy: a source as it is then, and why; gone: it is no more."""

    source: SupplySource
    why: str
    gone: bool = False


@rule("TOCS-W8.2-1")
def truck(view: View, side: str) -> Counter:
    """What trucks move like: motorized, so many points an AP."""
    mp = int(view.game.switches["truck_mp"])
    return Counter(
        id="trucks", call="", name="", side=side, nation="", parent="", kind="asset", level="", arm="supply",
        mobility="motorized", steps=1, strength=0, defence_only=False, artillery=0, range=0, mp=mp, ml=0, elr=0, command=0,
        wireless=0, recon=False, engineer=False, aliases=(), setup=None, bank="",
    )  # fmt: skip


@rule("TOCS-W8.2-2", "TOCS-W8.0-3", "TOCS-W8.3-6")
def berths(view: View, goal: Hex, seeks: str) -> tuple[Position, ...]:
    """Where trucks have come to their destination: on the bank of the unit they are to join, else of the stores they unload
    into, and on either bank where there is neither; no river is crossed within a hex but by what carries them over."""
    unit = view.forces.units.get(seeks)
    if unit and unit.status == "map" and unit.hex == goal:
        return (Position(goal, unit.bank),)
    stores = {s.bank for s in view.forces.sources.values() if s.hex == goal and s.kind in FIXED and not seeks}
    return tuple(Position(goal, bank) for bank in sorted(stores or range(max(1, len(view.game.ground.banks.get(goal, ()))))))


def way(view: View, start: Position, goal: Hex, seeks: str = "") -> tuple[tuple[Position, int], ...] | None:
    """The cheapest way of trucks over own ground, hex by hex with its cost in halves; None when there is none."""
    counter, open_ = truck(view, view.side), passable(view) - set(view.public.engaged)
    ends = berths(view, goal, seeks)

    def edges(at: Position) -> dict[Position, int]:
        return {entry.to: _cost(entry.cost, counter) for entry in entries(view, counter, at) if entry.to.hex in open_}

    reach = cheapest([start], edges, goal=lambda at: at in ends)
    found = sorted((cost, at) for at, cost in reach.cost.items() if at in ends)
    path = reach.path(found[0][1]) if found else None
    if path is None:
        return None
    return tuple((at, reach.cost[at] - reach.cost[before]) for before, at in pairwise(path))


def _cost(cost: int, counter: Counter) -> int:
    return counter.mp * HALVES if cost == ALL_AP else cost


@rule("TOCS-W8.2-1", "TOCS-W8.2-2")
def driven(view: View, source: SupplySource) -> SupplySource:
    """Trucks as far on their way as this impulse takes them; they wait where the way is barred."""
    found = way(view, Position(source.hex, source.bank), source.bound, source.seeks) if source.bound else None
    left = LEGS["night" if view.night else "day"] * truck(view, view.side).mp * HALVES
    for (hex_, bank), cost in found or ():
        if cost > left:
            break
        left -= cost
        source = replace(source, hex=hex_, bank=bank)
    return source


@rule("TOCS-W8.2-2", "TOCS-W12.7-1", "MASL-16.3-4")
def loaded(view: View, start: SupplySource, points: int, goal: Hex, seeks: str) -> tuple[ConvoyStep, ...]:
    """Points leave a source on trucks, which drive off at once; what became of them."""
    left = replace(start, sp=start.sp - points)
    name = start.id if start.kind == "mobile" and not left.sp else fresh(view.forces, "mobile")
    trucks = SupplySource(name, "mobile", start.hex, points, start.bank, bound=goal, seeks=seeks)
    first = () if name == start.id else (ConvoyStep(left, phrase("loaded"), gone=left.kind == "mobile" and not left.sp),)
    return (*first, ConvoyStep(trucks, phrase("loaded on trucks")), *drive(_after(view, (*first, ConvoyStep(trucks, ""))), trucks))


def drive(view: View, trucks: SupplySource) -> tuple[ConvoyStep, ...]:
    """The way of trucks this impulse, and what they do when they have come where they were sent."""
    there = driven(view, trucks)
    moved = (ConvoyStep(there, phrase("moved")),) if there != trucks else ()
    come = trucks.bound is not None and (there.hex, there.bank) in berths(view, trucks.bound, trucks.seeks)
    return (*moved, *_arrived(view, there)) if come else moved


@rule("TOCS-W8.2-2", "TOCS-W8.0-3")
def _arrived(view: View, trucks: SupplySource) -> tuple[ConvoyStep, ...]:
    """At the destination: they join the unit they were sent to, or unload into what stores there are, or wait as a depot
    on wheels."""
    unit = view.forces.units.get(trucks.seeks)
    halted = replace(trucks, bound=None, seeks="")
    if unit and unit.status == "map" and unit.hex == trucks.hex:
        return (ConvoyStep(replace(halted, join=unit.id, noted=unit.lost), phrase("joined")),)
    here = (trucks.hex, trucks.bank)
    stores = [s for s in view.forces.sources.values() if (s.hex, s.bank) == here and s.kind in FIXED]
    if not stores or trucks.seeks:
        return (ConvoyStep(halted, phrase("arrived")),)
    into = min(stores, key=lambda s: (FIXED.index(s.kind), s.id))
    fits = min(trucks.sp, _space(into))
    rest = replace(halted, sp=trucks.sp - fits)
    return (
        ConvoyStep(replace(into, sp=into.sp + fits), phrase("delivered")),
        ConvoyStep(rest, phrase("unloaded"), gone=not rest.sp),
    )


@rule("TOCS-W12.7-2")
def _space(facility: SupplySource) -> int:
    """What still fits in: without limit while it is whole, else the share of its room that is left."""
    if not facility.damage or not facility.dp:
        return MOST
    return max(0, facility.room * (facility.dp - facility.damage) // facility.dp - facility.sp)


def _after(view: View, changes: tuple[ConvoyStep, ...]) -> View:
    return replace(view, forces=changed(view.forces, changes))


def changed(forces: Forces, changes: tuple[ConvoyStep, ...]) -> Forces:
    """The forces after these changes."""
    for change in changes:
        forces = forces.without_source(change.source.id) if change.gone else forces.with_source(change.source)
    return forces


def payer(forces: Forces) -> ReplacementPool | None:
    """The pool that pays an OP of the staff's own work: the fullest one."""
    pools = sorted(forces.pools.values(), key=lambda p: (-p.bank, p.id))
    best = pools[0] if pools else None
    return replace(best, bank=best.bank - 1, spent=best.spent + 1) if best and best.bank else None
