"""Lines of sight over the ground alone: from centre to centre, and to the middle of a hexside (TCSB-8)."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.kernel.hexes import Hex, beneath, beneath_to_side, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.relief import Relief


class _Line(Value):
    """A line over the ground. start, end: levels at its ends, in half levels; length: how many parts it is measured in."""

    start: int
    end: int
    length: int

    def at(self, part: int) -> int:
        """Its height at a part of the way, times the length: whole numbers all the way (TCSB-8-4)."""
        return self.start * (self.length - part) + self.end * part


@rule("TCSB-8-1", "TCSB-8-3", "TCSB-8-4", "TCSB-8-5", "TCSB-8-7", "TCSB-8-10", "TCSB-8-11")
def is_clear(relief: Relief, start: Hex, end: Hex) -> bool:
    """Does the ground leave the line between the centres of two hexes clear? Neighbours always see each other, and so does who is
    seen: the line back is the same line."""
    length = distance(start, end)
    if length <= 1:
        return True
    # Half steps, so that the hexsides between the hexes are parts of the line as well.
    line = _Line(relief.ground[start], relief.ground[end], 2 * length)
    steps = beneath(start, end)
    between = steps[1:-1]
    heights = range(2, 2 * length, 2)
    return _over_hexes(relief, line, between, heights) and _over_crests(relief, line, between, range(3, 2 * length - 1, 2))


@rule("TCSB-8-1", "TCSB-8-12")
def is_clear_to_side(relief: Relief, viewer: Hex, left: Hex, entered: Hex) -> bool:
    """Does the ground leave the line clear from the centre of a hex to the middle of the hexside between two others?

    Both are ends, and the line ends at the level of the hex entered. From either of them and from the neighbours of the hex entered
    it is always clear.
    """
    ends = {viewer, left, entered}
    if viewer == left or distance(viewer, entered) <= 1:
        return True
    steps = beneath_to_side(viewer, left, entered)
    parts = 2 * (distance(viewer, left) + distance(viewer, entered))  # four a step: the middle is half a step off or none
    line = _Line(relief.ground[viewer], relief.ground[entered], parts)
    between = [step for step in steps if not ends & set(step)]
    heights = range(4, 4 * len(between) + 1, 4)
    return _over_hexes(relief, line, between, heights) and _over_crests(relief, line, between, range(6, 4 * len(between), 4))


def _over_hexes(relief: Relief, line: _Line, between: Sequence[Sequence[Hex]], parts: Sequence[int]) -> bool:
    rows = [0, 0]
    for step, part in zip(between, parts, strict=True):
        here = line.at(part)
        hands = (step[0], step[-1])
        if all(_blocks(relief, place, here, line.length) for place in hands):
            return False
        rows = [row + 1 if _reaches(relief, place, here, line.length) else 0 for row, place in zip(rows, hands, strict=True)]
        if min(rows) >= relief.in_a_row:
            return False
    return True


def _blocks(relief: Relief, place: Hex, here: int, length: int) -> bool:
    ground = relief.ground.get(place)
    if ground is None:
        return False
    stands = relief.stands.get(place, 0)
    return (ground - relief.band) * length > here or (stands > 0 and (ground + stands) * length > here)


@rule("TCSB-8-8")
def _reaches(relief: Relief, place: Hex, here: int, length: int) -> bool:
    """Do the tops of woods reach the line? Two such hexes in a row block even a line exactly at their tops."""
    return place in relief.woods and (relief.ground[place] + relief.stands[place]) * length >= here


@rule("TCSB-8-6")
def _over_crests(relief: Relief, line: _Line, between: Sequence[Sequence[Hex]], parts: Sequence[int]) -> bool:
    """Does the line pass over every crest that it crosses? Those of its own end hexes do not count."""
    if not relief.crests:
        return True
    for (before, behind), part in zip(pairwise(between), parts, strict=True):
        crossed = {(before[0], behind[0]), (before[-1], behind[-1])}
        here = line.at(part)
        if all(relief.crests.get(side, 0) * line.length > here and side in relief.crests for side in crossed):
            return False
    return True
