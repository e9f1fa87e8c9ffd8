"""Movement: what an active unit can pay and where it may go at all (TOCS-W10.1, W11)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.adjacent_moves import Entry, entries, entry, lines, step
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.terrain import ALL_AP
from pbem.rulesets.tocs.units import HALVES, Activation
from pbem.rulesets.tocs.view import View

__all__ = [
    "ALL_AP", "FOOT", "HEAVY", "Entry", "Position", "busy", "earns_road_hex", "entries", "entry", "forfeited", "halted", "hushed",
    "in_column", "lines", "may_enter_enemy_ground", "pay", "step",
]  # fmt: skip

FOOT = ("foot", "horse", "cavalry")
HEAVY = ("mechanized", "armored")


@rule("TOCS-W8.4-1")
def allowance(active: Activation, counter: Counter) -> int:
    """Halves of a movement point that an AP gives: half of them, fractions up, when the tanks are dry."""
    return (counter.mp + 1) // 2 * HALVES if active.dry else counter.mp * HALVES


@rule("TOCS-W10.1-2", "TOCS-1.6-2", "TOCS-W10.1-4", "TOCS-W11.1-1", "TOCS-W11.0-5", "TOCS-W11.19-2", "TOCS-W13.4.1-2")
def pay(active: Activation, counter: Counter, way: Entry, run: str) -> Activation | None:
    """The activation after paying for one hex, or None when its action points do not reach.

    Points of consecutive moves (or of consecutive scouting) are pooled; a change of run loses what is left. When an AP
    has gone at road rate alone and its points are used up, one more road hex is free whatever it costs, but for motorized
    units and in fog; while a point is left the dearer hex wants the next AP.
    """
    if active.run != run:
        active = replace(active, run=run, mp=0, road=False, bonus=False, at=None)
    if way.cost == ALL_AP:
        return replace(active, ap=0, mp=0, bonus=False, column=False) if active.ap else None
    if active.mp == 0 < way.cost and active.bonus and active.road and way.road and not way.fog:
        return replace(active, bonus=False, column=in_column(counter, way))
    ap, mp, road, bonus = active.ap, active.mp, active.road, active.bonus
    while mp < way.cost:
        if ap == 0:
            return None
        ap, mp, road = ap - 1, mp + allowance(active, counter), True
        bonus = run == "move" and earns_road_hex(counter)
    on_road = road and bool(way.road)
    return replace(active, ap=ap, mp=mp - way.cost, road=on_road, bonus=bonus, column=in_column(counter, way))


@rule("TOCS-W10.1-2", "TOCS-W10.1-4")
def halted(active: Activation) -> Activation:
    """The activation of a unit that is stopped: what is left of the points it has paid for is lost, and so is a free road hex."""
    return replace(active, mp=0, bonus=False)


@rule("TOCS-W10.1-2")
def forfeited(active: Activation) -> Activation:
    """The activation of a unit whose step came to nothing: the points it was moving on are lost, else the next AP."""
    return replace(halted(active), ap=active.ap if active.mp else max(0, active.ap - 1))


@rule("TOCS-W10.1-2")
def busy(active: Activation, ap: int) -> Activation:
    """The activation after so many AP went into something else than moves and scouting: what was left of those is lost."""
    return replace(active, ap=active.ap - ap, run="", mp=0)


@rule("TOCS-W10.1-4", "TOCS-W11.1-1")
def earns_road_hex(counter: Counter) -> bool:
    """Has the unit a free road hex after each AP on the road? All but motorized units have."""
    return counter.mobility != "motorized"


@rule("TOCS-W10.1-5", "TOCS-W11.1-2")
def in_column(counter: Counter, way: Entry) -> bool:
    """Is the unit in column or convoy after this step? Road rate puts all but reconnaissance units in it."""
    return bool(way.road) and not counter.recon


@rule("TOCS-W9.1-5", "TOCS-W9.1-6")
def may_enter_enemy_ground(counter: Counter) -> bool:
    """Companies, vehicle platoons, HQs and reconnaissance assets may; batteries and other assets may not."""
    if counter.kind == "asset":
        return counter.recon
    return counter.kind != "battery" or counter.platoon


def quietly(view: View, counter: Counter, at: Position, to: Hex) -> Entry | None:
    """Off the road at double cost, but in forest or jungle, where who keeps off the roads is hidden from the air as it is."""
    way = entry(view, counter, at, to, by_road=False)
    return hushed(view, way) if way else None


def hushed(view: View, way: Entry) -> Entry:
    """A way off the road at the price of keeping unseen."""
    if way.cost == ALL_AP or view.game.ground.terrain[way.to.hex] in ("forest", "jungle"):
        return way
    return replace(way, cost=way.cost * 2, quiet=True)
