"""Scheduled flights, flak and what came down, in words: the plans on file, what guns did, the drop report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.documents.document import Block, block, table
from pbem.documents.station import Heading
from pbem.kernel.hexes import Hex, column_row, line
from pbem.kernel.i18n import counted, phrase, phrases, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.flights import GLIDER, HURT, OFF_MAP, PARACHUTE, SUPPLY, FlightPlan, Landing
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large, within
from pbem.rulesets.tocs.reports.wording import call, dice, place, places, times
from pbem.rulesets.tocs.units import STATES

LONG = 2  # hexes of a column, one below the other, of which all are named
FEW = 3  # flights of a large side of which each has a table of what came down
STILL_OPEN = phrase("Until the first turn you may file another route for each (FLIGHT). END IMPULSE closes the flight plans.")
LOADS = {PARACHUTE: phrase("parachutes"), GLIDER: phrase("gliders"), SUPPLY: phrase("supplies")}
RESULTS = {"h": phrase("hit"), "A": phrase("drove one off"), "E": phrase("brought one down"), "-": phrase("missed")}
MISSED = "-"


def path_words(path: tuple[Hex, ...]) -> str:
    """A path as an order writes it."""
    return " ".join(path)


def order_line(flight: FlightPlan) -> str:
    """A flight's path as the order that files it."""
    return " ".join(("flight", f"{flight.call}:", *flight.path))


@rule("MASL-7.1-3", "TOCS-W14.2-1")
def forms(picture: Picture, heading: Heading, width: int) -> tuple[str, ...]:
    """Before the first turn the flights that may still be filed otherwise, each as the order that files it as it is: a form that
    comes back unchanged files what is on file. Straight runs are two dots; what is too long even so is left to the report."""
    if picture.public.turn:
        return ()
    free = (f for f in picture.forces.schedule.in_order() if f.free and f.status == "waiting")
    mine = (f for f in free if not f.units or heading.orders(call(picture.forces, f.units[0])))
    said = (" ".join(("flight", f"{f.call}:", *shortest(f.path))) for f in mine)
    return tuple(text for text in said if len(text) <= width)


def shortest(path: tuple[Hex, ...]) -> tuple[str, ...]:
    """A path with two dots for what lies straight between two hexes, where that spares two hexes or more."""
    words: list[str] = [str(path[0])]
    at = 0
    while at < len(path) - 1:
        far = max(end for end in range(at + 1, len(path)) if end == at + 1 or line(path[at], path[end]) == path[at : end + 1])
        words += ["..", str(path[far])] if far > at + 2 else [str(place_) for place_ in path[at + 1 : far + 1]]
        at = far
    return tuple(words)


# ---------------------------------------------------------------- what is told as it happens


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """A line on a flight, a gun, a sound in the air."""
    match seen:
        case t.FlightFiled(_, flight):
            return (say("{call}: {path}", call=flight.call, path=path_words(flight.path)), *_sticks(picture, flight))
        case t.FlightsOrdered(_, order):
            return (say("flights in order: {calls}", calls=", ".join(order)),)
        case t.WaveTried():
            return (_wave(seen),)
        case t.FlightFlown():
            return tuple(_flown(game, seen))
        case t.FlakFired():
            return (_shot(game, picture, seen),)
        case t.AircraftHeard(_, what, hexes):
            return (say("{what} heard over {places}", what=say(what), places=_heard(game, hexes)),)
        case t.DescentSeen(_, hex_, load, gained):
            return (_came_down(game, hex_, load, gained),)
    return ()


def _bombs(game: Game, seen: o.BombsDropped) -> str:
    """`B1 bombed 13.09 with 6 aircraft: 2d6: 7 pathfinder +1`."""
    extra = f" {', '.join(seen.drms)}" if seen.drms else ""
    number = counted(seen.aircraft, "{number} aircraft", "{number} aircraft")
    return say(
        "{call} bombed {place} with {aircraft}: {dice}{extra}", call=seen.flight, place=place(game, seen.hex), aircraft=number,
        dice=dice(seen.throw), extra=extra,
    )  # fmt: skip


def bombed(game: Game, _: Picture, seen: Any) -> tuple[str, ...]:
    """Bombs, as those who dropped them and those they fell among are told of them."""
    if isinstance(seen, o.BombsDropped):
        return (_bombs(game, seen),)
    return (say("enemy bombs fell on {place}", place=place(game, seen.hex)),)


def rolls(_: Game, __: Picture, seen: Any) -> tuple[str, ...]:
    """The dice of a gunner, and of a wave."""
    match seen:
        case t.FlakFired():
            return (say("flak: {shot}", shot=_thrown(seen)),)
        case t.WaveTried(throw=throw) if throw:
            return (say("wave: {dice}", dice=dice(throw)),)
    return ()


