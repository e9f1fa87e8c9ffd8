"""What a desk's map shows, as values: read off its picture alone."""

import re
from typing import Any

from pbem.documents.map_picture import Arrow, Formed, Frame, Looked, MapPicture, Obstruction, PointsPool, Radius, Sighting, Symbol
from pbem.kernel.calendar import dtg
from pbem.kernel.hexes import Hex, column_row, disc, distance
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_point
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import focus, map_near, map_sea
from pbem.rulesets.tocs.reports.focus import Calls
from pbem.rulesets.tocs.reports.map_air import drifted, flight_frames, frame_of, marks, planned, still_free
from pbem.rulesets.tocs.reports.map_arms import sign_of, size_of
from pbem.rulesets.tocs.rules.activation import DEFICIT_MOST, action_points, may_activate
from pbem.rulesets.tocs.rules.crossings import VEHICLES
from pbem.rulesets.tocs.rules.formations import members
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

MOST_FRAMES = 7  # maps of formations in one letter, those of what is near the enemy beyond the first counted in
WIDE, APART, SOME = 12, 3, 4  # hexes across from which a formation's map is of its main body; between its parts; named beside it
ROOMY = 170  # hexes that are shown well on one map: below it formations have none of their own
_IMPULSE = re.compile(r"T(\d+)\.(\d+)")


def theatre(game: Game, picture: Picture, own: Calls = None) -> MapPicture:
    """The whole map, what is nearest to the enemy, and on a large map a part of it for each formation. own: the calls of the units
    that the reader leads, if not all: on a phone the reader of a large side's letter sees first what is near to these."""
    whole = Frame("map", say("The situation as your staff knows it"))
    near = map_near.frames(game, picture, own if focus.large(picture.forces) else None)
    most = MOST_FRAMES + 1 - max(len(near), 1)
    parts = _formations(picture, most) if len(game.ground.hexes) > ROOMY else ()
    shown = situation(game, picture, (whole, *near, *parts, *flight_frames(still_free(picture))))
    return replace(shown, waters=map_sea.plates(game, picture), codes=map_sea.codes(picture))


def around(game: Game, picture: Picture, centre: Hex, reach: int) -> MapPicture:
    """The hexes within so many of one; if an own HQ stands there, how far it commands."""
    places = [h for h in disc(centre, reach) if h in game.ground.terrain]
    frame = frame_of(centre.replace(".", "-"), say("Around {hex}", hex=centre), places, 0)
    here = [radius.call for radius in _radii(picture.forces) if radius.hex == centre]
    return situation(game, picture, (replace(frame, radius=here[0] if here else ""),))


def situation(game: Game, picture: Picture, frames: tuple[Frame, ...]) -> MapPicture:
    """What a side knows, framed so."""
    public, forces, view = picture.public, picture.forces, picture.view(game)
    own, enemy = _stores(picture)
    crossings = _crossings(game, forces)
    return MapPicture(
        picture.side, _caption(game, picture), frames,
        tuple(_symbol(view, unit) for unit in sorted(forces.on_map(), key=lambda u: _order(forces, u))),
        tuple(Sighting(c.hex, c.number, c.kinds, c.seen, _age(c.seen, public.impulse_name)) for c in _by_hex(picture)),
        _arrows(picture),
        tuple(sorted(h for h, owner in public.owner.items() if owner == picture.side)),
        tuple(sorted(public.claims[picture.side])),
        tuple(sorted(public.engaged)),
        tuple(sorted((h, owner == picture.side) for h, (_, owner) in picture.works.items())),
        (*own, *enemy),
        _goals(game, picture),
        tuple(sorted(crossings.down)),
        tuple(sorted(crossings.built)),
        tuple((name, forces.pools[name].bank) for name in sorted(forces.pools)),
        _dumps(forces),
        _obstacles(picture),
        _radii(forces),
        tuple(sorted(forces.fords)),
        (*marks(picture), *map_sea.marks(picture)),
        _when(game, picture),
        tuple(PointsPool(p.id, p.bank, p.spent, DEFICIT_MOST - p.deficit) for _, p in sorted(forces.pools.items())),
        _asleep(view),
        tuple(sorted(forces.counters[u].call for u in {*forces.activated, *forces.tasks, *(a.unit for a in forces.attacks)})),
        tuple(Formed(name, calls) for name, calls in members(forces).items()),
        tuple(Looked(place, look.when) for place, look in sorted(picture.looks.items())),
    )  # fmt: skip


