"""Shapes as SVG: lines, areas, boxes, rings, groups."""

from pbem.documents.cartography.curves import Point
from pbem.kernel.values import Value

CRISP = ' shape-rendering="crispEdges"'


class Pen(Value):
    """How a line is drawn. dashes: SVG's list of them; opacity: of the stroke; round_ends: else its ends are cut; crisp: its edges
    have no half tones, which makes a picture smaller."""

    colour: str
    width: float
    dashes: str = ""
    opacity: float = 1.0
    round_ends: bool = True
    crisp: bool = False


def drawn(data: str, pen: Pen, fill: str = "none") -> str:
    """A line along path data; nothing where there is none."""
    if not data:
        return ""
    looks = ' stroke-linejoin="round"' + (' stroke-linecap="round"' if pen.round_ends else "")
    looks += f' stroke-dasharray="{pen.dashes}"' if pen.dashes else ""
    looks += f' stroke-opacity="{pen.opacity:.2f}"' if pen.opacity < 1 else ""
    looks += CRISP if pen.crisp else ""
    return f'<path d="{data}" fill="{fill}" stroke="{pen.colour}" stroke-width="{pen.width:.2f}"{looks}/>'


def filled(data: str, fill: str, opacity: float = 1.0, crisp: bool = False) -> str:
    """An area of path data; nothing where there is none."""
    if not data:
        return ""
    looks = f' fill-opacity="{opacity:.2f}"' if opacity < 1 else ""
    return f'<path d="{data}" fill="{fill}" fill-rule="evenodd"{looks}{CRISP if crisp else ""}/>'


class Box(Value):
    """A rectangle by its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def below(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def meets(self, other: "Box") -> bool:
        """Do the two share more than an edge?"""
        return self.x < other.right and other.x < self.right and self.y < other.below and other.y < self.below

    def nearest(self, point: Point) -> Point:
        """The point of it nearest to another."""
        return min(max(point[0], self.x), self.right), min(max(point[1], self.y), self.below)


def around(middle: Point, width: float, height: float) -> Box:
    """The box round a point."""
    return Box(middle[0] - width / 2, middle[1] - height / 2, width, height)


def boxed(box: Box, fill: str, pen: Pen | None = None, corner: float = 0.0, opacity: float = 1.0) -> str:
    """A rectangle. corner: how round its corners are."""
    edge = f' stroke="{pen.colour}" stroke-width="{pen.width:.2f}"' if pen else ""
    edge += f' stroke-dasharray="{pen.dashes}"' if pen and pen.dashes else ""
    edge += f' rx="{corner:.1f}"' if corner else ""
    edge += f' opacity="{opacity:.2f}"' if opacity < 1 else ""
    return f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" fill="{fill}"{edge}/>'


def ring(middle: Point, radius: float, fill: str, pen: Pen | None = None) -> str:
    """A disc."""
    edge = f' stroke="{pen.colour}" stroke-width="{pen.width:.2f}"' if pen else ""
    return f'<circle cx="{middle[0]:.1f}" cy="{middle[1]:.1f}" r="{radius:.1f}" fill="{fill}"{edge}/>'


def moved(inside: str, to: Point, turned: float = 0.0, grown: float = 1.0) -> str:
    """A drawing round 0 0 put at a point, turned by degrees, so many times as large."""
    turn = f" rotate({turned:.1f})" if turned else ""
    scale = f" scale({grown:.3f})" if grown != 1 else ""
    return f'<g transform="translate({to[0]:.1f} {to[1]:.1f}){turn}{scale}">{inside}</g>'


def disc_data(middle: Point, radius: float) -> str:
    """A disc as path data, for many of them in one path."""
    x, r = middle[0] - radius, radius
    return f"M{x:.1f} {middle[1]:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0"
