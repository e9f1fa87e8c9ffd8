"""Who is to come, and what may be set up, in words for the side alone."""

from collections.abc import Iterable, Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, formation, large, within
from pbem.rulesets.tocs.reports.wording import call, calls_in_short, place
from pbem.rulesets.tocs.rules.facilities import KINDS
from pbem.rulesets.tocs.rules.setup import EDGES
from pbem.rulesets.tocs.rules.supply import KINDS as STORES
from pbem.rulesets.tocs.units import Arrival, Unit

MANY, SOME = 8, 3  # entries that are too many to be named, and how many are all the same
AHEAD = 5  # turns of which a large side's commander reads who comes, unit by unit
WAYS = {"air": phrase("by air"), "edge": phrase("by road")}


def lines(game: Game, picture: Picture, calls: Calls = None, own: Calls = None) -> tuple[str, ...]:
    """The schedule as far as it is not used up: what waits off the board, what comes later. calls: of the units told of;
    own: of those that are named, others by their number."""
    forces = picture.forces
    if calls is not None:
        picture = _part(picture, calls)
        forces = picture.forces
    waiting = _here(game, picture)
    told = [*waiting]
    told += [say(" {names} wait off the board until one of their entries is yours: {where}", names=_names(picture, a),
        where=where(game, a)) for a in forces.late if not a.units]  # fmt: skip
    told += [say(" {names} next turn: no more than {most} a turn come at {where}", names=_names(picture, a),
        most=counted(a.most, "{number} step", "{number} steps"), where=where(game, a)) for a in forces.late if a.units]  # fmt: skip
    told += _later(game, picture, own, brief=calls is None and large(forces))
    fare = _fare(game) if told and (not large(forces) or waiting) else ()
    return (*told, *fare, *_leaving(game, picture))


@rule("MASL-8.1-4")
def _leaving(game: Game, picture: Picture) -> tuple[str, ...]:
    """Who has to leave the map, by which edge, up to when."""
    forces, told = picture.forces, list[str]()
    for leave in forces.leaves:
        units = [call(forces, name) for name in leave.units if forces.units[name].status not in ("dead", "left")]
        names = calls_in_short(units) if large(forces) else ", ".join(units)
        if names and leave.by >= picture.public.turn:
            edge, turn = say(EDGES[leave.edge]), game.turns[leave.by - 1].label
            words = phrase(" {names}: to leave by the {edge} edge before the end of {turn} (EXIT)")
            told.append(say(words, names=names, edge=edge, turn=turn))
    return tuple(told)


@rule("MASL-8.1-4")
def leaving_soon(game: Game, picture: Picture, calls: Calls) -> tuple[str, ...]:
    """Who on the map has to leave it before this turn or the next is over, and would be taken off it then. calls: of the units told
    of."""
    forces, turn, told = picture.forces, picture.public.turn, list[str]()
    for leave in forces.leaves:
        units = [name for name in leave.units if forces.units[name].status == "map" and within(forces, calls, (name,))]
        if units and turn and leave.by - 1 <= turn <= leave.by:
            names = calls_in_short(call(forces, name) for name in units)
            words = phrase("{names} must EXIT by the {edge} edge before {turn} ends, or they are taken off the map.")
            label = say("this turn") if leave.by == turn else game.turns[leave.by - 1].label
            told.append(say(words, names=names, edge=say(EDGES[leave.edge]), turn=label))
    return tuple(told)


@rule("MASL-8.1-1", "MASL-8.1-2")
def _fare(game: Game) -> tuple[str, ...]:
    """What coming on costs, where it costs anything."""
    if not game.fare.op:
        return ()
    points = counted(game.fare.op, "{number} OP", "{number} OPs")
    free = (*(say(WAYS[way]) for way in game.fare.free_by), *(nation.title() for nation in game.fare.free_nations))
    said = say(" Entering the map costs {points} a unit", points=points)
    said += say("; free: {free}", free=", ".join(free)) if free else ""
    return (said + (say("; an HQ brings on three of its assets for 1 AP (BY)") if game.fare.parents else ""),)


def _here(game: Game, picture: Picture) -> list[str]:
    """Who waits off the board, and where each may come on."""
    forces = picture.forces
    waiting = {u.id for u in forces.units.values() if u.status == "waiting"}
    due = (a for a in forces.arrivals if waiting & set(a.units))
    alike: dict[tuple[Hex, ...], list[Arrival]] = {}
    for arrival in due:
        alike.setdefault(arrival.hexes, []).append(arrival)
    together = alike.values() if large(forces) else ([arrival] for some in alike.values() for arrival in some)
    return [_waits(game, picture, some) for some in together]


