"""Words for what reports name: places, modes, markers, units."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, text
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.ground import Terrain
from pbem.rulesets.tcs.rules.impulses import allotment, back_points
from pbem.rulesets.tcs.rules.movement import to_move_mode
from pbem.rulesets.tcs.units import HALVES, TacticalUnit

MARKERS = {
    "suppressed": phrase("suppressed"),
    "paralyzed": phrase("paralyzed"),
    "buttoned": phrase("buttoned up"),
    "fired": phrase("fired"),
    "overwatch": phrase("fired overwatch"),
}
MODES = {"fire": phrase("fire mode"), "move": phrase("move mode")}
TYPES = {
    "attack": phrase("attack"),
    "prep_defense": phrase("prepared defense"),
    "hasty_defense": phrase("hasty defense"),
    "move": phrase("move"),
    "reserve": phrase("reserve"),
}
TARGETS = {"A": phrase("men and guns"), "B": phrase("soft vehicles"), "P": phrase("armor")}

KINDS = {"armour": phrase("armor"), "guns": phrase("guns"), "soft": phrase("soft vehicles"), "foot": phrase("infantry")}
GROUNDS: Mapping[Terrain, str] = {
    "open": phrase("open"),
    "crops": phrase("crops"),
    "brush": phrase("scrub"),
    "woods": phrase("woods"),
    "village": phrase("village"),
    "town": phrase("town"),
    "farm": phrase("walled farm"),
    "marsh": phrase("marsh"),
    "stream": phrase("stream"),
    "river": phrase("river"),
    "gully": phrase("gully"),
}
BEARINGS = {
    "N": phrase("the north"), "NE": phrase("the north-east"), "SE": phrase("the south-east"), "S": phrase("the south"),
    "SW": phrase("the south-west"), "NW": phrase("the north-west"), "": phrase("the hex itself"),
}  # fmt: skip


def places(game: TacticalGame, hexes: Iterable[Hex]) -> str:
    """Several of them, in a row."""
    return ", ".join(place(game, hex_) for hex_ in hexes)


def place(game: TacticalGame, hex_: Hex) -> str:
    """`05.04 Village`."""
    name = game.ground.name(hex_)
    return f"{hex_} {name}" if name else hex_


def on_ground(game: TacticalGame, hex_: Hex) -> str:
    """A hex with its ground, once where the map calls it so: `07.07 woods`, `05.04 Village`, `12.03 Heumen, village`."""
    name, ground = game.ground.name(hex_), text(GROUNDS[game.ground.terrain[hex_]])
    if not name:
        return f"{hex_} {ground}"
    return f"{hex_} {name}" if name.casefold() == ground.casefold() else f"{hex_} {name}, {ground}"


def points(halves: int) -> str:
    """MP as letters print them: 2, 2½, ½."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def markers(names: tuple[str, ...]) -> str:
    """Markers in words, "" for none."""
    return ", ".join(text(MARKERS[name]) for name in names)


def marked(unit: TacticalUnit) -> tuple[str, ...]:
    """The markers on an own unit."""
    return tuple(name for name in MARKERS if getattr(unit, name))


def allowance(game: TacticalGame, unit: TacticalUnit) -> str:
    """The MP of a unit: `6`, or in fire mode `2/3`, those it has and those it would have left after MOVE MODE; of armor with its
    impulses `6-6-3`, those of each segment."""
    if game.switches["armor"] is True and unit.counter.armor:
        return "-".join(map(str, allotment(game.book, back_points(unit, unit.buttoned))))
    if unit.mode == "move":
        return points(unit.allowance)
    return f"{unit.counter.front}/{points(max(0, unit.counter.back * HALVES - to_move_mode(game.book, unit)))}"
