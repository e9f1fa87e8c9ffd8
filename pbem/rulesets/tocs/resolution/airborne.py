"""Scheduled waves: who comes, who is kept at home, and what the other side hears (TOCS-2.2-1, 3.2, W15.15, MASL-7.1,
MASL-12.1-1)."""

from pbem.engine.situation import Control
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import combat
from pbem.rulesets.tocs.resolution.flight import fly, heard
from pbem.rulesets.tocs.rules import waves
from pbem.rulesets.tocs.rules.waves import Coming

FIRST_IMPULSES = 2  # of a turn: the first of either side


class Try(Value):
    """What is told of a wave that was to come, and whether it does."""

    events: tuple[e.Event, ...]
    comes: bool


def flies(forces: Forces) -> bool:
    """Has a side any flight on its schedule?"""
    return bool(forces.schedule.flights)


@rule("MASL-7.1-1")
def may_file(forces: Forces) -> bool:
    """Does play wait before the first turn for a side's flight plans?"""
    return any(flight.free for flight in forces.schedule.flights.values())


@rule("TOCS-2.2-1", "MASL-7.1-4", "TOCS-W15.13-1", "TOCS-W15.15-1")
def before_play(moment: Moment) -> tuple[e.Event, ...]:
    """What comes down before the first turn, side by side in the order of their ids."""
    events: tuple[e.Event, ...] = ()
    for side in sorted(moment.board.forces):
        events = (*events, *_come(after(moment, events), side, 0))
    return events


@rule("MASL-7.1-4", "TOCS-W15.15-1", "TOCS-W15.16-1")
def arrive(moment: Moment) -> tuple[e.Event, ...]:
    """What comes in an own impulse, the first of the turn; once a turn, so that what is kept at home is tried again in the next."""
    public = moment.board.public
    if not flies(moment.board.forces[public.phasing]) or public.impulse > FIRST_IMPULSES:
        return ()
    return _come(moment, public.phasing, public.turn)


@rule("TOCS-W15.15-9")
def fought(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """Troops who came down on the enemy are ambushed there, hex by hex; None when nobody is left who was."""
    found = ((side, flight) for side, forces in sorted(moment.board.forces.items()) for flight in forces.schedule.in_order())
    side, flight = next(((s, f) for s, f in found if f.struck), ("", None))
    if flight is None:
        return None
    hex_, rest = flight.struck[0], e.LandingFought(side, replace(flight, struck=flight.struck[1:]))
    now = after(moment, (rest,))
    if hex_ not in now.board.public.engaged or not now.board.occupants(hex_, side):
        return (rest,)
    return (rest, *combat.came_down(now, side, hex_))


def _come(moment: Moment, side: str, turn: int) -> tuple[e.Event, ...]:
    """Every wave and flight that is due, in order; and what the enemy hears of all of them together."""
    events: tuple[e.Event, ...] = ()
    ways: dict[str, list[Hex]] = {}
    for due in waves.due(moment.board.forces[side], turn):
        tried = _tried(after(moment, events), side, due)
        events = (*events, *tried.events)
        for flight in due.flights if tried.comes else ():
            went = fly(after(moment, events), side, flight)
            events = (*events, *went.events)
            ways.setdefault(waves.formation(moment.board.forces[side], flight, 1).name, []).extend(went.overhead())
    return (*_once(events), *(sound for what in sorted(ways) for sound in heard(moment, side, what, tuple(ways[what]))))


@rule("MASL-7.1-11", "TOCS-W9.1-3")
def _once(events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """The events with one sight of each hex for all that came down in it by one means: never how many."""
    seen = [event for event in events if isinstance(event, e.DescentSeen)]
    found = dict.fromkeys((event.side, event.hex, event.load) for event in seen)
    gained = {sight: sum(s.gained for s in seen if (s.side, s.hex, s.load) == sight) for sight in found}
    told = (e.DescentSeen(*sight, gained[sight]) for sight in sorted(found))
    return (*(event for event in events if not isinstance(event, e.DescentSeen)), *told)


@rule("MASL-12.1-1", "TOCS-3.2-8", "TOCS-3.2-9")
def _tried(moment: Moment, side: str, due: Coming) -> Try:
    """Does it come: by light, weather and die? Its owner alone is told."""
    board: Board = moment.board
    view, wave = board.view(moment.game, side), due.wave
    needed = waves.wanted(view, wave) if wave else 0
    if needed is None:
        return Try((), comes=False)
    calls = tuple(flight.call for flight in due.flights)
    why = waves.kept(view, due) if board.public.turn else ""
    if why:
        return Try((e.WaveTried(side, wave, calls, needed, None, why),), comes=False)
    return _rolled(moment, side, due, needed)


def _rolled(moment: Moment, side: str, due: Coming, needed: int) -> Try:
    """The throw for a wave that could come; without one it does."""
    wave, calls = due.wave, tuple(flight.call for flight in due.flights)
    turn = moment.board.view(moment.game, side).turn.id
    throw = moment.dice.throw(f"wave/{wave.id}/{turn}", wave.roll) if wave and wave.roll else None
    comes = throw is None or throw.total >= needed
    reason = "" if comes else phrase("the weather over its fields")
    return Try((e.WaveTried(side, wave and waves.tried(wave, comes), calls, needed, throw, reason),), comes)
