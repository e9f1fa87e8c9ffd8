"""Victory points (TOCS-5.0): each side's own conditions, over what is given to count."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge, Ground, bridge_named
from pbem.rulesets.tocs.module import Victory


class Land(Value):
    """What there is to count: the printed map, who owns each hex, the bridges that are not as printed, the facilities."""

    ground: Ground
    owner: Mapping[Hex, str]
    spans: tuple[Bridge, ...] = ()
    sites: tuple[Facility, ...] = ()


@rule("TOCS-5.0-1", "TOCS-5.0-2", "TOCS-W1.11-1", "TOCS-W12.11-1")
def tally(conditions: Iterable[Victory], land: Land, dead: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Points by condition, in order: (what, points). dead: kinds of the enemy's destroyed units, "hq_battalion" for HQs.

    An engagement hex counts for its owner, the defender (TOCS-1.9-2); what is down or destroyed counts for nobody."""
    fallen = tuple(dead)
    return tuple((c.what, c.points * _count(c, land, fallen)) for c in conditions)


def _count(condition: Victory, land: Land, dead: tuple[str, ...]) -> int:
    """How often a condition counts, at most once where it is said to."""
    found = _found(condition, land, dead)
    return min(found, 1) if condition.once else found


@rule("MASL-16.13-4")
def _found(condition: Victory, land: Land, dead: tuple[str, ...]) -> int:
    """How much there is to count: each hex held, each facility that works and each bridge that stands on the side's
    ground, or is down where that counts as well, each of the enemy's dead of its kinds."""
    match condition.kind:
        case "hexes":
            return sum(land.owner[h] == condition.side for h in condition.hexes)
        case "facilities":
            return len(_working(condition, land))
        case "bridges":
            return len(_standing(condition, land))
        case "bridges_or_destroyed":
            return len(_standing(condition, land)) + len(_down(condition, land))
    halves = sum(kind in condition.half for kind in dead)
    return sum(kind in condition.unit_kinds for kind in dead) - halves + halves // 2


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
    """The hexes that a side's conditions name, those of its bridges among them."""
    bridges = {b.id: b.hex for b in ground.bridges}
    return frozenset(h for c in conditions for h in (*c.hexes, *(bridges[b] for b in c.bridges)))
