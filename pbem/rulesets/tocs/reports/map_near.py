"""What a small screen shows first: the parts of a map where most is going on as far as a side knows."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.documents.map_picture import Frame
from pbem.kernel.hexes import Hex, column_row, disc, neighbours
from pbem.kernel.i18n import counted, say
from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import focus
from pbem.rulesets.tocs.reports.focus import Calls
from pbem.rulesets.tocs.units import Unit

ENGAGED, CONTACT, OLD, AT_FRONT, BEHIND = 6.0, 3.0, 1.0, 2.0, 0.5
MOST = 3  # parts of the map of a large side
MOST_NAMED = 3  # engagements that the title of a part of the map names

Corner = tuple[int, int]
"""Column and row of the left upper hex of a part."""
Weights = dict[Hex, float]
"""What goes on in each hex, and what it counts for."""


class Extent(Value):
    """How many columns and rows a part of the map has."""

    columns: int
    rows: int

    def holds(self, corner: Corner, place: Hex) -> bool:
        """Does a part from this corner on show a hex?"""
        column, row = column_row(place)
        return 0 <= column - corner[0] < self.columns and 0 <= row - corner[1] < self.rows


SMALL, NARROW = Extent(7, 7), Extent(5, 7)
"""Of a side whose units stand near one another; of a large side, which gets several, with words of nine pixels on a phone."""


def frames(game: Game, picture: Picture, own: Calls) -> tuple[Frame, ...]:
    """The part where most is going on, and for a large side up to two more where there is news that it does not show; none where
    the map is hardly larger than one. own: the units of whose sector that is meant."""
    large = focus.large(picture.forces)
    extent = NARROW if large else SMALL
    weights = _weights(game, picture, own) or _weights(game, picture, None)  # who has nobody on the map sees the side's front
    if not weights or _is_hardly_larger(game, extent):
        return ()
    corners = [_best(game, extent, weights)]
    news = {place: weight for place, weight in _news(picture).items() if place in weights}
    while large and len(corners) < MOST:
        news = _outside(news, extent, corners[-1])
        weights = _outside(weights, extent, corners[-1])
        if max(news.values(), default=0.0) < CONTACT:
            break
        corners.append(_best(game, extent, {place: weight + news.get(place, 0.0) for place, weight in weights.items()}, news))
    return tuple(_frame(picture, extent, corners, number, own) for number in range(len(corners)))


def _frame(picture: Picture, extent: Extent, corners: list[Corner], number: int, own: Calls) -> Frame:
    first = corners[number]
    last = first[0] + extent.columns - 1, first[1] + extent.rows - 1
    what = say("Where the enemy is near") if own is None else say("Own sector")
    title = f"{what}, {number + 1}/{len(corners)}" if len(corners) > 1 else what
    name = f"front-{number + 1}" if number else "front"
    return Frame(name, f"{title}{_engaged_elsewhere(picture, extent, corners) if not number else ''}", first, last, near=True)


def _is_hardly_larger(game: Game, extent: Extent) -> bool:
    """Is the map no more than a hex larger all round than a part of it?"""
    bounds = _bounds(game.ground)
    wide, high = bounds.last[0] - bounds.first[0], bounds.last[1] - bounds.first[1]
    return wide < extent.columns + 2 and high < extent.rows + 2


class _Bounds(NamedTuple):
    """The least and the greatest column and row of a map."""

    first: Corner
    last: Corner

    def corners(self, extent: Extent, place: Hex) -> Iterator[Corner]:
        """Those of the parts within the map that show a hex; a map smaller than a part has one part alone."""
        column, row = column_row(place)
        (left, top), (right, bottom) = self.first, self.last
        furthest = max(right - extent.columns + 1, left), max(bottom - extent.rows + 1, top)
        rows = range(max(row - extent.rows + 1, top), min(row, furthest[1]) + 1)
        for c in range(max(column - extent.columns + 1, left), min(column, furthest[0]) + 1):
            yield from ((c, r) for r in rows)


@kept(4)
def _bounds(ground: Ground) -> _Bounds:
    pairs = [column_row(place) for place in ground.hexes]
    columns, rows = [c for c, _ in pairs], [r for _, r in pairs]
    return _Bounds((min(columns), min(rows)), (max(columns), max(rows)))


def _best(game: Game, extent: Extent, weights: Weights, asked: Weights | None = None) -> Corner:
    """The corner of the part that holds most. asked: of these it has to hold one."""
    bounds = _bounds(game.ground)
    held = _held(weights, extent, bounds)
    corners = held if asked is None else {corner for place in asked for corner in bounds.corners(extent, place)}
    return max(corners, key=lambda corner: (round(held[corner], 6), -corner[0], -corner[1]), default=bounds.first)


def _held(weights: Weights, extent: Extent, bounds: _Bounds) -> dict[Corner, float]:
    """What goes on in each part that shows any of it; somewhat less for what lies far from its middle, so that it is not cut
    by the edge. Each weight is added to the parts that show it: most parts show few."""
    across, down = (extent.columns - 1) / 2, (extent.rows - 1) / 2
    held: dict[Corner, float] = {}
    for place, weight in weights.items():
        column, row = column_row(place)
        for corner in bounds.corners(extent, place):
            off = max(abs(column - corner[0] - across), abs(row - corner[1] - down))
            held[corner] = held.get(corner, 0.0) + weight * (1 - 0.04 * off)
    return held


def _outside(weights: Weights, extent: Extent, corner: Corner) -> Weights:
    return {place: weight for place, weight in weights.items() if not extent.holds(corner, place)}


def _engaged_elsewhere(picture: Picture, extent: Extent, corners: list[Corner]) -> str:
    """`; also engaged: 18.06`: engagements that no part shows, or how many."""
    out = [h for h in sorted(picture.public.engaged) if not any(extent.holds(corner, h) for corner in corners)]
    if not out:
        return ""
    named = ", ".join(out) if len(out) <= MOST_NAMED else counted(len(out), "{number} hex", "{number} hexes")
    return say("; also engaged: {places}", places=named)


def _weights(game: Game, picture: Picture, own: Calls) -> Weights:
    """What goes on in each hex: engagements before contacts before own units at the front before other own units. own: these alone,
    and what is near them."""
    mine = focus.of(picture.forces, own, picture.forces.on_map())
    found = _fought_over(picture) if own is None else _near(_fought_over(picture), mine)
    ours = {h for h, owner in picture.public.owner.items() if owner == picture.side}
    for unit in mine:
        at_front = any(other in game.ground.terrain and other not in ours for other in neighbours(unit.hex))
        found[unit.hex] = found.get(unit.hex, 0.0) + (AT_FRONT if at_front else BEHIND)
    return found


def _near(weights: Weights, units: list[Unit]) -> Weights:
    """Those of some hexes that are near to some units."""
    sector = {near for unit in units for near in disc(unit.hex, focus.NEAR)}
    return {place: weight for place, weight in weights.items() if place in sector}


def _fought_over(picture: Picture) -> Weights:
    """Hexes of engagements and contacts, and what these count for."""
    found: Weights = dict.fromkeys(picture.public.engaged, ENGAGED)
    for contact in picture.contacts:
        found[contact.hex] = found.get(contact.hex, 0.0) + (CONTACT if contact.seen == picture.public.impulse_name else OLD)
    return found


def _news(picture: Picture) -> Weights:
    """Hexes of engagements, and of contacts of this turn."""
    found: Weights = dict.fromkeys(picture.public.engaged, ENGAGED)
    turn = f"T{picture.public.turn}"
    for contact in picture.contacts:
        if contact.seen.partition(".")[0] == turn:
            found[contact.hex] = found.get(contact.hex, 0.0) + CONTACT
    return found