def _heard(game: Game, hexes: tuple[Hex, ...]) -> str:
    """A few hexes with their names, a whole way by its numbers: `06.12, 07.12-07.14`, those that lie in a column as a run."""
    return places(game, hexes) if len(hexes) <= FEW else ", ".join(_runs(hexes))


def _runs(hexes: Iterable[Hex]) -> Iterator[str]:
    runs: list[list[Hex]] = []
    for hex_ in sorted(hexes):
        column, row = column_row(hex_)
        if runs and column_row(runs[-1][-1]) == (column, row - 1):
            runs[-1].append(hex_)
        else:
            runs.append([hex_])
    for run in runs:
        yield from (f"{run[0]}-{run[-1]}",) if len(run) > LONG else run


def _came_down(game: Game, hex_: Hex, load: str, gained: int) -> str:
    where, what = place(game, hex_), say(LOADS[load])
    if gained:
        return say("enemy {what} came down in {place}: {points} SP captured", what=what, place=where, points=gained)
    return say("enemy {what} came down in {place}", what=what, place=where)


@rule("TOCS-W14.5-1")
def _shot(game: Game, picture: Picture, seen: t.FlakFired) -> str:
    """What a gun did, for its own side: at what, where, with what result, and what it cost the gun."""
    gun, state = call(picture.forces, seen.unit.id), say(STATES[seen.unit.state])
    rate = say("keeps firing") if seen.keeps else say("has fired itself out: {state}", state=state)
    return say(
        "{gun} fired at {what} over {place}: {result}; it {rate}",
        gun=gun, what=say(seen.at), place=place(game, seen.hex), result=say(RESULTS[seen.result]), rate=rate,
    )  # fmt: skip


def _thrown(seen: t.FlakFired) -> str:
    drms = "".join(f", {name.replace('_', ' ')} {value:+d}" for name, value in seen.drms)
    return say("{dice}{drms}; rate of fire: {rate}", dice=dice(seen.throw), drms=drms, rate=dice(seen.rate))


def by_gun(game: Game, picture: Picture, shots: Iterable[t.FlakFired]) -> tuple[str, ...]:
    """Many shots, a line a gun: `FLGRAVE fired at transports 9 times; hit over 07.12 and 08.12 Grave bridge; keeps firing`."""
    return tuple(_shots(game, picture, mine) for mine in _of_guns(shots))


def rolls_by_gun(picture: Picture, shots: Iterable[t.FlakFired]) -> tuple[str, ...]:
    """The dice of many shots, a line a gun."""
    words, sep = phrase("flak, {gun}: {shots}"), " | "
    return tuple(
        say(words, gun=call(picture.forces, mine[0].unit.id), shots=sep.join(map(_thrown, mine))) for mine in _of_guns(shots)
    )


def _of_guns(shots: Iterable[t.FlakFired]) -> Iterable[list[t.FlakFired]]:
    guns: dict[str, list[t.FlakFired]] = {}
    for shot in shots:
        guns.setdefault(shot.unit.id, []).append(shot)
    return guns.values()


def _shots(game: Game, picture: Picture, shots: list[t.FlakFired]) -> str:
    """What a gun did with all of its shots, and what they cost it."""
    told: dict[str, list[Hex]] = {}
    for shot in shots:
        told.setdefault(shot.result, []).append(shot.hex)
    results = "; ".join(
        say("{result} over {places}", result=say(RESULTS[result]), places=places(game, tuple(dict.fromkeys(hexes))))
        for result, hexes in told.items()
        if result != MISSED
    )
    last = shots[-1]
    rate = say("keeps firing") if last.keeps else say("has fired itself out: {state}", state=say(STATES[last.unit.state]))
    return say(
        "{gun} fired at {what} {times}: {results}; it {rate}",
        gun=call(picture.forces, last.unit.id), what=say(last.at), times=times(len(shots)),
        results=results or say("no hit"), rate=rate,
    )  # fmt: skip


@rule("MASL-12.1-1")
def _wave(seen: t.WaveTried) -> str:
    """Whether a wave came, for its own side alone."""
    name = say("wave {number}", number=seen.wave.id) if seen.wave else ", ".join(seen.calls)
    rolled = say(" (rolled {rolled}, comes on {needed} or more)", rolled=seen.throw.total, needed=seen.needed) if seen.throw else ""
    if seen.why:
        return say("{wave} does not arrive: {why}{rolled}", wave=name, why=say(seen.why), rolled=rolled)
    return say("{wave} arrives{rolled}", wave=name, rolled=rolled)


