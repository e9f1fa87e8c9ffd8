"""What a desk's map of TCS shows, as values read off its picture alone; the printed ground; the map in letters."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.documents.cartography.job import MapJob
from pbem.documents.cartography.land import DrawnWater, PrintedLand
from pbem.documents.cartography.plates import printed_map
from pbem.documents.document import WIDTH, wrapped
from pbem.documents.map_picture import Boundary, Formed, Frame, MapPicture, Obstruction, PrintedMap, Sighting, Symbol, Wreck
from pbem.kernel.hexes import Hex, column_row, disc
from pbem.kernel.i18n import phrase, say, text, worded
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.ground import TacticalGround, Terrain
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.reports.obstacle_lines import works_in
from pbem.rulesets.tcs.reports.wording import GROUNDS, on_ground
from pbem.rulesets.tcs.units import TacticalUnit

SIGNS = {
    "infantry_platoon": "foot", "engineer_platoon": "engineer", "infantry_section": "foot", "mg_section": "foot",
    "mortar_section": "mortar", "at_gun": "anti_tank", "aa_gun": "flak", "afv": "armour", "open_afv": "armour",
    "armored_car": "recon", "carrier": "foot", "truck": "foot", "afv_platoon": "armour", "vehicle_section": "armour",
    "gun_tube": "guns",
}  # fmt: skip
"""What the box of a counter shows, by its type."""
MOST_LEVELS = 9
PLATOONS = frozenset({"infantry_platoon", "engineer_platoon", "afv_platoon"})
KEY = phrase("O own units, X enemy seen, ? enemy remembered, + held by you, - held by the enemy, . neither")
GROUND_SIGNS: Mapping[Terrain, str] = {
    "open": ".", "crops": "o", "brush": "b", "woods": "W", "village": "V", "town": "T", "farm": "F", "marsh": "m",
    "stream": "~", "river": "=", "gully": "g",
}  # fmt: skip
"""The ground in letters, a sign each."""
ROADS = {"road": "paved", "track": "dirt_6_8"}


# ---------------------------------------------------------------- the printed ground


@kept(4)
def land_of(ground: TacticalGround) -> PrintedLand:
    """The printed map, to be drawn."""
    hexes = tuple(sorted(ground.terrain))
    names = {place: ground.name(place) for place in hexes if place in ground.places.values()}
    return PrintedLand(
        hexes, dict(ground.terrain), dict(ground.level), names, ground.metres[0], ground.metres[1],
        streams=tuple(sorted(ground.brooks)), roads={side: ROADS[kind] for side, kind in ground.roads.items()},
        waters=tuple(DrawnWater("", "brook", course) for course in ground.courses if len(course) > 1),
        walls=tuple(sorted(ground.walls)), crests=tuple(sorted(ground.crests)),
    )  # fmt: skip


def job(game: TacticalGame, picture: MapPicture) -> MapJob:
    """A map of a letter, to be drawn and painted beside the referee."""
    staff = game.staff(picture.side)
    return MapJob(land_of(game.ground), picture, game.title, staff.adjective, staff.heading)


def printed(game: TacticalGame) -> PrintedMap:
    """The printed map with its words."""
    return printed_map(land_of(game.ground))


# ---------------------------------------------------------------- what is on it


def theatre(game: TacticalGame, picture: TacticalPicture, own: frozenset[str] | None = None) -> MapPicture:
    """The whole map, whatever units its reader leads."""
    return situation(game, picture, (Frame("map", say("The situation as your staff knows it")),))


def around(game: TacticalGame, picture: TacticalPicture, centre: Hex, reach: int) -> MapPicture:
    """The hexes within so many of one."""
    corners = [column_row(place) for place in disc(centre, reach) if place in game.ground.terrain]
    columns, rows = [column for column, _ in corners], [row for _, row in corners]
    title = say("Around {hex}", hex=centre)
    frame = Frame(centre.replace(".", "-"), title, (min(columns), min(rows)), (max(columns), max(rows)))
    return situation(game, picture, (frame,))


def situation(game: TacticalGame, picture: TacticalPicture, frames: tuple[Frame, ...]) -> MapPicture:
    """What a side knows, framed so."""
    units = [unit for unit in picture.forces.units.values() if not unit.rides]
    smoke = ((place, "smoke") for place, markers in sorted(picture.smoke.items()) if markers)
    moving = ((place, "move mode") for place in sorted({unit.hex for unit in units if unit.mode == "move"}))
    return MapPicture(
        picture.side, _caption(game, picture), frames,
        tuple(symbol(unit) for unit in units),
        tuple(_sighting(picture, enemy) for enemy in sorted(picture.enemies.values(), key=lambda one: (one.look.hex, one.name))),
        ours=tuple(sorted(place for place, side in picture.held.items() if side == picture.side)),
        works=tuple(sorted((place, works.owner == picture.side) for place, works in picture.works.items() if works.level)),
        obstacles=tuple(_obstacles(picture)),
        goals=_goals(game, picture),
        marks=(*smoke, *moving),
        when=_when(game, picture),
        formations=_formations(units),
        boundaries=_boundaries(picture),
        wrecks=_wrecks(picture),
    )  # fmt: skip


@rule("TCSB-27-9", "TCSB-21-2")
def _obstacles(picture: TacticalPicture) -> Iterator[Obstruction]:
    """Mines, wire, roadblocks and bunkers that the desk knows of."""
    forces, side = picture.forces, picture.side
    yield from (Obstruction(place, "minefield", laid.side == side) for place, laid in sorted(forces.mines.items()))
    yield from (Obstruction(place, there.kind, there.side == side) for place, there in sorted(forces.barriers.items()))
    bunkers = ((place, works) for place, works in sorted(picture.works.items()) if works.bunker)
    yield from (Obstruction(place, "bunker", works.owner == side) for place, works in bunkers)


def _caption(game: TacticalGame, picture: TacticalPicture) -> str:
    """`T2.A · 0920`."""
    public = picture.public
    return f"{public.name} · {game.clock(public.turn)}" if public.turn else say("before the first turn")


def _when(game: TacticalGame, picture: TacticalPicture) -> str:
    turn = picture.public.turn
    return f"{game.day:02d}{game.clock(turn)}{game.zone_letter} {game.month} {game.year % 100:02d}" if turn else ""


def symbol(unit: TacticalUnit) -> Symbol:
    """An own counter as the map shows it."""
    rank = _state(unit.suppressed, unit.paralyzed, unit.buttoned)
    size = "•••" if unit.counter.type in PLATOONS else "•"
    return Symbol(
        unit.hex, unit.id, SIGNS[unit.counter.type], size, unit.counter.steps, unit.lost, rank, unit.company, worded(STATES[rank]),
        parent=unit.battalion, motorized=unit.counter.vehicle, facing=unit.facing, leader=unit.leader and unit.counter.armor,
    )  # fmt: skip


STATES = ("good", "buttoned_up", "suppressed", "paralyzed")
"""By rank: the ring of a unit, and its word."""


def _state(suppressed: bool, paralyzed: bool, buttoned: bool) -> int:
    """The rank of the worst marker of a unit."""
    return 3 if paralyzed else 2 if suppressed else int(buttoned)


def _sighting(picture: TacticalPicture, enemy: EnemyCounter) -> Sighting:
    age = 0 if enemy.spotted else 1 + max(0, picture.public.turn - enemy.turn)
    number = int(enemy.name.rpartition("-")[2])
    marks = enemy.look.markers if enemy.spotted else ()
    rank = _state("suppressed" in marks, "paralyzed" in marks, "buttoned" in marks)
    faces = enemy.look.facing if enemy.spotted else ""
    return Sighting(
        enemy.look.hex, number, _kinds(enemy), f"T{enemy.turn}", age, enemy.name, faces, rank, worded(STATES[rank])
    )  # fmt: skip


def _wrecks(picture: TacticalPicture) -> tuple[Wreck, ...]:
    """Hulls by hex and side."""
    many = Counter(picture.hulls)
    return tuple(Wreck(hull.hex, hull.own, many[hull]) for hull in sorted(many, key=lambda hull: (hull.hex, hull.own)))


def _kinds(enemy: EnemyCounter) -> tuple[str, ...]:
    if enemy.name.startswith("gun"):
        return ("guns",)
    return ("infantry",) if enemy.look.target == "A" else ("vehicles",)


def _goals(game: TacticalGame, picture: TacticalPicture) -> tuple[tuple[Hex, int], ...]:
    """The hexes that points are counted for, and those of own sheets in force (0)."""
    worth = {place: award.each for award in game.awards for place in award.hexes}
    return tuple(sorted(worth.items()))


def _formations(units: Iterable[TacticalUnit]) -> tuple[Formed, ...]:
    found: dict[str, list[str]] = {}
    for unit in units:
        for name in unit.chain[1:]:
            found.setdefault(name, []).append(unit.id)
    return tuple(Formed(name, tuple(calls)) for name, calls in found.items())


def _boundaries(picture: TacticalPicture) -> tuple[Boundary, ...]:
    """Boundaries of own sheets; the start line of those that wait."""
    found = list[Boundary]()
    for sheet in picture.forces.sheets.values():
        found += [Boundary(sheet.id, path) for path in (sheet.left, sheet.right) if path]
        if sheet.start_line and sheet.status == "unimplemented":
            found.append(Boundary(sheet.id, sheet.start_line, True))
    return tuple(found)


# ---------------------------------------------------------------- in letters


def sketch(game: TacticalGame, picture: TacticalPicture, centre: str, reach: int) -> tuple[str, ...]:
    """A sign for each hex; of the hexes within so many of one what stands in each, in words."""
    if not centre:
        everywhere = tuple(game.ground.terrain)
        signs = _signs(everywhere, lambda place: _sign(picture, place))
        return (*signs, *wrapped(say(KEY)), *_ground(game.ground, everywhere))
    if Hex(centre) not in game.ground.terrain:
        return (say("{hex} is not on this map", hex=centre),)
    near = [place for place in disc(Hex(centre), max(1, min(reach or 2, 4))) if place in game.ground.terrain]
    signs = _signs(near, lambda place: _sign(picture, place))
    return (*signs, *wrapped(say(KEY)), *_told(game, picture, near), *_ground(game.ground, near))


def _sign(picture: TacticalPicture, place: Hex) -> str:
    if picture.forces.at(place):
        return "O"
    there = [enemy for enemy in picture.enemies.values() if enemy.look.hex == place]
    if there:
        return "X" if any(enemy.spotted for enemy in there) else "?"
    holder = picture.held.get(place)
    return "." if holder is None else "+" if holder == picture.side else "-"


def _ground(ground: TacticalGround, places: Sequence[Hex]) -> Iterator[str]:
    """The same hexes with a sign for their ground, and behind it how high they lie; then what the signs mean."""
    yield ""
    yield from _signs(places, lambda place: f"{GROUND_SIGNS[ground.terrain[place]]}{_height(ground, place)}")
    used = {ground.terrain[place] for place in places}
    key = ", ".join(f"{sign} {text(GROUNDS[terrain])}" for terrain, sign in GROUND_SIGNS.items() if terrain in used)
    high = _room(places) > 1 and any(_height(ground, place) for place in places)
    yield from wrapped(
        say("GROUND: {signs}. A digit is the level of the hex.", signs=key) if high else say("GROUND: {signs}.", signs=key)
    )
    yield say("HELP TERRAIN says what each costs and gives.")


def _height(ground: TacticalGround, place: Hex) -> str:
    """The level of a hex as one sign, "" where it lies low or no digit tells it."""
    level = ground.level.get(place, 0)
    return str(level) if 0 < level <= MOST_LEVELS else ""


def _room(places: Sequence[Hex]) -> int:
    """Signs that a column has room for: two unless the map is wide."""
    return 2 if len({column_row(place)[0] for place in places}) * 2 + 6 <= WIDTH else 1


def _signs(places: Sequence[Hex], sign: Callable[[Hex], str]) -> Iterator[str]:
    """Half rows: every other column stands half a hex lower, as on the map."""
    half: dict[int, dict[int, Hex]] = {}
    for place in places:
        column, row = column_row(place)
        half.setdefault(2 * row + (column % 2 == 0), {})[column] = place
    columns, width = sorted({column for row in half.values() for column in row}), _room(places)
    for digit in (0, 1):
        yield ("      " + "".join(f"{column:02d}"[digit].ljust(width) for column in columns)).rstrip()
    for number, there in sorted(half.items()):
        signs = "".join((sign(there[column])[:width] if column in there else " ").ljust(width) for column in columns)
        yield f"  {number // 2:02d}  {signs}".rstrip()


def _told(game: TacticalGame, picture: TacticalPicture, places: Iterable[Hex]) -> Iterator[str]:
    """What stands in each hex that has anything in it, and its ground."""
    for place in sorted(places):
        own = [unit.id for unit in picture.forces.at(place)]
        enemies = [enemy.name for enemy in picture.enemies.values() if enemy.look.hex == place]
        works = works_in(game, picture, place)
        if own or enemies or works:
            yield from wrapped(
                say("{where}: {units}", where=on_ground(game, place), units=", ".join((*own, *enemies, *works))), "  "
            )
