"""Bridges as they stand: what each bears, what it takes to bring it down, and who can know (TOCS-W11.3)."""

from collections.abc import Mapping
from functools import cache

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, say
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge, Ferry, Ground, bridge_at, rebuilt
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import Obstacle
from pbem.rulesets.tocs.view import View

CHART = "bridges"


def known(view: View, hex_: Hex) -> tuple[Bridge, ...]:
    """The bridges in a hex, standing or down, as far as the side knows."""
    return bridge_at(view.game.ground, hex_, view.forces.spans)


def standing(view: View, hex_: Hex) -> tuple[Bridge, ...]:
    """The bridges in a hex that can be used, as far as the side knows."""
    return tuple(bridge for bridge in known(view, hex_) if bridge.intact)


@rule("TOCS-W10.10-7")
def blocked(view: View) -> tuple[Hex, ...]:
    """The hexes with water where the side knows of a roadblock: no vehicle and no line of supply goes over a bridge there.
    The same tuple for the same hexes, so that what was computed with it is known again."""
    return _blocked(view.obstacles, view.game.ground) if view.obstacles else ()


@kept(8)
def _blocked(obstacles: Mapping[Hex, tuple[Obstacle, ...]], ground: Ground) -> tuple[Hex, ...]:
    wet = (h for h in obstacles if h in ground.banks)
    return _same(tuple(sorted(h for h in wet if any(laid.kind == "roadblock" for laid in obstacles[h]))))


@cache
def _same(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    return hexes


@kept(4)
@rule("TOCS-W10.10-7")
def unbridged(view: View) -> View:
    """The view of one who traces supply: without the bridges that a roadblock closes."""
    spans = view.forces.spans
    for hex_ in blocked(view):
        for bridge in standing(view, hex_):
            spans = rebuilt(spans, replace(bridge, intact=False))
    return view if spans is view.forces.spans else replace(view, forces=replace(view.forces, spans=spans))


@rule("TOCS-W11.3-1", "TOCS-W10.13-3")
def bears(game: Game, bridge: Bridge, counter: Counter) -> bool:
    """Is the bridge strong enough for the unit? Men and animals cross any."""
    return tons(game, counter) <= limit(game, bridge)


@rule("MASL-13.2-1", "MASL-13.2-2", "MASL-13.2-3")
def limit(game: Game, bridge: Bridge) -> int:
    """What a bridge bears, in tons: what the map says, or the chart for its kind."""
    return whole(game.records(CHART)[bridge.kind], "weight_tons") if bridge.weight is None else bridge.weight


def tons(game: Game, counter: Counter) -> int:
    """The weight of the heaviest vehicle of a unit, in tons: what its counter says, or the chart for its mobility."""
    return whole(section(game.records(CHART).extras, "tons"), counter.mobility) if counter.tons is None else counter.tons


@rule("TOCS-W12.1.2-1")
def ferry_takes(game: Game, ferry: Ferry, counter: Counter) -> bool:
    """Does a ferry take such a unit: no vehicles, or those up to its weight limit, which the chart has if the map has none?"""
    limit = whole(section(game.records(CHART).extras, "ferry"), "tons") if ferry.tons is None else ferry.tons
    return tons(game, counter) <= (limit if ferry.vehicles else 0)


def lanes(game: Game, bridge: Bridge) -> int:
    """The lanes of a bridge."""
    return whole(game.records(CHART)[bridge.kind], "lanes")


@rule("TOCS-W11.3-3")
def strength(game: Game, bridge: Bridge) -> int:
    """The damage points that bring a bridge down."""
    return bridge.damage_points or whole(game.records(CHART)[bridge.kind], "damage_points")


@rule("TOCS-W11.3-2", "TOCS-W11.3-3")
def hit(game: Game, bridge: Bridge, points: int) -> Bridge:
    """A bridge after so many damage points more: down, and not to be used until it is repaired, when it has its fill."""
    damage = min(strength(game, bridge), bridge.damage + points)
    return replace(bridge, damage=damage, intact=bridge.intact and damage < strength(game, bridge))


def state(game: Game, bridge: Bridge) -> str:
    """The state of a bridge in words: `intact`, `2 of 6 damage points`, `down`."""
    if not bridge.intact:
        return say("down")
    return (
        say(
            "{damage} of {damage_points}",
            damage=bridge.damage,
            damage_points=counted(strength(game, bridge), "{number} damage point", "{number} damage points"),
        )
        if bridge.damage
        else say("intact")
    )


def altered(ground: Ground, told: tuple[Bridge, ...], so: tuple[Bridge, ...], hex_: Hex) -> tuple[Bridge, ...]:
    """The bridges of a hex that are not as they were told: as they are, those taken apart among them."""
    if told == so:
        return ()
    believed = {b.id: b for b in (*ground.bridges, *told) if b.hex == hex_}
    now = {b.id: b for b in (*ground.bridges, *so) if b.hex == hex_}
    return tuple(now[name] for name in sorted(now) if now[name] != believed.get(name))