def way(game: Game, seen: t.FlightFlown) -> str:
    """All of that in one line: `J505-1: hit over 17.13 Mook, turned NE; reached 22.11 De Horst`."""
    said = []
    for leg in seen.legs:
        turned = say(", turned {direction}", direction=leg.turned) if leg.turned else ""
        what = say("hit by flak over its zone") if leg.result == HURT else say(leg.result)
        said.append(say("{result} over {place}{turned}", result=what, place=place(game, leg.hex), turned=turned))
    if seen.zone is None:
        said.append(say("did not reach its zone"))
    elif not any(leg.result == OFF_MAP for leg in seen.legs):
        said.append(say("reached {place}", place=place(game, seen.zone)))
    return f"{seen.flight.call}: {'; '.join(said)}"


def _flown(game: Game, seen: t.FlightFlown) -> Iterator[str]:
    """What met a flight on its way, and how its way ended; of one that was carried off the map its last leg says so."""
    flight = seen.flight.call
    for leg in seen.legs:
        if leg.result == HURT:
            yield say("{flight}: hit by flak over its zone, {place}", flight=flight, place=place(game, leg.hex))
            continue
        turned = say(", turned {direction}", direction=leg.turned) if leg.turned else ""
        yield say(
            "{flight} over {place}: {result}{turned}",
            flight=flight, place=place(game, leg.hex), result=say(leg.result), turned=turned,
        )  # fmt: skip
    if seen.zone is None:
        yield say("{flight} did not reach its zone", flight=flight)
    elif not any(leg.result == OFF_MAP for leg in seen.legs):
        words = phrase("{flight} reached {place}") if seen.legs else phrase("{flight} reached {place} unhindered")
        yield say(words, flight=flight, place=place(game, seen.zone))


# ---------------------------------------------------------------- the drop report


@rule("MASL-7.1-3", "MASL-7.1-11")
def drop_report(game: Game, picture: Picture, news: tuple[Any, ...], calls: Calls = None) -> tuple[Block, ...]:
    """What came down, a table for each flight: planned, landed, state, hits; of a large side one table of those that came down
    elsewhere or worse than planned, and a line for each flight. calls: of the units told of."""
    by_flight = _landings(news, calls)
    units = any(row.call for rows in by_flight.values() for row in rows)
    if large(picture.forces) and (len(by_flight) > FEW or not units):
        return _in_short(game, picture, by_flight)
    return tuple(block for flight, rows in by_flight.items() for block in _table(game, picture, flight, rows))


def _landings(news: tuple[Any, ...], calls: Calls) -> dict[str, list[Landing]]:
    """What came down, by flight; of flights that have none of these units aboard nothing."""
    by_flight: dict[str, list[Landing]] = {}
    for seen in news:
        if isinstance(seen, t.StickLanded) and seen.landings:
            by_flight.setdefault(seen.flight, []).extend(seen.landings)
    if calls is None:
        return by_flight
    return {flight: rows for flight, rows in by_flight.items() if any(r.call in calls for r in rows)}


def _in_short(game: Game, picture: Picture, by_flight: Mapping[str, list[Landing]]) -> tuple[Block, ...]:
    """Many flights, a paragraph each: how many came down on their zone, and who did not, or worse than planned."""
    strays = {flight for flight, rows in by_flight.items() if list(_to_the_enemy(game, picture, rows))}
    whole = [flight for flight, rows in by_flight.items() if all(map(_as_planned, rows)) and flight not in strays]
    rest = (f" {_shortly(game, picture, flight, rows)}" for flight, rows in by_flight.items() if flight not in whole)
    straight = (say(" {flights}: all landed on their zones", flights=", ".join(whole)),) if whole else ()
    return block("DROP REPORT", (*straight, *rest))


def _as_planned(landing: Landing) -> bool:
    return landing.landed == landing.planned and not (landing.state or landing.lost or landing.hits)


def _shortly(game: Game, picture: Picture, flight: str, landings: list[Landing]) -> str:
    """`J504-1: 3 of 5 on their zone; A/504, B/504 at 13.12; C/504 at 13.11 Malden bridge, dispersed (came down in the water)`."""
    alike: dict[str, list[str]] = {}
    for landing in landings:
        if not _as_planned(landing):
            alike.setdefault(_how(game, landing), []).append(landing.call)
    said = _on_zone(landings)
    apart = (f"{_fallen(names)} {how}" for how, names in alike.items())
    return "; ".join((f"{flight}: {said}", *apart, *_to_the_enemy(game, picture, landings)))


