"""Units and contacts on a drawn map: where they stand in their hex, on which bank, and how many are shown by one."""

from collections.abc import Iterator

from pbem.documents.map_picture import MapPicture, Symbol
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.ground import Ground, bank_at
from pbem.rulesets.tocs.reports import map_symbols as symbols
from pbem.rulesets.tocs.reports.map_shapes import HALF, SIZE, MapSheet, Point, at, between, group, tag, text

ASHORE = 0.72  # size of a unit on the bank of a river hex, where there is half the room


def contacts(sheet: MapSheet, picture: MapPicture, grown: float) -> Iterator[str]:
    """What is believed of the enemy, beside own units in their hex."""
    held = {symbol.hex for symbol in picture.symbols}
    for seen in picture.sightings:
        x, y = sheet.centre(seen.hex)
        yield symbols.contact((x + SIZE * 0.6, y + 8) if seen.hex in held else (x, y - 2), seen, grown)


@rule("TOCS-W1.10-1")
def units(sheet: MapSheet, ground: Ground, every: tuple[Symbol, ...], grown: float) -> Iterator[str]:
    """Own units in the middle of their hex; where water divides it, smaller, on their bank."""
    there: dict[tuple[Hex, str], list[Symbol]] = {}
    for symbol in every:
        there.setdefault((symbol.hex, symbol.bank), []).append(symbol)
    for (place, bank), found in sorted(there.items()):
        middle = sheet.centre(place)
        if bank:
            ashore = group("ashore", (symbols.stack((0, 0), found, 1.0),) if len(found) > 3 else _row(found))
            share = ASHORE * max(grown, 1.0)
            yield tag("g", ashore, transform=f"translate({at(_ashore(sheet, ground, (place, bank)))}) scale({share:.2f})")
            continue
        if grown > 1:
            yield symbols.stack(middle, found, grown)
            continue
        for number, symbol in enumerate(found[:6]):
            yield symbols.unit(_spot(middle, number, min(len(found), 6)), symbol)
        if len(found) > 6:
            yield text((middle[0], middle[1] + HALF - 3), say("and {count} more", count=len(found) - 6), "call")


def _row(found: list[Symbol]) -> Iterator[str]:
    """Up to three units beside each other."""
    yield from (symbols.unit(_spot((0, 0), number, len(found)), symbol) for number, symbol in enumerate(found))


def _ashore(sheet: MapSheet, ground: Ground, shore: tuple[Hex, str]) -> Point:
    """Where a bank lies in its hex: half the way from the middle to its hexsides."""
    place, point = shore
    number = bank_at(ground, place, point)
    middles = [sheet.middle(place, side) for side in ground.banks[place][number or 0]]
    mean = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
    return between(sheet.centre(place), mean, 0.5)


def _spot(middle: Point, number: int, count: int) -> Point:
    row, column = divmod(number, 3)
    in_row = min(count - 3 * row, 3)
    step = 30 if in_row > 2 else 38
    return middle[0] + (column - (in_row - 1) / 2) * step, middle[1] + (row - (1 if count > 3 else 0) / 2) * 38 - 2
