"""Zones of control: who can exert one, over what, and what it does to a mover (TOCS-W6.0)."""

from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.oob import Counter, full_kind
from pbem.rulesets.tocs.rules.movement import HEAVY, Position, lines
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

COMPANIES = ("company", "half_company", "hq_company")


@rule("TOCS-W1.12-1", "TOCS-W6.0-3", "TOCS-W6.0-4", "TOCS-W6.0-18", "TOCS-W2.1-9", "TOCS-W2.1-10", "TOCS-W2.2-1")
@rule("TOCS-W2.3-1", "TOCS-W2.4-1", "TOCS-W2.5-1", "TOCS-W15.15-10")
def exerts(view: View, unit: Unit) -> bool:
    """Can this unit of the view's side exert ZOC now? Only companies that are at worst disordered and not engaged.

    The list of the three kinds of zone is lost; by our ruling they are one's own (no hindrance to oneself), the enemy's
    (EZOC), and the deeper one of a company in extended deployment. Who can exert one can exert any of them. What kinds can is
    the chart's, `unit-steps`.
    """
    kind = full_kind(view.forces.counter(unit))
    if not view.game.records("unit-steps").records.get(kind, {}).get("zoc") or unit.status != "map" or unit.train:
        return False
    if unit.hex in view.public.engaged or unit.gathers:
        return False
    return bool(view.game.records("unit-states")[STATES[unit.state]]["zoc"])


@rule("TOCS-W6.0-15", "TOCS-W10.15-5", "TOCS-W10.15-7")
def front(hex_: Hex, facing: str) -> tuple[tuple[Hex, Hex | None], ...]:
    """The three hexes before a company that faces this way, from left to right, each with the one beyond it, which lies a
    step further in the direction faced (None off the grid)."""
    number = DIRECTIONS.index(facing)
    beside = (neighbour(hex_, DIRECTIONS[(number + turn) % 6]) for turn in (-1, 0, 1))
    return tuple((inner, neighbour(inner, facing)) for inner in beside if inner)


def reach(view: View, unit: Unit) -> tuple[Hex, ...]:
    """The hexes over which a company could exert a zone: all that it could step into from where it is, or, in extended
    deployment, those of its front, two deep."""
    counter = view.forces.counter(unit)
    near = {to.hex: to for to in lines(view, counter, Position(unit.hex, unit.bank))}
    if not unit.extended:
        return tuple(near)
    ahead = ((near[inner], outer) for inner, outer in front(unit.hex, unit.extended) if inner in near)
    return tuple(hex_ for inner, outer in ahead for hex_ in _deep(view, counter, inner, outer))


@rule("TOCS-W6.0-14", "TOCS-W6.0-17", "TOCS-W10.15-2")
def _deep(view: View, counter: Counter, inner: Position, outer: Hex | None) -> tuple[Hex, ...]:
    """A front hex and the one beyond: not through ground that is the enemy's or fought over, nor over what it could not
    cross."""
    ours = view.own(inner.hex) and inner.hex not in view.public.engaged
    if outer and ours and any(to == outer for to, _ in lines(view, counter, inner)):
        return (inner.hex, outer)
    return (inner.hex,)


@rule("TOCS-W6.0-5", "TOCS-W6.0-6", "TOCS-W6.0-10")
def covers(view: View, hex_: Hex, stood: bool = False) -> bool:
    """Is there a company of the view's side in range of `hex_` that could exert ZOC over it (the truth check)? stood: the
    enemy has stood in it since before this impulse."""
    return bool(zone(view, hex_, stood))


@rule("TOCS-W6.0-16", "TOCS-W10.15-3", "TOCS-W6.0-14")
def zone(view: View, hex_: Hex, stood: bool = False) -> str:
    """What zone the view's side could exert over a hex: "plain", "extended" when only companies in extended deployment
    could, "" for none. Theirs is not in a hex the enemy has stood in since before this impulse."""
    if hex_ in view.public.engaged:
        return ""
    plain = (u for near in view.game.ground.neighbours[hex_] for u in view.forces.at(near) if not u.extended)
    if any(exerts(view, u) and hex_ in reach(view, u) for u in plain):
        return "plain"
    return "extended" if not stood and any(hex_ in reach(view, u) for u in _extended(view)) else ""


def _extended(view: View) -> tuple[Unit, ...]:
    """The companies of the view's side in extended deployment that can exert a zone."""
    return tuple(u for u in view.forces.muster().wide if exerts(view, u))


@rule("TOCS-W6.0-12", "TOCS-W1.12-2", "TOCS-W2.2-2", "TOCS-W6.0-7")
def held(view: View, counter: Counter, at: Hex, to: Hex) -> bool:
    """May the unit not step from `at` to `to` because both lie in claimed EZOC? Mechanized and armoured units may."""
    return at in view.ezoc() and to in view.ezoc() and counter.mobility not in HEAVY


@rule("TOCS-W6.0-8", "TOCS-W10.21-1", "TOCS-W10.22-1")
def too_near(view: View, unit: Unit) -> str:
    """Why the enemy is too near a unit for reserve and refit, in words, "" if he is not. A claim counts as long as it is listed, be
    there a company behind it or not."""
    call, hex_ = view.forces.counter(unit).call, unit.hex
    if hex_ in view.public.engaged:
        return say("{call} is engaged in {hex}", call=call, hex=hex_)
    if hex_ in view.ezoc():
        return say("{call} is in {hex}, where EZOC was claimed: RECON {hex} asks whether it still stands", call=call, hex=hex_)
    return ""


@rule("TOCS-W6.0-13")
def doubled(view: View, counter: Counter, at: Hex, to: Hex) -> bool:
    """Does the step cost double terrain (mechanized or armoured, from EZOC to EZOC)?"""
    return at in view.ezoc() and to in view.ezoc() and counter.mobility in HEAVY
