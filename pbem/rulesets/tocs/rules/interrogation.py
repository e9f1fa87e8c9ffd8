"""What captives and civilians tell: the truth, by the chart, and no more than such people know (TOCS-W20)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.kernel.charts.chart import Grid
from pbem.kernel.hexes import DIRECTIONS, Hex, distance, neighbour
from pbem.kernel.i18n import counted, phrase, phrases, say, worded
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge, bridge_at
from pbem.rulesets.tocs.oob import Counter, from_level
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.rules.perimeter import kinds
from pbem.rulesets.tocs.units import Unit

BUILT = ("city", "suburb", "town", "village")  # where a beaten defender leaves people behind (TOCS-W20.2-1)
STAFFS = from_level("regiment")
SAID = {
    "N": phrase("north"), "NE": phrase("north-east"), "SE": phrase("south-east"), "S": phrase("south"),
    "SW": phrase("south-west"), "NW": phrase("north-west"),
}  # fmt: skip
BROKEN = 3  # rank of "disrupted" among the states
COUNTED = (("company", "half_company", "hq_company"), ("vehicle_platoon",), ("battery",))


class Testimony(Value):
    """What was said: the question's letter, the words, and what the asker's map gains by them. laid: mines and blocks."""

    cell: str
    words: str
    occupied: tuple[tuple[Hex, tuple[str, ...]], ...] = ()
    empty: tuple[Hex, ...] = ()
    works: tuple[tuple[Hex, str], ...] = ()
    laid: tuple[tuple[Hex, str], ...] = ()


def drms(chart: Grid, held: Iterable[str], nation: int = 0) -> tuple[int, tuple[str, ...]]:
    """The modifier of an interrogation, and its reasons."""
    wanted = set(held)
    worth = {d.id: d.value for d in chart.drms.values() if d.id in wanted and isinstance(d.value, int)}
    if nation:
        worth["national"] = nation
    return sum(worth.values()), tuple(f"{name.replace('_', ' ')} {value:+d}" for name, value in worth.items())


def column(chart: Grid, elr: int) -> int:
    """The column of a captive: raw troops talk more."""
    return chart.column_named("high" if elr >= 4 else "middle" if elr >= 2 else "low")


def staff_near(forces: Forces, hex_: Hex) -> bool:
    """Has the captor a regiment's or higher HQ within its command range of the battle?"""
    staffs = (u for u in forces.on_map() if forces.counter(u).kind == "hq" and forces.counter(u).level in STAFFS)
    return any(distance(u.hex, hex_) <= forces.counter(u).command for u in staffs)


# ---------------------------------------------------------------- captives


class Questioned(NamedTuple):
    """A captive who is asked: his unit's counter, where his force is now, and the hex he is asked about, if any."""

    counter: Counter
    force: Hex
    asked: Hex | None


@rule("TOCS-W20.1-1")
def captive(cell: str, game: Game, forces: Forces, who: Questioned) -> Testimony:
    """A captive's answer. forces: the forces of his side."""
    counter, force, asked = who
    name = forces.counters[counter.parent].name if counter.parent in forces.counters else ""
    formation = name or say("a unit under no headquarters")
    match cell:
        case "U":
            return Testimony(cell, formation)
        case "S":
            there = tuple(forces.counter(u) for u in forces.at(force))
            words = (
                phrase("{formation}, with {counted} in {place}")
                if there
                else phrase("{formation}, of which nobody is left in {place}")
            )
            said = say(words, formation=formation, counted=_counted(there), place=_place(game, force))
            return Testimony(cell, said, ((force, ()),) if there else ())
        case "A" if asked:
            return _beside(game, forces, asked)
        case "H":
            hq = forces.units.get(parent_of(forces, counter.id))
            way = bearing(force, hq.hex) if hq and hq.status == "map" else ""
            return Testimony(cell, say("headquarters {way}", way=way) if way else say("does not know where headquarters is"))
        case "R":
            return Testimony(cell, _coming(forces, counter, name))
    return Testimony("", "nothing")


def _beside(game: Game, forces: Forces, asked: Hex) -> Testimony:
    there = kinds(tuple(forces.counter(u) for u in forces.at(asked)))
    if not forces.at(asked):
        return Testimony("A", say("no troops in {place}", place=_place(game, asked)), empty=(asked,))
    return Testimony(
        "A", say("{there} in {place}", there=", ".join(map(worded, there)), place=_place(game, asked)), ((asked, there),)
    )


def _counted(there: tuple[Counter, ...]) -> str:
    words = (
        phrases("{number} company", "{number} companies"),
        phrases("{number} vehicle platoon", "{number} vehicle platoons"),
        phrases("{number} battery", "{number} batteries"),
    )
    numbers = [sum(c.kind in some for c in there) for some in COUNTED]
    said = [counted(n, *word) for n, word in zip(numbers, words, strict=True) if n]
    return say(" and ").join(said) or say("a staff or support section")


def _coming(forces: Forces, counter: Counter, name: str) -> str:
    """Are units of his formation, or of one above it, still to come?"""
    chain, parent = [], counter.parent
    while parent in forces.counters:
        chain.append(parent)
        parent = forces.counters[parent].parent
    due = [u for u in forces.units.values() if u.status in ("off", "waiting") and forces.counter(u).parent in chain]
    return say("more units of {name} are on the way", name=name) if due else say("knows of no reinforcements")


# ---------------------------------------------------------------- civilians


