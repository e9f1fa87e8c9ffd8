"""Points and lines through them: bends, splines, lengths, and a scatter that is the same each time."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

Point = tuple[float, float]
Line = list[Point]


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point so far from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def mean(points: Sequence[Point]) -> Point:
    """The middle of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def distance(a: Point, b: Point) -> float:
    """From point to point."""
    return hypot(a[0] - b[0], a[1] - b[1])


def heading(a: Point, b: Point) -> float:
    """The direction from a to b, in degrees clockwise from east."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0]))


def unit_vector(a: Point, b: Point) -> Point:
    """The step of one from a to b."""
    long = distance(a, b) or 1.0
    return (b[0] - a[0]) / long, (b[1] - a[1]) / long


def scatter(*key: object) -> float:
    """A number of 0 to 1 for a key, the same in every process: FNV-1a, stirred."""
    state = 2166136261
    for letter in "|".join(map(str, key)):
        state = ((state ^ ord(letter)) * 16777619) & 0xFFFFFFFF
    state = ((state ^ state >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    return ((state ^ state >> 12) & 0xFFFFFFF) / 0xFFFFFFF


def at(point: Point) -> str:
    """A point as SVG writes it."""
    return f"{point[0]:.1f} {point[1]:.1f}"


def straight(points: Iterable[Point], closed: bool = False) -> str:
    """Path data from point to point."""
    return "M" + "L".join(map(at, points)) + ("z" if closed else "")


def spline(points: Sequence[Point]) -> str:
    """Path data of one smooth line through all points (Catmull-Rom as Bézier curves)."""
    if len(points) < 3:
        return straight(points)
    data = f"M{at(points[0])}"
    for before, start, end, after in _fours(points):
        first = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        second = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        data += f"C{at(first)} {at(second)} {at(end)}"
    return data


def sampled(points: Sequence[Point], steps: int = 8) -> Line:
    """The same smooth line as points, so many for each piece."""
    if len(points) < 3:
        return [between(points[0], points[-1], step / steps) for step in range(steps + 1)]
    found = [
        (_eased(four, 0, step / steps), _eased(four, 1, step / steps)) for four in _fours(points) for step in range(steps)
    ]  # fmt: skip
    return [*found, points[-1]]


def _fours(points: Sequence[Point]) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Each piece of a line with the points before and after it."""
    for i in range(len(points) - 1):
        yield points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, len(points) - 1)]


def _eased(four: tuple[Point, Point, Point, Point], axis: int, t: float) -> float:
    a, b, c, d = (point[axis] for point in four)
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def rounded(points: Sequence[Point], closed: bool, rounds: int = 2) -> Line:
    """A line with its corners cut, and cut again (Chaikin)."""
    line = list(points)
    for _ in range(rounds):
        pairs = zip(line, line[1:] + line[:1], strict=True) if closed else pairwise(line)
        cut = [point for a, b in pairs for point in (between(a, b, 0.25), between(a, b, 0.75))]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def lengths(points: Sequence[Point]) -> list[float]:
    """How far along a line each of its points lies."""
    found = [0.0]
    for a, b in pairwise(points):
        found.append(found[-1] + distance(a, b))
    return found


def along(points: Sequence[Point], measured: Sequence[float], far: float) -> Point:
    """The point so far along a line. measured: its lengths."""
    for i in range(1, len(points)):
        if measured[i] >= far or i == len(points) - 1:
            step = measured[i] - measured[i - 1] or 1.0
            return between(points[i - 1], points[i], (far - measured[i - 1]) / step)
    return points[-1]


def beside(line: Line, off: float) -> Line:
    """A line moved to its left hand, so many pixels, all along its way."""
    ways = [unit_vector(line[max(n - 1, 0)], line[min(n + 1, len(line) - 1)]) for n in range(len(line))]
    return [(x - uy * off, y + ux * off) for (x, y), (ux, uy) in zip(line, ways, strict=True)] if off else line
