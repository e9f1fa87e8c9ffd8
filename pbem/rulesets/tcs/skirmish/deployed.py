"""Where the counters of a battle begin: who holds around what is fought for, who attacks at the rim that they come by."""

from collections.abc import Callable, Iterable, Mapping

from pbem.kernel.hexes import Hex, distance
from pbem.modules.battlefield import FieldTroop
from pbem.rulesets.tcs.skirmish.breakdown import FieldPiece
from pbem.rulesets.tcs.skirmish.laid_out import HEXES, MIDDLE, RIM, LaidOut, toward

A_HEX = 3
"""So many counters begin in one hex."""
APART = (3, 2, 1)
"""So far from who holds does who attacks begin; less only where there is no room."""
REACH = 3
"""So far around the middle are the positions of who holds."""


def deployed(land: LaidOut, pieces: Iterable[FieldPiece]) -> dict[str, Hex]:
    """The hex of each counter, by its id: no two sides in one, and no more than three counters."""
    found = tuple(pieces)
    holding = _filled(tuple(piece for piece in found if not piece.troop.comes), lambda piece: _positions(land, piece.troop))
    taken = tuple(holding.values())
    coming = _filled(tuple(piece for piece in found if piece.troop.comes), lambda piece: _at_the_rim(land, piece.troop, taken))
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


def _at_the_rim(land: LaidOut, troop: FieldTroop, taken: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Dry hexes by the hexside that it comes by, clear of who holds."""
    dry = sorted((place for place in HEXES if place not in land.wet), key=lambda place: (distance(place, RIM[troop.comes]), place))
    clear = next(filter(None, (_clear(dry, taken, far) for far in APART)))
    return tuple(place for place in clear if toward(place) == troop.comes) or clear


def _clear(dry: Iterable[Hex], taken: tuple[Hex, ...], far: int) -> tuple[Hex, ...]:
    return tuple(place for place in dry if _is_apart(place, taken, far))


def _is_apart(place: Hex, taken: tuple[Hex, ...], far: int) -> bool:
    return all(distance(place, other) >= far for other in taken)


def works(places: Mapping[str, Hex], pieces: Iterable[FieldPiece]) -> tuple[Hex, ...]:
    """Where the works of who holds are: under their own counters."""
    return tuple(sorted({places[piece.id] for piece in pieces if not piece.troop.comes}))


def mined(land: LaidOut, places: Mapping[str, Hex], pieces: Iterable[FieldPiece]) -> tuple[Hex, ...]:
    """Where mines lie: between the middle and each hexside that the attack comes by, where nobody begins."""
    full, sides = set(places.values()), {piece.troop.comes for piece in pieces if piece.troop.comes}
    free = [place for place in HEXES if place not in full and place not in land.wet and distance(place, MIDDLE) == 2]
    near = (min(free, key=lambda place: (distance(place, RIM[side]), place), default=None) for side in sorted(sides))
    return tuple(sorted({place for place in near if place is not None}))
