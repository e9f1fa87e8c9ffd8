"""Small grounds for tests of sight: the ford village, drawn as its module draws it, and chance ground by a seed."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import cast

from pbem.kernel.hexes import Hex, disc, hex_at, neighbours
from pbem.rulesets.tcs.ground import Side, TacticalGround, Terrain
from pbem.rulesets.tcs.rules.relief import Relief, relief
from tests.rulesets.tcs.charts import BOOK

KINDS = {".": "open", "o": "crops", "b": "brush", "W": "woods", "V": "village", "~": "stream"}
TERRAIN = ("....oo..", "..W.....", ".WW...b.", "...~Vo..", ".~~.VV~~", "~....o..", "....b.WW", "..o...W.")
LEVELS = ("11111000", "12211000", "12210000", "11100000", "00000000", "00000011", "01110122", "11110122")
CRESTS = (("02.03", "03.03"), ("02.03", "02.04"), ("03.02", "04.02"), ("03.03", "04.03"), ("03.03", "03.04"))


def laid(terrain: Mapping[Hex, str], levels: Mapping[Hex, int], crests: Iterable[Side] = ()) -> Relief:
    """The relief of a map of these hexes; a crest is given once."""
    both = frozenset(way for left, right in crests for way in ((left, right), (right, left)))
    return relief(BOOK, TacticalGround(99, 99, cast(Mapping[Hex, Terrain], terrain), levels, crests=both))


def village() -> Relief:
    """The ford village of tcs-training."""
    terrain = {hex_at(c + 1, r + 1): KINDS[sign] for r, line in enumerate(TERRAIN) for c, sign in enumerate(line)}
    levels = {hex_at(c + 1, r + 1): int(sign) for r, line in enumerate(LEVELS) for c, sign in enumerate(line)}
    return laid(terrain, levels, [(Hex(left), Hex(right)) for left, right in CRESTS])


def chance(seed: int, radius: int = 5) -> Relief:
    """Ground as dice would have it: levels, woods, houses and crests."""
    random = Random(seed)
    places = disc(hex_at(20, 20), radius)
    terrain = {place: random.choice(("open", "open", "open", "woods", "village", "crops")) for place in places}
    levels = {place: random.choice((0, 0, 1, 1, 2, 3)) for place in places}
    sides = [(place, other) for place in places for other in neighbours(place) if place < other and other in levels]
    return laid(terrain, levels, [side for side in sides if random.random() < 0.1])