@rule("TOCS-W15.16-2")
def _to_the_enemy(game: Game, picture: Picture, landings: list[Landing]) -> Iterator[str]:
    """Supply points that fell outside the own perimeter: they are the enemy's."""
    fell = Counter(row.landed for row in landings if row.landed and not row.call)
    for hex_ in sorted(hex_ for hex_ in fell if picture.public.owner.get(hex_) != picture.side):
        words = phrase("{points} SP at {place}, outside your perimeter: lost to the enemy")
        yield say(words, points=fell[hex_], place=place(game, hex_))


def _on_zone(landings: list[Landing]) -> str:
    """How many of a flight came down where they were meant to."""
    straight = sum(landing.landed == landing.planned for landing in landings)
    if len(landings) == 1:
        return say("landed on its zone") if straight else say("missed its zone")
    one, many = phrases("{number} of {all} landed on its zone", "{number} of {all} landed on their zone")
    return counted(straight, one, many, all=len(landings))


def _fallen(calls: list[str]) -> str:
    """Units by their calls, supply points (without one) by their number."""
    points = calls.count("")
    return ", ".join([call for call in calls if call] + ([f"{points} SP"] if points else []))


def _how(game: Game, landing: Landing) -> str:
    """`at 13.11 Malden bridge, dispersed (came down in the water), hits 1`; what is as it should be is not said."""
    _, _, where, state, hits, _ = _row(game, landing)
    spot = where if landing.landed is None else say("at {where}", where=where)
    told = _hurt(state, _why(game, landing))
    more = [told] if landing.state or not landing.call else []
    return ", ".join((spot, *filter(None, more), *([say("hits {hits}", hits=hits)] if landing.hits or landing.lost else [])))


def _table(game: Game, picture: Picture, flight: str, landings: list[Landing]) -> tuple[Block, ...]:
    rows: list[tuple[str, ...]] = [(say("unit"), say("planned"), say("landed"), say("state"), say("hits"), say("by"))]
    rows += [_row(game, landing) for landing in landings]
    lost = sum(landing.landed is None for landing in landings)
    said = _on_zone(landings)
    more = counted(lost, "; {number} lost", "; {number} lost") if lost else ""
    strays = (f" {line}" for line in _to_the_enemy(game, picture, landings))
    return table(say("DROP REPORT {flight}", flight=flight), rows, (f" {said}{more}", *_reasons(game, landings), *strays))


def _reasons(game: Game, landings: list[Landing]) -> Iterator[str]:
    """` A/505: came down in woods`: what made the state of those that came down, below the table, where a phone has room for it."""
    alike: dict[str, list[str]] = {}
    for landing in landings:
        if landing.why:
            alike.setdefault(_why(game, landing), []).append(landing.call)
    yield from (f" {_fallen(names)}: {why}" for why, names in alike.items())


def _why(game: Game, landing: Landing) -> str:
    ground = worded(game.ground.terrain[landing.landed or landing.planned])
    return say(landing.why, terrain=ground) if landing.why else ""


def _row(game: Game, landing: Landing) -> tuple[str, ...]:
    where = say("lost") if landing.landed is None else place(game, landing.landed)
    state = say(STATES[landing.state]) if landing.call else ""
    lost = counted(landing.lost, ", {number} step", ", {number} steps") if landing.lost else ""
    name = landing.call or say("1 SP")
    return name, landing.planned, where, state, f"{landing.hits}{lost}", say(LOADS[landing.load])


def _hurt(state: str, why: str) -> str:
    """`disrupted (came down in woods)`; of supplies the reason alone."""
    return f"{state} ({why})" if state and why else state or why


# ---------------------------------------------------------------- what is on file


@rule("MASL-7.1-1", "MASL-7.1-3")
def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """The flights to come, each as an order that could be sent back unchanged, and what is aboard it; of a large side by wave,
    without the way of those that the order form has, or that can be filed no more. calls: of the units told of."""
    forces = picture.forces
    waiting = (flight for flight in forces.schedule.in_order() if flight.status == "waiting")
    mine = [flight for flight in waiting if carries(picture, flight, calls)]
    open_ = not picture.public.turn and any(flight.free for flight in mine)
    closed = picture.public.turn > 0 and game.switches["flight_plans"] == "before"
    head = (f" {say(STILL_OPEN)}",) if open_ else ()
    contested = tuple(_into_battle(game, picture, mine))
    if large(forces) and (open_ or closed):
        return (*head, *_by_wave(game, picture, mine, closed), *contested)
    return (*head, *(text for flight in mine for text in _whole(game, picture, flight)), *contested)


