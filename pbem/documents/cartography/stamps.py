"""What a drawn sheet consists of: stamps, each painted by itself, kept, and found again on the next sheet.

A sign, a counter or a word lies on a whole pixel, so that it looks the same wherever it is put. What runs over the sheet, as a
front line does, is found again where it has not changed.
"""

from collections.abc import Iterable
from math import ceil, floor

from pbem.documents.cartography.curves import Point
from pbem.documents.cartography.lettering import FAMILY, Lettering, written
from pbem.documents.cartography.strokes import Box
from pbem.kernel.values import Value

ROOM = 3.0  # pixels round words that their halo and the slant of their letters may take
UNSURE = 1.6  # how many times as wide as thought a line of words may be, if its letters are of the second font


class Stamp(Value):
    """A drawing round 0 0, the pixel of the sheet on which that comes to lie, and the box round 0 0, of whole pixels, beyond which
    it shows nothing."""

    drawing: str
    at: tuple[int, int]
    box: Box

    @property
    def svg(self) -> str:
        """It, where it lies."""
        return f'<g transform="translate({self.at[0]} {self.at[1]})">{self.drawing}</g>'


class DrawnSheet(Value):
    """A sheet and what lies on it, from below to above."""

    box: Box
    stamps: tuple[Stamp, ...]

    @property
    def svg(self) -> str:
        """It as one drawing."""
        return svg_of(self.box, tuple(stamp.svg for stamp in self.stamps))


def stamped(drawing: str, to: Point, reach: float, turned: float = 0.0, grown: float = 1.0) -> Stamp:
    """A drawing round 0 0 put at a point, turned by degrees, so many times as large. reach: how far from 0 0 it shows anything,
    before it is made larger."""
    far = ceil(reach * grown) + 1
    return Stamp(transformed(drawing, turned, grown), _pixel(to), Box(-far, -far, 2 * far, 2 * far))


def transformed(drawing: str, turned: float = 0.0, grown: float = 1.0) -> str:
    """A drawing round 0 0, turned by degrees, so many times as large."""
    turns = [f"rotate({turned:.1f})"] if turned else []
    turns += [f"scale({grown:.3f})"] if grown != 1 else []
    return f'<g transform="{" ".join(turns)}">{drawing}</g>' if turns else drawing


def lettered(words: str, x: float, y: float, hand: Lettering, turned: float = 0.0) -> Stamp:
    """Words as a stamp, their base line at y; turned: degrees round their point."""
    wide, room = hand.width(words) * UNSURE, ROOM + hand.halo_width + 0.2 * hand.size
    left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[hand.anchor]
    if turned:
        far = ceil(max(wide, hand.size * 1.2) + room)
        box = Box(-far, -far, 2 * far, 2 * far)
    else:
        high = ceil(1.1 * hand.size + room)
        box = Box(ceil(left - room), -high, ceil(wide + 2 * room), high + ceil(0.5 * hand.size + room))
    return Stamp(written(words, 0, 0, hand, turned), _pixel((x, y)), box)


def running(drawing: str, points: Iterable[Point], reach: float, window: Box) -> list[Stamp]:
    """A drawing at its place on the sheet, of which nothing lies further than reach from its points; none if a window shows nothing
    of it, else no more than the window does."""
    some = list(points)
    if not some or not drawing:
        return []
    xs, ys = [x for x, _ in some], [y for _, y in some]
    left, top = max(floor(min(xs) - reach), int(window.x)), max(floor(min(ys) - reach), int(window.y))
    right, below = min(ceil(max(xs) + reach), int(window.right)), min(ceil(max(ys) + reach), int(window.below))
    return [Stamp(drawing, (0, 0), Box(left, top, right - left, below - top))] if left < right and top < below else []


def svg_of(box: Box, parts: tuple[str, ...]) -> str:
    """A picture of what lies in a box, a pixel for a pixel."""
    inside = "\n".join(part for part in parts if part)
    size = f' width="{box.width:.0f}" height="{box.height:.0f}" viewBox="{box.x:.0f} {box.y:.0f} {box.width:.0f} {box.height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{size} font-family="{FAMILY}">\n{inside}\n</svg>\n'


def _pixel(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
