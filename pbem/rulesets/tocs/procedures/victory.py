"""Victory points (TOCS-5.0): each side's own conditions, over what is given to count."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.ground import Bridge, Ground, bridge_named
from pbem.rulesets.tocs.module import Victory


@rule("TOCS-5.0-1", "TOCS-5.0-2", "TOCS-W1.11-1")
def tally(
    conditions: Iterable[Victory],
    ground: Ground,
    owner: Mapping[Hex, str],
    dead: Iterable[str],
    spans: tuple[Bridge, ...] = (),
) -> tuple[tuple[str, int], ...]:
    """Points by condition, in order: (what, points). dead: kinds of the enemy's destroyed units, "hq_battalion" for HQs;
    spans: the bridges that are not as printed: one that is down counts for nobody.

    An engagement hex counts for its owner, the defender (TOCS-1.9-2)."""
    fallen = tuple(dead)
    return tuple((c.what, c.points * _count(c, (ground, spans), owner, fallen)) for c in conditions)


def _count(condition: Victory, land: tuple[Ground, tuple[Bridge, ...]], owner: Mapping[Hex, str], dead: tuple[str, ...]) -> int:
    if condition.kind == "hexes":
        return sum(owner[h] == condition.side for h in condition.hexes)
    if condition.kind == "bridges":
        bridges = (bridge_named(land[0], b, land[1]) for b in condition.bridges)
        return sum(b is not None and b.intact and owner[b.hex] == condition.side for b in bridges)
    return sum(kind in condition.unit_kinds for kind in dead)


@rule("TOCS-5.0-1")
def named(conditions: Iterable[Victory], ground: Ground) -> frozenset[Hex]:
    """The hexes that a side's conditions name, those of its bridges among them."""
    bridges = {b.id: b.hex for b in ground.bridges}
    return frozenset(h for c in conditions for h in (*c.hexes, *(bridges[b] for b in c.bridges)))