@rule("TOCS-1.2-1")
def _into_battle(game: Game, picture: Picture, flights: list[FlightPlan]) -> Iterator[str]:
    """Flights that are to come down where the enemy is known to stand now: in an engagement, or on ground that the enemy holds."""
    for flight in flights:
        zones = dict.fromkeys((*(stick.at for stick in flight.aboard), *((flight.path[-1],) if flight.points else ())))
        for hex_ in (hex_ for hex_ in zones if hex_ in picture.public.engaged):
            yield say(" {call} is to come down in {place}, which is engaged", call=flight.call, place=place(game, hex_))


def _by_wave(game: Game, picture: Picture, flights: list[FlightPlan], closed: bool) -> Iterator[str]:
    """When each wave comes, and its flights, a line each while they can be filed: what is aboard, and where it comes down. closed:
    they can be filed no more; then of the waves after the next how much comes."""
    waves: dict[str, list[FlightPlan]] = {}
    for flight in flights:
        waves.setdefault(_when(game, picture, flight), []).append(flight)
    told_now = dict(list(waves.items())[:1]) if closed else waves
    for when, some in told_now.items():
        told = [f"{flight.call}, {_aircraft(flight)}: {_aboard(picture, flight)}" for flight in some]
        yield from (f" {when}: {'; '.join(told)}",) if closed or len(told) == 1 else (f" {when}", *(f"   {line}" for line in told))
    later = [f"{when}, {_how_much(some)}" for when, some in waves.items() if when not in told_now]
    if later:
        yield say(" Later: {waves}", waves="; ".join(later))


def _how_much(flights: list[FlightPlan]) -> str:
    """`DROP2, 4 SP at 20.12`, or how many units flights have aboard."""
    units = sum(len(stick.units) for flight in flights for stick in flight.aboard)
    calls = ", ".join(flight.call for flight in flights)
    return f"{calls}, {counted(units, '{number} unit', '{number} units')}" if units else calls


def carries(picture: Picture, flight: FlightPlan, calls: Calls) -> bool:
    """Are some of these units aboard, or supplies alone?"""
    aboard = tuple(name for stick in flight.aboard for name in stick.units)
    return not aboard or within(picture.forces, calls, aboard)


def _whole(game: Game, picture: Picture, flight: FlightPlan) -> tuple[str, ...]:
    sticks = (f"   {text}" for text in _sticks(picture, flight))
    return (f" {order_line(flight)}", f"   {_head(game, picture, flight)}", *sticks)


def _aboard(picture: Picture, flight: FlightPlan) -> str:
    """What is aboard a flight and where it comes down, in short."""
    sticks = (f"{', '.join(call(picture.forces, name) for name in stick.units)} {stick.at}" for stick in flight.aboard)
    return "; ".join(sticks) or "; ".join(_sticks(picture, flight))


def _head(game: Game, picture: Picture, flight: FlightPlan) -> str:
    """`wave 1, before the first turn; 5 aircraft, 1 pathfinder; as the scenario has it`."""
    fixed = "" if flight.free else say("; its path is fixed")
    return f"{_when(game, picture, flight)}; {_aircraft(flight)}{fixed}"


def _when(game: Game, picture: Picture, flight: FlightPlan) -> str:
    """`wave 2, Sept 18 1200`."""
    wave = picture.forces.schedule.waves.get(flight.wave)
    turn = wave.turn if wave else flight.turn
    when = say("before the first turn") if not turn else game.turns[turn - 1].label
    return say("wave {number}, {when}", number=flight.wave, when=when) if wave else when


def _aircraft(flight: FlightPlan) -> str:
    """`8 aircraft, 1 pathfinder`."""
    aircraft = counted(flight.aircraft, "{number} aircraft", "{number} aircraft")
    help_ = counted(flight.pathfinders, ", {number} pathfinder", ", {number} pathfinders") if flight.pathfinders else ""
    return f"{aircraft}{help_}"


def _sticks(picture: Picture, flight: FlightPlan) -> tuple[str, ...]:
    """Who leaves it where, and by what."""
    said: list[str] = []
    for stick in flight.aboard:
        units = ", ".join(call(picture.forces, unit) for unit in stick.units)
        said.append(say("{units} at {hex} ({load})", units=units, hex=stick.at, load=say(LOADS[stick.load])))
    if flight.points:
        points = counted(flight.points, "{number} supply point", "{number} supply points")
        said.append(say("{points} at {hex}", points=points, hex=flight.path[-1]))
    if flight.bombs:
        words = phrase("a carpet of bombs on {hexes}") if flight.carpet else phrase("bombs on {hexes}")
        said.append(say(words, hexes=", ".join(flight.bombs)))
    return tuple(said)
