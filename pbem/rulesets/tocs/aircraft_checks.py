"""What must hold of the aircraft of a module: calls, bases, seats, turns (`pbem check`)."""

import re
from collections.abc import Iterator

from pbem.kernel.rulebook import rule
from pbem.modules.faults import near
from pbem.rulesets.tocs.aircraft import OFF_BOARD, Aircraft
from pbem.rulesets.tocs.module_file import ScenarioFile
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts

CALL = re.compile(r"[A-Za-z0-9/-]{1,8}")
READS_AS = {
    "a turn": re.compile(r"T\d+", re.I), "a decision": re.compile(r"D\d+", re.I), "a contact": re.compile(r"C-?\d+", re.I),
    "a letter": re.compile(r"[ABD-Z]-\d+", re.I), "a number": re.compile(r"\d+"),
}  # fmt: skip
"""What a call would be taken for where letters name turns, decisions, contacts and other letters."""
FIELDS = ("airbase", "airfield", "airstrip")


@rule("TOCS-W14.0-1")
def _calls(parts: Parts) -> Iterator[Complaint]:
    """Each can be written in an order, and means nothing else there."""
    for file, crafts in parts.aircraft.items():
        taken = {_folded(counter.call): counter.call for counter in parts.oobs.get(file, ())}
        taken |= {_folded(alias): c.call for c in parts.oobs.get(file, ()) for alias in c.aliases}
        for number, craft in enumerate(crafts):
            for why in _wrong(parts, craft, taken):
                yield file, ("aircraft", number, "call"), f"{craft.call}: {why}"
            taken[_folded(craft.call)] = craft.call


def _wrong(parts: Parts, craft: Aircraft, taken: dict[str, str]) -> Iterator[str]:
    if not CALL.fullmatch(craft.call):
        yield "a call is one to eight letters, digits, strokes or dashes"
    for what, pattern in READS_AS.items():
        if pattern.fullmatch(craft.call):
            yield f"it reads as {what}"
    if craft.call.casefold() in {word.casefold() for word in parts.order_words}:
        yield "it is an order word"
    if _folded(craft.call) in taken:
        yield f"it is what {taken[_folded(craft.call)]} is called"


def _folded(call: str) -> str:
    return call.casefold().replace("-", "/")


@rule("TOCS-3.2-9", "TOCS-1.5-1")
def _bound(parts: Parts) -> Iterator[Complaint]:
    """Its base is off the board or an airfield of its side's, its seats are of the scenario, its turns of the track."""
    if parts.play is None:
        return
    for file, crafts in parts.aircraft.items():
        decks = frozenset(berthed.ship.call for berthed in parts.ships.get(file, ()) if berthed.ship.planes)
        for number, craft in enumerate(crafts):
            for key, why in (*_based(parts.play, craft, decks), *_named(parts, parts.play, craft)):
                yield file, ("aircraft", number, key), f"{craft.call}: {why}"


def _based(play: ScenarioFile, craft: Aircraft, decks: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the base."""
    site = next((f for f in play.facility if f.id == craft.base), None)
    if craft.base != OFF_BOARD and craft.base not in decks and (site is None or site.kind not in FIELDS or site.side != craft.side):
        yield "base", f'"{craft.base}" is no airfield of its side'


def _named(parts: Parts, play: ScenarioFile, craft: Aircraft) -> Iterator[tuple[str, str]]:
    """What is wrong with the seats and turns it names."""
    seats = {f"{seat.side}.{seat.id}" for seat in play.seat} | set(parts.sides)
    turns = {turn.id for turn in play.turn}
    for seat in craft.seats:
        if seat not in seats:
            yield "seats", f'there is no seat "{seat}"' + near(seat, seats)
    for key, turn in (("from", craft.comes), ("until", craft.until)):
        if turn and turn not in turns:
            yield key, f'there is no turn "{turn}"' + near(turn, turns)


@rule("TOCS-W12.4-2")
def _room(parts: Parts) -> Iterator[Complaint]:
    """Only an airfield has room for aircraft, and no more stand on one than it has."""
    if parts.play is None:
        return
    for number, entry in enumerate(parts.play.facility):
        based = sum(craft.base == entry.id for crafts in parts.aircraft.values() for craft in crafts)
        if entry.capacity and entry.kind not in FIELDS:
            yield parts.scenario, ("facility", number, "capacity"), f"{entry.id}: no aircraft stand at a {entry.kind}"
        elif entry.capacity and based > entry.capacity:
            yield parts.scenario, ("facility", number, "capacity"), f"{entry.id}: {based} aircraft are based there"


AIRCRAFT_CHECKS: tuple[Check, ...] = (_calls, _bound, _room)