@rule("TOCS-2.3-1")
def _waits(game: Game, picture: Picture, arrivals: list[Arrival]) -> str:
    """Who waits to come by the same entries, and the line that brings them on by those that are theirs and not fought over."""
    public, names = picture.public, ", ".join(_names(picture, a, waiting=True) for a in arrivals)
    free = tuple(h for h in arrivals[0].hexes if public.owner[h] == picture.side and h not in public.engaged)
    if not free:
        words = phrase(" {names}: off the board; none of its entries is inside your perimeter now: {where}")
        return say(words, names=names, where=where(game, arrivals[0]))
    words = phrase(" Off the board: ENTER {names} AT {where}")
    return say(words, names=names, where=where(game, replace(arrivals[0], hexes=free)))


def _part(picture: Picture, calls: Calls) -> Picture:
    """The picture with the schedule of these units alone."""
    forces = picture.forces
    mine = tuple(a for a in forces.arrivals if within(forces, calls, a.units))
    late = tuple(a for a in forces.late if within(forces, calls, a.units))
    return replace(picture, forces=replace(forces, arrivals=mine, late=late))


def _later(game: Game, picture: Picture, own: Calls, brief: bool) -> list[str]:
    """Who comes on later turns, in their order; brief: who comes later than the next turns by their number, and those of other
    seats."""
    forces, now = picture.forces, picture.public.turn
    due = sorted((a for a in forces.arrivals if a.turn > now), key=lambda a: a.turn)
    others = [a for a in due if a.units and not within(forces, own, a.units)]
    mine = [a for a in due if a not in others]
    far = [a for a in mine if brief and a.turn > now + AHEAD]
    return [*_named(game, picture, [a for a in mine if a not in far]), *_far(game, picture, far), *_of_others(game, others)]


def _named(game: Game, picture: Picture, arrivals: Iterable[Arrival]) -> Iterator[str]:
    """Arrivals unit by unit; of a large side, and of those that come by very many hexes, all of the same entries together."""
    grouped: dict[tuple[Hex, ...], list[str]] = {}
    for arrival in arrivals:
        label, names = game.turns[arrival.turn - 1].label, _names(picture, arrival)
        if large(picture.forces) or len(arrival.hexes) > MANY:
            grouped.setdefault(arrival.hexes, []).append(f"{label} {names}")
        else:
            yield say(" {label}: {names} at {where}", label=label, names=names, where=where(game, arrival))
    yield from (_at(game, hexes, names) for hexes, names in grouped.items())


def _far(game: Game, picture: Picture, arrivals: list[Arrival]) -> list[str]:
    """How much comes later than a day from now, and how its reader learns who."""
    if not arrivals:
        return []
    forces = picture.forces
    units = [u for a in arrivals for u in a.units]
    points = sum(a.trucks + a.beyond for a in arrivals)
    what = [counted(len(units), "{number} unit", "{number} units")] if units else []
    what += [counted(points, "{number} supply point", "{number} supply points")] if points else []
    first, last = (game.turns[a.turn - 1].label for a in (arrivals[0], arrivals[-1]))
    when = first if first == last else say("{first} to {last}", first=first, last=last)
    said = say(" Later: {what}, {when}", what=", ".join(what), when=when)
    names = sorted({formation(forces, forces.units[u]) for u in units} - {""})
    return [said + (say("; REPORT and a formation, such as {name}, lists them", name=names[0]) if names else "")]


def _of_others(game: Game, arrivals: list[Arrival]) -> list[str]:
    """How many units of other seats come, and from when to when."""
    if not arrivals:
        return []
    count = counted(sum(len(a.units) for a in arrivals), "{number} unit", "{number} units")
    first, last = (game.turns[a.turn - 1].label for a in (arrivals[0], arrivals[-1]))
    if first == last:
        return [say(" Of other seats: {units}, {when}", units=count, when=first)]
    return [say(" Of other seats: {units}, {first} to {last}", units=count, first=first, last=last)]


def _at(game: Game, hexes: tuple[Hex, ...], names: list[str]) -> str:
    """All that come by the same entries."""
    words = "; ".join(names)
    if len(hexes) > MANY:
        return say(" {names} at {where}", names=words, where=_of_many(game, hexes))
    return say(" At {where}: {names}", names=words, where=_entries(game, hexes))


def _of_many(game: Game, hexes: tuple[Hex, ...]) -> str:
    """Very many entries in short: ENTER anywhere else is answered with all of them."""
    some = ", ".join(place(game, h) for h in hexes[:SOME])
    return say("one of {number} hexes, such as {some} (ENTER elsewhere names all)", number=len(hexes), some=some)


