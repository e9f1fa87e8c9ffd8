"""What must hold of a scenario's waves and flights, and of the guns that fire at them."""

import re
from collections.abc import Iterator, Mapping, Sequence

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.modules.faults import KeyPath, near
from pbem.rulesets.tocs.flight_file import AboardEntry, FlightEntry, WaveEntry
from pbem.rulesets.tocs.flights import PARACHUTE, gap, rectangle
from pbem.rulesets.tocs.ground import Ground, at_edge, bank_at, is_divided
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts
from pbem.rulesets.tocs.oob import Counter

CALL = re.compile(r"[A-Za-z0-9][A-Za-z0-9/-]{0,11}")
READS_AS_TURN = re.compile(r"[Tt]\d+(\.\d+)?")
READS_AS_LETTER = re.compile(r"[A-Za-z]-\d+")
READS_AS_DECISION = re.compile(r"[Dd]\d+")


def clash(call: str, taken: Mapping[str, str]) -> str:
    """Why aircraft or a flight cannot be called so, "" if nothing speaks against it. taken: what is called otherwise
    already, by the call in small letters with strokes for hyphens."""
    if not CALL.fullmatch(call) or call.isdigit():
        return "a call is one to twelve letters, digits, strokes or hyphens, and no number"
    for pattern, what in ((READS_AS_TURN, "a turn"), (READS_AS_DECISION, "a decision"), (READS_AS_LETTER, "a letter or a contact")):
        if pattern.fullmatch(call):
            return f"{call} reads as {what}"
    found = taken.get(folded(call))
    return f"{call} is as good as {found}, which is taken" if found else ""


def folded(call: str) -> str:
    """A call as it is compared with others: small letters, a hyphen like a stroke."""
    return call.casefold().replace("-", "/")


@rule("MASL-7.1-4")
def _waves(parts: Parts) -> Iterator[Complaint]:
    """A wave is of a side, has a number of its own, and its turn is on the track; what is rolled for says on which days."""
    taken: set[int] = set()
    for number, wave in enumerate(parts.play.wave if parts.play else ()):
        yield from ((parts.scenario, ("wave", number, key), words) for key, words in _wave(parts, wave, taken))
        taken.add(wave.id)


def _wave(parts: Parts, wave: WaveEntry, taken: set[int]) -> Iterator[tuple[str, str]]:
    turns = [turn.id for turn in parts.play.turn] if parts.play else []
    if wave.side not in parts.sides:
        yield "side", f'there is no side "{wave.side}"' + near(wave.side, parts.sides)
    if wave.id in taken:
        yield "id", f"there are two waves {wave.id}"
    if wave.turn and wave.turn not in turns:
        yield "turn", f'there is no turn "{wave.turn}"' + near(wave.turn, turns)
    if bool(wave.roll) != bool(wave.at_least):
        yield "at_least", "goes with roll: what must be thrown on which day of the month"
    if wave.roll and not wave.turn:
        yield "roll", "a wave before the first turn is not thrown for"


@rule("TOCS-W14.2-1", "TOCS-W14.2-2", "TOCS-W14.2-3", "MASL-7.1-1", "MASL-7.1-2")
def _flights(parts: Parts) -> Iterator[Complaint]:
    """A flight has a call of its own, comes in a wave or on a turn, and its path leads from the edge from hex to hex."""
    play = parts.play
    if play is None:
        return
    taken = {folded(c.call): c.call for oob in parts.oobs.values() for c in oob} | {folded(t.call): t.call for t in play.train}
    for number, flight in enumerate(play.flight):
        at: KeyPath = ("flight", number)
        why = clash(flight.call, taken)
        if why:
            yield parts.scenario, (*at, "call"), why
        taken[folded(flight.call)] = flight.call
        yield from ((parts.scenario, (*at, key), words) for key, words in _when(parts, flight))
        if parts.ground is not None:
            found = (*_path(parts.ground, flight), *_bombs(parts.ground, flight))
            yield from ((parts.scenario, (*at, key), words) for key, words in found)


def _when(parts: Parts, flight: FlightEntry) -> Iterator[tuple[str, str]]:
    waves = {wave.id: wave.side for wave in parts.play.wave} if parts.play else {}
    turns = [turn.id for turn in parts.play.turn] if parts.play else []
    if flight.side not in parts.sides:
        yield "side", f'there is no side "{flight.side}"' + near(flight.side, parts.sides)
    if flight.wave and waves.get(flight.wave) != flight.side:
        yield "wave", f"{flight.side} has no wave {flight.wave}"
    if bool(flight.wave) == bool(flight.turn):
        yield "wave", "a flight comes in a wave, or on a turn of its own"
    if flight.turn and flight.turn not in turns:
        yield "turn", f'there is no turn "{flight.turn}"' + near(flight.turn, turns)
    if not flight.aboard and not flight.points and not flight.bombs:
        yield "aboard", "nothing is aboard"
    if flight.points > flight.aircraft:
        yield "points", f"{flight.aircraft} aircraft carry {flight.aircraft} supply points, one each"


