"""Own units and contacts where they stand: one or two boxes in full, more as a stack with its list, one box a hex on a small map.

All that stands in a hex, or on one bank of it, is a row of pieces, put where it covers no other piece.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import hypot, inf

from pbem.documents.cartography import symbols
from pbem.documents.cartography.boxes import UNIT
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Point
from pbem.documents.cartography.lettering import Lettering
from pbem.documents.cartography.stamps import Stamp, lettered, stamped
from pbem.documents.cartography.strokes import Box, around
from pbem.documents.cartography.symbols import Looks
from pbem.documents.map_picture import Sighting, Symbol
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, replace

FULL = 2  # units that stand side by side
SMALL_GROWN, SMALL_CONTACT = 1.18, 1.1  # on a map of small hexes
SHARES = (0.62, 0.5, 0.4)  # of the way from the middle of a hex to a bank
NUDGES = tuple(sorted(((x, y) for x in range(-45, 46, 9) for y in range(-28, 29, 7)), key=lambda nudge: (hypot(*nudge), nudge)))
"""Pixels that a row may be moved by to find room, the nearest first."""
REACH = 44.0  # of a counter or a contact from its middle, all its marks included
LATER = 12  # what each further spot for a unit's words costs
SMALLER = (1.0, 0.86, 0.72, 0.6, 0.5)  # of its size, for a row that finds none


class Piece(Value):
    """A counter or a contact: its drawing round 0 0, the words under it, how wide and how high it is in pixels of a large hex;
    grown: how many times as large it is drawn."""

    drawing: str
    words: str
    hand: Lettering
    wide: float
    above: float
    below: float
    grown: float


class _Put(Value):
    """A piece, and where it was put."""

    piece: Piece
    spot: Point


class UnitStack(Value):
    """Units of which one is shown: where it stands, and all of them, for its list."""

    hex: Hex
    spot: Point
    units: tuple[Symbol, ...]


class Label(Value):
    """Words of a unit on a map of small hexes, which are placed when all boxes are."""

    spot: Point
    words: str
    hand: Lettering
    grown: float


class PutDown(Value):
    """What was put on a sheet: drawings, stacks that want a list, words still to be placed."""

    parts: list[Stamp]
    stacks: list[UnitStack]
    labels: list[Label]


class _Place(Value):
    """A hex, or one bank of it ("" where there is but one)."""

    hex: Hex
    bank: str


def put_pieces(canvas: Canvas) -> PutDown:
    """Every own unit and every contact of the sheet, each on its bank where water divides the hex."""
    there = _by_place(canvas)
    standing, seen = PutDown([], [], []), _sightings(canvas, there)
    for place in sorted({*there, *seen}, key=lambda place: (place.hex, place.bank)):
        pieces, stack = _row(canvas, there.get(place, ()), seen.get(place, ()))
        put = _put(canvas, place, pieces)
        for one in put:
            _draw(canvas, standing, one)
        if stack and not canvas.paper.small:
            standing.stacks.append(UnitStack(place.hex, put[0].spot, stack))
    return standing


def _by_place(canvas: Canvas) -> dict[_Place, tuple[Symbol, ...]]:
    there: dict[_Place, tuple[Symbol, ...]] = {}
    for symbol in canvas.picture.symbols:
        if symbol.hex in canvas.shown:
            place = _Place(symbol.hex, symbol.bank)
            there[place] = (*there.get(place, ()), symbol)
    return there


def _sightings(canvas: Canvas, there: Mapping[_Place, object]) -> dict[_Place, tuple[Sighting, ...]]:
    """Contacts by place: where own units hold one bank, on another of the same hex."""
    seen: dict[_Place, tuple[Sighting, ...]] = {}
    for sighting in canvas.picture.sightings:
        if sighting.hex in canvas.shown:
            place = _Place(sighting.hex, _other_bank(there, sighting.hex))
            seen[place] = (*seen.get(place, ()), sighting)
    return seen


def _other_bank(there: Mapping[_Place, object], hex_: Hex) -> str:
    held = {place.bank for place in there if place.hex == hex_}
    if not held - {""}:
        return ""
    opposite = {"N": "S", "NE": "SW", "E": "W", "SE": "NW", "S": "N", "SW": "NE", "W": "E", "NW": "SE"}
    free = [opposite[bank] for bank in sorted(held) if bank and opposite[bank] not in held]
    return free[0] if free else sorted(held)[0]


def _row(canvas: Canvas, units: tuple[Symbol, ...], seen: tuple[Sighting, ...]) -> tuple[list[Piece], tuple[Symbol, ...]]:
    """The pieces of a place from west to east, and the units of a stack that wants a list."""
    grown = canvas.k * (SMALL_CONTACT if canvas.paper.small else 1)
    contacts = [_contact(canvas, sighting, grown) for sighting in seen]
    if not units:
        return contacts, ()
    if canvas.paper.small or _foreign(canvas, units):
        return [_group(canvas, units), *contacts], ()
    if len(units) > FULL - bool(seen):
        return [_top(canvas, units), *contacts], units
    return [*(_single(canvas, unit) for unit in units), *contacts], ()


def _foreign(canvas: Canvas, units: tuple[Symbol, ...]) -> bool:
    """Is it a stack of another formation than that of the sheet?"""
    formation = canvas.frame.formation
    return bool(formation) and len(units) > FULL and all(unit.formation != formation for unit in units)


def _single(canvas: Canvas, unit: Symbol) -> Piece:
    words, hand = symbols.fitted(unit.call, symbols.CALL, symbols.LONGEST)
    canvas.signs.update(("steps", *((f"state_{unit.state}",) if unit.state else ()), *(("leader",) if unit.leader else ())))
    return _piece(symbols.counter(unit, Looks()), words, hand, canvas.k)


def _top(canvas: Canvas, units: tuple[Symbol, ...]) -> Piece:
    """The strongest troop unit of a stack with two plates behind it, and how many they are."""
    top = min(units, key=_rank)
    words, hand = symbols.fitted(_more(top.call, len(units) - 1), symbols.CALL, symbols.LONGEST)
    canvas.signs.update(("steps", "stack", *(f"state_{unit.state}" for unit in units if unit.state)))
    return _piece(symbols.counter(top, Looks(min(len(units) - 1, 2), len(units))), words, hand, canvas.k)


def _more(words: str, others: int) -> str:
    return f"{words} +{others}" if others > 0 else words


def _rank(unit: Symbol) -> tuple[bool, bool, int, str]:
    """Troops before support before headquarters, the strongest first."""
    return unit.sign == "hq", unit.sign in ("observer", "mortar", "guns"), unit.lost - unit.steps, unit.call


def _group(canvas: Canvas, units: tuple[Symbol, ...]) -> Piece:
    """One box for all of a hex: of the formation with most steps there, its bar the quarters of all their steps."""
    by_parent: dict[str, list[Symbol]] = {}
    for unit in units:
        by_parent.setdefault(unit.parent or unit.call, []).append(unit)
    name, most = max(by_parent.items(), key=lambda group: (sum(unit.steps for unit in group[1]), group[0]))
    lead = min(most, key=_rank)
    steps, lost = sum(unit.steps for unit in units), sum(unit.lost for unit in units)
    quarters = min(4, max(1, round(4 * lost / steps))) if lost else 0
    words = _more(name if len(most) > 1 else lead.call, len(units) - len(most))
    grown = canvas.k * (SMALL_GROWN if canvas.paper.small else 1)
    canvas.signs.add("group" if len(units) > 1 else "steps")
    looks = Looks(plates=int(len(units) > 1), cells=(4, quarters) if len(units) > 1 else (0, 0))
    worst = max(unit.state for unit in units)
    if worst:
        canvas.signs.add(f"state_{worst}")
    words, hand = symbols.fitted(words.removeprefix("HQ") or words, symbols.CALL, symbols.LONGEST)
    return _piece(symbols.counter(replace(lead, state=worst), looks), words, hand, grown)


def _contact(canvas: Canvas, sighting: Sighting, grown: float) -> Piece:
    words, hand = symbols.told(sighting)
    canvas.signs.update((f"contact_{min(sighting.age, 3)}", *((f"state_{sighting.state}",) if sighting.state else ())))
    return _piece(symbols.diamond(sighting), words, hand, grown)


def _piece(drawing: str, words: str, hand: Lettering, grown: float) -> Piece:
    return Piece(drawing, words, hand, max(50.0, hand.width(words) + 5), symbols.ABOVE, symbols.BELOW, grown)


def _put(canvas: Canvas, place: _Place, pieces: list[Piece]) -> list[_Put]:
    """The pieces of a place in a row, where they cover nothing that is put already: moved a little, or drawn smaller if need be."""
    best, cheapest = list[_Put](), inf
    for put in _tries(canvas, place, pieces):
        cost = sum(canvas.boxes.cost(_box(canvas, one), UNIT) for one in put)
        if cost < cheapest:
            best, cheapest = put, cost
        if not cost:
            break
    for one in best:
        canvas.boxes.lay(_box(canvas, one), UNIT)
    return best


def _tries(canvas: Canvas, place: _Place, pieces: list[Piece]) -> Iterator[list[_Put]]:
    """The rows that may be put, the one best seen first."""
    for share in SMALLER:
        row = [replace(piece, grown=piece.grown * share) for piece in pieces]
        for number in range(len(SHARES) * len(NUDGES)):
            yield [_Put(piece, spot) for piece, spot in zip(row, _spread(canvas, place, row, number), strict=True)]


def _spread(canvas: Canvas, place: _Place, pieces: list[Piece], number: int) -> list[Point]:
    """A row of pieces round the middle of their place; number: the try."""
    share, nudge = SHARES[number % len(SHARES)], NUDGES[number // len(SHARES)]
    middle = canvas.bank(place.hex, place.bank, share) if place.bank else canvas.paper.centre(place.hex)
    wide = [_room(canvas, piece) for piece in pieces]
    x, y, spots = middle[0] - sum(wide) / 2 + nudge[0] * canvas.k, middle[1] + nudge[1] * canvas.k, []
    for width in wide:
        spots.append((x + width / 2, y))
        x += width
    return spots


def _room(canvas: Canvas, piece: Piece) -> float:
    return piece.grown * (44.0 if canvas.paper.small else piece.wide)


def _box(canvas: Canvas, put: _Put) -> Box:
    """What a piece takes up; on a small map without its words, which are placed later."""
    piece, spot = put.piece, put.spot
    if canvas.paper.small:
        return Box(spot[0] - 22 * piece.grown, spot[1] - 22.5 * piece.grown, 44 * piece.grown, 43.5 * piece.grown)
    high = (piece.above + piece.below) * piece.grown
    return Box(spot[0] - piece.wide / 2 * piece.grown, spot[1] - piece.above * piece.grown, piece.wide * piece.grown, high)


def _draw(canvas: Canvas, standing: PutDown, put: _Put) -> None:
    piece, spot = put.piece, put.spot
    standing.parts.append(stamped(piece.drawing, spot, REACH, grown=piece.grown))
    hand = piece.hand.grown(piece.grown)
    if canvas.paper.small:
        standing.labels.append(Label(spot, piece.words, hand, piece.grown))
    else:
        standing.parts.append(lettered(piece.words, spot[0], spot[1] + 30.6 * piece.grown, hand))


def place_labels(canvas: Canvas, labels: Iterable[Label]) -> Iterator[Stamp]:
    """Words of units on a map of small hexes: below their box if that is free, else above, beside, or wherever least is hidden."""
    for label in labels:
        hand = label.hand if label.hand.size >= 8.6 else label.hand.grown(8.6 / label.hand.size)
        wide, high, k = hand.width(label.words) + 4, hand.size * 1.05, label.grown
        side = 24 * k + wide / 2
        steps = (
            (0, 25),
            (0, -20),
            (0, 30),
            (side / k, 4),
            (-side / k, 4),
            (side / k, -12),
            (-side / k, -12),
            (side / k, 20),
            (-side / k, 20),
        )
        box = _roomiest(canvas, (around((label.spot[0] + dx * k, label.spot[1] + dy * k), wide, high) for dx, dy in steps))
        if box is None:
            continue
        canvas.boxes.lay(box, UNIT)
        yield lettered(label.words, box.middle[0], box.middle[1] + hand.size * 0.36, hand)


def _roomiest(canvas: Canvas, boxes: Iterable[Box]) -> Box | None:
    """The box that hides least, of those that hide nothing solid; each is a little dearer than the one before it."""
    best, cheapest = None, inf
    for number, box in enumerate(boxes):
        dearer = LATER * number
        if dearer >= cheapest:
            break
        if canvas.holds(box) and canvas.boxes.is_free(box) and (cost := canvas.boxes.cost(box) + dearer) < cheapest:
            best, cheapest = box, cost
    return best
