"""Railways: where trains can go, what it costs, where troops and supplies get on and off (TOCS-W12.2, W12.3)."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_of, crossed_contours, is_built_up, is_divided
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import bridges, facilities
from pbem.rulesets.tocs.rules.crossings import VEHICLES, Position
from pbem.rulesets.tocs.units import SupplySource, Train, Unit
from pbem.rulesets.tocs.view import View

YARDS = ("railyard", "railhead")
CITIES = ("city", "suburb")


def _chart(game: Game) -> Mapping[str, Any]:
    return game.records("trains")["train"]


@rule("TOCS-W12.3-2", "MASL-16.9-2")
def allowance(game: Game) -> int:
    """The points of movement of a train, an impulse, without an activation."""
    return int(_chart(game)["mp"])


@rule("TOCS-W12.3-3", "MASL-16.9-2")
def cost(game: Game, start: Hex, end: Hex) -> int:
    """What the next hex of a line costs: one, and one more for each contour line climbed unless the module says one a hex."""
    climbed = crossed_contours(game.ground, start, end) if game.switches["train_climbs"] else 0
    return int(_chart(game)["hex"]) + int(_chart(game)["climb"]) * climbed


def price(game: Game, start: Hex, path: tuple[Position, ...]) -> int:
    """What a whole path costs."""
    return sum(cost(game, a, b) for a, b in pairwise((start, *(to for to, _ in path))))


@rule("TOCS-W12.3-4", "TOCS-W11.2-1")
def onward(view: View, at: Position, to: Hex) -> Position | None:
    """Where a train comes to that goes from one hex of a line into the next, as far as the side knows; None where there is
    no line, or the railway bridge it would need is down. Trains run on railways alone."""
    ground, out, into = view.game.ground, direction(at.hex, to), direction(to, at.hex)
    if out is None or into is None or (at.hex, to) not in ground.rails:
        return None
    if bank_of(ground, at.hex, out) != at.bank and not bridged(view, at.hex):
        return None
    arrives = bank_of(ground, to, into)
    return None if arrives is None else Position(to, arrives)


def bridged(view: View, hex_: Hex) -> bool:
    """Does a railway bridge stand in a hex, as far as the side knows?"""
    return any("railroad" in bridge.carries for bridge in bridges.standing(view, hex_))


@rule("MASL-16.9-4")
def standing(view: View, but: str = "") -> frozenset[Hex]:
    """The hexes of own trains that block the line where they stand, but for one train, by id."""
    trains = (train for train in view.forces.trains.values() if train.id != but and train.status == "on")
    return frozenset(train.hex for train in trains if immobile(view, train))


@rule("MASL-16.9-4", "MASL-16.9-5")
def immobile(view: View, train: Train) -> bool:
    """Is a train stopped by what its side knows to bar the line still?"""
    if train.barred is None or view.game.switches["stopped_train"] == "waits":
        return False
    return shut(view, train.barred) or not bridged_over(view, train.barred)


def bridged_over(view: View, hex_: Hex) -> bool:
    """Can a train pass a hex: no water divides it, or a railway bridge stands there as far as the side knows?"""
    return not is_divided(view.game.ground, hex_) or bridged(view, hex_)


@rule("TOCS-W12.3-4", "TOCS-W12.2-2", "MASL-16.9-2")
def route(view: View, train: Train, goal: Hex) -> tuple[Position, ...] | None:
    """The cheapest way of a train over lines its side knows to be open, start left out; None when there is none. It may
    back out the way it came."""

    def edges(at: Position) -> dict[Position, int]:
        open_ = (to for to in view.game.ground.neighbours[at.hex] if not shut(view, to) and to not in held)
        return {there: cost(view.game, at.hex, there.hex) for to in open_ if (there := onward(view, at, to)) is not None}

    held = standing(view, train.id)
    reach = cheapest([Position(train.hex, train.bank)], edges, goal=lambda at: at.hex == goal)
    ends = [at for at in reach.cost if at.hex == goal]
    path = reach.path(min(ends, key=lambda at: (reach.cost[at], at))) if ends else None
    return tuple(path[1:]) if path else None


def shut(view: View, hex_: Hex) -> bool:
    """Does the side know of a roadblock on the line in a hex (TOCS-W12.2-2)?"""
    return any(laid.kind == "roadblock" for laid in view.obstacles.get(hex_, ()))


# ---------------------------------------------------------------- on and off


@rule("TOCS-W12.2-1")
def station(view: View, hex_: Hex) -> bool:
    """Is a hex a place where troops entrain and detrain: a railyard or railhead, or a place with a railway?"""
    lines = any((hex_, other) in view.game.ground.rails for other in view.game.ground.neighbours[hex_])
    return lines and (is_built_up(view.game.ground, hex_) or _yard(view, hex_))


def _yard(view: View, hex_: Hex) -> bool:
    return any(site.kind in YARDS and site.works for site in facilities.at(view, hex_))


@rule("TOCS-W12.3-8", "MASL-16.9-4")
def ramp(view: View, hex_: Hex) -> bool:
    """Can vehicles and guns be unloaded here: in a city, at a railyard or a railhead?"""
    return view.game.ground.terrain[hex_] in CITIES or _yard(view, hex_)


def rolling(counter: Counter) -> bool:
    """Is it of the kind that has to be driven off: wheeled, tracked, or guns?"""
    return counter.mobility in VEHICLES or counter.kind == "battery"


@rule("TOCS-W12.3-6", "TOCS-W12.3-7")
def riders(forces: Forces, train: Train) -> tuple[Unit, ...]:
    """Those on a train who can get off and fight wherever it stands: troops on foot, and nobody else (ruling G11)."""
    return tuple(unit for unit in forces.aboard(train.id) if not rolling(forces.counter(unit)))


@rule("TOCS-W12.3-1")
def room(forces: Forces, train: Train) -> int:
    """The steps of troops a train can still take."""
    return train.steps - sum(forces.counter(unit).steps - unit.lost for unit in forces.aboard(train.id))


@rule("TOCS-W12.2-1")
def stores(view: View, train: Train) -> tuple[SupplySource, ...]:
    """The stores that points can be moved between and a train: bases, dumps and depots in its hex or beside it."""
    near = {train.hex, *view.game.ground.neighbours[train.hex]}
    able = (s for s in view.forces.sources.values() if s.kind in ("base", "dump", "depot") and s.hex in near and view.own(s.hex))
    return tuple(sorted(able, key=lambda s: (s.hex != train.hex, s.id)))