def _asleep(view: View) -> tuple[str, ...]:
    """The calls of units that cannot be ordered now, whatever is paid for them."""
    return tuple(sorted(view.forces.counter(unit).call for unit in view.forces.on_map() if may_activate(view, unit)))


class _Crossings(Value):
    """Hexes of bridges that are not as printed."""

    down: frozenset[Hex]
    built: frozenset[Hex]


def _crossings(game: Game, forces: Forces) -> _Crossings:
    printed = {b.id: b for b in game.ground.bridges}
    stand = [b for b in forces.spans if b.intact and not b.gone]
    down = {b.hex for b in (*printed.values(), *forces.spans) if not b.intact or b.gone} - {b.hex for b in stand}
    built = {b.hex for b in stand if b.built or (b.id in printed and not printed[b.id].intact)}
    return _Crossings(frozenset(down), frozenset(built))


def _when(game: Game, picture: Picture) -> str:
    """`171200A SEP 44`; "" before the first turn."""
    turn = picture.public.turn
    return dtg(game.turns[turn - 1], game.month, game.zone_letter, game.year) if turn else ""


def _obstacles(picture: Picture) -> tuple[Obstruction, ...]:
    """Mines and roadblocks: its own, and those of the enemy's that it found."""
    found = [(place, laid) for place, all_ in sorted(picture.obstacles.items()) for laid in sorted(all_)]
    return tuple(Obstruction(place, laid.kind, laid.side == picture.side) for place, laid in found)


def _dumps(forces: Forces) -> tuple[tuple[Hex, int], ...]:
    """Supply points in own stores, by hex."""
    points: dict[Hex, int] = {}
    for source in forces.sources.values():
        points[source.hex] = points.get(source.hex, 0) + source.sp
    return tuple(sorted(points.items()))


def _radii(forces: Forces) -> tuple[Radius, ...]:
    """How far own HQs command, those of the highest level first."""
    staffs = [(unit, forces.counter(unit)) for unit in forces.on_map()]
    found = [
        (counter.level == "battalion", Radius(unit.hex, counter.call, counter.command))
        for unit, counter in staffs
        if counter.command
    ]
    return tuple(radius for _, radius in sorted(found, key=lambda pair: (pair[0], -pair[1].reach, pair[1].call)))


def _caption(game: Game, picture: Picture) -> str:
    """`T1.2 · 17 September 1200`."""
    turn = picture.public.turn
    return f"{picture.public.impulse_name} · {game.turns[turn - 1].label}" if turn else say("before the first turn")


def _by_hex(picture: Picture) -> list[Any]:
    return sorted(picture.contacts, key=lambda c: (c.hex, c.number))


def _order(forces: Forces, unit: Unit) -> tuple[bool, bool, str]:
    """Companies before batteries and headquarters, so that what fights is seen first in a stack."""
    counter = forces.counter(unit)
    return counter.kind == "hq", counter.kind in ("battery", "asset", "hq_company"), counter.call


def _symbol(view: View, unit: Unit) -> Symbol:
    counter = view.forces.counter(unit)
    ap = 0 if unit.hex in view.public.engaged else action_points(view, unit)
    return Symbol(
        unit.hex, counter.call, sign_of(counter), size_of(counter), counter.steps, unit.lost, unit.state,
        _formation(view.forces, unit.id), STATES[unit.state], ap,
        bank_point(view.game.ground, unit.hex, unit.bank), counter.arm, _parent(view.forces, counter),
        counter.mobility in VEHICLES,
    )  # fmt: skip


def _parent(forces: Forces, counter: Counter) -> str:
    """The call of the HQ a unit is under; an HQ is its own."""
    if counter.kind == "hq" or counter.parent not in forces.counters:
        return counter.call if counter.kind == "hq" else counter.formation
    return forces.counters[counter.parent].call


def _formation(forces: Forces, unit: str) -> str:
    """The first headquarters above battalions that a unit is under, else the last there is."""
    above, seen = unit, set[str]()
    while above and above not in seen:
        seen.add(above)
        counter = forces.counters[above]
        if counter.kind == "hq" and counter.level not in ("", "battalion"):
            break
        if counter.parent not in forces.counters:
            break
        above = counter.parent
    return forces.counters[above].formation or forces.counters[above].call


