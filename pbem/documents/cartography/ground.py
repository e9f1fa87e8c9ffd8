"""The printed map as one drawing: the same for both sides and all through a campaign, so that it is painted once and kept."""

from pbem.documents.cartography.curves import Line, Point, sampled, straight
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.lettering import Lettering, written
from pbem.documents.cartography.numbers import draw_numbers
from pbem.documents.cartography.palette import GRID, PAPER, SHADE
from pbem.documents.cartography.paper import Paper, area, paper_of
from pbem.documents.cartography.relief import contours, draw_contours
from pbem.documents.cartography.stamps import svg_of
from pbem.documents.cartography.strokes import CRISP, Box
from pbem.documents.cartography.terrain import draw_areas, draw_texture, levels_by_side
from pbem.documents.cartography.traffic import Traffic
from pbem.documents.cartography.waters import Run, draw_hexsides, draw_runs, hearts_of, runs
from pbem.documents.cartography.ways import RoadLine, draw_ways, ways
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.values import Value

LARGEST = 9_000_000  # pixels of ground that are painted in one piece; of a larger map each sheet brings its own


class Base(Value, eq=False):
    """The ground at a scale: what lies where, which the situation is laid over. It is drawn when that is asked for, since a ground
    that was painted once is kept."""

    ground: PrintedLand
    paper: Paper
    part: frozenset[Hex]
    waters: tuple[Run, ...]
    hearts: dict[Hex, Point]
    ways: tuple[RoadLine, ...]
    box: Box

    @property
    def has_contours(self) -> bool:
        """Does a contour run over it?"""
        return any(self.ground.level[place] > 0 for place in self.part)

    @property
    def layers(self) -> tuple[str, ...]:
        """It, from below to above."""
        return _layers(self)

    @property
    def svg(self) -> str:
        """All of it, as a picture of its own."""
        return svg_of(self.box, self.layers)

    @property
    def roads(self) -> list[Line]:
        """Roads and railways as points."""
        return [sampled(way.points, 4) for way in self.ways]


@kept(4)
def base(ground: PrintedLand, half: int) -> Base:
    """The whole of a map. half: pixels from the middle of a hex to a hexside."""
    paper = paper_of(ground, half)
    return _base(ground, paper, Box(0, 0, paper.width, paper.height))


def base_of(ground: PrintedLand, half: int, window: Box) -> Base:
    """The ground that a window looks upon: all of it, painted once, unless the map is too large for that."""
    paper = paper_of(ground, half)
    return base(ground, half) if paper.width * paper.height <= LARGEST else _base(ground, paper, window)


def _base(ground: PrintedLand, paper: Paper, box: Box) -> Base:
    part = frozenset(place for place in ground.hexes if _looks_upon(paper, place, box))
    waters, hearts = runs(paper, ground), hearts_of(paper, ground)
    return Base(ground, paper, part, waters, hearts, ways(paper, ground, hearts), box)


@kept(2)
def _layers(base: Base) -> tuple[str, ...]:
    paper, ground, part, box = base.paper, base.ground, base.part, base.box
    traffic = Traffic(0.36 * paper.size, base.roads, [sampled(run.points, 3) for run in base.waters])
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" fill="{PAPER}"/>',
        *draw_areas(paper, ground, part), *draw_contours(paper, contours(paper, ground, part)), *draw_hexsides(paper, ground, part),
        *draw_runs(paper, base.waters), *draw_texture(paper, ground, part, traffic), *draw_ways(paper, base.ways),
        _grid(paper, part), *_climbs(paper, ground, part), *draw_numbers(paper, ground, part),
    )  # fmt: skip


def _looks_upon(paper: Paper, place: Hex, box: Box) -> bool:
    x, y = paper.centre(place)
    return box.x - 2 * paper.size < x < box.right + 2 * paper.size and box.y - 3 * paper.half < y < box.below + 3 * paper.half


def _grid(paper: Paper, part: frozenset[Hex]) -> str:
    """The hexes last and faint: relief comes first."""
    data = "".join(straight(paper.corners(place)[:4]) for place in sorted(part)) + area(paper, part)
    width = max(0.9 * paper.scale, 0.7)
    crisp = CRISP if paper.small else ""
    return f'<path d="{data}" fill="none" stroke="{GRID}" stroke-opacity=".42" stroke-width="{width:.2f}"{crisp}/>'


def _climbs(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> list[str]:
    """A figure where a hexside has a climb of its own, which the contours cannot show."""
    hand = Lettering(9.5 * paper.scale, SHADE, bold=True, halo=PAPER, halo_width=2 * paper.scale)
    return [written(f"{lines:+d}", x, y + hand.size * 0.35, hand) for (x, y), lines in levels_by_side(paper, ground, part)]
