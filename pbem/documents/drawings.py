"""A drawing made small: the same picture in fewer bytes, for a page that brings its map along.

Path data become relative and lose what no eye sees: points that lie on the line between their neighbours, and digits behind the
point. Only what maps are drawn with is read (M L H V C a z); data with anything else in it stay as they are.
"""

import re
from collections.abc import Iterator, Sequence
from math import hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
_TAG = re.compile(r"<[^>]*>")
_DATA = re.compile(r' d="([^"]*)"')
_PIECE = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_LONG = re.compile(r"-?\d*\.\d+")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "a": 7, "z": 0, "Z": 0}
STRAY = 0.3  # pixels that a line may be off


def smaller(svg: str, digits: int = 1) -> str:
    """The drawing with so many digits behind the point, and two for what is below 3: the width of a stroke."""
    return _TAG.sub(lambda tag: _tag(tag[0], digits), svg)


def _tag(tag: str, digits: int) -> str:
    parts = _DATA.split(tag)
    texts = (_LONG.sub(lambda number: _short(float(number[0]), digits), text) for text in parts[::2])
    datas = (f' d="{_path(data, digits)}"' for data in parts[1::2])
    return "".join(part for pair in zip(texts, (*datas, ""), strict=True) for part in pair)


def _short(number: float, digits: int) -> str:
    text = f"{number:.{2 if abs(number) < 3 else digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _path(data: str, digits: int) -> str:
    """Path data, relative; as they are if there is something else in them."""
    steps = list(_steps(data))
    if any(sign not in _TAKES for sign, _ in steps):
        return data
    pen = _Pen(digits)
    line: list[Point] = []
    for sign, numbers in steps:
        if sign in "LHV":
            x, y = (line or [pen.meant])[-1]
            line.append({"H": (numbers[0], y), "V": (x, numbers[0])}.get(sign) or (numbers[0], numbers[1]))
            continue
        pen.lines(line)
        line = []
        pen.draw(sign, numbers)
    pen.lines(line)
    return "".join(pen.said)


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; further numbers repeat it, and behind an M they are lines."""
    sign, numbers = "", list[float]()
    for piece in _PIECE.findall(data):
        if piece.isalpha():
            sign, numbers = piece, []
            if sign in "zZ" or sign not in _TAKES:
                yield sign, numbers
            continue
        numbers = [*numbers, float(piece)]
        if len(numbers) == _TAKES.get(sign, 0):
            yield sign, numbers
            sign, numbers = ("L" if sign == "M" else sign), []


class _Pen:
    """What has been drawn. at: where the rounded path is; meant: where the true one is; begun: where its part began."""

    def __init__(self, digits: int) -> None:
        self.digits, self.said = digits, list[str]()
        self.at: Point = (0.0, 0.0)
        self.meant: Point = (0.0, 0.0)
        self.begun: Point = (0.0, 0.0)

    def lines(self, points: list[Point]) -> None:
        """Straight on by these points, those left out that are not missed."""
        if points:
            for point in _kept([self.meant, *points])[1:]:
                self._to("l", [point])
            self.meant = points[-1]

    def draw(self, sign: str, numbers: Sequence[float]) -> None:
        """One command that is no line."""
        if sign in "zZ":
            self.said.append("z")
            self.at = self.meant = self.begun
        elif sign == "a":
            end = self.meant[0] + numbers[5], self.meant[1] + numbers[6]
            radii = f"{_short(numbers[0], self.digits)} {_short(numbers[1], self.digits)}"
            self.said.append(f"a{radii} {numbers[2]:.0f} {numbers[3]:.0f} {numbers[4]:.0f} ")
            self._to("", [end])
            self.meant = end
        else:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            self._to(sign.lower(), points)
            self.meant = points[-1]
            if sign == "M":
                self.begun = self.at

    def _to(self, sign: str, points: list[Point]) -> None:
        """A command by points, each told from where the pen is."""
        told = [f"{round(part, self.digits):g}" for x, y in points for part in (x - self.at[0], y - self.at[1])]
        ahead = points[-1][0] - self.at[0], points[-1][1] - self.at[1]
        self.at = self.at[0] + round(ahead[0], self.digits), self.at[1] + round(ahead[1], self.digits)
        short = [text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text.replace("-0", "0") if text == "-0" else text
                 for text in told]  # fmt: skip
        same = sign == "l" and bool(self.said) and self.said[-1].startswith(("l", " ", "-")) and self.said[-1] != "z"
        joined = short[0] + "".join(text if text.startswith("-") else f" {text}" for text in short[1:])
        lead = ("" if joined.startswith("-") else " ") if same else sign
        self.said.append(lead + joined)


def _kept(points: list[Point]) -> list[Point]:
    """The points without which a line would stray, the ends among them (Douglas and Peucker)."""
    keep, todo = {0, len(points) - 1}, [(0, len(points) - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        far, which = max((_off(points[i], points[first], points[last]), i) for i in range(first + 1, last))
        if far > STRAY:
            keep.add(which)
            todo += [(first, which), (which, last)]
    return [points[i] for i in sorted(keep)]


def _off(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from the stretch between two."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length)) if length else 0.0
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)
