"""FLIGHT: the path of a scheduled flight, where it drops whom, and the order in which flights fly (TOCS-W14.2, MASL-7.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.flights import FlightPlan, Schedule, Stick, gap, unbroken
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import at_edge
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import drift
from pbem.rulesets.tocs.view import View


class FlightOrder(Value):
    """A flight by its call: a path; or (drop) units by call over a hex, the others over `rest`; or as printed. first: the calls of
    flights in the order in which they are to fly, and no more."""

    call: str = ""
    path: tuple[Hex, ...] = ()
    drop: tuple[str, ...] = ()
    at: Hex | None = None
    rest: Hex | None = None
    printed: bool = False
    first: tuple[str, ...] = ()


def order(act: Act, picture: Picture) -> FlightOrder:
    """The order from its words."""
    return FlightOrder(
        act.text("CALL_FLIGHT") or "", act.hexes("COURSE"), act.texts("UNITS"), act.hex("HEX"), act.hex("HEX_REST"),
        act.says("as printed"), act.texts("CALL_FIRST"),
    )  # fmt: skip


@rule("TOCS-W14.2-1", "MASL-7.1-1", "MASL-7.1-4")
def _meant(view: View, order: FlightOrder) -> Schedule | Refusal:
    """The schedule as it is to be."""
    schedule = view.forces.schedule
    if order.first:
        return _closed(view) or _in_order(schedule, order.first)
    flight = schedule.called(order.call)
    if flight is None:
        return _no_flight(order.call)
    refused = _fixed(view, flight)
    if refused:
        return refused
    if order.printed:
        return schedule.with_flight(drift.as_printed(flight))
    changed = _by_path(view, flight, order.path) if order.path else _dropped(view, flight, order)
    return changed if isinstance(changed, Refusal) else schedule.with_flight(changed)


def _in_order(schedule: Schedule, first: tuple[str, ...]) -> Schedule | Refusal:
    """The schedule with these flights before all others."""
    found = [schedule.called(call) for call in first]
    named = tuple(flight.call for flight in found if flight)
    if len(named) < len(first):
        return _no_flight(next(call for call, flight in zip(first, found, strict=True) if flight is None))
    rest = (flight.call for flight in schedule.in_order() if flight.call not in named)
    return replace(schedule, order=(*named, *rest))


def _no_flight(call: str) -> Refusal:
    return illegal(say("{call} is not one of your flights", call=call), "MASL-7.1-1")


def _closed(view: View) -> Refusal | None:
    """Are plans locked as play begins?"""
    if view.game.switches["flight_plans"] == "before" and view.public.turn:
        return illegal(say("flight plans were closed as play began"), "MASL-7.1-1")
    return None


def _fixed(view: View, flight: FlightPlan) -> Refusal | None:
    """Why nothing about a flight can be changed now."""
    if flight.status != "waiting":
        return illegal(say("{call} has flown", call=flight.call), "TOCS-W14.2-1")
    if not flight.free:
        return illegal(say("{call} flies as the scenario has it", call=flight.call), "MASL-7.1-4")
    return _closed(view)


@rule("TOCS-W14.2-2", "MASL-7.1-2", "TOCS-W15.15-2")
def _by_path(view: View, flight: FlightPlan, path: tuple[Hex, ...]) -> FlightPlan | Refusal:
    """The flight by another path: from the edge, hex by hex, over each of its zones."""
    ground = view.game.ground
    off = off_map(view.game, path)
    if off:
        return off
    if broken := gap(path):
        between = say("{end} is not next to {start}: the path breaks there", start=broken.start, end=broken.end)
        return illegal(between, "TOCS-W14.2-2", f"flight {flight.call}: {' '.join(unbroken(path))}")
    if not at_edge(ground, path[0]):
        return illegal(say("{hex} is not at the edge of the map: a flight comes on there", hex=path[0]), "MASL-7.1-2")
    changed = drift.with_path(flight, path)
    missed = sorted({stick.at for stick in changed.aboard} - set(path)) or _unbombed(flight, path)
    if missed:
        words = say("{call} drops at {hexes}, which is not on this path", call=flight.call, hexes=", ".join(missed))
        return illegal(words, "MASL-7.1-3")
    return changed


@rule("TOCS-W15.13-1", "TOCS-W15.14-1")
def _unbombed(flight: FlightPlan, path: tuple[Hex, ...]) -> list[Hex]:
    """Targets of bombers that a path leaves out: it leads over each of them, that of a carpet ends in it."""
    if flight.carpet:
        return [] if path[-1] in flight.bombs else [flight.path[-1]]
    return sorted(set(flight.bombs) - set(path))


@rule("TOCS-W15.15-2", "MASL-7.1-3")
def _dropped(view: View, flight: FlightPlan, order: FlightOrder) -> FlightPlan | Refusal:
    """The flight with these units dropped over one hex of its path, the others over another."""
    wanted = [h for h in (order.at, order.rest) if h is not None]
    missed = [h for h in wanted if h not in flight.path]
    if missed:
        return illegal(say("{hex} is not on the path of {call}", hex=missed[0], call=flight.call), "MASL-7.1-3")
    named = {unit.id for call in order.drop if (unit := view.forces.unit_called(call))}
    strangers = sorted(view.forces.counters[name].call for name in named - set(flight.units))
    if strangers:
        return illegal(say("{units} does not fly with {call}", units=", ".join(strangers), call=flight.call), "TOCS-W15.15-2")
    sticks = (part for stick in flight.aboard for part in _parted(stick, named, order))
    return replace(flight, aboard=tuple(sticks))


def _parted(stick: Stick, named: set[str], order: FlightOrder) -> tuple[Stick, ...]:
    """A stick in two: those who were named, and the rest."""
    out = tuple(name for name in stick.units if name in named)
    rest = tuple(name for name in stick.units if name not in named)
    here, there = order.at or stick.at, order.rest or stick.at
    first = (replace(stick, units=out, at=here, bank=stick.bank if here == stick.at else ""),) if out else ()
    return (*first, *((replace(stick, units=rest, at=there, bank=stick.bank if there == stick.at else ""),) if rest else ()))


def _expected(game: Game, picture: Picture, schedule: Schedule) -> Picture:
    return replace(picture, forces=replace(picture.forces, schedule=schedule))


def _events(moment: Moment, side: str, schedule: Schedule) -> tuple[e.Event, ...]:
    before = moment.board.forces[side].schedule
    changed = (e.FlightFiled(side, flight) for call, flight in schedule.flights.items() if flight != before.flights[call])
    return (*changed, *((e.FlightsOrdered(side, schedule.order),) if schedule.order != before.order else ()))


DEED = deed(_meant, _expected, _events)
ACTION = Action(
    verb=Verb("flight", (
        "flight CALL_FLIGHT COURSE", "flight CALL_FLIGHT drop UNITS at HEX [rest at HEX_REST]", "flight CALL_FLIGHT as printed",
    ), "letter", phrase("file the path of a scheduled flight")),
    help=phrase(
        """FLIGHT files the way of a scheduled flight, hex by hex from the edge of the map to its last zone (TOCS-W14.2,
MASL-7.1). Two dots stand for the straight line between two hexes, which is laid out and said back to you. The flight is flown
just so, whatever is learnt on the way: guns fire at it hex by hex, a hit turns it or carries it off. DROP names who leaves it
over which hex of its path. Where the scenario locks plans as play begins they are filed before the first turn, and END IMPULSE
closes them; a flight you do not name flies as printed. The answer brings a map of each flight you file, of more than four a map a
wave. See FLIGHTS.

`flight J505-2: 16.13 17.13 .. 21.12`, `flight J505-2: drop D/505 at 20.11, rest at 21.12`, `flight J505-2: as printed`."""
    ),
    order=order, check=DEED.check, expect=DEED.expect, execute=DEED.execute,
)  # fmt: skip
