"""Lines of sight over the ground alone: from centre to centre, and to the middle of a hexside (TCSB-8)."""

from collections.abc import Sequence
from functools import cache

from pbem.kernel.hexes import Hex, Offset, distance, offset, offsets_beneath, offsets_beneath_side
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.relief import Relief

Hands = tuple[int, int]
"""The places of a step in the lists, from where the line starts: on either hand where it runs along a hexside, else one twice."""


class _Line(Value):
    """A line over the ground. at: where it starts in the lists; start, end: levels at its ends; length: the parts it is measured
    in; stride: parts from one step to the next."""

    at: int
    start: int
    end: int
    length: int
    stride: int


@rule("TCSB-8-1", "TCSB-8-3", "TCSB-8-4", "TCSB-8-5", "TCSB-8-7", "TCSB-8-10", "TCSB-8-11")
def is_clear_along(relief: Relief, at: int, to: int, way: Offset) -> bool:
    """Does the ground leave the line between the centres of two hexes clear? Neighbours always see each other, and who is seen
    sees: the line back is the same line. at, to: their places in the lists; way: how they lie apart. Nothing of a pair is kept,
    there are too many."""
    across, down = way
    length = max(abs(across), abs(down), abs(across + down))
    if length <= 1:
        return True
    # Half steps, so that the hexsides between the hexes are parts of the line as well.
    return _passes(relief, _Line(at, relief.ground[at], relief.ground[to], 2 * length, 2), _between(way, relief.stride))


@rule("TCSB-8-1", "TCSB-8-12")
def is_clear_to_side(relief: Relief, viewer: Hex, left: Hex, entered: Hex) -> bool:
    """Does the ground leave the line clear from the centre of a hex to the middle of the hexside between two others?

    Both are ends, and the line ends at the level of the hex entered. From either of them and from the neighbours of the hex entered
    it is always clear.
    """
    if viewer == left or distance(viewer, entered) <= 1:
        return True
    at, to = relief.index[viewer], relief.index[entered]
    parts = 2 * (distance(viewer, left) + distance(viewer, entered))  # four a step: the middle is half a step off or none
    steps = _before_side(offset(viewer, left), offset(viewer, entered), relief.stride)
    return _passes(relief, _Line(at, relief.ground[at], relief.ground[to], parts, 4), steps)


@cache
def _between(way: Offset, stride: int) -> tuple[Hands, ...]:
    return tuple(_hands(step, stride) for step in offsets_beneath(way)[1:-1])


@cache
def _before_side(left: Offset, entered: Offset, stride: int) -> tuple[Hands, ...]:
    ends = {left, entered}
    return tuple(_hands(step, stride) for step in offsets_beneath_side(left, entered) if not ends & set(step))


def _hands(step: Sequence[Offset], stride: int) -> Hands:
    first, last = step[0], step[-1]
    return first[0] * stride + first[1], last[0] * stride + last[1]


@rule("TCSB-8-5", "TCSB-8-7", "TCSB-8-8")
def _passes(relief: Relief, line: _Line, steps: Sequence[Hands]) -> bool:
    """Does a line pass over all hexes between its ends, and over the crests there?

    Two woods in a row that reach it block even a line exactly at their tops.
    """
    over, woods, length, at = relief.over, relief.woods, line.length, line.at
    here, rise = line.start * length, (line.end - line.start) * line.stride
    row = other_row = 0
    for hand, other in steps:
        here += rise
        one, two = at + hand, at + other
        if over[one] * length > here and over[two] * length > here:
            return False
        row = row + 1 if woods[one] * length >= here else 0
        other_row = other_row + 1 if woods[two] * length >= here else 0
        if row >= relief.in_a_row and other_row >= relief.in_a_row:
            return False
    return not relief.crests or _over_crests(relief, line, steps)


@rule("TCSB-8-6")
def _over_crests(relief: Relief, line: _Line, steps: Sequence[Hands]) -> bool:
    """Does the line pass over every crest that it crosses? Those of its own end hexes do not count."""
    rise, crests = (line.end - line.start) * line.stride, relief.crests
    for number in range(1, len(steps)):
        before, behind = steps[number - 1], steps[number]
        here = line.start * line.length * 2 + rise * (2 * number + 1)  # twice the height, half a step on
        crossed = ((line.at + before[hand], line.at + behind[hand]) for hand in (0, 1))
        if all(side in crests and crests[side] * line.length * 2 > here for side in crossed):
            return False
    return True
