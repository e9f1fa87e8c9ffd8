"""Lists of stacks on quiet ground: all units of a hex as small boxes, and a leader from their stack."""

from collections.abc import Iterator
from math import ceil, cos, hypot, radians, sin

from pbem.documents.cartography.boxes import CLAIM, LEADER, LIST
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Point, between, distance, straight
from pbem.documents.cartography.lettering import Lettering, shortened, written
from pbem.documents.cartography.palette import CREAM, INK, OWN_INK, WHITE
from pbem.documents.cartography.stacks import UnitStack
from pbem.documents.cartography.stamps import Stamp, stamped, transformed
from pbem.documents.cartography.strokes import Box, Pen, around, boxed, drawn, moved, ring
from pbem.documents.cartography.symbols import Looks, counter, fitted
from pbem.kernel.values import Value, replace

SMALLER = 0.70  # the boxes of a list
RINGS, TURNS, STEP = 20, 24, 0.34  # of a hex from ring to ring
FAR, HIDES, CROSSES = 30.0, 6.0, 700.0  # what a pixel of gap, a pixel hidden and each 10 pixels of leader over a box cost
ROW, HEAD = 27.0, 21.0
CALLS, TITLE = Lettering(12, OWN_INK, bold=True, anchor="start"), Lettering(12, OWN_INK, bold=True, anchor="start")
LONGEST_CALL, LONGEST_TITLE = 70.0, 190.0


class _Card(Value):
    """A list as it will be: its title, rows, and its size at the scale of a large hex."""

    stack: UnitStack
    title: str
    rows: int
    column: float
    wide: float
    high: float


def draw_lists(canvas: Canvas, stacks: list[UnitStack]) -> Iterator[Stamp]:
    """The largest first, each on the cheapest box of its hex's neighbourhood that hides no unit and no other list."""
    cards = list[Stamp]()
    for stack in sorted(stacks, key=lambda stack: (-len(stack.units), stack.hex, stack.spot)):
        card = _card(canvas, stack)
        box = _placed(canvas, card)
        if box is None:
            continue
        canvas.signs.update(f"state_{unit.state}" for unit in stack.units if unit.state)
        canvas.signs.update("leader" for unit in stack.units if unit.leader)
        canvas.boxes.lay(box, LIST)
        yield _leader(canvas, stack.spot, box)
        cards.append(_laid(canvas, card, box))
    yield from cards


def _card(canvas: Canvas, stack: UnitStack) -> _Card:
    columns = ceil(len(stack.units) / 10) if len(stack.units) > 20 else 1 + (len(stack.units) > 3)
    rows = ceil(len(stack.units) / columns)
    column = 50.0 + max(min(CALLS.width(unit.call), LONGEST_CALL) for unit in stack.units)
    name = shortened(f"{stack.hex} {canvas.ground.names.get(stack.hex, '')}".strip(), TITLE, LONGEST_TITLE)
    wide = max(columns * column + 6, TITLE.width(name) + 14)
    return _Card(stack, name, rows, column, wide, HEAD + rows * ROW + 2)


def _placed(canvas: Canvas, card: _Card) -> Box | None:
    best, cheapest = None, float("inf")
    for ring_number in range(2, 2 + RINGS):
        for turn in range(TURNS):
            box = _box(canvas, card, radians(turn * 360 / TURNS), ring_number * STEP * canvas.paper.size)
            if not canvas.holds(box) or not canvas.boxes.is_free(box):
                continue
            cost = _cost(canvas, card.stack.spot, box, cheapest)
            if cost < cheapest:
                best, cheapest = box, cost
    return best


def _box(canvas: Canvas, card: _Card, turned: float, far: float) -> Box:
    wide, high = card.wide * canvas.k, card.high * canvas.k
    x = card.stack.spot[0] + sin(turned) * (far + wide / 2 * abs(sin(turned)))
    y = card.stack.spot[1] - cos(turned) * (far + high / 2 * abs(cos(turned)))
    return around((x, y), wide, high)


def _cost(canvas: Canvas, spot: Point, box: Box, enough: float) -> float:
    """What a list hides there, how far it lies off, and what its leader crosses; computed no further than `enough`."""
    (x, y), k = box.middle, canvas.k
    gap = max(abs(x - spot[0]) - box.width / 2, abs(y - spot[1]) - box.height / 2, 0)
    cost = gap * FAR * k
    if cost < enough:
        cost += canvas.boxes.cost(box) + HIDES * canvas.boxes.cost(box, CLAIM)
    if cost < enough:
        end = box.nearest(spot)
        long = hypot(end[0] - spot[0], end[1] - spot[1])
        steps = [between(spot, end, far / long) for far in range(int(38 * k), int(long), 10)]
        cost += CROSSES * sum(not canvas.boxes.is_free(around(step, 8, 8), CLAIM) for step in steps)
    return cost


def _leader(canvas: Canvas, spot: Point, box: Box) -> Stamp:
    """From the stack to its list, with a dot at the stack."""
    end, k = box.nearest(spot), canvas.k
    long = distance(spot, end) or 1.0
    start = between(spot, end, min(34 * k, long * 0.6) / long)
    for step in range(1 + int(distance(start, end) / 8)):
        canvas.boxes.lay(around(between(start, end, 8 * step / (distance(start, end) or 1.0)), 8, 8), LEADER)
    foot = end[0] - round(start[0]), end[1] - round(start[1])
    data = straight([(0, 0), foot])
    line = drawn(data, Pen(WHITE, 4.6 * k)) + drawn(data, Pen(OWN_INK, 1.7 * k)) + ring((0, 0), 3.2 * k, OWN_INK)
    return stamped(line, start, hypot(*foot) + 4 * k)


def _laid(canvas: Canvas, card: _Card, box: Box) -> Stamp:
    """The list in its box."""
    wide, high = ceil(card.wide * canvas.k) + 6, ceil(card.high * canvas.k) + 6
    return Stamp(transformed(_drawn(card), grown=canvas.k), (round(box.x), round(box.y)), Box(-3, -3, wide, high))


def _drawn(card: _Card) -> str:
    """The list with its left upper corner at 0 0."""
    sheet = Box(0, 0, card.wide, card.high)
    parts = [boxed(Box(2.5, 2.5, card.wide, card.high), INK, corner=3, opacity=0.16), boxed(sheet, CREAM, Pen(OWN_INK, 1.5), 3)]
    parts += [drawn(f"M0 17h{card.wide:.1f}", Pen(OWN_INK, 1)), written(card.title, 7, 12.8, TITLE)]
    for number, unit in enumerate(card.stack.units):
        x, y = 8 + number // card.rows * card.column, HEAD + number % card.rows * ROW
        parts.append(moved(counter(unit, Looks(marked=False)), (x + 15, y + 10.5), grown=SMALLER))
        words, hand = fitted(unit.call, CALLS, LONGEST_CALL)
        parts.append(written(words, x + 36, y + 14.5, replace(hand, anchor="start")))
    return "".join(parts)
