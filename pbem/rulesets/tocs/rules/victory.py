"""Victory points (TOCS-5.0): each side's own conditions, over what is given to count."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge, Ground, bank_of, bridge_at, bridge_named
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.oob import Counter, full_kind
from pbem.rulesets.tocs.rules.crossings import Position


class StandingUnit(NamedTuple):
    """A unit by what its counter prints, and the hex it stands in."""

    counter: Counter
    hex: Hex


class Land(Value):
    """What there is to count: the printed map, who owns each hex, the bridges that are not as printed, the facilities; barred:
    hexes that are fought over or in a claimed EZOC; reached: aims with a date, by id."""

    ground: Ground
    owner: Mapping[Hex, str]
    spans: tuple[Bridge, ...] = ()
    sites: tuple[Facility, ...] = ()
    barred: frozenset[Hex] = frozenset()
    reached: tuple[str, ...] = ()


@rule("TOCS-5.0-1", "TOCS-5.0-2", "TOCS-W1.11-1", "TOCS-W12.11-1")
def tally(conditions: Iterable[Victory], land: Land, dead: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Points by condition, in order: (what, points). dead: kinds of the enemy's destroyed units, "hq_battalion" for HQs.

    An engagement hex counts for its owner, the defender (TOCS-1.9-2); what is down or destroyed counts for nobody."""
    fallen, listed = tuple(dead), tuple(conditions)
    points = [c.points * _count(c, land, fallen) for c in listed]
    best = _best(listed, points)
    return tuple((c.what, paid if best.get(c.group, n) == n else 0) for n, (c, paid) in enumerate(zip(listed, points, strict=True)))


def _best(conditions: Iterable[Victory], points: Sequence[int]) -> dict[str, int]:
    """The place of the one that pays most of each group."""
    best: dict[str, int] = {}
    for number, condition in enumerate(conditions):
        if condition.group and points[number] > points[best.setdefault(condition.group, number)]:
            best[condition.group] = number
    return best


def _count(condition: Victory, land: Land, dead: tuple[str, ...]) -> int:
    """How often a condition counts, at most once where it is said to."""
    found = _found(condition, land, dead)
    return min(found, 1) if condition.once else found


@rule("MASL-16.13-1", "MASL-16.13-2", "MASL-16.13-3", "MASL-16.13-4", "MASL-16.13-5", "MASL-16.13-6", "MASL-16.13-7")
@rule("MASL-16.13-8", "MASL-16.13-9", "MASL-16.13-10", "MASL-16.15-1")
def _found(condition: Victory, land: Land, dead: tuple[str, ...]) -> int:
    """How much there is to count: each hex held, each facility that works and each bridge that stands on the side's
    ground, or is down where that counts as well, each of the enemy's dead of its kinds."""
    match condition.kind:
        case "hexes":
            return sum(land.owner[h] == condition.side for h in condition.hexes)
        case "open_road":
            return int(road_open(land, condition, Hex(condition.end)))
        case "crossing":
            return int(condition.id in land.reached)
        case "facilities":
            return len(_working(condition, land))
        case "bridges":
            return len(_standing(condition, land))
        case "bridges_or_destroyed":
            return len(_standing(condition, land)) + len(_down(condition, land))
    halves = sum(kind in condition.half for kind in dead)
    return sum(kind in condition.unit_kinds for kind in dead) - halves + halves // 2


@rule("MASL-15.1-1")
def road_open(land: Land, condition: Victory, end: Hex) -> bool:
    """Does a road of the classes asked for lead from the start to a hex, over the side's own ground that is not barred, and over
    bridges that carry it?"""
    start, seen = Hex(condition.start), set[Position]()
    rim = [Position(start, bank) for bank in range(max(1, len(land.ground.banks.get(start, ()))))]
    while rim:
        at = rim.pop()
        if at in seen or at.hex in land.barred or land.owner[at.hex] != condition.side:
            continue
        if at.hex == end:
            return True
        seen.add(at)
        rim += [to for near in land.ground.neighbours[at.hex] if (to := _along(land, condition.roads, at, near))]
    return False


def _along(land: Land, roads: tuple[str, ...], at: Position, to: Hex) -> Position | None:
    """Where a road leads from a bank of a hex into the next; None where there is none, or no bridge for it stands."""
    kind, out, into = land.ground.roads.get((at.hex, to), ""), direction(at.hex, to), direction(to, at.hex)
    if kind not in roads or out is None or into is None:
        return None
    carried = any(b.intact and kind in b.carries for b in bridge_at(land.ground, at.hex, land.spans))
    if bank_of(land.ground, at.hex, out) != at.bank and not carried:
        return None
    bank = bank_of(land.ground, to, into)
    return None if bank is None else Position(to, bank)


def crossings(conditions: Iterable[Victory], land: Land, units: Iterable[StandingUnit], turn: int) -> tuple[str, ...]:
    """The aims that units have reached as a turn ends and had not before, by id. units: the side's own on the map."""
    due = (c for c in conditions if c.kind == "crossing" and c.id not in land.reached and turn <= (c.by or turn))
    there = tuple(units)
    return tuple(c.id for c in due if any(_across(c, land, unit) for unit in there))


@rule("MASL-15.1-1")
def _across(condition: Victory, land: Land, unit: StandingUnit) -> bool:
    counter = unit.counter
    fits = full_kind(counter) in condition.unit_kinds and condition.nation in ("", counter.nation)
    fits = fits and (not condition.arms or counter.arm in condition.arms) and unit.hex in condition.hexes
    return fits and road_open(land, condition, unit.hex)


def _working(condition: Victory, land: Land) -> list[Facility]:
    held = (site for site in land.sites if site.works and land.owner[site.hex] == condition.side)
    return [site for site in held if site.id in condition.facilities]


def _standing(condition: Victory, land: Land) -> list[Bridge]:
    return [b for b in _bridges(condition, land) if b.intact and land.owner[b.hex] == condition.side]


def _down(condition: Victory, land: Land) -> list[Bridge]:
    return [b for b in _bridges(condition, land) if not b.intact]


def _bridges(condition: Victory, land: Land) -> list[Bridge]:
    """The bridges that a condition names, as they are now."""
    bridges = (bridge_named(land.ground, b, land.spans) for b in condition.bridges)
    return [b for b in bridges if b is not None]


OUTRAGE = phrase("our hospitals hit by the enemy")


@rule("TOCS-W12.9-3")
def outraged(points: int) -> tuple[tuple[str, int], ...]:
    """What a side is given for the damage the enemy did to its hospitals, as a line of its tally."""
    return ((say(OUTRAGE), points),) if points else ()


@rule("TOCS-5.0-1")
def named(conditions: Iterable[Victory], ground: Ground) -> frozenset[Hex]:
    """The hexes that a side's conditions name, those of its bridges among them; of a crossing the first hex beyond the water."""
    bridges = {b.id: b.hex for b in ground.bridges}
    roads = ((c, [Hex(c.end)] if c.end else []) for c in conditions)
    beyond = ((c, c.hexes[:1] if c.kind == "crossing" else c.hexes, end) for c, end in roads)
    return frozenset(h for c, hexes, end in beyond for h in (*hexes, *end, *(bridges[b] for b in c.bridges)))
