"""Where the counters of a battle begin: who holds around what is fought for, who attacks at the rim that they come by."""

from collections.abc import Callable, Iterable, Mapping

from pbem.kernel.hexes import Hex, distance
from pbem.modules.battlefield import FieldTroop
from pbem.rulesets.tcs.skirmish.breakdown import FieldPiece
from pbem.rulesets.tcs.skirmish.laid_out import HEXES, MIDDLE, RIM, LaidOut, toward

A_HEX = 3
"""So many counters begin in one hex."""
REACH, APART = 2, 4
"""How far from the middle at the most are the positions of who holds, and at the least those of who attacks."""


def deployed(land: LaidOut, pieces: Iterable[FieldPiece]) -> dict[str, Hex]:
    """The hex of each counter, by its id: no two sides in one, and no more than three counters. Where a side begins follows from
    the ground and its own troops alone, so that it tells nothing of the other's."""
    found = tuple(pieces)
    holding = _filled(tuple(piece for piece in found if not piece.troop.comes), lambda piece: _positions(land, piece.troop))
    coming = _filled(tuple(piece for piece in found if piece.troop.comes), lambda piece: _at_the_rim(land, piece.troop))
    return holding | coming


def _filled(pieces: tuple[FieldPiece, ...], wanted: Callable[[FieldPiece], tuple[Hex, ...]]) -> dict[str, Hex]:
    """Each in the first hex that it wants and that has room; in the last where none has."""
    here: dict[str, Hex] = {}
    for piece in pieces:
        places = wanted(piece)
        room = (place for place in places if list(here.values()).count(place) < A_HEX)
        here[piece.id] = next(room, places[-1])
    return here


def _positions(land: LaidOut, troop: FieldTroop) -> tuple[Hex, ...]:
    """Dry hexes around the middle, on its own bank: what is fought for first."""
    dry = [place for place in HEXES if place not in land.wet and distance(place, MIDDLE) <= REACH]
    own = [place for place in dry if not troop.bank or toward(place) in troop.bank] or dry
    return tuple(sorted(own, key=lambda place: (place not in land.aims, distance(place, MIDDLE), place)))


def _at_the_rim(land: LaidOut, troop: FieldTroop) -> tuple[Hex, ...]:
    """Dry hexes by the hexside that it comes by, clear of the positions around the middle."""
    dry = (place for place in HEXES if place not in land.wet and distance(place, MIDDLE) >= APART)
    clear = tuple(sorted(dry, key=lambda place: (distance(place, RIM[troop.comes]), place)))
    return tuple(place for place in clear if toward(place) == troop.comes) or clear


def works(places: Mapping[str, Hex], pieces: Iterable[FieldPiece]) -> tuple[Hex, ...]:
    """Where the works of who holds are: under their own counters."""
    return tuple(sorted({places[piece.id] for piece in pieces if not piece.troop.comes}))


def mined(land: LaidOut, places: Mapping[str, Hex], pieces: Iterable[FieldPiece]) -> tuple[Hex, ...]:
    """Where mines lie: on each road two hexes from the middle, where nobody of who holds begins; before it where no road is."""
    held = {places[piece.id] for piece in pieces if not piece.troop.comes} | land.wet
    ring = [place for place in HEXES if distance(place, MIDDLE) == REACH and place not in held]
    lined = {place for road in land.roads for place in road.way}
    return tuple(place for place in ring if place in lined) or tuple(ring[:1])
