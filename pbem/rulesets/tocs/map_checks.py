"""What must hold of a map before anyone marches on it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pbem.kernel.hexes import Hex, direction, hex_at, neighbour
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.faults import Fault, KeyPath, Source
from pbem.rulesets.tocs.map_file import NEVER_PASSED, BridgeEntry, FerryEntry, FordEntry, MapFile, waters_of
from pbem.rulesets.tocs.waterways import banks_between, crossed_sides

Complaint = tuple[KeyPath, str]

HEX_METRES = 1200

SHOWN = 5
"""Hexes named of those that are too many or too few."""


class _CheckedLine(Value):
    """A road or railway under check: where it stands in the file, its class, its hexes."""

    at: KeyPath
    carried_as: str
    path: tuple[Hex, ...]


class _Sheet(Value):
    """A map as entered, with what the checks look up again and again."""

    entered: MapFile
    crossed: Mapping[Hex, frozenset[str]]
    bridges: Mapping[str, tuple[BridgeEntry, ...]]
    lines: tuple[_CheckedLine, ...]


def map_faults(entered: MapFile, source: Source) -> tuple[Fault, ...]:
    """Everything wrong with a map."""
    sheet = _Sheet(entered, crossed_sides(waters_of(entered)), _bridges_by_hex(entered), tuple(_lines(entered)))
    return tuple(source.fault(path, message) for check in CHECKS for path, message in check(sheet))


def _frame(sheet: _Sheet) -> Iterator[Complaint]:
    grid = sheet.entered.grid
    wanted = {
        hex_at(column, row)
        for column in range(grid.columns[0], grid.columns[1] + 1)
        for row in range(grid.rows[0], grid.rows[1] + 1)
    }
    entered = set(map(Hex, sheet.entered.hex))
    if wanted - entered:
        yield ("hex",), f"inside the frame of the map but not described: {_some(wanted - entered)}"
    if entered - wanted:
        yield ("hex", min(entered - wanted)), f"outside the frame of the map: {_some(entered - wanted)}"


@rule("TOCS-W1.2-3")
def _scale(sheet: _Sheet) -> Iterator[Complaint]:
    """Ranges, costs and marches are all computed for hexes of this size."""
    metres = sheet.entered.grid.hex_metres
    if metres != HEX_METRES:
        yield ("grid", "hex_metres"), f"a hex is {HEX_METRES} m across, not {metres} (TOCS-W1.2-3)"


def _ids(sheet: _Sheet) -> Iterator[Complaint]:
    entered = sheet.entered
    for table, ids in (
        ("water", [water.id for water in entered.water]),
        ("road", [road.id for road in entered.road]),
        ("rail", [rail.id for rail in entered.rail]),
        ("bridge", [bridge.id for bridge in entered.bridge]),
    ):
        for number, word in enumerate(ids):
            if ids.index(word) != number:
                yield (table, number, "id"), f'the id "{word}" is taken'


def _names(sheet: _Sheet) -> Iterator[Complaint]:
    named = {place: cell.name.casefold() for place, cell in sheet.entered.hex.items() if cell.name}
    often = Counter(named.values())
    for place, name in named.items():
        if often[name] > 1:
            yield ("hex", place, "name"), f'two hexes are named "{sheet.entered.hex[place].name}"'


def _waters(sheet: _Sheet) -> Iterator[Complaint]:
    for number, water in enumerate(sheet.entered.water):
        yield from _steps(sheet, ("water", number, "path"), water.path)
        for key, side, end in (("enters", water.enters, water.path[0]), ("leaves", water.leaves, water.path[-1])):
            if side and neighbour(Hex(end), side) in sheet.entered.hex:
                yield ("water", number, key), f"{water.name} goes on {side} of {end}, which is on the map"


def _hexsides(sheet: _Sheet) -> Iterator[Complaint]:
    for table, sides in (("streams", sheet.entered.streams.sides), ("cliffs", sheet.entered.cliffs.sides)):
        for start, end in sides:
            yield from _steps(sheet, (table, "sides"), (start, end))


def _roads(sheet: _Sheet) -> Iterator[Complaint]:
    for line in sheet.lines:
        yield from _steps(sheet, line.at, line.path)
        yield from _along_water(sheet, line)
        yield from _over_water(sheet, line)


def _along_water(sheet: _Sheet, line: _CheckedLine) -> Iterator[Complaint]:
    for start, end in pairwise(line.path):
        if direction(start, end) in sheet.crossed.get(start, ()):
            yield line.at, f"the hexside from {start} to {end} is water"


def _over_water(sheet: _Sheet, line: _CheckedLine) -> Iterator[Complaint]:
    for before, place, after in zip(line.path, line.path[1:], line.path[2:], strict=False):
        if _changes_bank(sheet, before, place, after) and not _carried(sheet, place, line.carried_as):
            yield line.at, f"it crosses the water in {place}, where no bridge carries {line.carried_as}"


def _bridges(sheet: _Sheet) -> Iterator[Complaint]:
    for number, bridge in enumerate(sheet.entered.bridge):
        astray = _off_its_water(sheet, bridge)
        if astray:
            yield ("bridge", number, astray.key), astray.words
        elif not any(_uses(sheet, line, bridge) for line in sheet.lines):
            yield ("bridge", number, "carries"), f"no road or railway crosses {bridge.name}"


class _Astray(Value):
    """Why something is not where it says: the key that says so, and words."""

    key: str
    words: str


def _off_its_water(sheet: _Sheet, entry: BridgeEntry | FordEntry | FerryEntry) -> _Astray | None:
    """Why what should lie on a water does not: there is none of that name, or it does not run through the hex and divide it."""
    path = next((water.path for water in sheet.entered.water if water.id == entry.water), None)
    if path is None:
        return _Astray("water", f'there is no water "{entry.water}"')
    if entry.hex not in path:
        return _Astray("hex", f'"{entry.water}" does not run through {entry.hex}')
    if len(banks_between(sheet.crossed.get(Hex(entry.hex), ()))) < 2:
        return _Astray("hex", f"{entry.hex} has only one bank")
    return None


@rule("TOCS-W11.9-1", "TOCS-W11.10-3", "TOCS-W11.14-1")
def _shallows(sheet: _Sheet) -> Iterator[Complaint]:
    """Fords and ferries lie on a water that runs through their hex and divides it; nobody wades a major river."""
    yield from _crossings(sheet, "ford", sheet.entered.ford)
    yield from _crossings(sheet, "ferry", sheet.entered.ferry)


def _crossings(sheet: _Sheet, table: str, entries: Sequence[FordEntry | FerryEntry]) -> Iterator[Complaint]:
    major = {water.id: water.name for water in sheet.entered.water if water.kind == "major_river"}
    for number, entry in enumerate(entries):
        astray = _off_its_water(sheet, entry)
        if astray:
            yield (table, number, astray.key), astray.words
        elif table == "ford" and entry.water in major:
            yield (table, number, "water"), f"{major[entry.water]} is a major river: it has no fords (TOCS-W11.9-1)"
        if entry.hex in [other.hex for other in entries[:number]]:
            yield (table, number, "hex"), f"there is a {table} in {entry.hex} already"


@rule("TOCS-W10.1.1-6", "TOCS-W10.1.1-5")
def _room(sheet: _Sheet) -> Iterator[Complaint]:
    for place, cell in sheet.entered.hex.items():
        if cell.room and cell.terrain in NEVER_PASSED:
            yield ("hex", place, "room"), f"{place} is {cell.terrain}: nobody goes round it (TOCS-W10.1.1-6)"


CHECKS: tuple[Callable[[_Sheet], Iterable[Complaint]], ...] = (
    _frame,
    _scale,
    _ids,
    _names,
    _waters,
    _hexsides,
    _roads,
    _bridges,
    _shallows,
    _room,
)


def _some(places: Iterable[Hex]) -> str:
    """The first few hexes of a set that may be the whole map, and how many more."""
    listed = sorted(places)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(listed[:SHOWN]) + more


def _steps(sheet: _Sheet, at: KeyPath, path: Sequence[str]) -> Iterator[Complaint]:
    for place in path:
        if place not in sheet.entered.hex:
            yield at, f"{place} is not on the map"
    for start, end in pairwise(path):
        if direction(Hex(start), Hex(end)) is None:
            yield at, f"{start} and {end} are not adjacent"


def _changes_bank(sheet: _Sheet, before: Hex, place: Hex, after: Hex) -> bool:
    ways = (direction(place, before), direction(place, after))
    if place not in sheet.crossed or None in ways:
        return False
    return not any(set(ways) <= set(bank) for bank in banks_between(sheet.crossed[place]))


def _carried(sheet: _Sheet, place: str, carried_as: str) -> bool:
    return any(carried_as in bridge.carries for bridge in sheet.bridges.get(place, ()))


def _uses(sheet: _Sheet, line: _CheckedLine, bridge: BridgeEntry) -> bool:
    steps = zip(line.path, line.path[1:], line.path[2:], strict=False)
    crossed = [place for before, place, after in steps if _changes_bank(sheet, before, place, after)]
    return bridge.hex in crossed and line.carried_as in bridge.carries


def _bridges_by_hex(entered: MapFile) -> dict[str, tuple[BridgeEntry, ...]]:
    places = sorted({bridge.hex for bridge in entered.bridge})
    return {place: tuple(bridge for bridge in entered.bridge if bridge.hex == place) for place in places}


def _lines(entered: MapFile) -> Iterator[_CheckedLine]:
    for number, road in enumerate(entered.road):
        yield _CheckedLine(("road", number, "path"), road.class_, tuple(map(Hex, road.path)))
    for number, rail in enumerate(entered.rail):
        yield _CheckedLine(("rail", number, "path"), "railroad", tuple(map(Hex, rail.path)))
