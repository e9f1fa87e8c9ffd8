"""Small plots of a side's own figures, turn by turn, on the paper of its maps: each line has its dashes and its name."""

from collections.abc import Sequence
from itertools import groupby

from pbem.documents.cartography.curves import Line, Point, straight
from pbem.documents.cartography.lettering import Lettering, shortened, written
from pbem.documents.cartography.palette import GRID, INK, LINE, OWN_INK, PAPER, WHITE
from pbem.documents.cartography.stamps import DrawnSheet, Stamp
from pbem.documents.cartography.strokes import Box, Pen, boxed, drawn, ring
from pbem.documents.plot import Course, Trend, title
from pbem.kernel.i18n import say, text
from pbem.kernel.values import Value

WIDTH, HEAD, FOOT = 900, 64, 20  # pixels
PLOT, GAP = 150, 66  # of a plot: its height, and the paper between two
LEFT, RIGHT = 64, 176  # of it: paper for figures on the left, for names on the right
LABEL = 23.0  # pixels between two names
TITLE = Lettering(27, INK, bold=True, anchor="start", spaced=1.6)
NAME = Lettering(22, INK, bold=True, anchor="start")
FIGURE = Lettering(19, "#4c565c", anchor="end")
TURN = Lettering(19, "#4c565c")
LAST = Lettering(20, OWN_INK, bold=True, anchor="start")
DASHES = ("", "12 6", "3 6", "14 5 3 5", "7 5", "20 6", "2 4")
MOST_TURNS = 9  # of which each is written under its place


class _Scale(Value):
    """Where a plot lies, and what its lowest and highest line count."""

    box: Box
    low: int
    high: int

    def at(self, number: int, of: int, value: int) -> Point:
        """Where the value of a turn lies. number: the turn's, from 0."""
        share = (value - self.low) / (self.high - self.low)
        return self.box.x + self.box.width * number / (of - 1), self.box.below - self.box.height * share


def course_sheet(trend: Trend) -> DrawnSheet:
    """All plots of a trend, one below the other."""
    plots = [list(group) for _, group in groupby(trend.courses, lambda course: course.plot)]
    sheet = Box(0, 0, WIDTH, HEAD + len(plots) * (PLOT + GAP) + FOOT)
    paper = boxed(sheet, PAPER) + boxed(Box(4, 4, sheet.width - 8, sheet.height - 8), "none", Pen(INK, 1.6))
    head = written(title(trend).upper(), 28, 44, TITLE)
    parts = [_plot(trend, courses, HEAD + number * (PLOT + GAP) + 34) for number, courses in enumerate(plots)]
    return DrawnSheet(sheet, (Stamp("".join((paper, head, *parts)), (0, 0), sheet),))


def _plot(trend: Trend, courses: Sequence[Course], top: float) -> str:
    """A plot under its name."""
    values = [value for course in courses for value in course.values]
    low, high = min(values), max(values)
    low = 0 if low <= high / 2 else low  # of what hardly changes its changes are shown
    box = Box(LEFT, top, WIDTH - LEFT - RIGHT, PLOT - 10)
    scale = _Scale(box, low, max(high, low + 1))
    name = written(text(courses[0].plot), 28, top - 14, NAME)
    ends = _spread([scale.at(len(trend.turns) - 1, len(trend.turns), course.values[-1])[1] for course in courses], box)
    lines = [_course(scale, course, dashes, end) for course, dashes, end in zip(courses, _dashes(courses), ends, strict=True)]
    return "".join((name, *_grid(scale, trend.turns), *lines))


def _dashes(courses: Sequence[Course]) -> list[str]:
    return [DASHES[number % len(DASHES)] for number in range(len(courses))]


def _grid(scale: _Scale, turns: tuple[int, ...]) -> list[str]:
    """The lowest and the highest line with their figures, and the turns."""
    step = -(-len(turns) // MOST_TURNS)
    shown = [(number, turn) for number, turn in enumerate(turns) if number % step == 0]
    box = scale.box
    return [
        drawn(f"M{box.x:.1f} {box.y:.1f}h{box.width:.1f}M{box.x:.1f} {box.below:.1f}h{box.width:.1f}", Pen(GRID, 1.2, opacity=0.7)),
        written(str(scale.high), box.x - 12, box.y + 7, FIGURE), written(str(scale.low), box.x - 12, box.below + 7, FIGURE),
        *(written(say("T{turn}", turn=turn), scale.at(n, len(turns), scale.low)[0], box.below + 25, TURN) for n, turn in shown),
    ]  # fmt: skip


def _course(scale: _Scale, course: Course, dashes: str, end: float) -> str:
    """A line with its dots, and at its end its name and last value. end: how high that is written."""
    points: Line = [scale.at(number, len(course.values), value) for number, value in enumerate(course.values)]
    way = straight(points)
    dots = "".join(ring(point, 4.6, LINE, Pen(WHITE, 1.6)) for point in points)
    words = shortened(f"{course.name}: {course.values[-1]}".removeprefix(": "), LAST, RIGHT - 40)
    label = written(words, scale.box.right + 16, end + 7, LAST)
    return drawn(way, Pen(WHITE, 7)) + drawn(way, Pen(LINE, 3.2, dashes)) + dots + label


def _spread(ends: Sequence[float], box: Box) -> list[float]:
    """Where names are written so that none lies on another: each as near to its line's end as there is room."""
    order = sorted(range(len(ends)), key=lambda n: (ends[n], n))
    found, least = dict[int, float](), box.y - LABEL
    for n in order:
        found[n] = least = max(ends[n], least + LABEL)
    over = max(least - box.below - LABEL, 0)
    return [found[n] - over for n in range(len(ends))]
