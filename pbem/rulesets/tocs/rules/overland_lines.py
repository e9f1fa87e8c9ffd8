"""Lines over land: hexes a message or a truck can pass, from where it starts as far as it reaches (TOCS-W7.1, W8.3)."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.memo import kept
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import LineEnd
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.adjacent_moves import Charted, Ways, charted, waters, ways_of
from pbem.rulesets.tocs.rules.movement import Position
from pbem.rulesets.tocs.view import View

MOST_KEPT = 128
MOST_GROUNDS = 4  # that a flood is kept for: as things stand, and as dry runs and looks ahead have them
FOREIGN, HINDERED = 1_000, 1_000_000  # more than any way has hexes, and more than any way has of these


Flood = Mapping[Position, LineEnd]
"""Every place that lines reach from their starts."""


class _OpenGround(NamedTuple):
    """Where lines may go: the hexes that are fought over, where they end, and all they may come to (`passable`)."""

    engaged: frozenset[Hex]
    passable: frozenset[Hex]


class _Kept(NamedTuple):
    """A flood, ground on which it is so, and all that was asked of the ground for it: the hexes that it went on from, unless they
    are fought over, and those it would have come to, if they are passable. No other hex can change it."""

    ground: _OpenGround
    left: frozenset[Hex]
    tried: frozenset[Hex]
    flood: Flood

    def holds(self, now: _OpenGround) -> bool:
        """Is it what it would be on this ground?"""
        (engaged, reachable), (fought_over, open_) = self.ground, now
        same = reachable is open_ or self.tried.isdisjoint(_between(reachable, open_))
        return same and (engaged is fought_over or self.left.isdisjoint(_between(engaged, fought_over)))


@kept(32)
def _between(before: frozenset[Hex], now: frozenset[Hex]) -> frozenset[Hex]:
    """The hexes by which two grounds differ: the same for every flood made on the one and asked about on the other."""
    return before ^ now


@rule("TOCS-W8.3-5", "TOCS-W8.3-6")
def flood(view: View, counter: Counter, starts: Mapping[Position, str], limit: int) -> Flood:
    """Every place within `limit` hexes of a start, over hexes the counter could legally enter, and the nearest start.

    A line keeps to the own perimeter and to bridges, fords and ferries. It may end in an engagement or, beside a friend,
    in EZOC, and passes through the latter alone. The last floods are kept: most of what units do leads no line elsewhere.
    """
    known, asked = view.game.floods, (charted(view, counter, True), waters(view), tuple(starts.items()), limit)
    if asked not in known and len(known) >= MOST_KEPT:
        known.pop(next(iter(known)))
    kept_of: list[_Kept] = known.setdefault(asked, [])
    open_ = _open_ground(view)
    for number, found in enumerate(kept_of):
        if found.holds(open_):
            kept_of[number] = found._replace(ground=open_)  # what is asked next differs least from what was asked last
            return found.flood
    found = _flooded(ways_of(view, counter, True), open_, starts, limit)
    kept_of[:] = found, *kept_of[: MOST_GROUNDS - 1]
    return found.flood


@kept(4)
def _open_ground(view: View) -> _OpenGround:
    return _OpenGround(_fought_over(view.public.engaged), passable(view))


@kept(4)
def _fought_over(engaged: Mapping[Hex, str]) -> frozenset[Hex]:
    return frozenset(engaged)


def _flooded(ways: Ways, open_: _OpenGround, starts: Mapping[Position, str], limit: int) -> _Kept:
    """The places in reach ring by ring, each a hex farther than the one before."""
    found = {at: LineEnd(0, starts[at]) for at in sorted(starts)}
    left, tried = set[Hex](), set[Hex]()
    ring: Mapping[Position, str] = {at: end.start for at, end in found.items()}
    for hexes in range(1, limit + 1):
        left.update([at.hex for at in ring])
        ring = _next_ring(ways, open_, found, ring, tried)
        if not ring:
            break
        ends = {start: LineEnd(hexes, start) for start in ring.values()}
        found.update({to: ends[start] for to, start in ring.items()})
    return _Kept(open_, frozenset(left), frozenset(tried), found)


def _next_ring(ways: Ways, open_: _OpenGround, found: Flood, ring: Mapping[Position, str], tried: set[Hex]) -> dict[Position, str]:
    """The places a hex beyond those of a ring that were not found before; from several starts as near the first by name. An
    engagement is where a line ends: none goes on out of it. tried: takes the hexes that were looked at."""
    beyond: dict[Position, str] = {}
    for at, start in ring.items():
        if at.hex in open_.engaged:
            continue
        for to in ways.connected(at):
            if to in found:
                continue
            tried.add(to.hex)
            if to.hex in open_.passable and (to not in beyond or start < beyond[to]):
                beyond[to] = start
    return beyond


@kept(4)
@rule("TOCS-W8.3-5")
def passable(view: View) -> frozenset[Hex]:
    """Hexes a line may come to: own ground that is not in EZOC, and wherever a friend stands."""
    friends, own = view.forces.stacks().keys(), _own(view.public.owner, view.public.engaged, view.side)
    strangers = [h for h in friends if h not in own]
    closed = set(view.ezoc()) - friends
    return (own | frozenset(strangers)) - closed if strangers or closed else own


@kept(4)
def _own(owner: Mapping[Hex, str], engaged: Mapping[Hex, str], side: str) -> frozenset[Hex]:
    return frozenset(h for h, holder in owner.items() if holder == side and h not in engaged)


def hindrance(view: View, hex_: Hex, reachable: frozenset[Hex]) -> str:
    """What keeps a line from going through a hex, in words, "" if nothing does."""
    if hex_ in view.public.engaged:
        return say("the engagement at {hex}", hex=hex_)
    if hex_ in reachable:
        return ""
    return say("EZOC at {hex}", hex=hex_) if view.own(hex_) else say("enemy ground at {hex}", hex=hex_)


@kept(4)
def _weights(view: View) -> Mapping[Hex, int]:
    """What each hex counts for in the search for the least hindered way: hindrances first, then those on the enemy's ground."""
    engaged, reachable, owner, side = view.public.engaged, passable(view), view.public.owner, view.side
    barred = {hex_: HINDERED + 1 if holder == side else HINDERED + FOREIGN + 1 for hex_, holder in owner.items()}
    return {hex_: 1 if hex_ in reachable and hex_ not in engaged else weight for hex_, weight in barred.items()}


