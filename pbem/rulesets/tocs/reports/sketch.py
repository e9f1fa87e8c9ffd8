"""MAP: the ground as one side knows it, drawn with letters for a typewriter page."""

from collections.abc import Iterable, Iterator

from pbem.documents.document import WIDTH, wrapped
from pbem.kernel.hexes import Hex, column_row, disc
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_point
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import ships
from pbem.rulesets.tocs.reports.wording import spot

_MARGIN = "      "  # before the signs stand the rows
KEY = {
    "O": phrase("O own units"), "X": phrase("X enemy known"), "!": phrase("! engagement in your hex"),
    "%": phrase("% engagement in an enemy hex"), "z": phrase("z claimed EZOC"), "+": phrase("+ own ground"),
    ".": phrase(". enemy ground"),
}  # fmt: skip
"""What each sign of a hex stands for."""
KEY_WIDTH = 46  # columns that a phone shows of a drawing
WIDE = phrase("The map is wider than the page: {sheets} sheets from west to east. MAP and a hex draw what is near.")
SHEET = phrase("SHEET {number} of {sheets}, columns {first:02d} to {last:02d}")


def sketch(game: Game, picture: Picture, centre: str, reach: int) -> tuple[str, ...]:
    """The hexes within so many of one, each with what is known of it; without one the whole map, a sign for each hex."""
    if not centre:
        return (
            *_whole(game, picture),
            *_key({_sign(picture, hex_) for hex_ in game.ground.hexes}),
            *_ashore(game, picture, frozenset(game.ground.hexes)),
            *_afloat(game, picture),
        )
    if Hex(centre) not in game.ground.terrain:
        return (say("{hex} is not on this map", hex=centre),)
    reach = max(1, min(reach or 2, 4))
    shown = frozenset(disc(Hex(centre), reach))
    signs = {_sign(picture, hex_) for hex_ in shown if hex_ in game.ground.terrain}
    return (*_near(game, picture, Hex(centre), reach), *_key(signs - set(SPELT)), *_ashore(game, picture, shown))


SPELT = "OX"  # for which a hex that is drawn large says who is there


def _key(signs: set[str]) -> Iterator[str]:
    """What these signs stand for, in lines that a phone shows whole."""
    line = ""
    for said in (say(KEY[sign]) for sign in KEY if sign in signs):
        longer = f"{line}, {said}" if line else said
        if len(longer) > KEY_WIDTH:
            yield f"{line},"
            longer = said
        line = longer
    yield from [line] if line else []


@rule("TOCS-W16.0-1")
def _afloat(game: Game, picture: Picture) -> Iterator[str]:
    """Own ships zone by zone, which lie beside the map."""
    for line in ships.lines(game, picture):
        yield from wrapped(line.strip(), "     ", " " * (len(line) - len(line.lstrip())))


@rule("TOCS-W1.10-1")
def _ashore(game: Game, picture: Picture, shown: frozenset[Hex]) -> Iterator[str]:
    """Own units in hexes that water divides, by bank: one sign cannot say it."""
    there: dict[tuple[str, str], list[str]] = {}
    for unit in picture.forces.on_map():
        if unit.hex in shown and bank_point(game.ground, unit.hex, unit.bank):
            there.setdefault((unit.hex, spot(game, unit)), []).append(picture.forces.counter(unit).call)
    for (_, place), units in sorted(there.items()):
        yield from wrapped(say("{place}: {units}", place=place, units=", ".join(sorted(units))), "  ")


def _sign(picture: Picture, hex_: Hex) -> str:
    if hex_ in picture.public.engaged:
        return "!" if picture.public.engaged[hex_] == picture.side else "%"
    if picture.forces.at(hex_):
        return "O"
    if hex_ in picture.held_by_enemy():
        return "X"
    if hex_ in picture.public.claims[picture.side]:
        return "z"
    return "+" if picture.public.owner[hex_] == picture.side else "."


def _rows(hexes: Iterable[Hex]) -> dict[int, dict[int, Hex]]:
    """Hexes by half row and column: every other column stands half a hex lower, as on the map."""
    rows: dict[int, dict[int, Hex]] = {}
    for hex_ in hexes:
        column, row = column_row(hex_)
        rows.setdefault(2 * row + (column % 2 == 0), {})[column] = hex_
    return rows


def _whole(game: Game, picture: Picture) -> Iterator[str]:
    """All of it; what is wider than the page stands on sheets beside each other, as even as they come, from west to east."""
    rows = _rows(game.ground.hexes)
    columns = sorted({column for row in rows.values() for column in row})
    width = 2 if len(columns) * 2 + len(_MARGIN) <= WIDTH else 1
    sheets = -(-len(columns) // ((WIDTH - len(_MARGIN)) // width))
    each = -(-len(columns) // sheets)
    if sheets > 1:
        yield from wrapped(say(WIDE, sheets=sheets))
    for number in range(sheets):
        part = columns[number * each : (number + 1) * each]
        if sheets > 1:
            yield from ("", say(SHEET, number=number + 1, sheets=sheets, first=part[0], last=part[-1]))
        yield from _sheet(picture, rows, part, width)


def _sheet(picture: Picture, rows: dict[int, dict[int, Hex]], columns: list[int], width: int) -> Iterator[str]:
    for digit in (0, 1):
        yield _MARGIN + "".join(f"{c:02d}"[digit].ljust(width) for c in columns).rstrip()
    for half in sorted(rows):
        signs = "".join((_sign(picture, rows[half][c]) if c in rows[half] else " ").ljust(width) for c in columns)
        yield f"  {half // 2:02d}  {signs}".rstrip()


def _near(game: Game, picture: Picture, centre: Hex, reach: int) -> Iterator[str]:
    rows = _rows(h for h in disc(centre, reach) if h in game.ground.terrain)
    columns = sorted({column for row in rows.values() for column in row})
    width = (WIDTH - 2) // max(len(columns), 5)
    halves = sorted(rows)
    for half in range(halves[0], halves[-1] + 2):
        first, second = rows.get(half, {}), rows.get(half - 1, {})
        cells = (str(first[c]) if c in first else _below(game, picture, second.get(c), width - 1) for c in columns)
        yield "  " + "".join(cell.ljust(width) for cell in cells).rstrip()


def _below(game: Game, picture: Picture, hex_: Hex | None, room: int) -> str:
    """What stands under the number of a hex; "" under none."""
    return _known(game, picture, hex_, room) if hex_ else ""


def _told(own: list[str], room: int) -> str:
    return own[0] if len(own) == 1 and len(own[0]) <= room else say("{count} own", count=len(own))


def _known(game: Game, picture: Picture, hex_: Hex, room: int) -> str:
    """What stands in a hex, else its ground and whose it is."""
    ashore: dict[str, list[str]] = {}
    for unit in picture.forces.at(hex_):
        ashore.setdefault(bank_point(game.ground, unit.hex, unit.bank), []).append(picture.forces.counter(unit).call)
    contact = next((c for c in picture.contacts if c.hex == hex_), None)
    if contact:
        own = [call for calls in ashore.values() for call in calls]
        said = f"{_told(own, room - 6) if own else ''} C-{contact.number}".strip()
    else:
        said = " ".join(f"{_told(calls, room - 4)} {bank}".rstrip() for bank, calls in sorted(ashore.items()))
    sign = _sign(picture, hex_)
    ground = worded(game.ground.terrain[hex_])
    return f"{(said or ground)[: room - 2]} {'' if sign in SPELT else sign}".rstrip()