@rule("TOCS-W15.13-1", "TOCS-W15.14-1")
def _bombs(ground: Ground, flight: FlightEntry) -> Iterator[tuple[str, str]]:
    """Bombers carry nothing else; each hex lies on the path, those of a carpet make a rectangle in which the path ends."""
    targets = tuple(map(Hex, flight.bombs))
    if flight.carpet and not targets:
        yield "carpet", "goes with bombs: the hexes of the rectangle"
    if targets and (flight.aboard or flight.points):
        yield "bombs", "bombers carry neither troops nor supplies"
    if off := [h for h in targets if h not in ground.terrain]:
        yield "bombs", f"{', '.join(off)} is not on the map"
    elif flight.carpet and targets and not (rectangle(targets) and flight.path[-1] in targets):
        yield "bombs", "a carpet is a rectangle of hexes, and the path ends in it"
    elif not flight.carpet and (aside := [h for h in targets if h not in flight.path]):
        yield "bombs", f"{', '.join(aside)} is not on the path"


def _path(ground: Ground, flight: FlightEntry) -> Iterator[tuple[str, str]]:
    path = tuple(map(Hex, flight.path))
    off = [h for h in path if h not in ground.terrain]
    if off:
        yield "path", f"{', '.join(off)} is not on the map"
    elif not at_edge(ground, path[0]):
        yield "path", f"{path[0]} is not at the edge of the map"
    if broken := gap(path):
        yield "path", f"{broken.end} is not next to {broken.start}"
    for number, stick in enumerate(flight.aboard, 1):
        place = Hex(stick.at)
        if place not in path:
            yield "aboard", f"stick {number}: its zone {place} is not on the path"
        elif stick.bank and (not is_divided(ground, place) or bank_at(ground, place, stick.bank) is None):
            yield "aboard", f"stick {number}: {place} has no {stick.bank} bank"


@rule("TOCS-W15.15-2", "TOCS-W15.15-3", "MASL-7.1-3")
def _aboard(parts: Parts) -> Iterator[Complaint]:
    """Who flies waits to come, once and by no other way; vehicles and towed guns go by glider; one HQ a flight, or a note
    why not."""
    play = parts.play
    if play is None:
        return
    counters = {c.call: c for oob in parts.oobs.values() for c in oob}
    scheduled = [call for entry in play.reinforcement for call in entry.units] + [call for t in play.train for call in t.units]
    for number, flight in enumerate(play.flight):
        for key, words in (*_sticks(flight, counters, scheduled), *_staffs(flight, counters)):
            yield parts.scenario, ("flight", number, *key), words
        scheduled += [call for stick in flight.aboard for call in stick.units]


Keyed = Iterator[tuple[KeyPath, str]]


def _sticks(flight: FlightEntry, counters: Mapping[str, Counter], before: Sequence[str]) -> Keyed:
    here: list[str] = []
    for place, stick in enumerate(flight.aboard):
        yield from ((("aboard", place, "units"), words) for words in _stick(flight, stick, counters, (*before, *here)))
        here += stick.units


def _staffs(flight: FlightEntry, counters: Mapping[str, Counter]) -> Keyed:
    """One HQ a flight, unless a note says why."""
    staffs = [call for stick in flight.aboard for call in stick.units if call in counters and counters[call].kind == "hq"]
    if len(staffs) > 1 and not flight.note:
        yield ("aboard",), f"{' and '.join(staffs)}: one HQ a flight, or say why in its note"


def _stick(flight: FlightEntry, stick: AboardEntry, counters: Mapping[str, Counter], before: Sequence[str]) -> Iterator[str]:
    for number, call in enumerate(stick.units):
        counter = counters.get(call)
        if counter is None or counter.side != flight.side or counter.setup is not None:
            yield f'"{call}" is no unit of {flight.side} that waits to come' + ("" if counter else near(call, counters))
        elif call in (*before, *stick.units[:number]):
            yield f'"{call}" comes by another way already'
        elif stick.load == PARACHUTE and counter.by_glider:
            yield f"{call}: vehicles and towed guns land by glider"


@rule("TOCS-W14.5-2")
def _guns(parts: Parts) -> Iterator[Complaint]:
    """Flak has a strength, a class and a rate of fire, and nothing else has any of them."""
    for file, oob in parts.oobs.items():
        for number, counter in enumerate(oob):
            said = (counter.aa > 0, bool(counter.aa_class), counter.rof > 0)
            if any(said) and not all(said):
                yield file, ("unit", number, "aa"), f"{counter.call}: flak has aa, aa_class and rof, all three"


FLIGHT_CHECKS: tuple[Check, ...] = (_waves, _flights, _aboard, _guns)