_Edges = dict[Position, Mapping[Position, int]]


class _Searched(NamedTuple):
    """What searches have asked so far, for the next who is cut off, and for the next letter that tells of it: where the ground
    leads from each place, and the least hindered way from a place to the nearest of some starts."""

    edges: _Edges
    paths: dict[tuple[Position, tuple[tuple[Position, str], ...]], tuple[Position, ...]]


@kept(8)
def _searched(weights: Mapping[Hex, int], charted: Charted) -> _Searched:
    return _Searched({}, {})


def obstacle(view: View, counter: Counter, at: Position, starts: Mapping[Position, str]) -> tuple[str, int, str]:
    """What cuts the line of a unit: (hindrance nearest to it on the least hindered way, hexes of that way, its start). Of ways
    with as many hindrances the one over own ground is named, where a zone can be disproved, rather than the enemy's.

    The hindrance is "" when the way is merely long; hexes are 0 and the start "" when there is no way at all.
    """
    weights, ways = _weights(view), ways_of(view, counter, True)
    known, asked = _searched(weights, ways.charted), (at, tuple(starts.items()))
    if asked not in known.paths:
        known.paths[asked] = _least_hindered(known.edges, weights, ways, at, starts)
    path, reachable = known.paths[asked], passable(view)
    if not path:
        return "", 0, ""
    first = next((words for place in path[1:] if (words := hindrance(view, place.hex, reachable))), "")
    return first, len(path) - 1, starts[path[-1]]


def _least_hindered(
    known: _Edges, weights: Mapping[Hex, int], ways: Ways, at: Position, starts: Mapping[Position, str]
) -> tuple[Position, ...]:
    def edges(place: Position) -> Mapping[Position, int]:
        found = known.get(place)
        if found is None:
            found = known[place] = {to: weights[to.hex] for to in ways.connected(place)}
        return found

    reach = cheapest([at], edges, goal=lambda place: place in starts)
    ends = [place for place in starts if place in reach.cost]
    end = min(ends, key=lambda place: (reach.cost[place], starts[place]), default=None)
    return (end and reach.path(end)) or ()
