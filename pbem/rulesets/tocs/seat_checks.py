"""What can be wrong with the seats a scenario offers: sides, formations, turns, and who stands in for whom."""

from collections.abc import Iterator, Mapping

from pbem.modules.faults import near
from pbem.rulesets.tocs.module_file import ScenarioFile, SeatEntry
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts

Wrong = Iterator[tuple[str, str]]


def _seats(parts: Parts) -> Iterator[Complaint]:
    """Seats name formations that are there, and each is held once."""
    if parts.play is None or parts.module is None:
        return
    taken: dict[tuple[str, str], int] = {}
    names = _formations(parts)
    for index, entry in enumerate(parts.play.seat):
        for key, message in (*_side_of(parts, entry), *_named(entry, parts.play, names)):
            yield parts.scenario, ("seat", index, key), message
        for name in entry.formations:
            first = taken.setdefault((entry.side, name), index)
            if first != index:
                yield parts.scenario, ("seat", index, "formations"), f"{name} is held by seat {first + 1} already"


def _formations(parts: Parts) -> Mapping[str, frozenset[str]]:
    """The names of formations by side."""
    return {
        side: frozenset(c.formation for oob in parts.oobs.values() for c in oob if c.formation and c.side == side)
        for side in parts.sides
    }


def _side_of(parts: Parts, entry: SeatEntry) -> Wrong:
    if entry.side not in parts.sides:
        yield "side", f'there is no side "{entry.side}"' + near(entry.side, parts.sides)


def _named(entry: SeatEntry, play: ScenarioFile, names: Mapping[str, frozenset[str]]) -> Wrong:
    known = names.get(entry.side, frozenset())
    for name in entry.formations:
        if known and name not in known:
            yield "formations", f'its side has no formation "{name}"' + near(name, known)
    turns = [turn.id for turn in play.turn]
    if entry.joins and entry.joins not in turns:
        yield "joins", f'there is no turn "{entry.joins}"' + near(entry.joins, turns)
    others = [other.id for other in play.seat if other.side == entry.side and other.id != entry.id]
    if entry.until and entry.until not in others:
        yield "until", f'its side has no other seat "{entry.until}"' + near(entry.until, others)
    if [(other.side, other.id) for other in play.seat].count((entry.side, entry.id)) > 1:
        yield "id", f'"{entry.id}" is another seat of its side already'
    yield from _afloat(entry, play)


def _afloat(entry: SeatEntry, play: ScenarioFile) -> Wrong:
    """The ships of a side are one seat's."""
    others = [other.id for other in play.seat if other.side == entry.side and other.ships and other is not entry]
    if entry.ships and others:
        yield "ships", f"seat {others[0]} has the ships of this side already"


SEAT_CHECKS: tuple[Check, ...] = (_seats,)
