"""Bypass: past a hex along its hexsides, where the map leaves room (TOCS-W10.1.1)."""

from collections.abc import Iterator

from pbem.kernel.hexes import DIRECTIONS, Hex, direction, distance
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ground import OPEN, Ground, bank_of
from pbem.rulesets.tocs.map_file import NEVER_PASSED
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import afloat, terrain, weather
from pbem.rulesets.tocs.rules.crossings import Position, arrival, crossing
from pbem.rulesets.tocs.view import View

NEVER = NEVER_PASSED
MOST_SIDES = 2


class Detour(Value):
    """A way past a hex: the hex, where it leads, its cost in halves."""

    past: Hex
    to: Position
    cost: int


def detours(view: View, counter: Counter, at: Position) -> Iterator[Detour]:
    """Every way past a hex beside `at` that the ground allows the unit."""
    for past in view.game.ground.neighbours[at.hex]:
        for goal in view.game.ground.neighbours[past]:
            if distance(at.hex, goal) == 2:
                cost = detour_cost(view, counter, at, (past, goal))
                if cost is not None:
                    yield Detour(past, Position(goal, arrival(view.game.ground, past, goal)), cost)


@rule("TOCS-W10.1.1-2", "TOCS-W10.1.1-5", "TOCS-W10.1.1-6", "TOCS-W11.25-2")
@rule("TOCS-W11.15-2", "TOCS-W11.16-2", "TOCS-W11.17-1", "TOCS-W11.18-1", "TOCS-W11.22-1", "TOCS-W11.25-1")
def detour_cost(view: View, counter: Counter, at: Position, way: tuple[Hex, Hex]) -> int | None:
    """Halves for the way past one hex into the next: the terrain along the hexsides, then the full cost of the hex entered;
    None where there is no room or the ground forbids a part of it. Road rate is not used."""
    past, goal = way
    bank = _bank_passed(view, counter, at, way)
    if bank is None:
        return None
    rounds = (sides for sides in _rounds(view.game.ground, at.hex, way) if _dry(view, past, sides, bank))
    along = [strip(view, counter, past, sides) for sides in rounds]
    into = terrain.inward(view, counter, past, goal, road=False)
    extra = [weather.surcharge(view, counter, a, b, "") for a, b in ((at.hex, past), (past, goal))]
    costs = [cost for cost in along if cost is not None]
    if not costs or into is None or into == terrain.ALL_AP or None in extra:
        return None
    edge = terrain.hexside(view, counter, at.hex, past) * (2 if view.night else 1)
    return max(0, edge + min(costs) + into + sum(cost or 0 for cost in extra))


def _bank_passed(view: View, counter: Counter, at: Position, way: tuple[Hex, Hex]) -> int | None:
    """The bank of a hex on which a unit goes past it into the next; None where the ground or water bars the way there or on."""
    past, goal = way
    if view.game.ground.terrain[past] in NEVER:
        return None
    if any(afloat.swims(view, counter, a, b) for a, b in ((at.hex, past), (past, goal))):
        return None
    water = crossing(view, counter, at, past)
    if water is None or terrain.shut_in(view, counter, at.hex, past) or not terrain.climbable(view, counter, at.hex, past):
        return None
    if bank_of(view.game.ground, past, direction(past, goal) or "") != water.bank or arrives(view.game.ground, past, goal) is None:
        return None
    return water.bank


def strip(view: View, counter: Counter, past: Hex, sides: tuple[str, ...]) -> int | None:
    """Halves for the open ground along some hexsides: its dearest terrain once (or by switch each hexside)."""
    kinds = [view.game.ground.room[past, side] for side in sides]
    costs = [None if kind in OPEN else terrain.ground_cost(view, counter, (kind,)) for kind in kinds]
    paid = [cost for cost in costs if cost is not None and cost != terrain.ALL_AP]
    if len(paid) < len(costs):
        return None
    total = sum(paid) if view.game.switches["bypass_cost"] == "each_side" else max(paid)
    return total * 2 if view.night else total


def _rounds(ground: Ground, start: Hex, way: tuple[Hex, Hex]) -> Iterator[tuple[str, ...]]:
    """The runs of one or two hexsides with room that lead round a hex, clockwise and the other way."""
    past, goal = way
    first, last = (DIRECTIONS.index(direction(past, place) or "") for place in (start, goal))
    for turn in (1, -1):
        count = (last - first) * turn % 6 - 1
        sides = tuple(DIRECTIONS[(first + turn * step) % 6] for step in range(1, count + 1))
        if 1 <= count <= MOST_SIDES and all((past, side) in ground.room for side in sides):
            yield sides


def _dry(view: View, past: Hex, sides: tuple[str, ...], bank: int) -> bool:
    """Do these hexsides lie on one bank of the hex?"""
    return all(bank_of(view.game.ground, past, side) == bank for side in sides)


def arrives(ground: Ground, past: Hex, goal: Hex) -> int | None:
    """The bank of the goal on which a unit arrives, None where the hexside is water."""
    return bank_of(ground, goal, direction(goal, past) or "")


@rule("TOCS-W10.1.1-1")
def at_home(view: View, hexes: tuple[Hex, ...]) -> bool:
    """Does the way past a hex lie wholly inside the own perimeter?"""
    return all(view.own(hex_) and hex_ not in view.public.engaged for hex_ in hexes)


def hindered(view: View, hexes: tuple[Hex, ...]) -> str:
    """What of the day keeps a unit from passing a hex that the map has room around, in words, "" if nothing does."""
    claimed = [hex_ for hex_ in hexes if hex_ in view.ezoc()]
    if claimed:
        return say("EZOC at {claimed}", claimed=claimed[0])
    fire = [hex_ for hex_ in hexes if hex_ in view.public.interdicted]
    return say("{fire} is interdicted", fire=fire[0]) if fire else ""


def between(ground: Ground, start: Hex, goal: Hex) -> tuple[Hex, ...]:
    """The hexes of the map beside both of two hexes that are two apart, in the order of directions."""
    return tuple(hex_ for hex_ in ground.neighbours[start] if distance(hex_, goal) == 1)