def _names(picture: Picture, arrival: Arrival, waiting: bool = False) -> str:
    forces = picture.forces
    units = [call(forces, u) for u in arrival.units if not waiting or forces.units[u].status == "waiting"]
    points = arrival.trucks + arrival.beyond
    supply = counted(points, "{number} supply point", "{number} supply points")
    names = calls_in_short(units) if large(forces) else ", ".join(units)
    return ", ".join((*((names,) if names else ()), *((supply,) if points and not waiting else ())))


def when(game: Game, picture: Picture, unit: Unit) -> str:
    """`: Sept 18 0600 at 33.10 Kleve East`, `: with GL319, Sept 18 1200`: how a unit that is not here yet comes; "" for no way."""
    arrival = next((a for a in picture.forces.arrivals if unit.id in a.units and a.turn > picture.public.turn), None)
    if arrival is not None:
        return say(": {label} at {where}", label=game.turns[arrival.turn - 1].label, where=where(game, arrival))
    flight = next((f for f in picture.forces.schedule.in_order() if f.status == "waiting" and unit.id in f.units), None)
    if flight is None:
        return ""
    wave = picture.forces.schedule.waves.get(flight.wave or 0)
    turn = wave.turn if wave is not None else flight.turn
    label = game.turns[turn - 1].label if turn else say("before the first turn")
    return say(": with {call}, {label}", call=flight.call, label=label)


def where(game: Game, arrival: Arrival) -> str:
    """The entries of an arrival; of very many the numbers alone."""
    if len(arrival.hexes) > MANY:
        return _of_many(game, arrival.hexes)
    return _entries(game, arrival.hexes)


def _entries(game: Game, hexes: tuple[Hex, ...]) -> str:
    return say(" or ").join(place(game, h) for h in hexes)


@rule("MASL-16.3-1", "MASL-16.3-2", "MASL-16.8-3")
def _bounds(picture: Picture) -> list[str]:
    """What is bound to hexes, those with the same hexes together; what shares no hex; whether works follow bridges."""
    forces, freedom = picture.forces, picture.forces.freedom
    if freedom is None:
        return []
    alike: dict[tuple[Hex, ...], list[str]] = {}
    for name, hexes in sorted(freedom.bound.items()):  # a mapping that was stored keeps no order of its own
        alike.setdefault(hexes, []).append(_thing(forces, name))
    told = [say(" {names}: one of {hexes}", names=", ".join(names), hexes=", ".join(hexes)) for hexes, names in alike.items()]
    told += [say(" no two bases, dumps or facilities may share a hex")] if freedom.one_a_hex else []
    return told + ([say(" works at a broken bridge move to a bridge left standing")] if freedom.follow else [])


def _thing(forces: Forces, name: str) -> str:
    """A unit, a store or a facility by its id, as letters name it."""
    if name in forces.counters:
        return call(forces, name)
    if name in forces.sources:
        return say("{kind} at {hex}", kind=say(STORES[forces.sources[name].kind]), hex=forces.sources[name].hex)
    return next((site.name for site in forces.sites if site.id == name), name)


def setup(game: Game, picture: Picture) -> tuple[str, ...]:
    """What this side may place while it sets up."""
    forces, public = picture.forces, picture.public
    if public.turn or public.phasing != picture.side or forces.freedom is None:
        return ()
    units = ", ".join(call(forces, u) for u in forces.freedom.units) or say("all your units")
    ground = ", ".join(map(str, forces.freedom.hexes)) or say("your own ground")
    more = [
        say(" your {kind} at {place}", kind=forces.sources[s].kind, place=forces.sources[s].hex)
        for s in forces.freedom.stores
        if s in forces.sources
    ]
    more += [
        say(" your {kind} at {place}", kind=say(KINDS[site.kind]), place=site.hex)
        for site in forces.sites
        if site.id in forces.freedom.facilities
    ]
    more += (
        [
            say(
                " {points} for works: entrenched 1, strongpoint 2, fortified area 3",
                points=counted(forces.labour, "{number} point", "{number} points"),
            )
        ]
        if forces.labour
        else []
    )
    more += _bounds(picture)
    if forces.freedom.broken:
        at = ", ".join(place(game, b.hex) for b in game.ground.bridges if b.id in forces.freedom.bridges)
        more.append(
            say(
                " {broken} of the bridges at {at} may be broken before play, in secret: SETUP BROKEN",
                broken=forces.freedom.broken,
                at=at,
            )
        )
    return (
        say(" {units}, in {where}; units you do not place stay as printed", units=units, where=ground),
        *more,
        say(" END IMPULSE closes the set-up"),
    )
