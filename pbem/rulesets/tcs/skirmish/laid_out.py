"""The ground of a battle, laid out by a seeded rule from what the statement says of it: patches, heights, water, roads, houses."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import Entry, section, text, texts, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import DIRECTIONS, Hex, column_row, distance, hex_at, line, neighbours
from pbem.kernel.values import Value
from pbem.modules.battlefield import FieldGround, FieldWater

SIZE = 10
MIDDLE = hex_at(5, 5)
RIM: Mapping[str, Hex] = {
    "N": hex_at(5, 1), "NE": hex_at(10, 3), "SE": hex_at(10, 8), "S": hex_at(5, 10), "SW": hex_at(1, 8), "NW": hex_at(1, 3),
}  # fmt: skip
"""Where each hexside of the ground lies at the rim of the map."""
HEXES = tuple(hex_at(column, row) for column in range(1, SIZE + 1) for row in range(1, SIZE + 1))
CHART = "battle-ground"
LOW, STEEPEST, HALF_WAY = 2, 1, 3
"""The level of the middle, the most that a hexside may lie above or below it, and how far out it begins to."""
WET: Mapping[str, str] = {"brook": "stream", "river": "river"}


class LaidRoad(Value):
    """A road: "road" or "track", hex by hex from the middle."""

    kind: str
    way: tuple[Hex, ...]


class LaidOut(Value, eq=False):
    """A map: terrain and level by hex, roads and streams hex by hex. aims: the hexes that are fought for; wet: those of water."""

    terrain: Mapping[Hex, str]
    level: Mapping[Hex, int]
    roads: tuple[LaidRoad, ...]
    courses: tuple[tuple[Hex, ...], ...]
    aims: tuple[Hex, ...]
    wet: frozenset[Hex]


def laid_out(book: ChartBook, ground: FieldGround, dice: Dice) -> LaidOut:
    """The map of a battle. Nothing of it follows from who fights: it would tell each side of the other."""
    waters = tuple((water, _course(water)) for water in ground.waters)
    wet = {place: WET[water.size] for water, course in waters for place in course}
    terrain = dict(_patches(book, ground, dice))
    roads = tuple(_roads(ground, frozenset(wet)))
    terrain |= dict.fromkeys(_houses(book, ground, roads, frozenset(wet)), text(_of(book, ground.terrain), "built"))
    terrain |= wet
    level = {place: LOW if place in wet else _level(ground, place) for place in HEXES}
    aims = _aims(roads, frozenset(wet), bool(ground.bridges))
    return LaidOut(terrain, level, roads, tuple(course for _, course in waters), aims, frozenset(wet))


def toward(place: Hex) -> str:
    """The hexside whose part of the rim a hex lies nearest to."""
    return min(DIRECTIONS, key=lambda side: (distance(place, RIM[side]), DIRECTIONS.index(side)))


def _of(book: ChartBook, terrain: str) -> Entry:
    chart = book.records(CHART)
    return chart[terrain if terrain in chart.records else "other"]


def _patches(book: ChartBook, ground: FieldGround, dice: Dice) -> Iterator[tuple[Hex, str]]:
    """Each hex is covered as the patch whose middle is nearest; patches near the rim are of what lies beyond it."""
    terms = section(book.records(CHART).extras, "patches")
    sites: list[tuple[Hex, str]] = []
    for number in range(1, whole(terms, "number") + 1):
        column, row = dice.throw(f"ground/{number}/place", f"2d{SIZE}").faces
        site = hex_at(column, row)
        far = distance(site, MIDDLE) >= whole(terms, "rim")
        kind = ground.around.get(toward(site), ground.terrain) if far else ground.terrain
        sites.append((site, _rolled(_of(book, kind), dice.throw(f"ground/{number}/cover", "1d100").total)))
    for place in HEXES:
        yield place, min(sites, key=lambda found: distance(place, found[0]))[1]


def _rolled(entry: Entry, roll: int) -> str:
    shares = (share.split() for share in texts(entry, "shares"))
    return next((kind for kind, reach in shares if roll <= int(reach)), text(entry, "base"))


def _level(ground: FieldGround, place: Hex) -> int:
    """The middle lies as it lies; what is farther out rises or falls toward its hexside."""
    rise = max(-STEEPEST, min(STEEPEST, ground.rise.get(toward(place), 0)))
    return LOW + (rise if distance(place, MIDDLE) >= HALF_WAY else 0)


def _course(water: FieldWater) -> tuple[Hex, ...]:
    """From rim to rim by the middle."""
    into = line(RIM[water.enters], MIDDLE) if water.enters else (MIDDLE,)
    out = line(MIDDLE, RIM[water.leaves]) if water.leaves else (MIDDLE,)
    return (*into, *out[1:])


def _roads(ground: FieldGround, wet: frozenset[Hex]) -> Iterator[LaidRoad]:
    """From the middle to the rim; where water runs through the middle and no bridge stands, as far as the bank."""
    for road in ground.roads:
        way = line(MIDDLE, RIM[road.toward])
        if not ground.bridges:
            way = tuple(place for place in way if place not in wet)
        if len(way) > 1:
            yield LaidRoad("road" if road.paved else "track", way)


def _houses(book: ChartBook, ground: FieldGround, roads: Sequence[LaidRoad], wet: frozenset[Hex]) -> tuple[Hex, ...]:
    """Around the middle, along roads first."""
    lined = {place for road in roads for place in road.way}
    free = [place for place in HEXES if place not in wet]
    near = sorted(free, key=lambda place: (distance(place, MIDDLE), place not in lined, place))
    return tuple(near[: whole(_of(book, ground.terrain), "houses")])


def _aims(roads: Sequence[LaidRoad], wet: frozenset[Hex], bridged: bool) -> tuple[Hex, ...]:
    """What is fought for: the middle, or the bridge in it, and dry hexes beside it, those of roads first; three in all."""
    lined = {place for road in roads for place in road.way}
    middle = (MIDDLE,) if bridged or MIDDLE not in wet else ()
    beside = [place for place in neighbours(MIDDLE) if place not in wet]
    near = sorted(beside, key=lambda place: (place not in lined, place))
    return tuple(sorted((*middle, *near[: 3 - len(middle)])))


def rows(signs: Mapping[Hex, str]) -> tuple[str, ...]:
    """A map as lines, a sign a hex."""
    ordered = sorted(signs, key=lambda place: column_row(place)[::-1])
    return tuple("".join(signs[place] for place in ordered[n : n + SIZE]) for n in range(0, len(ordered), SIZE))