class Seen(Value):
    """What the people of a place have seen of the side that left it: the units that left, what it dug and laid by hex, the
    bridges as they are, where its stores, hospitals and repair centres are."""

    here: Hex
    gone: tuple[Unit, ...]
    works: Mapping[Hex, str]
    laid: Mapping[Hex, tuple[str, ...]]
    spans: tuple[Bridge, ...] = ()
    stores: tuple[Hex, ...] = ()


@rule("TOCS-W20.2-1", "MASL-9.1-1")
def met_by(game: Game, side: str, hex_: Hex) -> str:
    """How the people of a hex meet a side: "hostile", "neutral" or "friendly"; where it goes by country, neutral in one that is
    for nobody."""
    manner = game.staff(side).civilians
    if manner != "by_country":
        return manner
    friend = game.friends.get(game.ground.country[hex_], "")
    return "neutral" if not friend else "friendly" if friend == side else "hostile"


@rule("TOCS-W20.2-1")
def civilians(cell: str, game: Game, forces: Forces, seen: Seen) -> Testimony:
    """What people of a place say. forces: the forces of the side that left."""
    match cell:
        case "W":
            return _where_they_went(game, seen)
        case "N":
            return _next_door(game, forces, seen.here)
        case "M":
            return _works_near(game, seen)
        case "F":
            return Testimony(cell, say("their nearest stores are {nearest}", nearest=_nearest(seen.here, list(seen.stores))))
        case "G":
            return _guns_and_general(forces, seen.here)
    return Testimony("", "nothing")


def _where_they_went(game: Game, seen: Seen) -> Testimony:
    hexes = tuple(sorted({u.hex for u in seen.gone}))
    words = say("they went to {places}", places=_places(game, hexes)) if hexes else say("none of them got away")
    return Testimony("W", words, _troops(hexes))


def _next_door(game: Game, forces: Forces, here: Hex) -> Testimony:
    near = game.ground.neighbours[here]
    held, empty = tuple(h for h in near if forces.at(h)), tuple(h for h in near if not forces.at(h))
    words = say("soldiers are in {places}", places=_places(game, held)) if held else say("no soldiers in the adjacent hexes")
    return Testimony("N", words, _troops(held), empty)


def _works_near(game: Game, seen: Seen) -> Testimony:
    near = game.ground.neighbours[seen.here]
    dug = tuple((h, seen.works[h]) for h in near if h in seen.works)
    mined = tuple((h, kind) for h in near for kind in seen.laid.get(h, ()))
    said = ", ".join(say("{level} in {place}", level=worded(level), place=_place(game, h)) for h, level in (*dug, *mined))
    words = "; ".join(w for w in (said, *_bridgework(game, seen.spans, near)) if w)
    return Testimony("M", words or say("nothing dug, mined or blown in the adjacent hexes"), works=dug, laid=mined)


def _guns_and_general(forces: Forces, here: Hex) -> Testimony:
    guns = [u.hex for u in forces.on_map() if forces.counter(u).kind == "battery"]
    staffs = [u.hex for u in forces.on_map() if forces.counter(u).kind == "hq" and forces.counter(u).level in STAFFS]
    words = say(
        "their nearest guns are {guns}, their headquarters {nearest}", guns=_nearest(here, guns), nearest=_nearest(here, staffs)
    )
    return Testimony("G", words)


def _bridgework(game: Game, spans: tuple[Bridge, ...], near: Iterable[Hex]) -> Iterator[str]:
    """What became of the bridges in some hexes since play began."""
    printed = {b.id: b for b in game.ground.bridges}
    now = [b for h in near for b in bridge_at(game.ground, h, spans)]
    down = [b.name for b in now if not b.intact]
    built = [b.name for b in now if b.intact and b.id not in printed]
    repaired = [b.name for b in now if b.intact and b.id in printed and not printed[b.id].intact]
    if down:
        yield say("destroyed: {blown}", blown=", ".join(down))
    if built:
        yield say("built: {bridges}", bridges=", ".join(built))
    if repaired:
        yield say("repaired: {bridges}", bridges=", ".join(repaired))


def _troops(hexes: tuple[Hex, ...]) -> tuple[tuple[Hex, tuple[str, ...]], ...]:
    return tuple((h, ()) for h in hexes)


def _nearest(here: Hex, hexes: list[Hex]) -> str:
    found = min(hexes, key=lambda h: (distance(here, h), h), default=None)
    return bearing(here, found) if found else say("nowhere that they know of")


def bearing(start: Hex, end: Hex) -> str:
    """Where a hex lies as people say it: one of six directions, and near, some way off, or far: never the hex itself."""
    far = distance(start, end)
    if far == 0:
        return say("in this place")
    towards = min(DIRECTIONS, key=lambda d: (distance(_along(start, d, far), end), d))
    band = "1-3" if far <= 3 else "4-7" if far <= 7 else say("8 or more")
    return say("to the {said}, {band} hexes away", said=say(SAID[towards]), band=band)


def _along(start: Hex, towards: str, steps: int) -> Hex:
    """So many hexes on in one direction, or as far as the grid goes."""
    for _ in range(steps):
        start = neighbour(start, towards) or start
    return start


def _place(game: Game, hex_: Hex) -> str:
    name = game.ground.names.get(hex_)
    return f"{hex_} {name}" if name else str(hex_)


def _places(game: Game, hexes: tuple[Hex, ...]) -> str:
    return ", ".join(_place(game, h) for h in hexes)