def _age(seen: str, now: str) -> int:
    """0 in this impulse, 1 in this turn, 2 in the last one, and so on."""
    then, today = _IMPULSE.fullmatch(seen), _IMPULSE.fullmatch(now)
    if then is None or today is None or seen == now:
        return 0
    return 1 + max(int(today[1]) - int(then[1]), 0)


def _arrows(picture: Picture) -> tuple[Arrow, ...]:
    """The ways of this impulse, else those of the last that was the side's own, and attacks."""
    forces = picture.forces
    moves = [trail for _, trail in sorted(forces.trails.items())]
    attacks = [(a.origin, a.target) for a in forces.attacks]
    if not moves and not attacks:
        moves, attacks = list(picture.ways), [(start, end) for _, start, end in picture.launched]
    went = (Arrow(trail) for trail in dict.fromkeys(_short(trail) for trail in moves) if len(trail) > 1)
    fought = (Arrow(pair, True) for pair in dict.fromkeys(attacks))
    return (*went, *drifted(forces), *planned(picture), *fought)


def _short(trail: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """A way without hexes it stays in."""
    return tuple(h for i, h in enumerate(trail) if i == 0 or h != trail[i - 1])


def _stores(picture: Picture) -> tuple[list[tuple[Hex, bool]], list[tuple[Hex, bool]]]:
    own = sorted({source.hex for source in picture.forces.sources.values()})
    bases = (h for h, owner in picture.public.bases.items() if owner != picture.side)
    return [(h, True) for h in own], [(h, False) for h in sorted({*picture.stores, *bases})]


def _goals(game: Game, picture: Picture) -> tuple[tuple[Hex, int], ...]:
    """Hexes that the side's own conditions pay for."""
    bridges, sites = {b.id: b.hex for b in game.ground.bridges}, {s.id: s.hex for s in picture.forces.sites}
    worth: dict[Hex, int] = {}
    for goal in picture.forces.objectives:
        places = (*goal.hexes, *(bridges[b] for b in goal.bridges), *(sites[f] for f in goal.facilities if f in sites))
        for place in places:
            worth[place] = worth.get(place, 0) + goal.points
    return tuple(sorted(worth.items()))


# ---------------------------------------------------------------- frames


def _formations(picture: Picture, most: int) -> tuple[Frame, ...]:
    """A part of the map for each formation; of more than may be, for the largest."""
    forces = picture.forces
    where: dict[str, list[Hex]] = {}
    heads: dict[str, str] = {}
    for unit in forces.on_map():
        name, counter = _formation(forces, unit.id), forces.counter(unit)
        where.setdefault(name, []).append(unit.hex)
        if counter.kind == "hq" and counter.level != "battalion" and counter.command:
            heads.setdefault(name, counter.call)
    largest = sorted(where, key=lambda name: (-len(where[name]), name))[:most]
    frames = ((name, _formation_frame(name, where[name])) for name in sorted(largest))
    return tuple(replace(frame, formation=name, radius=heads.get(name, "")) for name, frame in frames)


def _formation_frame(name: str, places: list[Hex]) -> Frame:
    """Where a formation is; of one that is scattered its main body, as much as a phone shows; the title names the rest."""
    body = _main_body(places)
    rest = sorted(set(places) - body)
    there = ", ".join(rest[:SOME]) + (say(" and {number} more", number=len(rest) - SOME) if len(rest) > SOME else "")
    title = say("{name}; elsewhere: {places}", name=name, places=there) if rest else name
    return frame_of(name.replace("/", "-"), title, body)


def _main_body(places: list[Hex]) -> set[Hex]:
    """All hexes, where they do not spread too wide; else those of most units that lie near one another, and what fits beside."""
    shown: set[Hex] = set()
    for body in sorted(_bodies(places), key=lambda body: (-sum(map(body.__contains__, places)), sorted(body))):
        if not shown or _span(shown | body) <= WIDE:
            shown |= body
    return shown


def _bodies(places: list[Hex]) -> list[set[Hex]]:
    """The hexes in parts that lie apart from one another."""
    bodies: list[set[Hex]] = []
    for place in dict.fromkeys(places):
        near = [body for body in bodies if min(distance(place, other) for other in body) <= APART]
        bodies = [body for body in bodies if body not in near] + [{place}.union(*near)]
    return bodies


def _span(places: set[Hex]) -> int:
    """How many columns or rows lie between the outermost."""
    columns, rows = [column_row(place)[0] for place in places], [column_row(place)[1] for place in places]
    return max(max(columns) - min(columns), max(rows) - min(rows))
